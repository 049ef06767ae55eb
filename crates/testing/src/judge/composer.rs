//! The composer: content, draft, mode and editor.

use shadow_fixtures::ComposerTruth;
use shadow_tui::contract::{ComposerView, wire_name};

use super::mark::{Mark, Measure};
use super::text::bare;
use crate::Mode;

/// Judges the composer. `styled` says whether the capture carries styles: where only a style could
/// tell, `unknown` is honest without one.
pub(super) fn composer(
    mode: Mode,
    styled: bool,
    truth: &ComposerTruth,
    got: Option<&ComposerView>,
    marks: &mut Vec<Mark>,
) {
    let name = |value: Option<String>| value.unwrap_or_else(|| "none".into());
    let text_alone = mode != Mode::All;
    if let Some(want) = &truth.content {
        let said = name(got.map(|view| wire_name(&view.content)));
        let unknown = said == "unknown" && (mode == Mode::Plain || !styled);
        marks.push(Mark::equal(Measure::Content, want, &said).or_unknown(unknown));
    }
    if let Some(want) = &truth.text {
        let said = name(got.map(|view| view.text.clone()));
        let same = want == &said || text_alone && bare(want) == bare(&said);
        marks.push(Mark::of(Measure::Draft, same, want, &said));
    }
    if let Some(want) = &truth.mode {
        let said = name(got.map(|view| wire_name(&view.mode)));
        marks.push(
            Mark::equal(Measure::Mode, want, &said).or_unknown(said == "unknown" && text_alone),
        );
    }
    if let Some(want) = &truth.editor {
        let said = name(got.map(|view| wire_name(&view.editor)));
        marks.push(Mark::equal(Measure::Editor, want, &said).or_unknown(said == "unknown"));
    }
}
