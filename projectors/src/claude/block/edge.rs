//! Where a block begins: its upper edge, searched from the bottom of the screen.
//!
//! Seen: a box (1.0.0 to 1.0.x), a rule without a lower edge (2.0 and later), `▔` in fullscreen
//! versions, and lists without any frame (`/resume` in 1.0.109, first run).

use std::ops::{Range, RangeInclusive};

use shadow_core::screen::{Marked, Row, Screen};

use super::super::banner::is_banner_box;
use super::super::glyph::{CELL_MARKS, branch, is_box_bottom, is_box_top, is_panel_edge, is_rule};
use super::super::live;
use super::super::marks::Mark;
use super::super::screen_reader;
use super::lines;
use super::place::{Edge, Place};
use crate::rules::{self, mark_all};
use crate::{letters, multiplexer};

/// Finds the block on a screen without a live composer.
pub(in super::super) fn find(screen: &Marked<'_>) -> Option<Place> {
    let last = multiplexer::last_own(screen, Mark::InnerBar)?;
    let told = framed(screen, last).or_else(|| open(screen, last))?;
    Some(rules::said(screen, told))
}

fn framed(screen: &Marked<'_>, last: usize) -> Option<(Mark, Place)> {
    let mut found = None;
    for (first, row) in screen.filled(0, last + 1).rev() {
        let at = |edge: Edge| Place { first, last, edge };
        if is_panel_edge(row) {
            return Some((Mark::PanelEdge, at(Edge::Rule)));
        }
        let rule = is_rule(row);
        if rule && live::ruled(screen, first).is_some() {
            // An old composer's lower edge.
            break;
        } else if rule
            && screen.first_filled(first + 1, last + 1).is_some()
            && !is_inner(screen, first)
        {
            found = Some((Mark::RuleEdge, at(Edge::Rule)));
        } else if is_box_top(row) && is_live_box(screen, first, last) && found.is_none() {
            found = Some((Mark::BoxEdge, at(Edge::Box)));
        } else if found.is_some() && ends_block(screen, first) {
            break;
        }
    }
    found
}

/// Whether a rule stands between two options of one list, as in questions to the person.
fn is_inner(screen: &Marked<'_>, rule: usize) -> bool {
    let number = |index: usize| {
        let text = screen.row(index).text();
        let rest = lines::marked(text).unwrap_or(text);
        lines::option_number(rest).map(|(number, _)| number)
    };
    let inner = number(rule + 1).is_some_and(|number| number > 1);
    Mark::InnerRule.holds(screen, inner)
}

/// Whether a row is a user's cell with a command in it: 2.0.64 draws it below the panel that the
/// command opened.
pub(in super::super) fn is_command_cell(row: Row<'_>) -> bool {
    prompted(row).is_some_and(|rest| rest.starts_with('/'))
}

/// What is behind a prompt's glyph at column 0.
#[inline]
fn prompted<'s>(row: Row<'s>) -> Option<&'s str> {
    let text = row.text();
    text.strip_prefix("> ").or_else(|| text.strip_prefix("❯ "))
}

/// Whether a box at column 0 is a block's: not the banner's, and nothing but hints below it.
fn is_live_box(screen: &Screen, top: usize, last: usize) -> bool {
    if is_banner_box(screen, top) {
        return false;
    }
    let bottom = (top + 1..=last).find(|&index| is_box_bottom(screen.row(index)));
    let Some(bottom) = bottom else { return true };
    (bottom + 1..=last).all(|index| {
        let row = screen.row(index);
        row.is_blank()
            || row.indent() >= 1
            || is_command_cell(row)
            || is_box_top(row)
            || row.text().starts_with('│')
            || is_box_bottom(row)
    })
}

/// Whether a row above a block's edge belongs to the dialog: a cell mark, a user's cell, a
/// result's branch.
fn ends_block(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    match row.flush_char() {
        Some(first) => CELL_MARKS.contains(&first) || is_user_cell(screen, index),
        None => branch(row).is_some(),
    }
}

/// Whether a row begins a user's cell: a prompt glyph at column 0 below a blank row, and no
/// numbered option.
fn is_user_cell(screen: &Screen, index: usize) -> bool {
    let above_blank = || index == 0 || screen.row(index - 1).is_blank();
    prompted(screen.row(index))
        .is_some_and(|rest| above_blank() && lines::option_number(rest).is_none())
}

/// Whether a box whose upper edge is above the pane reaches from the first row down.
fn is_cut_box(screen: &Screen, last: usize) -> bool {
    let mut rows = (0..=last).rev();
    let bottom = rows.find(|&index| is_box_bottom(screen.row(index)));
    let Some(bottom) = bottom.filter(|&bottom| bottom >= 2) else {
        return false;
    };
    let hints = (bottom + 1..=last).all(|index| {
        let row = screen.row(index);
        row.is_blank() || lines::is_hint(row.text())
    });
    hints && (0..bottom).all(|index| screen.row(index).text().starts_with('│'))
}

/// Rows from the line that waits for a number down to a dialog's last: keys, and what a panel shows.
const WAITS_MOST: usize = 8;

