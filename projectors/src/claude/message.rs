//! Messages of background agents that wait right above the composer, each in a row of its own: `› Message from @a1 (ctrl+o to
//! expand)` (2.1.270 and later). They wait behind the turn, whose row is above them, and end nothing.

use shadow_core::screen::Screen;
use shadow_core::surface::RowSpan;

/// The rows of the messages that end at row `end`, the composer's first or a notice's: nothing else is in column 0 from the
/// first of them on.
pub(super) fn waiting(screen: &Screen, end: usize) -> Option<RowSpan> {
    let mut rows = screen.flush(0, end).rev();
    let mut messages = rows
        .by_ref()
        .take_while(|(_, row)| row.text().starts_with("› "));
    let (last, _) = messages.next()?;
    let first = messages.last().map_or(last, |(row, _)| row);
    Some(RowSpan::new(first, last))
}
