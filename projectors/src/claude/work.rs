//! What the turn of a running row does: what the row itself says, or the cell above it.

use shadow_core::contract::ActivityKind;
use shadow_core::screen::{Marked, Needle, Row, Screen};

use super::call::{is_running_branch, open_branch};
use super::footer::Footer;
use super::glyph::{branch, branches, is_user_row};
use super::marks::Mark;
use super::queued;
use crate::rules;
use crate::shapes::numbers::is_time;

/// A running row, and the row above it that begins a cell at column 0, queued messages left out.
struct Work<'a> {
    screen: &'a Marked<'a>,
    row: usize,
    head: Option<usize>,
}

impl Work<'_> {
    /// The first row of the cell above; empty where it is above the pane.
    fn text(&self) -> &str {
        self.head.map_or("", |head| self.screen.row(head).text())
    }

    /// Whether attempts are counted: in the cell itself, or below the person's.
    fn retries(&self) -> bool {
        const ATTEMPT: Needle = Needle::new("(attempt ");
        let below = |head| retries(self.screen, head + 1, self.row);
        is_user_row(self.text()) && self.head.is_some_and(below) || ATTEMPT.is_in(self.text())
    }

    /// Whether a call is under way below the cell's first row.
    fn calls(&self) -> bool {
        let end = || above_queued(self.screen, self.row);
        self.head
            .is_some_and(|head| calls(self.screen, head + 1, end()))
    }

    /// Whether a branch whose cell is above the pane is open.
    fn is_open(&self) -> bool {
        self.head.is_none() && open_branch(self.screen, 0, self.row).is_some()
    }
}

/// Says something of a running row.
type Sign = fn(&Work<'_>) -> bool;

/// What a running row's turn does where the row itself does not tell, by the cell above it.
const DOES: &[(Mark, Sign, ActivityKind)] = &[
    (
        Mark::AgentTree,
        |it| has_running_agent(it.screen, it.row),
        ActivityKind::Tool,
    ),
    (Mark::HeadlessCall, |it| it.is_open(), ActivityKind::Tool),
    (Mark::RetryBranch, |it| it.retries(), ActivityKind::Retrying),
    (
        Mark::PromptAlone,
        |it| is_user_row(it.text()),
        ActivityKind::Waiting,
    ),
    (
        Mark::CallEllipsis,
        |it| it.text().ends_with(")…"),
        ActivityKind::Tool,
    ),
    (
        Mark::ThoughtAbove,
        |it| it.text().starts_with('∴'),
        ActivityKind::Thinking,
    ),
    (Mark::CallUnderWay, |it| it.calls(), ActivityKind::Tool),
];

/// What a running row's turn does.
pub(super) fn activity(
    screen: &Marked<'_>,
    row: usize,
    kind: ActivityKind,
    footer: &Footer,
) -> ActivityKind {
    if Mark::CompactingFooter
        .found(screen, footer.compacting)
        .is_some()
    {
        return ActivityKind::Compacting;
    }
    if kind != ActivityKind::Unknown {
        return kind;
    }
    let head = cell_above(screen, row);
    let work = Work { screen, row, head };
    rules::told(DOES, screen, |sign| sign(&work)).unwrap_or(kind)
}

/// Whether a subagent in a tree of them has not returned. The tree may be above the turn's prompt, to
/// which later agents are added (2.0.55 to 2.1.160).
fn has_running_agent(screen: &Screen, end: usize) -> bool {
    let hooked = |row: Row<'_>| matches!(row.first_char(), Some('⎿' | '│'));
    screen.filled(1, end).any(|(index, row)| {
        let in_tree = || screen.row(index - 1).trimmed().starts_with(['├', '└']);
        if !hooked(row) || !in_tree() {
            return false;
        }
        let leaf = row.trimmed().trim_start_matches('│');
        let branch = leaf.trim_start().strip_prefix('⎿');
        let waits = |text: &str| is_running_branch(text) || text == "Initializing...";
        branch.is_some_and(|text| waits(text.trim_start()))
    })
}

/// Whether a call that has not returned is between two rows: its branch says so, or ends in
/// the time that it has taken (1.0.60 to 1.0.120).
fn calls(screen: &Screen, first: usize, end: usize) -> bool {
    let last = screen.filled(first, end).next_back().map(|(_, row)| row);
    let timed = last.is_some_and(|row| {
        let text = row.trimmed();
        let inside = text
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        row.indent() >= 4 && inside.is_some_and(is_time)
    });
    // A subagent's prompt with nothing below it: the agent has it and has not answered.
    let handed_over = last
        .and_then(branch)
        .is_some_and(|branch| branch.trim_start().starts_with(['❯', '>']));
    timed || handed_over || open_branch(screen, first, end).is_some()
}

/// Whether a branch between two rows counts down to another attempt: `(attempt 1/10)` up to
/// 2.1.62, `Retrying in 5s · attempt 1/10` later.
fn retries(screen: &Screen, first: usize, row: usize) -> bool {
    const ATTEMPT: Needle = Needle::new("attempt ");
    let branch = branches(screen, first, row).next();
    branch.is_some() && screen.rows_hold(first, row, ATTEMPT)
}

/// The nearest row above another that begins a cell at column 0, queued messages left out.
fn cell_above(screen: &Screen, row: usize) -> Option<usize> {
    let (above, _) = screen.flush(0, above_queued(screen, row)).next_back()?;
    Some(above)
}

/// The row at which the messages queued right above another begin; that row where none is.
fn above_queued(screen: &Screen, row: usize) -> usize {
    queued::cells_above(screen, row).map_or(row, |rows| rows.first as usize)
}
