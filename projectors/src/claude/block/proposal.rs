//! The proposal that a dialog is about, where it stands above the dialog's frame.

use shadow_core::screen::Screen;
use shadow_core::surface::RowSpan;

use super::super::glyph::{CELL_MARKS, branch};
use super::super::screen_reader;
use super::place::{Place, is_spoken};

/// Rows above a block among which its proposal is searched.
const PROPOSAL_MOST: usize = 60;

/// The rows of the cell directly above a block: the call that it asks about.
pub(super) fn proposal(screen: &Screen, place: Place) -> Option<RowSpan> {
    let floor = place.first.saturating_sub(PROPOSAL_MOST);
    let last = (floor..place.first)
        .rev()
        .find(|&index| !screen.row(index).is_blank())?;
    if is_spoken(screen, place) {
        let call = screen_reader::call_above(screen, place.first)?;
        return Some(RowSpan::new(call, last));
    }
    let first = (floor..=last)
        .rev()
        .find(|&index| starts_cell(screen, index))?;
    let mark = screen.row(first).text().chars().next();
    mark.is_some_and(|mark| mark == ' ' || CELL_MARKS.contains(&mark))
        .then(|| RowSpan::new(first, last))
}

/// Whether a row begins a cell: a mark at column 0, or a folded call (its bullet blinks) below a
/// blank row with its branch under it.
fn starts_cell(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let Some(first) = row.text().chars().next() else {
        return false;
    };
    let below_blank = index == 0 || screen.row(index - 1).is_blank();
    let hung = branch(screen.row(index + 1)).is_some();
    !first.is_whitespace() || (below_blank && hung)
}
