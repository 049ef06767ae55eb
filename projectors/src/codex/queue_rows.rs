//! Queued messages that hold blank rows: where such a queue begins. One without blank rows is a run of rows, and read
//! with the others above the composer.

use shadow_core::screen::{Row, Screen};
use shadow_core::surface::RowSpan;

use super::front::{Composer, Skin};
use super::queued::is_edit_hint;
use super::shape::carries_styles;

/// Blank rows in a row that a message may hold: of each, three lines are shown (0.36 to 0.169).
const BLANK_ROWS: usize = 2;
/// Rows above the composer in which the queue's last one stands.
const GAP: usize = 3;
/// Columns from the arrow to the message's text.
const ARROW: usize = 2;

/// The queue right above a composer that holds a blank row, from its uppermost message on. The column of a message's arrow
/// depends on the skin.
pub(super) fn parted(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    let indent = match composer.skin {
        Skin::Bar => 1,
        Skin::Chevron => 2,
    };
    let end = screen.last_filled(composer.top().saturating_sub(GAP), composer.top())?;
    parted_top(screen, end, indent).map(|first| RowSpan::new(first, end))
}

/// The arrow of the uppermost message of a queue that ends at `end` and holds a blank row. Seen in 0.36, 0.72 and 0.98 to 0.169: a message's further rows are in its text's column, dim or italic, and
/// the last row offers to edit it (a message that waits for a tool's end has no such row).
fn parted_top(screen: &Screen, end: usize, indent: usize) -> Option<usize> {
    let column = indent + ARROW;
    let last = screen.row(end);
    let waits = || carries_styles(screen) && is_faint(last) || is_edit_hint(last.trimmed());
    if last.indent() < column || !waits() {
        return None;
    }
    let upper = (0..end).rev().map(|row| (row, screen.row(row)));
    let (mut top, mut blanks) = (None, 0);
    for (index, row) in upper {
        if row.is_blank() {
            blanks += 1;
            if blanks > BLANK_ROWS {
                break;
            }
            continue;
        }
        blanks = 0;
        let opens = row.indent() == indent && row.trimmed().starts_with("↳ ");
        let drawn = !carries_styles(screen) || is_faint(row);
        if !drawn || row.indent() < column && !opens {
            break;
        }
        if opens {
            top = Some(index);
        }
    }
    top.filter(|&first| (first..end).any(|row| screen.row(row).is_blank()))
}

/// Drawn as messages that wait are.
fn is_faint(row: Row<'_>) -> bool {
    let style = row.first_style();
    style.dim() || style.italic()
}
