//! Where the dialog begins to which a selected row belongs, and where its heading stands.

use std::ops::Range;

use shadow_core::screen::{Row, Screen};
use shadow_core::surface::RowSpan;

use super::super::prompt::{Role, role_by_style};
use super::super::shape::{BAR, CHEVRON, carries_styles, is_key_hint, numbered};
use super::dialogs::begins_approval;
use crate::shapes::lists::check_box;

/// Columns from which on a dialog's rows are taken for centered in the pane.
pub(in super::super) const CENTERED: usize = 8;

/// Rows of a picture, at least (the animations of sign-in and trust, 0.39 to 0.155, have fifteen and more).
const PICTURE_ROWS: usize = 6;
/// Columns in which a picture's rows begin, at least, but for one that is turned to its edge.
const PICTURE_MARGINS: usize = 3;
/// The deepest column in which a text of these dialogs begins.
const TEXT_MARGIN: usize = 2;

/// The row in which a dialog's heading stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heading {
    pub row: usize,
    /// That it is no row of what a model has written, of a dialog whose top is off the pane.
    pub proven: bool,
}

/// A row without its bar and margins.
pub(super) fn unbarred<'s>(row: Row<'s>) -> &'s str {
    row.trimmed().trim_start_matches(BAR).trim()
}

/// Where a block's heading stands: in its first row that says anything, below a welcome.
///
/// Where styled it is drawn bold (0.20 to 0.169), but for the one below the welcome. Without styles a dialog that begins in
/// the pane's first row shows its top on the alternate screen, or where it begins further left than a command's rows do.
pub(super) fn heading(screen: &Screen, rows: RowSpan) -> Option<Heading> {
    let says = |row: &usize| !unbarred(screen.row(*row)).is_empty();
    let mut said = rows.indices().filter(says);
    let first = said.clone().next()?;
    let welcome = (first..=rows.last as usize).find(|&row| is_welcome(screen, first, row));
    let row = said.find(|&row| welcome.is_none_or(|welcome| row > welcome))?;
    let text = screen.row(row).text();
    let words = text.len() - text.trim_start_matches([BAR, '>', ' ']).len();
    let seen = || {
        let cut = rows.first == 0 && screen.alternate() != Some(true);
        !cut || screen.row(first).indent() < TEXT_MARGIN
    };
    let proven = match carries_styles(screen) && welcome.is_none() {
        true => screen.row(row).style_at(words).bold(),
        false => seen(),
    };
    Some(Heading { row, proven })
}

/// Whether a row is the welcome of a dialog at start (0.20 to 0.169), above which a picture may stand and nothing else.
fn is_welcome(screen: &Screen, first: usize, index: usize) -> bool {
    let row = screen.row(index);
    let may = matches!(row.first_char(), Some('>' | '_' | 'W'));
    let words = || row.text().trim_start_matches(['>', '_', ' ']);
    let above = || {
        let picture = screen.last_filled(first, index);
        index == first || is_picture(screen, first..picture.map_or(first, |last| last + 1))
    };
    may && words().starts_with("Welcome to Codex") && above()
}

/// Whether rows are a picture's: many, all deeper than a text begins, or beginning in many columns.
pub(super) fn is_picture(screen: &Screen, rows: Range<usize>) -> bool {
    let count = rows.len();
    // A bit for each column; those far to the right are one.
    let margins = rows.fold(0_u128, |margins, row| {
        margins | 1 << screen.row(row).indent().min(127)
    });
    let drawn = margins.count_ones() as usize >= PICTURE_MARGINS
        || margins.trailing_zeros() as usize > TEXT_MARGIN;
    count >= PICTURE_ROWS && drawn
}

/// The first row of the dialog that a selected row belongs to: up through its parts, which single
/// blank rows separate, to the first flush row or to the two blank rows below the transcript.
pub(in super::super) fn dialog_top(screen: &Screen, selected: usize) -> usize {
    let mut top = part_start(screen, selected);
    let body = screen.row(top).trimmed();
    let choice = numbered(body).is_some() || check_box(body).is_some();
    let mut parts = u8::from(top < selected && !choice);
    loop {
        let Some(end) = screen.last_filled(0, top) else {
            return top;
        };
        let blanks = top - end - 1;
        let start = screen.run_start(end);
        if screen.row(start).text().starts_with("> ") && parts > 0 {
            return start;
        }
        let flush =
            |row: usize| screen.row(row).flush_char().is_some() && !is_scroll_mark(screen.row(row));
        let centered = screen.row(end).indent() >= CENTERED && screen.row(top).indent() >= CENTERED;
        let headed = heads(screen, start, selected);
        let apart = blanks >= 2 && parts > 0 && !(centered || headed) || blanks > 3;
        if (start..=end).any(flush) || apart {
            return top;
        }
        if headed {
            return start;
        }
        top = start;
        parts += 1;
    }
}

/// Whether a row is the heading of a box in a narrow pane, which is bold and set in as far as the box's last row, the keys:
/// two blank rows part it from the choices (0.169). Rows of the transcript are set in by two.
fn heads(screen: &Screen, row: usize, keys: usize) -> bool {
    let (heading, keys) = (screen.row(row), screen.row(keys));
    let indent = heading.indent();
    indent > 2
        && indent == keys.indent()
        && is_key_hint(keys.text())
        && heading.first_style().bold()
}

/// The heading of an approval above rows that look like a dialog's first: a command may hold blank rows, headings, and
/// with a carriage return (0.58, 0.110) flush rows that read like a prompt's. Drawn bold the nearest is the dialog's own;
/// without styles the highest above which no cell begins, so that no row of the command is taken for the heading.
pub(in super::super) fn heading_above(screen: &Screen, top: usize) -> Option<usize> {
    let styled = carries_styles(screen);
    let apart = |row: usize| row == 0 || screen.row(row - 1).is_blank();
    let own = |row: usize| begins_approval(screen.row(row)) && apart(row);
    if styled {
        let inner = |row: &usize| !begins_cell(screen.row(*row));
        let mut rows = (0..=top).rev().take_while(inner);
        let row = rows.find(|&row| own(row) && screen.row(row).style_at(2).bold())?;
        return (row < top).then_some(row);
    }
    let inner = |row: &usize| screen.row(*row).flush_char().is_none();
    let rows = (0..top).rev().take_while(inner);
    rows.filter(|&row| own(row)).last()
}

/// Whether a flush row is the transcript's: it is drawn as no selected row is.
fn begins_cell(row: Row<'_>) -> bool {
    let drawn = |glyph| glyph != CHEVRON || role_by_style(row) != Some(Role::Selected);
    row.flush_char().is_some_and(drawn)
}

/// The first row of the part that holds the selected row. Only the selected row itself is flush.
fn part_start(screen: &Screen, selected: usize) -> usize {
    let own = |index: &usize| {
        let row = screen.row(*index);
        let inner = *index == selected || row.flush_char().is_none() || is_scroll_mark(row);
        !row.is_blank() && inner
    };
    let rows = (0..=selected).rev().take_while(own);
    rows.last().unwrap_or(selected)
}

/// An arrow in column 0: a list goes on past its window (0.15x and later).
pub(in super::super) fn is_scroll_mark(row: Row<'_>) -> bool {
    matches!(row.flush_char(), Some('↑' | '↓'))
}
