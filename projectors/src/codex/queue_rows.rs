//! Queued messages above a composer: where such a queue begins. One without blank rows is a run of rows, and read with the
//! others above the composer.

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
/// The arrow's column up to 0.42 (an answer's text is flush in 0.20, and indented by two later).
pub(super) const BAR_ARROW: usize = 1;
/// The arrow's column from 0.44 on.
const CHEVRON_ARROW: usize = 2;

/// The queue right above a composer that holds a blank row, from its uppermost message on, or from its heading. The column of
/// a message's arrow depends on the skin.
pub(super) fn parted(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    let top = composer.uppermost();
    let end = screen.last_filled(top.saturating_sub(GAP), top)?;
    let first = match composer.skin {
        Skin::Bar => parted_top(screen, end, BAR_ARROW)?,
        Skin::Chevron => {
            let arrow = parted_top(screen, end, CHEVRON_ARROW)?;
            queue_start(screen, screen.run_start(arrow), arrow).unwrap_or(arrow)
        }
    };
    Some(RowSpan::new(first, end))
}

/// The first row of the queued messages in a run: their flush heading, or the hook arrow itself at
/// the run's start; where the text has styles, the arrow's row is dim (0.53 to 0.169; an answer's may be
/// italic).
pub(super) fn queue_start(screen: &Screen, start: usize, end: usize) -> Option<usize> {
    let drawn = |row: Row<'_>| !carries_styles(screen) || row.first_style().dim();
    let bullet = |row: Row<'_>| matches!(row.flush_char(), Some('•' | '◦'));
    let arrow = (start..=end).find(|&row| is_queued(screen.row(row)) && drawn(screen.row(row)))?;
    let heading = (start..arrow).rev().find(|&row| bullet(screen.row(row)));
    heading.or(is_queued(screen.row(start)).then_some(start))
}

/// Whether words begin with a queued message's arrow, whose own first row may be empty.
fn opens_message(words: &str) -> bool {
    let text = words.strip_prefix('↳');
    text.is_some_and(|text| text.is_empty() || text.starts_with(' '))
}

/// A row of a queued message: the hook arrow, or the marker of a pending steer (0.110).
pub(super) fn is_queued(row: Row<'_>) -> bool {
    let body = row.trimmed();
    row.indent() >= 1 && (opens_message(body) || body.starts_with("! pending"))
}

/// The arrow of the uppermost message of a queue that ends at `end` and holds a blank row. Seen in 0.36, 0.72 and 0.98 to 0.169: a message's further rows are in its text's column, dim or italic, and
/// the last row offers to edit it (a message that waits for a tool's end has no such row).
fn parted_top(screen: &Screen, end: usize, indent: usize) -> Option<usize> {
    let column = indent + ARROW;
    let last = screen.row(end);
    let waits = || carries_styles(screen) && may_wait(screen, last) || is_edit_hint(last.trimmed());
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
        let opens = begins_message(screen, row, indent);
        if !may_wait(screen, row) || row.indent() < column && !opens {
            break;
        }
        if opens {
            top = Some(index);
        }
    }
    top.filter(|&first| (first..end).any(|row| screen.row(row).is_blank()))
}

/// Whether a row begins a message that waits, by the arrow in its column.
pub(super) fn begins_message(screen: &Screen, row: Row<'_>, column: usize) -> bool {
    row.indent() == column && opens_message(row.trimmed()) && may_wait(screen, row)
}

/// Whether a row is dim or italic, as messages that wait are drawn where there are styles.
fn may_wait(screen: &Screen, row: Row<'_>) -> bool {
    let style = row.first_style();
    !carries_styles(screen) || style.dim() || style.italic()
}
