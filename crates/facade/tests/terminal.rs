//! When a terminal is read.

#![cfg(all(feature = "claude", feature = "codex"))]

use shadow_tui::event::{EventBody, Stamp};
use shadow_tui::{Followed, Terminal};

/// Seconds within which a look is made: of a whole frame, and of other output. An open frame waits longer.
const FRAME: f64 = 0.01;
const REST: f64 = 0.03;
const OPEN: f64 = 1.0;

fn terminal() -> Terminal {
    let stamp = Stamp::pane("mine", 1_700_000_000.0);
    Terminal::new(20, 5, Followed::new(shadow_tui::stack(), stamp))
}

/// When a terminal that was not looked at yet is looked at next, where these pieces of output came at once.
fn next(output: &[&[u8]]) -> f64 {
    let mut terminal = terminal();
    output.iter().for_each(|piece| terminal.feed(piece, 0.5));
    terminal.next_look().unwrap_or(f64::INFINITY)
}

#[test]
fn a_whole_frame_is_looked_at_before_it_can_be_drawn_over() {
    assert!(next(&[b"\x1b[?2026h> two\x1b[?2026l"]) <= 0.5 + FRAME);
    assert!(next(&[b"> two"]) >= 0.5 + REST);
    assert!(next(&[b"\x1b[?2026h> two"]) >= OPEN);
}

#[test]
fn the_end_of_a_frame_is_heard_in_pieces_and_among_other_modes() {
    let frame: [&[u8]; 3] = [b"\x1b[?2026h> two\x1b[?20", b"26", b"l"];
    assert!(next(&frame) <= 0.5 + FRAME);
    assert!(next(&[b"\x1b[?2026h> two\x1b[?25;2026l"]) <= 0.5 + FRAME);
}

#[test]
fn nothing_is_due_before_anything_came() {
    assert_eq!(terminal().next_look(), None);
}

#[test]
fn the_end_of_the_program_is_the_last_event() {
    let mut terminal = terminal();
    terminal.feed(b"> two", 0.5);
    let events = terminal.end(0.6, |_| {});
    assert!(matches!(
        events.last().map(|event| &event.body),
        Some(EventBody::PaneGone)
    ));
    assert!(
        events
            .iter()
            .enumerate()
            .all(|(at, event)| event.seq == at as u64)
    );
    assert_eq!(terminal.read_at(), 0.6);
}
