//! The dialog: lines that must be kept, lines of the interface that must not be there.

use shadow_fixtures::Truth;
use shadow_tui::screen::Screen;
use shadow_tui::surface::{Facts, Zone};

use super::mark::{Mark, Measure};
use super::text::{bare, squeezed};
use crate::Mode;

/// Judges, line by line, whether `dialog_text` keeps what the truth says is visible.
pub(super) fn kept(mode: Mode, truth: &Truth, dialog_text: &str, marks: &mut Vec<Mark>) {
    let lines: Vec<String> = dialog_text.lines().map(squeezed).collect();
    let whole = bare(dialog_text);
    let has = |line: &String| {
        let wanted = squeezed(line);
        let in_a_line = lines.iter().any(|have| have.contains(&wanted));
        in_a_line || mode != Mode::All && whole.contains(&bare(line))
    };
    let listed = [
        (Measure::Answer, &truth.answer_lines),
        (Measure::User, &truth.user_lines),
    ];
    for (measure, wanted) in listed {
        marks.extend(
            wanted
                .iter()
                .map(|line| Mark::of(measure, has(line), line, "missing")),
        );
    }
}

/// Judges whether `dialog_text` holds a row of the interface: one that is on the screen only
/// in zones of the interface, or that has the interface's own shape (unless the answer itself is
/// drawn like the interface: `quoted`).
pub(super) fn leak(
    quoted: bool,
    truth: &Truth,
    dialog_text: &str,
    screen: &Screen,
    facts: &Facts,
    marks: &mut Vec<Mark>,
) {
    let spoken = spoken(truth);
    let chrome: Vec<String> = rows(screen, facts, true).collect();
    let only = |line: &String| {
        chrome.contains(line) && !rows(screen, facts, false).any(|row| row == *line)
    };
    let leaked = dialog_text
        .lines()
        .map(squeezed)
        .filter(|line| line.chars().count() > 3 && !spoken.iter().any(|said| said.contains(line)))
        .find(|line| only(line) || !quoted && has_interface_shape(line));
    let got = leaked.clone().unwrap_or_default();
    marks.push(Mark::of(
        Measure::Leak,
        leaked.is_none(),
        "no line of the interface",
        &got,
    ));
}

/// What the truth says was spoken, in which a line of the interface may be quoted.
fn spoken(truth: &Truth) -> Vec<String> {
    let lines = truth.answer_lines.iter().chain(&truth.user_lines);
    lines.map(|line| squeezed(line)).collect()
}

/// The rows in zones of the interface, or in the others.
fn rows(screen: &Screen, facts: &Facts, interface: bool) -> impl Iterator<Item = String> {
    (0..screen.height())
        .filter(move |&row| is_interface(facts.zone_of(row)) == interface)
        .map(|row| squeezed(screen.row(row).text()))
        .filter(|text| !text.is_empty())
}

fn is_interface(zone: Zone) -> bool {
    matches!(
        zone,
        Zone::Status
            | Zone::Finished
            | Zone::Queued
            | Zone::Composer
            | Zone::Popup
            | Zone::Dialog
            | Zone::Footer
            | Zone::Background
            | Zone::Overlay
    )
}

/// Shapes of the interface that hold whatever the engine's zones say: rules and frames, and hints
/// that are in footers of both CLIs.
fn has_interface_shape(line: &str) -> bool {
    const HINTS: [&str; 12] = [
        "? for shortcuts",
        "shift+tab to cycle",
        "(esc to interrupt",
        "• esc to interrupt",
        "⏎ send",
        "Enter to confirm",
        "Esc to cancel",
        "Press enter to confirm",
        "ctrl+t to show todos",
        "ctrl+t to hide tasks",
        "(ctrl+o to expand)",
        "(ctrl+b to run in background)",
    ];
    let drawn = |c: char| matches!(c, '\u{2500}'..='\u{257f}' | '▔' | '▁' | '▀' | '▄');
    line.chars().all(|c| drawn(c) || c == ' ') || HINTS.iter().any(|hint| line.contains(hint))
}
