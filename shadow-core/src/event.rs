//! Events of a source over time, one JSON object each.
//!
//! This module holds the values, and the stamp that numbers them. [`crate::reducer`] and the sources decide when
//! an event happens.

use serde::{Deserialize, Serialize};

use crate::contract::{
    Availability, BusinessState, InputMode, OperatorBlock, SCHEMA_VERSION, ShadowAnomaly, UiContext,
};
use crate::contract::{Outcome, Readiness, TurnHow, TurnRecord, TurnState};

/// The axes of a surface, in the event `surface_changed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurfaceAxes {
    /// Whether the pane shows a CLI that shadow can read.
    pub availability: Availability,
    /// What the agent is doing.
    pub business_state: BusinessState,
    /// Where keystrokes would go.
    pub input_mode: InputMode,
    /// Which surface is in front.
    pub ui_context: UiContext,
    /// The base of `ui_context`.
    pub ui_context_base: UiContext,
    /// Whether the CLI would accept a prompt now.
    pub submit_ready: bool,
    /// Whether, in addition, typing would overwrite no draft and be read as a prompt.
    pub safe_to_type: bool,
}

/// What happened, with its details.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventBody {
    /// An axis, `submit_ready` or `safe_to_type` changed.
    SurfaceChanged(SurfaceAxes),
    /// The readiness pipeline moved.
    ReadinessChanged {
        /// The state before.
        from: Readiness,
        /// The state now.
        to: Readiness,
        /// Whether the change was inferred only from silence.
        inferred_by_silence: bool,
    },
    /// The turn pipeline moved.
    TurnStateChanged {
        /// The state before.
        from: TurnState,
        /// The state now.
        to: TurnState,
    },
    /// A turn began.
    TurnStarted {
        /// How it began.
        how: TurnHow,
        /// The prompt's text; null if the turn began without a prompt.
        prompt: Option<String>,
    },
    /// A turn ended.
    TurnEnded {
        /// How it ended.
        outcome: Outcome,
        /// The turn whose earlier end was wrong. This event replaces it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supersedes: Option<u64>,
        /// Its record, as in the turn log.
        record: Box<TurnRecord>,
    },
    /// A turn goes on without a new prompt, after its end was inferred from silence. `turn` names it.
    TurnResumed,
    /// A dialog needs a person.
    OperatorBlocked {
        /// The dialog, parsed.
        operator_block: Box<OperatorBlock>,
    },
    /// The dialog is gone.
    OperatorUnblocked,
    /// The surface has been unknown for longer than the limit.
    StalledEntered {
        /// The time when it became unknown, in seconds.
        since: f64,
    },
    /// A stalled surface is readable again.
    StalledRecovered {
        /// The time when it became unknown, in seconds.
        since: f64,
    },
    /// Something is not as expected.
    Anomaly {
        /// The anomaly.
        anomaly: ShadowAnomaly,
    },
    /// The program reported something about itself.
    SelfReport {
        /// `program_status`, `progress`, `title`, `notification`, `tab_status`, `bell`.
        channel: String,
        /// The report, without control characters; empty if the report was withdrawn. A title is reported when its meaning for
        /// the turn changes. Then `working`, `blocked` or `idle` comes before its text.
        said: String,
    },
    /// A CLI came up in the pane.
    ProcessStarted {
        /// Counts the CLI's lives in this source, from 1.
        generation: u64,
    },
    /// The CLI ended.
    ProcessExited {
        /// The number of the life that ended.
        generation: u64,
    },
    /// The pane is gone. This is its last event.
    PaneGone,
}

impl EventBody {
    /// The names of all events on the wire.
    pub const NAMES: [&str; 15] = [
        "surface_changed",
        "readiness_changed",
        "turn_state_changed",
        "turn_started",
        "turn_ended",
        "turn_resumed",
        "operator_blocked",
        "operator_unblocked",
        "stalled_entered",
        "stalled_recovered",
        "anomaly",
        "self_report",
        "process_started",
        "process_exited",
        "pane_gone",
    ];

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

    /// The outcome of the turn, if this event ends one.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::TurnEnded { outcome, .. } => Some(*outcome),
            _ => None,
        }
    }
}

/// An event of the reducer or of a source, before it gets its number.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening {
    /// The time, in seconds of the source's clock.
    pub at: f64,
    /// The turn that the event belongs to.
    pub turn: Option<u64>,
    /// What happened.
    pub body: EventBody,
}

/// One event, as it is written to JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Event {
    /// What happened; `event` names it.
    #[serde(flatten)]
    pub body: EventBody,
    /// Counts the source's events from 0, without gaps.
    pub seq: u64,
    /// The time in seconds: from the start of a recording, or since the epoch for a live pane.
    pub at: f64,
    /// The pane that the event came from. For a pane of another machine, this is the whole name, `HOST/SERVER/PANE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pane: Option<String>,
    /// The socket of the pane's server. A pane id is unique only in its server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// The pane's key in the paths of the HTTP API, from the server of that API alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The machine of the pane, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The run of the relay on that machine. `seq` counts within it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<String>,
    /// The recording that the event came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The turn that the event belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
    /// Numbers the events of a live pane. `offset` is added to every time (from the source's clock to the epoch).
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

    /// Adds the socket of the pane's server.
    #[must_use]
    pub fn on(mut self, socket: impl Into<String>) -> Self {
        self.socket = Some(socket.into());
        self
    }

    /// Numbers the events of a recording.
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
            key: None,
            host: None,
            life: None,
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
