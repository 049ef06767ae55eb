//! Whether a prompt that was submitted has begun a turn: what stands there now against what stood there before.

use shadow_core::contract::{BlockOrigin, BusinessState, CellRole, PendingInput};

use crate::report::Proof;
use crate::shown::letters;
use crate::sight::{Sight, Words};

/// Visible characters by which a user cell is known to be the prompt's.
const KNOWN: usize = 24;

/// The dialog before Enter was pressed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Before {
    users: Vec<Words>,
    agents: Vec<Words>,
    /// The topmost cell, whoever it is said to be of.
    top: Option<Words>,
}

impl Before {
    /// What the composer shows now.
    pub fn of(sight: &Sight) -> Self {
        Self {
            users: of_role(sight, |role| role == CellRole::User),
            agents: of_role(sight, is_agents),
            top: sight.cells.first().cloned(),
        }
    }

    /// What proves that the turn of `prompt` (as far as it shows) has begun, once it has left the composer.
    pub fn proofs(&self, sight: &Sight, prompt: &str) -> Vec<Proof> {
        let agent_asks = sight
            .block
            .as_ref()
            .is_some_and(|block| block.origin == BlockOrigin::Agent);
        let now = Self::of(sight);
        let all = [
            (
                sight.business_state == BusinessState::Working,
                Proof::Working,
            ),
            (
                self.has_own_cell(&now, prompt) || self.has_own_end(&now, prompt),
                Proof::UserCell,
            ),
            (
                now.agents.last() != self.agents.last() && !now.agents.is_empty(),
                Proof::Answer,
            ),
            (agent_asks, Proof::AgentBlock),
            (sight.pending == PendingInput::Yes, Proof::Queued),
        ];
        let held = all.into_iter().filter(|(holds, _)| *holds);
        held.map(|(_, proof)| proof).collect()
    }

    /// Whether a user cell has come that is the prompt's.
    fn has_own_cell(&self, now: &Self, prompt: &str) -> bool {
        let Some((_, last)) = now.users.last() else {
            return false;
        };
        let is_new = now.users.len() > self.users.len() || self.users.last() != now.users.last();
        is_new && is_of(last, prompt)
    }

    /// Whether the topmost cell has come and is the prompt's end. Where the mark in front of a tall prompt has left the
    /// screen, nothing tells whose words they are.
    fn has_own_end(&self, now: &Self, prompt: &str) -> bool {
        let new = now.top.as_ref().filter(|_| now.top != self.top);
        new.is_some_and(|(_, words)| {
            let (words, prompt) = (letters(words), letters(prompt));
            words.chars().count() >= KNOWN && prompt.ends_with(&words)
        })
    }
}

/// Whether a cell shows a prompt: its beginning, or its end where the cell is cut, or a folded paste. Only letters are
/// compared: Codex takes marks of punctuation for markup and does not show them.
fn is_of(cell: &str, prompt: &str) -> bool {
    let folded = cell.contains('[') && cell.contains(']');
    let (cell, prompt) = (letters(cell), letters(prompt));
    let start: String = cell.chars().take(KNOWN).collect();
    !start.is_empty() && (prompt.contains(&start) || prompt.ends_with(&cell) || folded)
}

fn is_agents(role: CellRole) -> bool {
    matches!(
        role,
        CellRole::Assistant
            | CellRole::Thinking
            | CellRole::ToolCall
            | CellRole::ToolResult
            | CellRole::Error
    )
}

fn of_role(sight: &Sight, wanted: impl Fn(CellRole) -> bool) -> Vec<Words> {
    let cells = sight.cells.iter().filter(|(role, _)| wanted(*role));
    cells.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::Before;
    use crate::report::Proof;
    use crate::sight::{Sight, Words};
    use shadow_core::contract::CellRole::{self, Assistant, User};

    fn shows(cells: &[(CellRole, &str)]) -> Sight {
        let cells = cells
            .iter()
            .map(|(role, words)| (*role, (*words).to_owned()));
        Sight {
            cells: cells.collect::<Vec<Words>>(),
            ..Sight::default()
        }
    }

    fn proofs(before: &Sight, now: &Sight, prompt: &str) -> Vec<Proof> {
        Before::of(before).proofs(now, prompt)
    }

    const TALL: &str = "row1ofsomewordsrow2ofsomewordsrow3ofsomewordsrow4ofsomewords";

    #[test]
    fn a_prompt_of_which_only_the_end_shows_is_known_by_it() {
        let end = "ofsomewordsrow3ofsomewordsrow4ofsomewords";
        let before = shows(&[(User, "hello"), (Assistant, "Same.")]);
        let now = shows(&[(Assistant, end), (Assistant, "Same.")]);
        assert_eq!(proofs(&before, &now, TALL), [Proof::UserCell]);
        assert!(proofs(&now, &now, TALL).is_empty(), "it stood there before");
        let piece = shows(&[
            (Assistant, "row2ofsomewordsrow3ofsome"),
            (Assistant, "Same."),
        ]);
        assert!(proofs(&before, &piece, TALL).is_empty());
        let short = shows(&[(Assistant, "words"), (Assistant, "Same.")]);
        assert!(proofs(&before, &short, TALL).is_empty());
    }

    #[test]
    fn a_prompt_whose_markup_does_not_show_is_known() {
        let before = shows(&[(User, "hello"), (Assistant, "Same.")]);
        let now = shows(&[
            (User, "hello"),
            (Assistant, "Same."),
            (User, "it's$HOMEx"),
            (Assistant, "Same."),
        ]);
        assert_eq!(proofs(&before, &now, "it's$HOME`x`\\"), [Proof::UserCell]);
        assert!(proofs(&before, &now, "somethingelse").is_empty());
    }
}
