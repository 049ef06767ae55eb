//! The reducer's state: everything that it remembers of one source.

use std::sync::Arc;

use super::dialog::Dialog;
use super::doubt::Doubt;
use super::input::ReducerInput;
use super::life::{Baseline, Life};
use super::limits::Limits;
use super::observation::Observation;
use super::queue::Queue;
use super::settle::{Held, Settling};
use super::sight::Sight;
use super::signs::Signs;
use super::stall::{Stall, Still};
use super::title::Title;
use super::track::BlockTrack;
use super::turn::{Settled, Turn};
use crate::contract::AnomalyCode;
use crate::contract::{Lifecycle, Readiness};

/// The last turn that ended, as far as a flicker needs it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct LastTurn {
    pub(super) key: String,
    pub(super) anchor: Option<u64>,
    pub(super) retracted: bool,
    /// It ended where the person closed what it asked.
    pub(super) unanswered: bool,
}

/// Everything that the reducer remembers of one source. It is opaque; read it with [`State::lifecycle`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    pub(super) limits: Limits,
    /// Whether time has begun.
    pub(super) started: bool,
    pub(super) now: f64,
    /// The time of the step before.
    pub(super) before: f64,
    pub(super) stepped: Stepped,
    pub(super) looks: Looks,
    pub(super) surface: Settling,
    /// The sight that conclusions are drawn from, and since when.
    pub(super) weighed: Held,
    pub(super) title: Title,
    pub(super) life: Life,
    pub(super) dialog: Dialog,
    pub(super) baseline: Baseline,
    pub(super) published: Published,
    pub(super) turn: Turn,
    pub(super) past: Past,
    pub(super) signs: Signs,
    pub(super) queue: Queue,
    pub(super) blocks: Blocks,
    pub(super) stall: Stall,
    pub(super) still: Still,
}

/// What the last step that could change anything has left for the next.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Stepped {
    /// It was given what the one before it was, and nothing followed.
    pub(super) again: bool,
    /// When something may follow without further input.
    pub(super) deadline: Option<f64>,
    /// The identity that the next new cell would have had before it.
    pub(super) uid_before: u64,
}

/// What observers have been given.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Published {
    pub(super) readiness: Readiness,
    pub(super) readiness_since: f64,
    pub(super) by_silence: bool,
    pub(super) turn_since: f64,
    /// The parser's anomalies that hold now.
    pub(super) anomalies: Vec<AnomalyCode>,
}

/// The dialogs in front.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Blocks {
    pub(super) front: Option<BlockTrack>,
    /// How many there have been.
    pub(super) count: u64,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Looks {
    /// The last observation, believed or not; none before the first.
    pub(super) given: Option<Arc<Observation>>,
    /// The last believed one.
    pub(super) seen: Arc<Observation>,
    /// The last one, while it is not believed yet.
    pub(super) doubted: Option<Arc<Observation>>,
    /// The change of the dialog that it shows.
    pub(super) doubt: Option<Doubt>,
    /// Since when the dialog has stood as the last observation showed it.
    pub(super) shown_since: f64,
    /// A side chat had the keys at the last believed look, or has been covered by its own dialogs since.
    pub(super) aside: bool,
    /// What was doubted still when the CLI went, and when it was seen.
    pub(super) last_words: Option<(Arc<Observation>, f64)>,
}

/// The turns before.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Past {
    /// How many have begun.
    pub(super) turns: u64,
    pub(super) last: LastTurn,
    /// When the last was told to have ended.
    pub(super) ended_at: f64,
    /// The identity that the next new cell got then.
    pub(super) ended_uid: u64,
    /// The last, where silence has told its end: it may go on.
    pub(super) settled: Option<Box<Settled>>,
    /// When the agent was last seen to work.
    pub(super) worked_at: Option<f64>,
}

impl Looks {
    /// Whether a side chat covers the main session, so that nothing of its dialog is on the screen.
    pub(super) fn is_covered(&self) -> bool {
        self.aside && self.seen.cells.is_empty()
    }
}

impl State {
    /// The state before the first observation. Limits that are no lengths of time are mended, as [`Limits`] says.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits: limits.mended(),
            ..Self::default()
        }
    }

    /// Gives the next dialog in front the number after `before`.
    pub(crate) fn number_from(&mut self, before: u64) {
        self.blocks.count = before;
    }

    /// Readiness and turn.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        Lifecycle {
            readiness: self.published.readiness,
            turn: self.turn.state(),
            turn_id: (self.past.turns > 0).then_some(self.past.turns),
            since: self.published.turn_since,
            readiness_since: self.published.readiness_since,
            inferred_by_silence: self.published.by_silence,
            suspected: self.still.is_told(),
        }
    }

    /// Whether the content that the running turn was anchored to has left the screen.
    #[must_use]
    pub fn baseline_invalidated(&self) -> bool {
        self.baseline.is_lost()
    }

    /// The first time that is told: nothing is older than it.
    fn begin_at(&mut self, now: f64) {
        self.started = true;
        self.now = now;
        self.surface = Settling::starting(now);
        self.published.readiness_since = now;
        self.published.turn_since = now;
        self.dialog.changed_at = now;
        self.title = Title::at(now);
    }

    /// The last observation.
    pub(crate) fn last_given(&self) -> Option<&Arc<Observation>> {
        self.looks.given.as_ref()
    }

    /// Whether an input says what the last one said. Notifications are said once each time.
    pub(super) fn is_again(&self, input: &ReducerInput<'_>) -> bool {
        match (input, &self.looks.given) {
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
        let due = self.stepped.deadline;
        self.stepped.again && self.looks.given.is_some() && due.is_none_or(|due| self.now < due)
    }

    /// Whether the last observation was believed.
    pub(super) fn is_believed(&self) -> bool {
        let given = self.looks.given.as_ref();
        given.is_some_and(|given| Arc::ptr_eq(given, &self.looks.seen))
    }

    /// Since when silence has reigned: no change of the sight, of the dialog, or of a title that
    /// says working.
    pub(super) fn quiet_since(&self) -> f64 {
        let believed = self.surface.believed;
        let changed = self.dialog.changed_at.max(believed.since);
        match believed.sight {
            Sight::Working => changed.max(self.title.changed()),
            _ => changed,
        }
    }

    /// Whether messages waited behind the turn at a time or a moment before: the row of a queued
    /// message may go before its cell comes. As long as the turn runs on, they wait.
    pub(super) fn was_queued(&self, then: f64) -> bool {
        let Some(at) = self.queue.waited_at() else {
            return false;
        };
        let began = self.turn.open().map_or(at, |open| open.started);
        then <= at + self.limits.queue_hold || (self.turn.runs() && at >= began)
    }

    /// Time has passed and nothing follows from it: what waited waits still, and nothing had woken the
    /// agent until now.
    pub(super) fn rest(&mut self, now: f64) {
        if self.weighed.sight == Sight::Working && !self.looks.seen.is_starting() {
            self.past.worked_at = Some(now);
        }
        if self.is_believed() {
            self.queue.rest(now);
        }
        let watched =
            !self.turn.is_open() && self.signs.command.is_none() && self.looks.doubt.is_none();
        if let Some(woken) = self.signs.may_wake.as_mut().filter(|_| watched) {
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
