//! Rows of the screen by their place.

use shadow_core::screen::{Needle, Screen};
use shadow_core::surface::RowSpan;

use super::shape::BAR;

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

/// The cursor's row and column, where it is known to be shown.
pub(super) fn seen_cursor(screen: &Screen) -> Option<(usize, usize)> {
    screen
        .cursor()
        .filter(|_| screen.cursor_visible() == Some(true))
}

/// Whether a row belongs to the bar skin's live part.
pub(super) fn is_bar(screen: &Screen, row: usize) -> bool {
    screen.row(row).flush_char() == Some(BAR)
}
