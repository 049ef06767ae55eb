//! What comes of a prompt that was sent and waited for: the turn's end, a dialog that waits, or neither yet.

use serde::Serialize;
use shadow_core::contract::{OperatorBlock, Outcome, SCHEMA_VERSION, TurnRecord};

/// What comes of a turn that is waited for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "result", rename_all = "snake_case")]
#[non_exhaustive]
pub enum TurnResult {
    /// The turn has ended.
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// Its record, with the answer.
        record: Box<TurnRecord>,
    },
    /// A dialog waits for an answer. After the answer the turn goes on.
    Blocked {
        /// The dialog, with its signature.
        operator_block: Box<OperatorBlock>,
    },
    /// The time ran out, and the turn goes on.
    Running,
}

/// The line of `shadow ask`, and the answer of `POST …/ask` and `POST …/wait`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Asked {
    /// What came of the turn; `result` names it.
    #[serde(flatten)]
    pub result: TurnResult,
    /// The pane.
    pub pane: String,
    /// The pane's key in paths; null from a command, which has none.
    pub key: Option<String>,
    /// The turn, as the one that watches counts it; null where it was not seen to begin yet.
    pub turn: Option<u64>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

impl Asked {
    /// What came of a turn in a pane.
    #[must_use]
    pub fn new(pane: String, turn: Option<u64>, result: TurnResult) -> Self {
        Self {
            result,
            pane,
            key: None,
            turn,
            schema_version: SCHEMA_VERSION,
        }
    }
}
