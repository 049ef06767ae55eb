//! Rows of the screen by their place.

use shadow_core::screen::Screen;

use super::marks::Mark;
use super::shape::BAR;
use crate::multiplexer;

/// The last row that holds text, above the bar of a multiplexer within the pane.
pub(super) fn last_own(screen: &Screen) -> Option<usize> {
    match Mark::InnerBar.found(screen, multiplexer::inner_bar(screen)) {
        Some(bar) => screen.last_filled(0, bar),
        None => screen.last_row(),
    }
}

/// The first row of the run of non-blank rows that ends at `end`.
pub(super) fn block_start(screen: &Screen, end: usize) -> usize {
    match screen.row(end).is_blank() {
        true => end,
        false => screen.run_start(end),
    }
}

/// The nearest row at or above `row` that is not blank.
pub(super) fn filled_above(screen: &Screen, row: usize) -> Option<usize> {
    screen.last_filled(0, row + 1)
}

/// The cursor's row, where it is given and shown.
pub(super) fn shown_cursor(screen: &Screen) -> Option<(usize, usize)> {
    match screen.cursor_visible() {
        Some(false) => None,
        _ => screen.cursor(),
    }
}

/// Whether a row belongs to the bar look's live part.
pub(super) fn is_bar(screen: &Screen, row: usize) -> bool {
    screen.row(row).flush_char() == Some(BAR)
}
