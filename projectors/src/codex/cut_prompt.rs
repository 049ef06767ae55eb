//! The rest of a prompt whose beginning is above the first row: its ground tells it, or the rows that part it from what
//! is below.

use shadow_core::screen::{Color, Marked, Screen};

use super::marks::Mark;
use super::shape::status_shape;
use crate::rules::decide;

/// Blank rows below a prompt: one is a margin of its own. Between other cells, and between a cell and the status row, stands
/// one.
const BLANKS: usize = 2;

/// The last row of such a prompt; `first` is the first row with text. Where prompts stay on the first row (`pins`), the
/// distance of the status row says nothing.
pub(super) fn last(screen: &Marked<'_>, first: usize, end: usize, pins: bool) -> Option<usize> {
    if screen.row(first).indent() < 2 {
        return None;
    }
    decide! { screen;
        CutPromptGround let last = grounded(screen, first, end) => Some(last);
        CutPromptGap let last = parted(screen, first, end, pins) => Some(last);
        _ => None
    }
}

/// The last row on the ground that begins in the first, which no diff has: a margin below the text is on it, too.
fn grounded(screen: &Screen, first: usize, end: usize) -> Option<usize> {
    let ground = screen.row(first).style_at(0).bg;
    if ground == Color::Default {
        return None;
    }
    let on_it = |row: &usize| screen.row(*row).style_at(0).bg == ground;
    let below = (first..=end).find(|row| !on_it(row))?;
    let margin = below.checked_sub(1).filter(|&row| row > first)?;
    let whole = screen.row(margin).is_blank()
        && screen
            .filled(first, below)
            .all(|(_, row)| row.indent() >= 2);
    screen.last_filled(first, below).filter(|_| whole)
}

/// The last of the indented rows above two blank ones and a bullet.
fn parted(screen: &Screen, first: usize, end: usize, pins: bool) -> Option<usize> {
    let flush = (first..=end).find(|&row| screen.row(row).is_flush())?;
    let last = screen.last_filled(first, flush)?;
    let row = screen.row(flush);
    let bulleted = matches!(row.flush_char(), Some('•' | '◦' | '■'));
    let status = || pins && (flush == end || status_shape(row.text()).is_some());
    let parted = flush - last - 1 == BLANKS && bulleted && !status();
    let indented = || {
        screen
            .filled(first, flush)
            .all(|(_, row)| row.indent() >= 2)
    };
    (parted && indented()).then_some(last)
}
