//! Events: what a source says as time passes, one JSON object each.
//!
//! Values and the stamp that numbers them. What happens when is decided in [`crate::reducer`] and
//! by the sources.

use serde::Serialize;

use crate::contract::{
    Availability, BusinessState, InputMode, OperatorBlock, SCHEMA_VERSION, ShadowAnomaly, UiContext,
};
use crate::contract::{Outcome, Readiness, TurnHow, TurnRecord, TurnState};

/// The axes of a surface, as `surface_changed` carries them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurfaceAxes {
    /// Is there a CLI to read?
    pub availability: Availability,
    /// What is the agent doing?
    pub business_state: BusinessState,
    /// Where do keystrokes go?
    pub input_mode: InputMode,
    /// Which surface is in front?
    pub ui_context: UiContext,
    /// The base of `ui_context`.
    pub ui_context_base: UiContext,
    /// The next prompt would be taken as such.
    pub submit_ready: bool,
    /// `submit_ready`, and nothing would be overwritten or misread.
    pub safe_to_type: bool,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventBody {
    /// An axis, `submit_ready` or `safe_to_type` changed.
    SurfaceChanged(SurfaceAxes),
    /// The readiness pipeline moved.
    ReadinessChanged {
        /// From which state.
        from: Readiness,
        /// To which.
        to: Readiness,
        /// Whether silence alone settled it.
        inferred_by_silence: bool,
    },
    /// The turn pipeline moved.
    TurnStateChanged {
        /// From which state.
        from: TurnState,
        /// To which.
        to: TurnState,
    },
    /// A turn began.
    TurnStarted {
        /// How it began.
        how: TurnHow,
        /// The prompt's text; null for a turn that began without one.
        prompt: Option<String>,
    },
    /// A turn ended.
    TurnEnded {
        /// How it ended.
        outcome: Outcome,
        /// The turn whose end is told again: the one that was told before is not its end.
        #[serde(skip_serializing_if = "Option::is_none")]
        supersedes: Option<u64>,
        /// Its record, as the turn log keeps it.
        record: Box<TurnRecord>,
    },
    /// A turn whose end silence had told goes on, without a new prompt. The event's `turn` says which.
    TurnResumed,
    /// A person is needed.
    OperatorBlocked {
        /// The block, parsed.
        operator_block: Box<OperatorBlock>,
    },
    /// The block is gone.
    OperatorUnblocked,
    /// The surface has been unknown past the limit.
    StalledEntered {
        /// Since when it has been unknown, in seconds.
        since: f64,
    },
    /// A stalled surface is readable again.
    StalledRecovered {
        /// Since when it was unknown, in seconds.
        since: f64,
    },
    /// Something went other than expected.
    Anomaly {
        /// What.
        anomaly: ShadowAnomaly,
    },
    /// The program said something of itself.
    SelfReport {
        /// `program_status`, `progress`, `title`, `notification`, `tab_status`, `bell`.
        channel: String,
        /// What it said, control characters gone; empty where it says nothing any more. A title is told when it says
        /// something else of the turn, behind `working`, `blocked` or `idle`.
        said: String,
    },
    /// A CLI came up in the pane.
    ProcessStarted {
        /// Counts the CLI's lives in this source, from 1.
        generation: u64,
    },
    /// The CLI ended.
    ProcessExited {
        /// Which of its lives.
        generation: u64,
    },
    /// The pane is gone: nothing more can come from it.
    PaneGone,
}

impl EventBody {
    /// The event's name on the wire.
    ///
    /// ```
    /// # use shadow_tui_core as shadow_tui;
    /// use shadow_tui::event::EventBody;
    ///
    /// assert_eq!(EventBody::TurnResumed.name(), "turn_resumed");
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        value["event"].as_str().unwrap_or_default().to_owned()
    }

    /// How a turn ended, where this is the end of one.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::TurnEnded { outcome, .. } => Some(*outcome),
            _ => None,
        }
    }
}

/// What the reducer or a source emits, before it is numbered.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening {
    /// When, in seconds of the source's clock.
    pub at: f64,
    /// The turn that it belongs to.
    pub turn: Option<u64>,
    /// What.
    pub body: EventBody,
}

