//! Callers know more or less of a pane: one has the title and no colors, one the cursor and no
//! size. Every capture is read with every part of what is known of it left out or given, and what
//! is left out may cost an answer, but never make it wrong.

use shadow_fixtures::{Capture, strip_sgr};
use shadow_tests::{Mode, development, sweep};
use shadow_tui::contract::wire_name;
use shadow_tui::screen::Screen;
use shadow_tui::{Channels, Memory, Observed, ProviderChoice, Reading, Snapshot, Stack};

/// What may be given beside the text, or left out.
#[derive(Debug, Clone, Copy)]
enum Part {
    Styles,
    Size,
    Cursor,
    Title,
    Reports,
    Identity,
}

impl Part {
    const EACH: [Self; 6] = [
        Self::Styles,
        Self::Size,
        Self::Cursor,
        Self::Title,
        Self::Reports,
        Self::Identity,
    ];

    fn is_in(self, mix: u8) -> bool {
        mix >> self as u8 & 1 == 1
    }

    /// Whether the capture has it at all.
    fn is_known(self, capture: &Capture) -> bool {
        let case = &capture.case;
        match self {
            Self::Styles | Self::Size | Self::Identity => true,
            Self::Cursor => case.cursor.is_some() || case.cursor_visible.is_some(),
            Self::Title => case.title.is_some(),
            Self::Reports => {
                !case.program_status.is_empty()
                    || case.progress.is_some()
                    || !case.notifications.is_empty()
            }
        }
    }
}

/// Every mix of what is known of a capture.
fn mixes(capture: &Capture) -> impl Iterator<Item = u8> {
    let unknown = Part::EACH
        .into_iter()
        .filter(|part| !part.is_known(capture));
    let barred = unknown.fold(0, |bits, part| bits | 1 << part as u8);
    (0..1 << Part::EACH.len()).filter(move |mix| mix & barred == 0)
}

/// What a mix gives, in words.
fn named(mix: u8) -> String {
    let given = Part::EACH.into_iter().filter(|part| part.is_in(mix));
    format!("given {:?}", given.collect::<Vec<_>>())
}

/// The capture as a caller has it who knows that much.
fn snapshot(capture: &Capture, mix: u8) -> Snapshot {
    let Snapshot { text, channels } = Mode::All.snapshot(capture);
    let text = if Part::Styles.is_in(mix) {
        text
    } else {
        strip_sgr(&text)
    };
    let mut known = Channels {
        process: channels.process,
        ..Channels::default()
    };
    if Part::Size.is_in(mix) {
        (known.cols, known.rows) = (channels.cols, channels.rows);
        known.alternate = channels.alternate;
    }
    if Part::Cursor.is_in(mix) {
        known.cursor = channels.cursor;
        known.cursor_visible = channels.cursor_visible;
    }
    if Part::Title.is_in(mix) {
        known.title = channels.title;
    }
    if Part::Reports.is_in(mix) {
        known.program_status = channels.program_status;
        known.progress = channels.progress;
        known.notifications = channels.notifications;
    }
    if Part::Identity.is_in(mix) {
        known.cli_version = channels.cli_version;
    }
    Snapshot {
        text,
        channels: known,
    }
}

/// The axes that are said of a capture and are neither true nor unknown.
fn wrong_axes(stack: &Stack, capture: &Capture, mix: u8, reading: &mut Reading) -> Option<String> {
    let Snapshot { text, channels } = snapshot(capture, mix);
    let wanted = if Part::Identity.is_in(mix) {
        ProviderChoice::Named(&capture.session.provider)
    } else {
        ProviderChoice::Auto
    };
    let screen = Screen::from_capture(&text, &channels);
    let mut memory = Memory::default();
    let observed = Observed::drawn(&screen, &channels);
    let assessed = stack.assess(wanted, observed, &mut memory, reading);
    let said = assessed.reading().verdict();
    let truth = &capture.case.truth;
    let pairs = [
        (wire_name(&said.availability), &truth.availability),
        (wire_name(&said.business_state), &truth.business_state),
        (wire_name(&said.input_mode), &truth.input_mode),
        (wire_name(&said.ui_context), &truth.ui_context),
    ];
    let untrue = pairs
        .iter()
        .filter(|(said, truth)| said != *truth && said != "unknown");
    let untrue: Vec<_> = untrue
        .map(|(said, truth)| format!("{said} is {truth}"))
        .collect();
    let ready = said.submit_ready() && !truth.submit_ready();
    let mark = if ready { "FALSELY READY, " } else { "" };
    (!untrue.is_empty()).then(|| {
        let id = capture.id();
        format!("{id}: {mark}{}, {}", untrue.join(", "), named(mix))
    })
}

#[test]
fn what_is_left_out_makes_no_answer_wrong() {
    let all = development();
    assert!(all.len() > 1000, "{} captures", all.len());
    let wrong = sweep(all, |stack, capture, reading| {
        mixes(capture)
            .filter_map(|mix| wrong_axes(stack, capture, mix, reading))
            .collect()
    });
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
