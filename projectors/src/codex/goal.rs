//! A goal that is pursued over turns (`/goal`): what the footer's right half says of it, and the row that named it.

use shadow_core::contract::{Goal, GoalState};
use shadow_core::screen::{Marked, Needle};
use shadow_core::surface::RowSpan;

use super::cell_kind::{CellKind, CellSpan};
use super::cells;
use super::footer::DOT;
use super::front::{Composer, Skin};
use super::rows::hold;
use super::started;
use super::transcript::Transcript;
use crate::shapes::columns::wide_apart;
use crate::shapes::numbers::elapsed;

/// How the footer's part begins while a goal is pursued.
const PURSUED: &str = "Pursuing goal (";

/// Whether the footer says that a goal is pursued, and in which row.
pub(super) fn pursued(screen: &Marked<'_>, composer: &Composer) -> Option<RowSpan> {
    let (rows, goal) = shown(screen, composer)?;
    (goal.state == GoalState::Active).then_some(rows)
}

/// What the footer's right half says of a goal, and in which row: `Pursuing goal (5s)`, `Goal paused (/goal resume)`.
pub(super) fn shown(screen: &Marked<'_>, composer: &Composer) -> Option<(RowSpan, Goal)> {
    const WORD: Needle = Needle::new("oal ");
    let rows = composer.footer.filter(|rows| hold(screen, *rows, WORD))?;
    rows.indices().find_map(|row| {
        let halves = wide_apart(screen.row(row).text()).skip(1);
        let mut parts = halves.flat_map(|half| DOT.split(half));
        let goal = parts.find_map(|part| said(part.trim()))?;
        Some((RowSpan::one(row), goal))
    })
}

fn said(part: &str) -> Option<Goal> {
    let (state, elapsed_seconds) = match part.strip_prefix(PURSUED) {
        Some(clock) => (
            GoalState::Active,
            elapsed(clock).map(|(seconds, _)| seconds),
        ),
        None => (unpursued(part.strip_prefix("Goal ")?)?, None),
    };
    Some(Goal {
        state,
        text: None,
        elapsed_seconds,
    })
}

/// The state of a goal that no turn pursues, by the word behind its name.
fn unpursued(rest: &str) -> Option<GoalState> {
    match rest.split(' ').next()? {
        "paused" | "stalled" | "hit" | "blocked" => Some(GoalState::Paused),
        "retrying" => Some(GoalState::Retrying),
        "achieved" | "complete" => Some(GoalState::Complete),
        _ => None,
    }
}

/// The goal with its words, where the row that named it is on the screen.
pub(super) fn details(
    screen: &Marked<'_>,
    composer: &Composer,
    transcript: &Transcript,
) -> Option<Goal> {
    let (_, goal) = shown(screen, composer)?;
    let mut cells = transcript.cells.iter().rev();
    let text = cells.find_map(|cell| named(screen, cell));
    Some(Goal { text, ..goal })
}

/// The goal that a cell names.
fn named(screen: &Marked<'_>, cell: &CellSpan) -> Option<String> {
    if cell.kind != CellKind::Command {
        return None;
    }
    let command = started::command(&cells::cell_text(screen, Skin::Chevron, cell))?;
    command.strip_prefix("/goal ").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::said;
    use shadow_core::contract::GoalState;

    #[test]
    fn a_footer_says_how_a_goal_stands() {
        let told = |part| said(part).map(|goal| (goal.state, goal.elapsed_seconds));
        assert_eq!(
            told("Pursuing goal (2s)"),
            Some((GoalState::Active, Some(2.0)))
        );
        assert_eq!(
            told("Goal paused (/goal resume)"),
            Some((GoalState::Paused, None))
        );
        assert_eq!(told("Goal of the day"), None);
    }
}
