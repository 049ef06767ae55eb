//! What the CLI's own cells open with behind a bullet: a tool's verbs, remarks. Where a cell begins, `cell_rules` says.

use crate::letters::Openings;

/// Verbs that open a tool's cell.
static VERBS: Openings<20> = Openings::new([
    "Ran",
    "Running",
    "Explored",
    "Exploring",
    "Edited",
    "Added",
    "Deleted",
    "Called",
    "Calling",
    "Searched",
    "Searching",
    "Updated Plan",
    "Viewed Image",
    "Waited",
    "Waiting",
    "Interacted",
    "Proposed Command",
    "Proposed Change",
    "Change Approved",
    "Applying patch",
]);

/// Those whose cells have an answer's bullet (0.47 to 0.169).
pub(super) static EDITS: Openings<5> =
    Openings::new(["Edited", "Added", "Deleted", "Updated Plan", "Viewed Image"]);

/// What opens a cell about another agent (0.120 to 0.169).
pub(super) static AGENTS: Openings<6> = Openings::new([
    "Spawned",
    "Waiting for",
    "Finished waiting",
    "Sent input to",
    "Resumed",
    "Closed",
]);

/// Whether the words behind a bullet begin with a verb of a tool's cell.
pub(super) fn has_verb(body: &str) -> bool {
    let behind = VERBS.behind(body);
    behind.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
}

/// Whether a bulleted row opens with a verb that only a tool's cell has.
pub(super) fn opens_with_verb(text: &str) -> bool {
    text.starts_with(['•', '◦']) && has_verb(behind_bullet(text))
}

/// Verbs that a tool's cell of one row may open with.
pub(super) fn starts_with_command_verb(body: &str) -> bool {
    body.starts_with("Ran ") || body.starts_with("Running ")
}

/// The CLI's own remarks behind a bullet.
pub(super) static REMARKS: Openings<15> = Openings::new([
    "You’re continuing from this point in a new conversation",
    "Compact task completed",
    "Conversation reverted to ",
    "Unrecognized command '",
    "Model changed to ",
    "Permissions updated to ",
    "Context compacted",
    "Permission profile",
    "Vim mode ",
    "Session renamed",
    "Service tier set to ",
    "Model interrupted to submit steer instructions.",
    "Thread forked from ",
    "Fork created. ",
    "Goal paused Objective: ",
]);

/// The text behind a bullet and the blanks that follow it.
pub(super) fn behind_bullet(text: &str) -> &str {
    match text.strip_prefix("• ") {
        Some(body) if body.starts_with(|c: char| c.is_ascii_graphic()) => body,
        _ => text.trim_start_matches(['•', '◦']).trim_start(),
    }
}
