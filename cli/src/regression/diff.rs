//! What changed in one case: its screen with zones in the margin, expected, got, witnesses.

use std::fmt::Write;

use shadow_fixtures::Capture;
use shadow_testing::{Change, ChangeKind, Mode};
use shadow_tui::Stack;
use shadow_tui::screen::Screen;

use crate::assess::assess;
use crate::render::{explanation, verdict};
use crate::safe::{excerpt, one_line};

/// Characters of an expected or given answer that are shown.
const ANSWER: usize = 160;

/// The diff of one case in one mode.
pub fn text(stack: &Stack, capture: &Capture, mode: Mode, changes: &[Change]) -> String {
    let snapshot = mode.snapshot(capture);
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let provider = mode.provider(capture);
    let assessed = assess(stack, provider, &snapshot.text, &screen, &snapshot.channels);
    let mut text = format!("── {} ({}) ──\n", one_line(&capture.id()), mode.title());
    text += &without_gaps(&explanation::zones(&screen, &assessed.reading.facts));
    for change in changes {
        text += &lines(change);
    }
    let got = &assessed.payload.surface_assessment;
    for evidence in &got.evidence {
        line(&mut text, "because", &verdict::witness(evidence));
    }
    for anomaly in &got.anomalies {
        line(&mut text, "note", &verdict::note(anomaly));
    }
    line(&mut text, "truth", &one_line(&capture.case.witness));
    text
}

/// Rows with runs of blank ones made one.
fn without_gaps(zones: &str) -> String {
    let mut rows: Vec<&str> = zones.lines().collect();
    rows.dedup_by(|next, row| next.ends_with('│') && row.ends_with('│'));
    rows.join("\n") + "\n"
}

/// One change: what was judged, what the truth says, what the engine says.
pub fn lines(change: &Change) -> String {
    let judged = &change.judgement;
    let mut text = format!("  {}\n", judged.measure);
    line(&mut text, "- expected", &excerpt(&judged.want, ANSWER));
    match change.kind {
        ChangeKind::Wrong => line(&mut text, "+ got", &excerpt(&judged.got, ANSWER)),
        ChangeKind::Fixed => {
            line(
                &mut text,
                "+ got",
                "as expected, where another answer stands accepted:",
            );
            line(&mut text, "", &excerpt(&judged.got, ANSWER));
        }
    }
    text
}

fn line(text: &mut String, label: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "    {label:<10} {value}");
}
