//! The row that a finished turn leaves. What follows from it is the turn's business.

use shadow_core::screen::{Row, Screen};

use super::farewell::says_farewell;
use super::shape::{CHEVRON, carries_styles};
use crate::shapes::numbers::{elapsed, is_number};

/// Whether a row begins as one that a finished turn leaves. Few others do.
#[inline]
pub(super) fn may_tell_the_end(row: Row<'_>) -> bool {
    let opens = |c: char| matches!(c, 'W' | 'd' | '0'..='9');
    row.indent() == 2 && row.first_char().is_some_and(opens)
}

/// The row that a finished turn leaves (0.155 and later): indented, alone between blank rows (a tip at the
/// right edge may be below it), and where styled, drawn dim from column 0 on: an answer may print dim
/// text (up to 0.150, which pass its escapes on), but its indent is not. `Worked for 3s • 22:32` (0.160), the
/// time of day alone (0.156), or `done 5:24 AM` (0.155).
pub(super) fn tells_the_end(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let Some(body) = row.text().strip_prefix("  ") else {
        return false;
    };
    let below = screen.row(index + 1);
    let above = index == 0 || screen.row(index - 1).is_blank() || is_below_pinned(screen, index);
    let alone = below.is_blank()
        || below.indent() >= TIP_COLUMN
        || is_filler(below)
        || says_farewell(below);
    if !(above && alone) {
        return false;
    }
    tells_time(body) && (!carries_styles(screen) || row.style_at(0).dim())
}

/// What such a row says: how long the turn took, when it ended, or both.
pub(super) fn tells_time(body: &str) -> bool {
    match body.strip_prefix("Worked for ") {
        Some(rest) => elapsed(rest).is_some_and(|(_, rest)| {
            rest.is_empty() || rest.starts_with(" •") || rest.starts_with(" ·")
        }),
        None => is_time_of_day(body.strip_prefix("done ").unwrap_or(body)),
    }
}

/// Whether a flush row stands for the details of a turn that has ended, which a setting folds away (0.169): dim where styled.
/// The turn's last words follow below it.
pub(super) fn folds_a_turn(screen: &Screen, row: Row<'_>) -> bool {
    let body = row.text().strip_prefix(['▸', '▾']).map(str::trim_start);
    body.is_some_and(tells_time) && (!carries_styles(screen) || row.style_at(0).dim())
}

/// Columns from which on a row is taken for a tip at the right edge.
const TIP_COLUMN: usize = 12;

/// A row below the end of what a pager shows.
pub(super) fn is_filler(row: Row<'_>) -> bool {
    row.text() == "~"
}

/// `22:32`, or `5:24 AM`.
fn is_time_of_day(text: &str) -> bool {
    let (time, halved) = match text.strip_suffix(" AM").or(text.strip_suffix(" PM")) {
        Some(time) => (time, true),
        None => (text, false),
    };
    memchr::memchr(b':', time.as_bytes()).is_some_and(|colon| {
        let (hour, minute) = (&time[..colon], &time[colon + 1..]);
        let hours = if halved { 1..=2 } else { 2..=2 };
        hours.contains(&hour.len()) && minute.len() == 2 && is_number(hour) && is_number(minute)
    })
}

/// Whether a dim row is the second one, below a prompt that stays on the first while its turn scrolls (0.169).
fn is_below_pinned(screen: &Screen, index: usize) -> bool {
    let pinned = index == 1 && screen.row(0).flush_char() == Some(CHEVRON);
    pinned && carries_styles(screen) && screen.row(index).style_at(0).dim()
}
