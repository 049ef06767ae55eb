//! How the CLI says that a person broke off a turn, refused a call or a plan, or did not answer a question: each ends the
//! turn. Which row is the newest, `end_mark` says.

use shadow_core::screen::{Row, Screen};

use super::glyph::{CELL_MARKS, branch};
use super::ink::is_alarming;
use crate::letters;

/// The CLI's words for a turn that the person broke off or whose call was refused.
pub(super) fn is_interruption(branch: &str) -> bool {
    let rest = branch.strip_prefix("Interrupted");
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.trim_start().starts_with("· ") || rest.starts_with(" by user")
    }) || branch.starts_with("[Request interrupted by user")
        || branch == "No (tell Claude what to do differently)"
}

/// Whether a branch says that the person broke off what is above it: an answer as well as a call.
pub(super) fn is_stop(row: Row<'_>) -> bool {
    branch(row).is_some_and(|branch| is_interruption(letters::trim(branch)))
}

/// Whether the first branch of a call says that the person rejected it: what the call is about is behind it (`Write(a.py)`
/// and `⎿  Rejected write to a.py`, 2.1.332; `⎿  User rejected update to a.py`, 2.0.0 on), whatever a call prints. Where the
/// pane cuts the name, the call's mark has an error's color.
pub(super) fn is_rejection(call: Row<'_>, row: Row<'_>) -> bool {
    let said = branch(row).map(|said| said.trim_start_matches([' ', '\u{a0}']));
    let Some(named) = said.and_then(rejected) else {
        return false;
    };
    call.is_flush() && (is_about(call.text(), named) || is_alarming(call.first_style().fg))
}

/// What a text says that the person rejected.
pub(super) fn rejected(said: &str) -> Option<&str> {
    let said = said.strip_prefix("User ").unwrap_or(said);
    let said = said
        .strip_prefix("rejected ")
        .or_else(|| said.strip_prefix("Rejected "))?;
    said.split_once(" to ").map(|(_, named)| named.trim())
}

/// Whether a call's parentheses hold what is named, or its end, where the pane has cut it.
pub(super) fn is_about(call: &str, named: &str) -> bool {
    let about = call.split_once('(').map_or("", |(_, about)| about);
    let about = about.trim_end_matches([')', '…']);
    !about.is_empty() && named.ends_with(about)
}

/// Whether a row says that the person did not answer the agent's questions: a report, with a no-break space behind its mark
/// (`User declined to answer questions`, 2.0.55 on), or with the questions hung from it (`Declined to answer Claude's
/// questions:`, 2.1.332), as nothing hangs from an answer.
pub(super) fn is_declined(row: Row<'_>, below: Row<'_>) -> bool {
    let marked = row.flush_char().filter(|mark| CELL_MARKS.contains(mark));
    let Some(behind) = marked.map(|mark| &row.text()[mark.len_utf8()..]) else {
        return false;
    };
    let reports = behind.starts_with('\u{a0}');
    let hangs = || branch(below).is_some_and(|said| said.starts_with(" \u{a0}"));
    let said = behind.strip_prefix([' ', '\u{a0}']).unwrap_or_default();
    let declines =
        said.starts_with("Declined to answer") || said.starts_with("User declined to answer");
    declines && (reports || hangs())
}

/// Whether a row says, below what a killed call had said, that the person killed it (2.0.31).
pub(super) fn is_killed_call(row: Row<'_>) -> bool {
    row.text().starts_with("     [Request interrupted by user")
}

/// Whether a branch says that the person refused the agent's plan, which is in a box below it (1.0.25 to 2.1.281): what
/// is above may be words, as the call has no row of its own up to 2.0.31.
pub(super) fn refuses_plan(screen: &Screen, row: Row<'_>, at: i32) -> bool {
    let refused =
        branch(row).is_some_and(|branch| branch.trim().starts_with("User rejected Claude's plan"));
    let below = usize::try_from(at + 1)
        .ok()
        .filter(|below| *below < screen.height());
    refused && below.is_some_and(|below| screen.row(below).first_char() == Some('╭'))
}
