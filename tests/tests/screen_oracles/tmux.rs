//! The third oracle is tmux itself: at each captured step of a recording, what it captured.
//!
//! A capture and the marker in the stream are not taken at one instant, and tmux draws half-read
//! frames (it ignores mode 2026), so a few steps may differ. The three ways to a screen (plain
//! capture, styled capture, raw bytes) must agree at nearly all.

use shadow_fixtures::{Cast, SessionDir, strip_sgr};
use shadow_tui::Channels;
use shadow_tui::screen::{Attrs, Color, Grid, Row, Screen};

use super::recordings::recorded;

/// Steps that must agree, of a thousand. Seen: 899 of a spread of 298; the others are screens on which
/// something moves, and panes that tmux itself marks as dead.
const LEAST: usize = 850;

/// The shown characters of a row with their styles. Blink is left out: tmux may drop it.
fn inked(row: Row<'_>) -> Vec<(char, Color, Color, Attrs)> {
    let cells = row.text().char_indices();
    cells
        .filter(|(_, character)| !character.is_whitespace())
        .map(|(at, character)| {
            let style = row.style_at(at);
            (character, style.fg, style.bg, style.attrs)
        })
        .collect()
}

fn same_text(a: &Screen, b: &Screen) -> bool {
    let height = a.height().max(b.height());
    (0..height).all(|y| a.row(y).text() == b.row(y).text())
}

fn same_ink(a: &Screen, b: &Screen) -> bool {
    let height = a.height().max(b.height());
    (0..height).all(|y| inked(a.row(y)) == inked(b.row(y)))
}

#[derive(Default)]
struct Count {
    steps: usize,
    text: usize,
    ink: usize,
    differing: Vec<String>,
}

fn replay(session: &SessionDir, cast: &Cast, count: &mut Count) {
    let [cols, rows] = cast.size;
    let mut grid = Grid::new(cols, rows);
    let mut shown = Screen::default();
    for event in &cast.events {
        match event.kind {
            'o' => grid.feed(event.data.as_bytes()),
            'r' => return,
            'm' => {
                let cases = &session.session.cases;
                let Some(case) = cases.iter().find(|case| case.name == event.data) else {
                    continue;
                };
                let bytes =
                    shadow_fixtures::read_capture(&session.dir.join(format!("{}.ansi", case.name)))
                        .expect("a capture");
                grid.write_screen(&mut shown);
                step(&shown, &bytes, count, || {
                    format!("{} {}", session.dir.display(), case.name)
                });
            }
            _ => {}
        }
    }
}

fn step(shown: &Screen, capture: &[u8], count: &mut Count, name: impl Fn() -> String) {
    let channels = Channels {
        rows: shown.pane_rows(),
        ..Channels::default()
    };
    let styled = Screen::from_capture(capture, &channels);
    let plain = Screen::from_capture(&strip_sgr(capture), &channels);
    assert!(same_text(&styled, &plain), "{}: styles change text", name());
    count.steps += 1;
    if same_text(shown, &styled) {
        count.text += 1;
        if same_ink(shown, &styled) {
            count.ink += 1;
            return;
        }
    }
    count.differing.push(name());
}

#[test]
fn recordings_give_the_screens_that_tmux_captured() {
    let mut count = Count::default();
    for (session, cast) in recorded(60) {
        replay(&session, &cast, &mut count);
    }
    let Count {
        steps,
        text,
        ink,
        differing,
    } = count;
    println!("{steps} steps: text as tmux at {text}, styles too at {ink}");
    let shown: Vec<&str> = differing.iter().take(20).map(String::as_str).collect();
    let enough = ink * 1000 >= steps * LEAST;
    assert!(
        enough,
        "{ink} of {steps} agree (text {text}); differing:\n{}",
        shown.join("\n")
    );
}
