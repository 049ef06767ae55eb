//! How urgently a pane needs a person: what every list of panes sorts by. Readiness itself is decided in
//! [`crate::reducer`].

use serde::Serialize;

use crate::contract::{Availability, BusinessState, Payload};
use crate::reducer::Readiness;

/// What a pane needs from a person, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// A dialog waits for an answer.
    Blocked,
    /// The last turn failed.
    Failed,
    /// The state has been unknown for too long, or a turn seems to hang.
    Stalled,
    /// The CLI accepts a prompt.
    Idle,
    /// The state is unknown.
    Unknown,
    /// A turn runs.
    Working,
    /// The CLI has exited.
    Gone,
    /// Another program has the pane, such as a shell or an editor.
    Other,
}

impl Need {
    /// All needs, the most urgent first. The list is final.
    ///
    /// ```
    /// # use shadow_tui_core as shadow_tui;
    /// use shadow_tui::Need;
    ///
    /// let mut panes = [("a", Need::Working), ("b", Need::Blocked), ("c", Need::Idle)];
    /// panes.sort_by_key(|(_, need)| *need);
    /// assert_eq!(panes.map(|(pane, _)| pane), ["b", "c", "a"]);
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Blocked,
        Self::Failed,
        Self::Stalled,
        Self::Idle,
        Self::Unknown,
        Self::Working,
        Self::Gone,
        Self::Other,
    ];

    /// The need that a payload shows.
    #[must_use]
    pub fn of(payload: &Payload) -> Self {
        let surface = &payload.surface_assessment;
        let stalled = payload
            .lifecycle
            .is_some_and(|life| life.readiness == Readiness::Stalled || life.suspected);
        match (surface.availability, surface.business_state) {
            (Availability::Disconnected, _) => Self::Gone,
            (Availability::Unsupported, _) => Self::Other,
            (_, BusinessState::AwaitingOperator) => Self::Blocked,
            _ if stalled => Self::Stalled,
            (_, BusinessState::Working) => Self::Working,
            (_, BusinessState::Idle) if surface.failure.is_some() => Self::Failed,
            (_, BusinessState::Idle) => Self::Idle,
            (_, BusinessState::Unknown) if payload.is_settled_by_silence() => Self::Idle,
            (_, BusinessState::Unknown) => Self::Unknown,
        }
    }

    /// Its name, at most seven columns.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Failed => "failed",
            Self::Stalled => "stalled",
            Self::Idle => "idle",
            Self::Unknown => "unknown",
            Self::Working => "working",
            Self::Gone => "gone",
            Self::Other => "other",
        }
    }

    /// A mark that shows it without color.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Blocked => "!",
            Self::Failed => "x",
            Self::Stalled => "~",
            Self::Idle => ">",
            Self::Unknown => "?",
            Self::Working => "*",
            Self::Gone => "-",
            Self::Other => ".",
        }
    }
}
