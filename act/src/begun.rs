//! Whether a prompt that was submitted has begun a turn: what stands there now against what stood there before.

use shadow_core::contract::{BlockOrigin, BusinessState, CellRole, PendingInput};

use crate::sight::{Sight, Words};

/// Visible characters by which a user cell is known to be the prompt's.
const KNOWN: usize = 24;

/// The dialog before Enter was pressed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Before {
    users: Vec<Words>,
    agents: Vec<Words>,
}

impl Before {
    /// What stands there now.
    pub fn of(sight: &Sight) -> Self {
        Self {
            users: of_role(sight, |role| role == CellRole::User),
            agents: of_role(sight, is_agents),
        }
    }

    /// What proves that the turn of `prompt` (without white space) has begun, once it has left the composer.
    pub fn proofs(&self, sight: &Sight, prompt: &str) -> Vec<String> {
        let agent_asks = sight
            .block
            .as_ref()
            .is_some_and(|block| block.origin == BlockOrigin::Agent);
        let now = Self::of(sight);
        let all = [
            (sight.business_state == BusinessState::Working, "working"),
            (self.has_own_cell(&now, prompt), "user_cell"),
            (
                now.agents.last() != self.agents.last() && !now.agents.is_empty(),
                "answer",
            ),
            (agent_asks, "agent_block"),
            (sight.pending == PendingInput::Yes, "queued"),
        ];
        let held = all.into_iter().filter(|(holds, _)| *holds);
        held.map(|(_, name)| name.to_owned()).collect()
    }

    /// Whether a user cell has come that is the prompt's.
    fn has_own_cell(&self, now: &Self, prompt: &str) -> bool {
        let Some((_, last)) = now.users.last() else {
            return false;
        };
        let is_new = now.users.len() > self.users.len() || self.users.last() != now.users.last();
        is_new && is_of(last, prompt)
    }
}

/// Whether a cell shows a prompt: its beginning, or its end where the cell is cut, or a folded paste.
fn is_of(cell: &str, prompt: &str) -> bool {
    let start: String = cell.chars().take(KNOWN).collect();
    let folded = cell.contains('[') && cell.contains(']');
    !start.is_empty() && (prompt.contains(&start) || prompt.ends_with(cell) || folded)
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
