//! The search through earlier prompts where it replaces the composer: a panel with a search field
//! (seen from 2.1.245 on). It takes keys like a composer in search mode, and decides nothing else.

use shadow_core::contract::{ComposerContent, ComposerMode, ComposerView, Editor, UiContext};
use shadow_core::screen::Screen;
use shadow_core::surface::{ComposerFact, Popup, RowSpan};

use super::block::Place;
use super::frame::{Frame, FrameKind};

/// The glyph of a search field.
const FIELD: char = '⌕';

/// Whether a block is the search through earlier prompts. Of the field only the upper edge may fit into the pane (2.1.332 in 8
/// rows).
pub(super) fn is_search(screen: &Screen, place: Place) -> bool {
    let heading = screen.row(place.first + 1).trimmed();
    let cut = || screen.row(place.last).trimmed().starts_with("╭─");
    heading.starts_with("Search prompts")
        && ((place.first..=place.last).any(|index| field(screen, index).is_some()) || cut())
}

/// What is in the search field, where a row is it.
fn field(screen: &Screen, index: usize) -> Option<&str> {
    let text = screen.row(index).trimmed().strip_prefix('│')?;
    let text = text.trim_start().strip_prefix(FIELD)?;
    Some(text.trim_end_matches('│').trim())
}

/// The panel as a frame: what is above it is the dialog.
pub(super) fn frame(place: Place) -> Frame {
    Frame {
        kind: FrameKind::Boxed,
        top: place.first,
        above: place.first,
        bottom: place.last,
        glyph: FIELD,
    }
}

/// The panel as a composer in search mode.
pub(super) fn fact(place: Place) -> (ComposerFact, Popup) {
    let rows = RowSpan::new(place.first, place.last);
    let composer = ComposerFact {
        rows,
        content: ComposerContent::Unknown,
        mode: ComposerMode::Search,
        editor: Editor::Plain,
        draft_is_command: false,
        free_by_cursor: false,
    };
    let context = UiContext::HistorySearch;
    (composer, Popup { rows, context })
}

/// The search field written out.
pub(super) fn view(screen: &Screen, rows: RowSpan) -> ComposerView {
    let text = rows.indices().find_map(|index| field(screen, index));
    ComposerView {
        content: match text {
            None => ComposerContent::Unknown,
            Some(text) if text.ends_with('…') => ComposerContent::Placeholder,
            Some(_) => ComposerContent::Draft,
        },
        text: text.unwrap_or_default().to_owned(),
        mode: ComposerMode::Search,
        editor: Editor::Plain,
        cursor: None,
    }
}
