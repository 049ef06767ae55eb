//! What changed in one case: its screen with zones in the margin, or the turns of its recording;
//! expected, got, witnesses.

use std::fmt::Write;

use shadow_fixtures::Capture;
use shadow_testing::{Change, ChangeKind, Measure, Mode, Ran, Side, Suite, line_diff};
use shadow_tui::Stack;
use shadow_tui::screen::Screen;

use crate::assess::assess;
use crate::render::{explanation, verdict};
use shadow_legible::{excerpt, one_line};

/// Characters of an expected or given answer that are shown.
const ANSWER: usize = 160;

/// Lines of a diff of turns that are shown.
const LINES: usize = 60;

/// The diff of some changes of a case that was run.
pub fn of(stack: &Stack, suite: &Suite, ran: &Ran, changes: &[Change]) -> String {
    let mut captures = suite.captures.iter();
    let own = captures.find(|capture| capture.dir == ran.dir && capture.case.name == ran.case);
    match own {
        Some(capture) => screen(stack, capture, ran.scored.mode, changes),
        None => recording(ran, changes),
    }
}

/// The diff of a recording's turns.
fn recording(ran: &Ran, changes: &[Change]) -> String {
    let mut text = head(&ran.scored.id, ran.scored.mode);
    text.extend(changes.iter().map(lines));
    for fact in &ran.scored.evidence {
        line(&mut text, "because", &excerpt(fact, ANSWER));
    }
    text
}

fn head(id: &str, mode: Mode) -> String {
    format!("── {} ({}) ──\n", one_line(id), mode.title())
}

/// The diff of one capture in one mode.
fn screen(stack: &Stack, capture: &Capture, mode: Mode, changes: &[Change]) -> String {
    let snapshot = mode.snapshot(capture);
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let provider = mode.provider(capture);
    let assessed = assess(stack, provider, &snapshot.text, &screen, &snapshot.channels);
    let mut text = head(&capture.id(), mode);
    text += &without_gaps(&explanation::zones(&screen, assessed.reading.facts()));
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
    let judged = &change.judgment;
    let mut text = format!("  {}\n", judged.measure);
    if judged.measure == Measure::Turns.name() && change.kind == ChangeKind::Wrong {
        turns(&mut text, &judged.want, &judged.got);
        return text;
    }
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

/// Turns line by line: those that are as expected, and those that are not.
fn turns(text: &mut String, want: &str, got: &str) {
    let lines = line_diff(want, got);
    for (side, turn) in lines.iter().take(LINES) {
        let label = match side {
            Side::Both => "",
            Side::Expected => "- expected",
            Side::Got => "+ got",
        };
        line(text, label, &excerpt(turn, ANSWER));
    }
    let hidden = lines.len().saturating_sub(LINES);
    if hidden > 0 {
        line(text, "", &format!("… and {hidden} more lines"));
    }
}

fn line(text: &mut String, label: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "    {label:<10} {value}");
}
