//! The reducer's state: everything that it remembers of one source.

use std::collections::VecDeque;
use std::sync::Arc;

use super::dialog::Dialog;
use super::doubt::Doubt;
use super::input::ReducerInput;
use super::lifecycle::{Lifecycle, Readiness};
use super::limits::Limits;
use super::observation::Observation;
use super::record::TurnHow;
use super::settle::{Held, Settling};
use super::sight::Sight;
use super::track::BlockTrack;
use super::turn::{Settled, Turn};
use crate::contract::{Activity, AnomalyCode};

/// The last turn that ended, as far as a flicker needs it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct LastTurn {
    pub(super) key: String,
    pub(super) anchor: Option<u64>,
    pub(super) retracted: bool,
    /// It ended where the person closed what it asked.
    pub(super) unanswered: bool,
}

/// Work without a user cell, which may become a turn of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SelfStart {
    pub(super) since: f64,
    /// Cells from this identity on would be its.
    pub(super) uid: u64,
    /// Since when the agent has been seen to say something.
    pub(super) said_since: Option<f64>,
}

/// A user cell that looks like a command: no turn until the agent does something.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Command {
    pub(super) uid: u64,
    pub(super) since: f64,
    /// Since when the agent has been seen to work on it.
    pub(super) worked_since: Option<f64>,
    /// Since when it has been seen to say something about it.
    pub(super) said_since: Option<f64>,
    pub(super) how: TurnHow,
}

/// A prompt that stood there while the agent worked, for too short a time to be believed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Glimpsed {
    pub(super) text: String,
    pub(super) at: f64,
}

/// A draft that has left the composer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Drafted {
    pub(super) text: String,
    /// When it was first seen to be gone.
    pub(super) at: f64,
}

/// Since when the turn's counter and text have stood still.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Still {
    /// Since when it works.
    pub(super) begun: bool,
    /// The activity as shown.
    pub(super) shown: Option<Activity>,
    /// When the dialog last changed.
    pub(super) changed: f64,
    pub(super) since: f64,
    pub(super) told: bool,
}

/// Everything that the reducer remembers of one source. Opaque: see [`State::lifecycle`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    pub(super) limits: Limits,
    /// Whether time has begun.
    pub(super) started: bool,
    pub(super) now: f64,
    /// The time of the step before.
    pub(super) before: f64,
    pub(super) surface: Settling,
    /// The sight that conclusions are drawn from, and since when.
    pub(super) weighed: Held,
    /// The last observation, while it is not believed yet.
    pub(super) doubted: Option<Arc<Observation>>,
    /// Since when the dialog has stood as the last observation showed it.
    pub(super) shown_since: f64,
    /// What was doubted still when the CLI went, and when it was seen.
    pub(super) last_words: Option<(Arc<Observation>, f64)>,
    /// The last observation, believed or not; none before the first.
    pub(super) given: Option<Arc<Observation>>,
    /// The last believed one.
    pub(super) seen: Arc<Observation>,
    /// The last step that could change anything was given what the one before it was, and nothing
    /// followed.
    pub(super) again: bool,
    /// When something may follow without further input, as of the last step that could change anything.
    pub(super) deadline: Option<f64>,
    pub(super) readiness: Readiness,
    pub(super) readiness_since: f64,
    pub(super) by_silence: bool,
    pub(super) turn: Turn,
    pub(super) turn_since: f64,
    /// The last turn, where silence has told its end: it may go on.
    pub(super) settled: Option<Box<Settled>>,
    pub(super) last: LastTurn,
    /// When the last turn was told to have ended.
    pub(super) ended_at: f64,
    /// The identity that the next new cell got then.
    pub(super) ended_uid: u64,
    /// When the agent was last seen to work.
    pub(super) worked_at: Option<f64>,
    pub(super) turns: u64,
    pub(super) self_start: Option<SelfStart>,
    /// The identity that the next new cell would have had before this step.
    pub(super) uid_before: u64,
    /// At the last look no turn ran, and work was listed that may wake the agent.
    pub(super) may_wake: Option<SelfStart>,
    pub(super) command: Option<Command>,
    /// What may be the prompt of work that shows none.
    pub(super) glimpsed: Option<Glimpsed>,
    /// The draft that went last.
    pub(super) drafted: Option<Drafted>,
    /// Whether the last draft before the next user cell was a command.
    pub(super) drafts_command: bool,
    pub(super) submits: VecDeque<String>,
    /// Whether messages wait behind the running turn.
    pub(super) queued: bool,
    /// When they were last known to.
    pub(super) queued_at: Option<f64>,
    pub(super) dialog: Dialog,
    /// A change of the dialog that is not believed yet; the observation that shows it is `doubted`.
    pub(super) doubt: Option<Doubt>,
    pub(super) baselined: bool,
    pub(super) rebaseline: bool,
    pub(super) invalidated: bool,
    pub(super) unknown_since: Option<f64>,
    pub(super) stalled: bool,
    pub(super) block: Option<BlockTrack>,
    pub(super) title_changed: f64,
    /// Whether the title has been seen to change in this life: one that stood there from its first look on, and says working
    /// alone, may be what a program left that has died.
    pub(super) title_moved: bool,
    /// Whether the title was last seen to say that no turn runs while the screen showed one.
    pub(super) title_lies: bool,
    pub(super) activity: Still,
    pub(super) anomalies: Vec<AnomalyCode>,
    pub(super) generation: u64,
    pub(super) alive: bool,
    pub(super) given_generation: Option<u64>,
}

