//! What tools make of a screen before it is read: a frame around the pane, blank rows dropped, glyphs that a locale lacks,
//! margins trimmed, the last rows alone. Each may cost an answer; none makes a screen ready that is not, and none calls a
//! person where no dialog stands.

use shadow_fixtures::{Capture, strip_sgr};
use shadow_tests::sample::sample;
use shadow_tests::{development, sweep};
use shadow_tui::contract::BusinessState;
use shadow_tui::{ProviderChoice, Snapshot, Stack};

/// One capture in so many is dumped in each way.
const ONE_IN: usize = 4;

/// What a tool makes of the text.
#[derive(Debug, Clone, Copy)]
enum Dump {
    Framed,
    Rounded,
    NoBlankRows,
    AsciiOnly,
    TrimmedLeft,
    TrimmedRight,
    LastRows,
}

impl Dump {
    const EACH: [Self; 7] = [
        Self::Framed,
        Self::Rounded,
        Self::NoBlankRows,
        Self::AsciiOnly,
        Self::TrimmedLeft,
        Self::TrimmedRight,
        Self::LastRows,
    ];

    fn make(self, rows: &[&str], cols: usize) -> String {
        let rows: Vec<String> = match self {
            Self::Framed => framed(rows, cols, ["┌ agent ", "┐", "└", "┘"]),
            Self::Rounded => framed(rows, cols, ["╭ agent ", "╮", "╰", "╯"]),
            Self::NoBlankRows => rows
                .iter()
                .filter(|row| !row.trim().is_empty())
                .map(ToString::to_string)
                .collect(),
            Self::AsciiOnly => rows
                .iter()
                .map(|row| {
                    row.chars()
                        .map(|c| if c.is_ascii() { c } else { '_' })
                        .collect()
                })
                .collect(),
            Self::TrimmedLeft => rows.iter().map(|row| row.trim_start().to_owned()).collect(),
            Self::TrimmedRight => rows.iter().map(|row| row.trim_end().to_owned()).collect(),
            Self::LastRows => {
                let last = rows
                    .iter()
                    .rposition(|row| !row.trim().is_empty())
                    .unwrap_or(0);
                rows[(last + 1).saturating_sub(20)..=last]
                    .iter()
                    .map(ToString::to_string)
                    .collect()
            }
        };
        rows.join("\n")
    }
}

/// The rows within a frame of the width of the pane; its title stands in the upper edge.
fn framed(rows: &[&str], cols: usize, corners: [&str; 4]) -> Vec<String> {
    let width = |text: &str| shadow_tui::screen::str_width(text);
    let edge = |from: &str, to: &str| {
        let line = "─".repeat((cols + 1).saturating_sub(width(from)));
        format!("{from}{line}{to}")
    };
    let [top, right, bottom, end] = corners;
    let side = |row: &&str| format!("│{row}{}│", " ".repeat(cols.saturating_sub(width(row))));
    let mut all = vec![edge(top, right)];
    all.extend(rows.iter().map(side));
    all.push(edge(bottom, end));
    all
}

#[test]
fn no_dump_calls_a_person_or_makes_ready() {
    for dump in Dump::EACH {
        let some = sample(&format!("{dump:?}"), development(), ONE_IN);
        let wrong = sweep(&some, |stack, capture, _| misread(dump, stack, capture));
        let first = &wrong[..wrong.len().min(20)];
        assert!(wrong.is_empty(), "{} misread: {first:?}", wrong.len());
    }
}

/// What is said wrongly of a screen that a tool has changed.
fn misread(dump: Dump, stack: &Stack, capture: &Capture) -> Vec<String> {
    let truth = &capture.case.truth;
    let plain = String::from_utf8_lossy(&strip_sgr(&capture.bytes)).into_owned();
    let rows: Vec<&str> = plain.lines().collect();
    let text = dump.make(&rows, usize::from(capture.case.size[0]));
    let snapshot = Snapshot::from_text(text.into_bytes());
    let provider = ProviderChoice::Named(&capture.session.provider);
    let payload = stack.parse(provider, &snapshot);
    let state = payload.surface_assessment.business_state;
    let called =
        state == BusinessState::AwaitingOperator && truth.business_state != "awaiting_operator";
    let ready = payload.submit_ready && !truth.submit_ready();
    let found = (called || ready).then(|| {
        let what = if called { "called" } else { "ready" };
        format!("{dump:?} {what} {}", capture.id())
    });
    found.into_iter().collect()
}
