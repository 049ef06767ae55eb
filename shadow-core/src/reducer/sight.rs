//! What an observation is to the reducer: one of nine sights.

use super::Observation;
use crate::contract::{Availability, BusinessState};
use crate::snapshot::ProcessState;

/// What the surface is, in the reducer's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sight {
    /// Blank or half painted: the CLI is coming up.
    #[default]
    Startup,
    /// The CLI has ended.
    Gone,
    /// Plainly another program: the shell too that a suspended CLI has left the pane to.
    Foreign,
    /// A live surface that does not tell what the agent does, and silence does not either.
    Unknown,
    /// A free composer, and nothing tells a running turn from a finished one: silence settles it.
    Unwitnessed,
    /// A turn runs.
    Working,
    /// A person must answer or dismiss something.
    Blocked,
    /// The next prompt would be taken as such.
    Ready,
    /// No turn runs, but the composer is not free (a popup, a command draft).
    Idle,
}

impl Sight {
    /// The sight of an observation.
    pub(super) fn of(observation: &Observation) -> Self {
        let axes = &observation.axes;
        if observation.process == ProcessState::Exited {
            return Self::Gone;
        }
        match (axes.availability, axes.business_state) {
            (Availability::Disconnected, _) if observation.suspended => Self::Foreign,
            (Availability::Disconnected, _) => Self::Gone,
            (Availability::Unsupported, _) => Self::Foreign,
            (Availability::Unknown, _) => Self::Startup,
            (_, BusinessState::Working) => Self::Working,
            (_, BusinessState::AwaitingOperator) => Self::Blocked,
            (_, BusinessState::Idle) if axes.submit_ready => Self::Ready,
            (_, BusinessState::Idle) => Self::Idle,
            (_, BusinessState::Unknown) if observation.unwitnessed => Self::Unwitnessed,
            (_, BusinessState::Unknown) => Self::Unknown,
        }
    }

    /// Whether it is believed at once: it keeps hands off.
    pub(super) fn is_guarded(self) -> bool {
        matches!(self, Self::Working | Self::Blocked | Self::Idle)
    }

    /// Whether the surface shows a dialog that can be followed.
    pub(super) fn shows_dialog(self) -> bool {
        matches!(
            self,
            Self::Working | Self::Blocked | Self::Ready | Self::Idle | Self::Unwitnessed
        )
    }

    /// Whether it counts towards a stall.
    pub(super) fn is_unknown(self) -> bool {
        matches!(self, Self::Startup | Self::Unknown | Self::Foreign)
    }
}
