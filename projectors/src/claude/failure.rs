//! The failure of the last turn: a cell of the CLI's own, told by its place or its colour.

use crate::letters::{Words, words_of};
use shadow_core::contract::{Failure, FailureKind};
use shadow_core::screen::{Row, Screen};
use shadow_core::surface::RowSpan;

use super::frame::Frame;
use super::glyph::branch;
use super::ink::is_alarming;
use super::marks::Mark;
use super::turn::is_user_row;

/// Words of the CLI's own error texts, and the kind that they tell. The first found counts.
static WORDS: [(&str, FailureKind); 39] = [
    ("context low", FailureKind::ContextLimit),
    ("prompt is too long", FailureKind::ContextLimit),
    ("context limit", FailureKind::ContextLimit),
    ("context window", FailureKind::ContextLimit),
    ("conversation too long", FailureKind::ContextLimit),
    ("usage limit", FailureKind::Quota),
    ("hit your limit", FailureKind::Quota),
    ("limit reached", FailureKind::Quota),
    ("credit balance", FailureKind::Quota),
    ("out of extra usage", FailureKind::Quota),
    ("invalid api key", FailureKind::Auth),
    ("invalid x-api-key", FailureKind::Auth),
    ("please run /login", FailureKind::Auth),
    ("authentication", FailureKind::Auth),
    ("oauth", FailureKind::Auth),
    ("401", FailureKind::Auth),
    ("403", FailureKind::Auth),
    ("rate limit", FailureKind::RateLimit),
    ("rate_limit", FailureKind::RateLimit),
    ("429", FailureKind::RateLimit),
    ("overloaded", FailureKind::Overloaded),
    ("529", FailureKind::Overloaded),
    ("connection", FailureKind::Network),
    ("unable to connect", FailureKind::Network),
    ("econn", FailureKind::Network),
    ("timed out", FailureKind::Network),
    ("timeout", FailureKind::Network),
    ("network", FailureKind::Network),
    ("fetch failed", FailureKind::Network),
    ("invalid_request", FailureKind::InvalidRequest),
    ("invalid request", FailureKind::InvalidRequest),
    ("400", FailureKind::InvalidRequest),
    ("413", FailureKind::InvalidRequest),
    ("error: 404", FailureKind::InvalidRequest),
    ("error: 422", FailureKind::InvalidRequest),
    ("issue with the selected model", FailureKind::InvalidRequest),
    ("request too large", FailureKind::InvalidRequest),
    ("api error", FailureKind::Unknown),
    ("error", FailureKind::Unknown),
];

/// The kind that an error text tells.
pub(super) fn kind_of(text: &str) -> Option<FailureKind> {
    static LIST: Words<39> = Words::any_case(words_of(&WORDS));
    LIST.first_in(text).map(|index| WORDS[index].1)
}

/// Whether a branch's text reads as a failure.
pub(super) fn is_failure(branch: &str) -> bool {
    kind_of(branch).is_some()
}

/// The failure that the last cell above the composer shows.
pub(super) fn find(screen: &Screen, frame: &Frame) -> Option<(FailureKind, RowSpan)> {
    let first = last_cell(screen, frame)?;
    let text = screen.row(first).text();
    if is_user_row(text) {
        return Mark::ErrorUnderPrompt.found(screen, under_user(screen, first, frame));
    }
    let row = screen.row(first);
    let body = text.char_indices().nth(2).map_or(0, |(at, _)| at);
    // An answer may be coloured, and a failed call's mark is: of an error, mark and words are (2.1.200 to 2.1.331).
    let alarms = is_alarming(row.style_at(body).fg) && is_alarming(row.style_at(0).fg);
    if !alarms {
        return None;
    }
    let kind = Mark::ErrorRed.found(screen, kind_of(text))?;
    Some((kind, RowSpan::new(first, cell_end(screen, first, frame))))
}

/// The lowest row above the composer that begins a cell, status rows left out.
fn last_cell(screen: &Screen, frame: &Frame) -> Option<usize> {
    let mut rows = screen.flush(0, frame.top).rev();
    let cell = rows.find(|(_, row)| super::status::shape_of(*row).is_none());
    cell.map(|(index, _)| index)
}

/// A branch under the user's own cell: the CLI alone writes there. Output of commands is none.
fn under_user(screen: &Screen, first: usize, frame: &Frame) -> Option<(FailureKind, RowSpan)> {
    let text = screen.row(first).text();
    if text.chars().nth(2) == Some('/') || text.starts_with(['!', '#']) {
        return None;
    }
    let last = cell_end(screen, first, frame);
    let hung = (first + 1..=last).find(|&index| branch(screen.row(index)).is_some())?;
    let kind = kind_of(screen.row(hung).text())?;
    Some((kind, RowSpan::new(hung, last)))
}

/// Last row of the cell that begins at `first`.
fn cell_end(screen: &Screen, first: usize, frame: &Frame) -> usize {
    let mut last = first;
    for index in first + 1..frame.top {
        let row = screen.row(index);
        if row.is_blank() || row.indent() == 0 {
            break;
        }
        last = index;
    }
    last
}

/// Whether a row begins a cell that tells a failure: its mark and its words in an error's colour, as no answer has both.
pub(super) fn is_told(row: Row<'_>) -> bool {
    let words = || {
        let first = row.text().char_indices().nth(2);
        first.is_some_and(|(byte, _)| is_alarming(row.style_at(byte).fg))
    };
    is_alarming(row.first_style().fg) && words() && is_failure(row.text())
}

/// Whether a row is a branch in an error's colour that reads as a failure.
pub(super) fn is_red_branch(row: Row<'_>) -> bool {
    let Some(said) = branch(row).map(str::trim_start) else {
        return false;
    };
    is_alarming(row.style_at(row.text().len() - said.len()).fg) && is_failure(said)
}

/// The failure written out.
pub(super) fn write(screen: &Screen, kind: FailureKind, rows: RowSpan) -> Failure {
    let mut text = String::new();
    for index in rows.indices() {
        let line = screen
            .row(index)
            .trimmed()
            .trim_start_matches(['⎿', '●', '⏺', '\u{a0}', ' ']);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
    }
    let resets_at = text.split_once("resets ").map(|(_, rest)| {
        rest.split(['·', '∙', '|'])
            .next()
            .unwrap_or(rest)
            .trim()
            .to_owned()
    });
    Failure {
        kind,
        scope: None,
        text,
        resets_at,
        retry_in_seconds: None,
    }
}
