//! How many columns the rows of a dialog may take.

use shadow_core::screen::Screen;

use crate::shapes::wraps::{Above, Wrap};

/// Columns at the right edge that dialogs may leave free (0.98 leaves two, 0.169 none).
pub(super) const EDGE: usize = 2;
/// Columns at the right edge that a question in its frame leaves free (0.110).
pub(super) const FRAME_EDGE: usize = 4;

/// How a dialog is wrapped that leaves so many columns free.
pub(super) fn within(screen: &Screen, edge: usize) -> Wrap {
    Wrap::at_hyphens(screen.width().saturating_sub(edge))
}

/// A dialog's row with a text that it ends in.
pub(super) fn above<'s>(screen: &Screen, row: usize, text: &'s str) -> Above<'s> {
    let used = screen.row(row).width();
    Above { text, used }
}
