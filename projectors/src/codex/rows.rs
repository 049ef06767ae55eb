//! Rows of the screen by their place.

use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::RowSpan;

use super::marks::Mark;
use super::shape::BAR;
use crate::multiplexer;

/// The last row that holds text, above the bar of a multiplexer within the pane.
pub(super) fn last_own(screen: &Marked<'_>) -> Option<usize> {
    let bar = multiplexer::inner_bar(screen);
    multiplexer::last_above(screen, Mark::InnerBar.found(screen, bar))
}

/// Whether one of these rows holds a word.
pub(super) fn hold(screen: &Screen, rows: RowSpan, needle: Needle) -> bool {
    screen.rows_hold(rows.first as usize, rows.last as usize + 1, needle)
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
