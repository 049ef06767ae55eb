//! Readiness and turn, as they are published.

use serde::{Deserialize, Serialize};

/// Whether the next prompt can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// Not now: a turn runs, or the composer is not free.
    Waiting,
    /// Now.
    Ready,
    /// A person must answer or dismiss something first.
    Blocked,
    /// The CLI has ended, or the pane shows another program.
    Failed,
    /// Not known.
    #[default]
    Unknown,
    /// Not known past the limit.
    Stalled,
}

/// Where the turn stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TurnState {
    /// None has begun, or the last was interrupted.
    #[default]
    Inactive,
    /// Begun, and nothing of it is seen yet.
    Waiting,
    /// It runs.
    InProgress,
    /// It looks done; it must hold.
    CandidateComplete,
    /// It ran to its end.
    Completed,
    /// It waits for a person.
    Blocked,
    /// It failed, or the CLI ended under it.
    Failed,
    /// It has begun, and the surface does not tell how it goes.
    Unknown,
    /// The same past the limit.
    Stalled,
}

/// Readiness and turn, as a payload of a session carries them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Lifecycle {
    /// Whether the next prompt can be given.
    pub readiness: Readiness,
    /// Where the turn stands.
    pub turn: TurnState,
    /// The turn's id; null before the first.
    pub turn_id: Option<u64>,
    /// Since when the turn stands so, in seconds.
    pub since: f64,
    /// Since when readiness is so, in seconds.
    pub readiness_since: f64,
    /// Silence alone settled it.
    pub inferred_by_silence: bool,
    /// The turn's counter and text have both stood still past the limit.
    pub suspected: bool,
}