impl State {
    /// The state before the first observation.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Readiness and turn.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        Lifecycle {
            readiness: self.readiness,
            turn: self.turn.state(),
            turn_id: (self.turns > 0).then_some(self.turns),
            since: self.turn_since,
            readiness_since: self.readiness_since,
            inferred_by_silence: self.by_silence,
            suspected: self.activity.told,
        }
    }

    /// Whether the content that the running turn was anchored to has left the screen.
    #[must_use]
    pub fn baseline_invalidated(&self) -> bool {
        self.invalidated
    }

    /// The first time that is told: nothing is older than it.
    fn begin_at(&mut self, now: f64) {
        self.started = true;
        self.now = now;
        self.surface = Settling::starting(now);
        self.readiness_since = now;
        self.turn_since = now;
        self.dialog.changed_at = now;
        self.title_changed = now;
    }

    /// Whether an input says what the last one said. Notifications are said once each time.
    pub(super) fn is_again(&self, input: &ReducerInput<'_>) -> bool {
        match (input, &self.given) {
            (ReducerInput::Tick, _) => true,
            (ReducerInput::Observation(new), Some(given)) => {
                (Arc::ptr_eq(new, given) || *new == given) && new.reports.notifications.is_empty()
            }
            _ => false,
        }
    }

    /// Whether nothing follows from time alone yet. What a step begins or ends may have consequences at
    /// the next, so the first looks at what has not changed are whole steps.
    pub(super) fn is_at_rest(&self) -> bool {
        self.again && self.given.is_some() && self.deadline.is_none_or(|due| self.now < due)
    }

    /// Whether the last observation was believed.
    pub(super) fn is_believed(&self) -> bool {
        let given = self.given.as_ref();
        given.is_some_and(|given| Arc::ptr_eq(given, &self.seen))
    }

    /// Time has passed and nothing follows from it: what waited waits still, and nothing had woken the
    /// agent until now.
    pub(super) fn rest(&mut self, now: f64) {
        if self.weighed.sight == Sight::Working && !self.seen.is_starting() {
            self.worked_at = Some(now);
        }
        if self.queued && self.is_believed() {
            self.queued_at = Some(now);
        }
        let watched = !self.turn.is_open() && self.command.is_none() && self.doubt.is_none();
        if let Some(woken) = self.may_wake.as_mut().filter(|_| watched) {
            woken.since = now;
        }
    }

    /// Time that never runs backwards; what is no time does not count.
    pub(super) fn pass_to(&mut self, now: f64) -> f64 {
        if now.is_finite() && !self.started {
            self.begin_at(now);
        }
        self.before = self.now;
        if now.is_finite() && now > self.now {
            self.now = now;
        }
        self.now
    }
}
