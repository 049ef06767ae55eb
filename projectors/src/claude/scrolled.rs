//! The transcript scrolled up, in versions that draw the whole screen (seen in 2.1.250 and 2.1.331): a label in the middle
//! of the last row above the composer says by which key to come back, painted over what is there. What is above it is
//! not the newest. A dialog scrolls with the transcript: then the label is in the pane's last row, and no composer stands.

use crate::dialogs::{Named, UNNAMED};
use shadow_core::contract::{Axis, BlockOrigin};
use shadow_core::screen::{Color, Row, Screen};
use shadow_core::surface::{Facts, RowSpan, Zone};

use super::found::Surface;

/// Rows above the composer among which the label is; notices of the CLI's may be below it.
const LABEL_WITHIN: usize = 3;

/// Whether the label is right above row `end`, the composer's first.
pub(super) fn is_up(screen: &Screen, end: usize) -> bool {
    label(screen, end).is_some()
}

/// The row of the label above row `end`, and the byte of it at which the label begins.
pub(super) fn label(screen: &Screen, end: usize) -> Option<(usize, usize)> {
    let width = screen.width();
    let mut rows = screen.filled(end.saturating_sub(LABEL_WITHIN), end);
    let found = rows.find(|(_, row)| is_label(*row, width));
    found.map(|(index, row)| (index, row.byte_at_column(margin(row, width))))
}

/// Columns at either side of a label that a row ends with.
fn margin(row: Row<'_>, width: usize) -> usize {
    width.saturating_sub(row.width() + 1)
}

/// The pane's last row, where the label is in it.
pub(super) fn to_dialog(screen: &Screen) -> Option<usize> {
    let last = screen.last_row()?;
    let lowest = last + 1 == screen.height();
    (lowest && is_label(screen.row(last), screen.width())).then_some(last)
}

/// `Jump to bottom (ctrl+End) ↓`, as far from the pane's left side as from its right one: words, a key and an arrow. Where the
/// pane is narrow, or no key is bound, the arrow is alone, or nothing is behind the words (2.1.332): then they are on a ground of
/// their own, from the blank before them to the row's end.
fn is_label(row: Row<'_>, width: usize) -> bool {
    let text = row.text();
    if !text.ends_with(") ↓") {
        return is_on_ground(row, width);
    }
    // The middle is rounded to either side.
    let label = text.get(row.byte_at_column(margin(row, width))..);
    let label = label.unwrap_or_default();
    let behind = label.strip_prefix(|first: char| first != ' ');
    let label = behind.unwrap_or(label);
    let key = label.rsplit_once(" (").is_some_and(|(words, key)| {
        let words = words.trim_start();
        key.starts_with("ctrl+") && !words.is_empty() && !words.contains("  ")
    });
    key && label.starts_with(' ')
}

/// Whether a row's last text, and nothing else in it, is on a ground in the pane's middle. A prompt's ground begins at the margin.
fn is_on_ground(row: Row<'_>, width: usize) -> bool {
    let ground = row.style_at(row.text().len().saturating_sub(1)).bg;
    if ground == Color::Default {
        return false;
    }
    let before = row.spans().take_while(|span| span.style.bg != ground);
    let start = before.map(|span| span.text.len()).sum();
    let mut rest = row.spans().skip_while(|span| span.style.bg != ground);
    let one = rest.all(|span| span.style.bg == ground);
    let middle = || {
        let column = row.column_at_byte(start);
        column.abs_diff(margin(row, width)) <= ROUNDED
    };
    start > 0 && one && middle()
}

/// Columns by which the middle may be off: it is rounded, and a blank that ends a label may be shown.
const ROUNDED: usize = 2;

/// Takes the dialog that is out of sight for what is in front: of it nothing is known but that it waits.
pub(super) fn read(row: usize, facts: &mut Facts) -> Surface {
    let rows = RowSpan::one(row);
    let named = Named {
        origin: BlockOrigin::Agent,
        ..UNNAMED
    };
    facts.block = Some(named.fact(rows, None, true));
    if row > 0 {
        facts.mark(Zone::Transcript, RowSpan::new(0, row - 1));
    }
    facts.mark(Zone::Dialog, rows);
    facts.witness(Zone::Dialog, "scrolled_view", rows, Axis::InputMode);
    Surface::ScrolledDialog
}
