//! The record of a turn.

use serde::{Deserialize, Serialize};

use super::block::BlockKind;
use super::facts::Failure;

/// How a turn began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TurnHow {
    /// The caller submitted it.
    ExplicitSubmit,
    /// A person's draft became a user cell.
    InferredComposer,
    /// It began by itself: a queued message, a background agent's return, the next step of a goal.
    SelfStarted,
    /// A command that starts the agent began it, such as `/review`; the command is its prompt.
    OperatorCommand,
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The turn ran to its end.
    Success,
    /// A person stopped the turn.
    Interrupted,
    /// The CLI shows a failure.
    KnownFailure,
    /// The CLI exited or was restarted during the turn.
    Disconnected,
    /// The turn is over, and its outcome is unknown.
    Unknown,
}

/// A time when a turn waited for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BlockedInterval {
    /// Its beginning, in seconds.
    pub from: f64,
    /// Its end; null if the turn ended while it waited.
    pub to: Option<f64>,
    /// The kind of the dialog.
    pub kind: BlockKind,
    /// The block's signature.
    pub signature: String,
}

/// The turn's answer, stitched from cells over time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Answer {
    /// The agent's words, cell after cell.
    pub text: String,
    /// Whether the answer is complete.
    pub complete: bool,
    /// The missing parts: `beginning`; `gap` (more than a screen scrolled by between two looks); `end` (the turn was
    /// interrupted, failed or lost its CLI during the answer, or its end was not seen); `limit` (it is longer than the
    /// limit); `all` (no word of it was seen, and the outcome is unknown or the CLI exited).
    pub missing: Vec<String>,
}

impl Answer {
    /// An answer of which no word was seen; whether there was one is unknown.
    pub(crate) fn miss_all(&mut self) {
        self.complete = false;
        self.missing.push("all".to_owned());
    }
}

/// A fact that the record of a turn rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TurnEvidence {
    /// When it was seen, in seconds.
    pub at: f64,
    /// Its name, e.g. `user_cell`, `working_seen`, `submit_ready`, `interrupt_mark`.
    pub signal: String,
}

/// The record of a turn that has ended. The log only grows: a wrong record is superseded and never changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TurnRecord {
    /// Counts the source's turns from 1.
    pub id: u64,
    /// The life of the CLI, counted from 1.
    pub generation: u64,
    /// How it began.
    pub how: TurnHow,
    /// The prompt; null for a turn that began without one.
    pub prompt: Option<String>,
    /// When it began, in seconds of its event's clock: like `at`, of the epoch when live.
    pub started: f64,
    /// When the turn first showed work or text.
    pub first_activity: Option<f64>,
    /// When it ended.
    pub ended: f64,
    /// How it ended.
    pub outcome: Outcome,
    /// The failure, with `known_failure`.
    pub failure: Option<Failure>,
    /// The times when the turn waited for a person.
    pub blocked: Vec<BlockedInterval>,
    /// The agent's answer.
    pub answer: Answer,
    /// Whether the end was inferred only from silence.
    pub inferred_by_silence: bool,
    /// The turn whose earlier record this one replaces. Its end was inferred from silence, and it went on (`turn_resumed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// The facts that the record rests on.
    pub evidence: Vec<TurnEvidence>,
}
