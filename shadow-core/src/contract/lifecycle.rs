//! Readiness and turn, as they are published.

use serde::{Deserialize, Serialize};

/// Whether the next prompt can be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// Not now, because a turn runs or the composer is not free.
    Waiting,
    /// Now.
    Ready,
    /// A person must answer or dismiss something first.
    Blocked,
    /// The CLI has ended, or the pane shows another program.
    Failed,
    /// Unknown.
    #[default]
    Unknown,
    /// Unknown for longer than the limit.
    Stalled,
}

/// The state of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TurnState {
    /// No turn has begun, or the last one was interrupted.
    #[default]
    Inactive,
    /// It has begun, and no activity was seen yet.
    Waiting,
    /// It runs.
    InProgress,
    /// It looks finished, and must stay so for a moment.
    CandidateComplete,
    /// The turn ran to its end.
    Completed,
    /// It waits for a person.
    Blocked,
    /// It failed, or the CLI exited during it.
    Failed,
    /// It has begun, and the surface does not show its state.
    Unknown,
    /// Its state has been unknown for longer than the limit.
    Stalled,
}

/// Readiness and turn, as a payload of a session carries them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Lifecycle {
    /// Whether the next prompt can be sent.
    pub readiness: Readiness,
    /// The state of the turn.
    pub turn: TurnState,
    /// The turn's id; null before the first.
    pub turn_id: Option<u64>,
    /// The time when the turn entered this state, in seconds.
    pub since: f64,
    /// The time when readiness entered this state, in seconds.
    pub readiness_since: f64,
    /// Whether the state was inferred only from silence.
    pub inferred_by_silence: bool,
    /// Whether the turn's counter and text have not changed for longer than the limit.
    pub suspected: bool,
}
