//! What the turn log keeps of a turn.

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
    /// It began by itself: a queued message, a background agent's return.
    SelfStarted,
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ran to its end.
    Success,
    /// A person stopped it.
    Interrupted,
    /// The CLI shows that it failed.
    KnownFailure,
    /// The CLI ended, or was restarted, under it.
    Disconnected,
    /// It is over, and nothing tells how.
    Unknown,
}

/// A time in which a turn waited for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BlockedInterval {
    /// From when, in seconds.
    pub from: f64,
    /// Until when; null in a turn that ended while it waited.
    pub to: Option<f64>,
    /// What it waited for.
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
    /// Whether it is whole.
    pub complete: bool,
    /// What is missing: `beginning`, `gap` (more than a screen went by between two looks), `end` (it was being said when
    /// the turn was broken off, failed or lost its CLI, or its end was not seen), `limit` (it is longer than is kept), `all`
    /// (no word of it was seen, and how the turn ended is not known, or it lost its CLI).
    pub missing: Vec<String>,
}

impl Answer {
    /// No word of it was seen, and whether there was one is not known.
    pub(crate) fn miss_all(&mut self) {
        self.complete = false;
        self.missing.push("all".to_owned());
    }
}

/// One fact that a turn's record rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TurnEvidence {
    /// When it was seen, in seconds.
    pub at: f64,
    /// Its name, e.g. `user_cell`, `working_seen`, `submit_ready`, `interrupt_mark`.
    pub signal: String,
}

/// A turn that has ended. The log only grows: a record is never changed, and one that proves wrong is superseded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TurnRecord {
    /// Counts the source's turns from 1.
    pub id: u64,
    /// In which of the CLI's lives, from 1.
    pub generation: u64,
    /// How it began.
    pub how: TurnHow,
    /// The prompt; null for a turn that began without one.
    pub prompt: Option<String>,
    /// When it began, in seconds of its event's clock: like `at`, of the epoch when live.
    pub started: f64,
    /// When it first showed work or text.
    pub first_activity: Option<f64>,
    /// When it ended.
    pub ended: f64,
    /// How it ended.
    pub outcome: Outcome,
    /// The failure, with `known_failure`.
    pub failure: Option<Failure>,
    /// When it waited for a person.
    pub blocked: Vec<BlockedInterval>,
    /// What the agent answered.
    pub answer: Answer,
    /// Whether silence alone told that it is over.
    pub inferred_by_silence: bool,
    /// The turn whose record of before this one replaces: silence had told its end, and it went on (`turn_resumed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// What all this rests on.
    pub evidence: Vec<TurnEvidence>,
}