/// Whether a row ends a dialog of the screen-reader mode: it waits for a choice or names a key that closes the dialog.
pub(in super::super) fn ends_spoken(screen: &Screen, last: usize) -> bool {
    let text = |row: usize| screen.row(row).text();
    let waits =
        |row: usize| screen_reader::waits_for_number(text(row)) || text(row) == "Enter y/n:";
    let keys = |row: usize| text(row).contains("Esc to ") || text(row).ends_with(" Esc");
    let closes = |row: usize| keys(row) && lines::is_hint(text(row));
    let ends = |row: usize| closes(row) || waits(row);
    // Either may wrap, and other keys may be below the line that waits.
    let goes_on = |above: usize| {
        let word = text(last).split_whitespace().next().unwrap_or_default();
        screen.row(above).width() + word.len() >= screen.width() || lines::is_hint(text(last))
    };
    ends(last) || last > 0 && ends(last - 1) && goes_on(last - 1)
}

/// Where a dialog of the screen-reader mode begins that has no heading of the mode's own.
fn spoken(screen: &Screen, last: usize) -> Option<usize> {
    let mut near = last.saturating_sub(WAITS_MOST)..=last;
    let numbered = near.any(|row| screen_reader::waits_for_number(screen.row(row).text()));
    let asks = ends_spoken(screen, last).then(|| screen_reader::dialog(screen, last, numbered));
    screen.first_filled(asks.flatten()?, last + 1)
}

/// A list or page in the open, below the last cell of the dialog: it has a selected line or a line of keys, or that
/// cell is a command without a result, whose panel it is (`/mobile` up to 2.1.107 shows a code to be photographed). 2.0.64
/// draws the command below its panel.
fn open(screen: &Marked<'_>, last: usize) -> Option<(Mark, Place)> {
    let edge = Edge::Open;
    let at = |first: usize| Place { first, last, edge };
    if is_cut_box(screen, last) {
        return Some((Mark::CutBox, at(0)));
    }
    let (mut first, mut command, mut headed) = (0, false, false);
    let below = is_command_cell(screen.row(last));
    let end = last + usize::from(!below);
    for index in (0..end).rev() {
        let row = screen.row(index);
        let edge = is_rule(row) && !is_inner(screen, index);
        headed = screen_reader::begins_dialog(row);
        if headed {
            first = index;
            break;
        }
        let cell = row.text().starts_with(CELL_MARKS) || is_user_cell(screen, index);
        if cell || branch(row).is_some() || is_box_bottom(row) || edge {
            command = is_command_cell(row);
            first = index + 1;
            break;
        }
    }
    let asks = (!headed).then(|| spoken(screen, last)).flatten();
    mark_all! { screen;
        CommandBelow if below;
        ScreenReaderBlock if headed || asks.is_some();
    }
    let in_mode = |first: usize| Place {
        first,
        last,
        edge: Edge::Spoken,
    };
    if let Some(first) = asks {
        return Some((Mark::OpenBlock, in_mode(first)));
    }
    let first = (first..end).find(|&index| !screen.row(index).is_blank())?;
    if is_answered(screen, first..end) {
        let place = if headed { in_mode(first) } else { at(first) };
        return Some((Mark::OpenBlock, place));
    }
    // One row in column 0 is what a command has printed.
    let printed = screen.filled(first, end).count() == 1 && screen.row(first).is_flush();
    (command && !printed).then(|| (Mark::CommandPanel, at(first)))
}

/// Whether what stands in a frame is a dialog: it has a selected line or a line of keys, and its last row is set in, a
/// line of keys, or the frame's. Other agents frame their composers and banners, draw a status line in column 0 below, and tell the keys of a
/// dialog within its box.
pub(in super::super) fn is_dialog(screen: &Screen, place: Place) -> bool {
    let boxed = |row: Row<'_>| {
        let within = row.trimmed().strip_prefix('│').map(letters::trim_start);
        within.is_some_and(|text| {
            text.starts_with('›') || lines::is_hint(text.trim_end_matches([' ', '│']))
        })
    };
    let mut rows = screen.filled(place.first, place.last + 1);
    if rows.any(|(_, row)| row.flush_char() == Some('│') && boxed(row)) {
        return false;
    }
    let end = screen.row(place.last);
    let framed = is_box_bottom(end) || is_rule(end) || is_command_cell(end);
    let ends = !end.is_flush() || framed || lines::is_hint(end.text());
    ends && is_answered(screen, place.first..place.last + 1)
}

/// Whether rows hold a selected line, or a line of keys.
fn is_answered(screen: &Screen, rows: Range<usize>) -> bool {
    let selected = |row: Row<'_>| {
        let may = matches!(row.first_char(), Some('❯' | '›' | '│'));
        may && lines::is_selected(row.text())
    };
    let mut rows = screen.filled(rows.start, rows.end);
    rows.any(|(_, row)| selected(row) || lines::is_hint(row.trimmed()))
}

/// Whether a place holds both a selected numbered option and a line of keys, or a count of what does not fit into the pane, keys
/// perhaps among it: a list that waits.
pub(in super::super) fn asks(screen: &Screen, place: Place) -> bool {
    let mut selected = false;
    let mut keys = false;
    for index in place.first..=place.last {
        let text = screen.row(index).text();
        selected |= lines::marked(text).is_some_and(|rest| lines::option_number(rest).is_some());
        keys |= lines::is_hint(text) || lines::counts_above(text);
    }
    selected && keys
}

/// Whether rows hold a numbered list at the left edge (` ❯ 1. Yes`), one of whose options is selected.
pub(in super::super) fn waits(screen: &Screen, mut rows: RangeInclusive<usize>) -> bool {
    rows.any(|index| lines::is_selected_option(screen.row(index).text()))
}
