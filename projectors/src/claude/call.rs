//! Calls that have not returned: the branch that says so, and what waits below it. What it means for the
//! turn, `turn` says.

use shadow_core::contract::ActivityKind;
use shadow_core::screen::{Needle, Row, Screen};
use shadow_core::surface::{RowSpan, RunningFact};

use super::frame::Frame;
use super::glyph::{branch, branches, is_right_aligned};
use super::ink::is_gray_from_margin;
use crate::shapes::numbers::is_time;

/// A call that has not returned, as the lowest thing above the composer. 1.0.72 shows nothing
/// else while a tool runs.
pub(super) fn open_call(screen: &Screen, frame: &Frame) -> Option<RunningFact> {
    let head = screen.flush(0, frame.above).next_back();
    let first = head.map_or(0, |(row, _)| row + 1);
    // Below a cell's head nothing is a call's but behind a branch.
    if head.is_some() && branches(screen, first, frame.above).next().is_none() {
        return None;
    }
    let end = queued_rows(screen, first, frame);
    // Without styles a command behind a branch may be an answer's, and where one runs a status row says so.
    let told = |row: &usize| screen.is_styled() || !is_command(screen.row(*row));
    let row = open_branch(screen, first, end).filter(told)?;
    Some(RunningFact {
        rows: RowSpan::one(row),
        kind: ActivityKind::Tool,
    })
}

/// The row at which messages queued below an open call begin: indented by two, after a blank row. An
/// answer's rows are not there: it begins a cell of its own.
pub(super) fn queued_rows(screen: &Screen, first: usize, frame: &Frame) -> usize {
    let queued = |&(index, row): &(usize, Row<'_>)| {
        row.indent() == 2 && branch(row).is_none() && screen.row(index - 1).is_blank()
    };
    let call = branches(screen, first, frame.above).next_back();
    let found = call.and_then(|(call, _)| screen.filled(call + 1, frame.above).find(queued));
    found.map_or(frame.above, |(index, _)| index)
}

/// The row of the lowest branch between two rows that says that its call still runs.
pub(super) fn open_branch(screen: &Screen, first: usize, end: usize) -> Option<usize> {
    // What a call has said may begin above the pane.
    let (mut open, mut hung) = (None, first == 0);
    for (index, row) in screen.filled(first, end) {
        if row.first_char() == Some('⎿') {
            open = is_open(screen, row).then_some(index);
            hung = true;
        } else if row.indent() < 4 && !is_right_aligned(row, screen.width()) {
            (open, hung) = (None, false);
        } else if hung
            && matches!(row.first_char(), Some('(' | 'c'))
            && row.trimmed().trim_start_matches('(').starts_with("ctrl+b")
        {
            open = Some(index);
        }
    }
    open
}

/// Whether a row's branch says that its call still runs, and is no paragraph of an answer that begins like one: behind its
/// glyph stands a blank that does not break (`⎿  Running…`, 1.0.0 to 2.1.331), or the row is gray from its margin on (`⎿  $
/// command`, 2.1.245 to 2.1.331).
fn is_open(screen: &Screen, row: Row<'_>) -> bool {
    let said = row.trimmed().trim_start_matches('⎿');
    let word = said.trim_start();
    if !is_running_branch(word) {
        return false;
    }
    if word.starts_with("$ ") {
        return !screen.is_styled() || is_gray_from_margin(row);
    }
    said.starts_with(" \u{a0}")
}

/// `⎿  $ command`.
fn is_command(row: Row<'_>) -> bool {
    branch(row).is_some_and(|said| said.trim_start().starts_with("$ "))
}

/// `Running…`, `Waiting…`: one word and an ellipsis, perhaps with the time that has gone (`Running… (2s)`, 1.0.100 to
/// 2.1.331); `$ command` of a folded call (2.1.290): once it has run, only a count of calls is left.
pub(super) fn is_running_branch(text: &str) -> bool {
    let timed = || {
        const TIME: Needle = Needle::new("… (");
        let (word, time) = TIME.split_once(text.strip_suffix(')')?)?;
        is_time(time).then_some(word)
    };
    let word = text.strip_suffix('…').or_else(timed).unwrap_or_default();
    let one_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
    one_word || text.starts_with("$ ")
}

/// `Bash(touch x.txt)`: a name and parentheses.
pub(super) fn is_call(body: &str) -> bool {
    if let Some((name, _)) = MCP_ARGUMENTS.split_once(body) {
        return name.len() <= 60 && name.chars().all(is_in_name);
    }
    if !body.starts_with(char::is_uppercase) {
        return false;
    }
    let end = memchr::memchr2(b'(', b'\n', body.as_bytes()).filter(|&end| end <= 60);
    // `API Error: Unable to connect to API (ECONNRESET)` is no name (2.1.200).
    let name = end
        .filter(|&end| body[end..].starts_with('('))
        .map(|end| &body[..end]);
    name.is_some_and(|name| name.chars().all(is_in_name) && !name.contains(": "))
}

/// What is between the name of an MCP server's tool, which may begin with a small letter, and what it is called with
/// (1.0.0 to 2.1.98). Some show no result of it (2.1.91).
const MCP_ARGUMENTS: Needle = Needle::new(" (MCP)(");

fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | ' ' | ':')
}