/// One event on the wire.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Event {
    /// What happened; `event` names it.
    #[serde(flatten)]
    pub body: EventBody,
    /// Counts the source's events from 0, without gaps.
    pub seq: u64,
    /// Seconds: from the start of a recording, since the epoch when live.
    pub at: f64,
    /// The pane that it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pane: Option<String>,
    /// The socket of the server that holds the pane: ids are unique in their server alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// The recording that it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The turn that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// [`SCHEMA_VERSION`].
    pub schema_version: String,
}

/// Numbers the events of one source.
#[derive(Debug, Clone)]
pub struct Stamp {
    pane: Option<String>,
    socket: Option<String>,
    recording: Option<String>,
    seq: u64,
    offset: f64,
}

impl Stamp {
    /// For a live pane. `offset` is added to every time (from the source's clock to the epoch).
    #[must_use]
    pub fn pane(pane: impl Into<String>, offset: f64) -> Self {
        Self {
            pane: Some(pane.into()),
            socket: None,
            recording: None,
            seq: 0,
            offset,
        }
    }

    /// The same, with the socket of the pane's server.
    #[must_use]
    pub fn on(mut self, socket: impl Into<String>) -> Self {
        self.socket = Some(socket.into());
        self
    }

    /// For a recording.
    #[must_use]
    pub fn recording(recording: impl Into<String>) -> Self {
        Self {
            pane: None,
            socket: None,
            recording: Some(recording.into()),
            seq: 0,
            offset: 0.0,
        }
    }

    /// The next event.
    pub fn event(&mut self, happening: Happening) -> Event {
        let seq = self.seq;
        self.seq += 1;
        Event {
            body: moved(happening.body, self.offset),
            seq,
            at: round(happening.at + self.offset),
            pane: self.pane.clone(),
            socket: self.socket.clone(),
            recording: self.recording.clone(),
            turn: happening.turn,
            schema_version: SCHEMA_VERSION.to_owned(),
        }
    }
}

/// What happened, with the times within it moved from the source's clock as the event's own is.
fn moved(mut body: EventBody, offset: f64) -> EventBody {
    match &mut body {
        _ if offset == 0.0 => {}
        EventBody::TurnEnded { record, .. } => move_record(record, offset),
        EventBody::StalledEntered { since } | EventBody::StalledRecovered { since } => {
            *since = round(*since + offset);
        }
        _ => {}
    }
    body
}

fn move_record(record: &mut TurnRecord, offset: f64) {
    let times = [&mut record.started, &mut record.ended];
    let times = times.into_iter().chain(&mut record.first_activity);
    let waits = record.blocked.iter_mut();
    let waits = waits.flat_map(|wait| std::iter::once(&mut wait.from).chain(&mut wait.to));
    let seen = record.evidence.iter_mut().map(|fact| &mut fact.at);
    for time in times.chain(waits).chain(seen) {
        *time = round(*time + offset);
    }
}

/// Seconds to the microsecond: finer digits are noise of the arithmetic.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_numbered_and_named_as_the_contract_says() {
        let mut stamp = Stamp::pane("%7", 1000.0);
        let happening = |body| Happening {
            at: 0.5,
            turn: Some(3),
            body,
        };
        let first = stamp.event(happening(EventBody::OperatorUnblocked));
        let second = stamp.event(happening(EventBody::ReadinessChanged {
            from: Readiness::Waiting,
            to: Readiness::Ready,
            inferred_by_silence: false,
        }));
        let json = serde_json::to_value(&first).unwrap();
        assert_eq!(json["event"], "operator_unblocked");
        assert_eq!((&json["seq"], &json["at"]), (&0.into(), &1000.5.into()));
        assert_eq!((&json["pane"], &json["turn"]), (&"%7".into(), &3.into()));
        assert!(json.get("recording").is_none());
        let since = stamp.event(happening(EventBody::StalledEntered { since: 0.25 }));
        assert_eq!(since.body, EventBody::StalledEntered { since: 1000.25 });
        let json = serde_json::to_value(&second).unwrap();
        assert_eq!((&json["seq"], &json["to"]), (&1.into(), &"ready".into()));
    }
}
