//! Waiting until a pane is ready, safe, blocked, done, idle or gone.

use std::path::{Path, PathBuf};

use shadow_core::contract::{Availability, BusinessState, Payload};
use shadow_core::event::{Event, EventBody};
use shadow_core::reducer::{Limits, Readiness, TurnState};
use shadow_tmux::PaneId;

use super::pane::Seen;
use super::watcher::Watcher;

/// Seconds that the first look may take to come, and that it takes longer than it must stand.
const LOOK: f64 = 2.0;
const MARGIN: f64 = 0.1;

/// What to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Until {
    /// The CLI accepts a prompt.
    Ready,
    /// The CLI accepts a prompt, and typing overwrites no draft.
    Safe,
    /// A dialog needs an answer.
    Blocked,
    /// A running turn has ended.
    Completed,
    /// No turn runs.
    Idle,
    /// No turn runs: the end of the one that runs, else the event that shows that none does.
    NoTurn,
    /// The CLI or the pane is gone.
    Gone,
}

/// The end of a wait.
#[derive(Debug)]
pub enum Waited {
    /// The state was reached, with the event that shows it.
    Came(Box<Event>),
    /// The time ran out.
    Late,
    /// The pane is gone before the state was reached.
    PaneGone,
    /// The program has ended before the state was reached, and tmux keeps the pane.
    ProgramEnded,
}

/// Waits until a pane is in a state, with a watch of its own.
///
/// If the pane is already in the state, the wait ends at once, even with a `timeout` of 0 (seconds). The first look takes about
/// 0.3 s and is always made. [`Until::Completed`] waits for the end of a running turn. `note` gets messages about the watch
/// itself, for the operator.
pub fn wait(
    watcher: Watcher,
    (socket, pane): (&Path, PaneId),
    until: Until,
    timeout: Option<f64>,
    mut note: impl FnMut(&str),
) -> Waited {
    let mut watcher = watcher.shown();
    let (mut silence, mut first) = (Silence::default(), None);
    watcher.add_pane(socket, pane);
    loop {
        let step = watcher.step();
        step.notes.iter().for_each(|words| note(words));
        let told = step.events.iter().find(|event| ends(until, event));
        if silence.take(&step.events, watcher.news()) {
            first.get_or_insert(watcher.now());
        }
        if let Some(event) = told.or(silence.ends(until)) {
            return Waited::Came(Box::new(event.clone()));
        }
        if watcher.is_over() {
            return Waited::PaneGone;
        }
        if silence.dead {
            return Waited::ProgramEnded;
        }
        let end = timeout.map(|seconds| end(seconds, first));
        let is_released = watcher.departure().is_released();
        if is_released || end.is_some_and(|end| watcher.now() >= end) {
            return Waited::Late;
        }
        watcher.sleep(end);
    }
}

/// When the wait is over: not before the first look, begun at `first`, could be believed. The time that is given bounds
/// the waiting for a change.
fn end(seconds: f64, first: Option<f64>) -> f64 {
    let settled = first.map_or(LOOK, |first| {
        first + Limits::default().first_settle + MARGIN
    });
    seconds.max(settled)
}

/// What the looks tell that no event does: what silence has settled of a screen that does not tell a running turn from a
/// finished one, and whether the program has ended.
#[derive(Debug, Default)]
struct Silence {
    /// The last event of the readiness: what there is to print.
    told: Option<Event>,
    /// Whether silence has settled the pane as it was seen last.
    settled: bool,
    /// Whether text typed into it would be a prompt.
    takes_a_prompt: bool,
    /// Whether no turn has been seen, and none runs by the last look.
    rests: bool,
    /// Whether its program has ended, and tmux keeps the pane.
    dead: bool,
}

impl Silence {
    /// Takes what happened; says whether there was a look.
    fn take(&mut self, events: &[Event], news: Vec<(PathBuf, PaneId, Option<Seen>)>) -> bool {
        for event in events {
            if matches!(event.body, EventBody::ReadinessChanged { .. }) {
                self.told = Some(event.clone());
            }
        }
        let looked = !news.is_empty();
        for (_, _, seen) in news {
            self.dead = seen.as_ref().is_some_and(|seen| seen.pane.dead);
            let payload = seen.map(|seen| seen.payload);
            let payload = payload.as_ref();
            self.settled = payload.is_some_and(Payload::is_settled_by_silence);
            self.takes_a_prompt = payload.is_some_and(Payload::takes_a_prompt);
            self.rests = self.settled || payload.is_some_and(is_idle);
        }
        looked
    }

    /// The event that ends the wait, if it does.
    fn ends(&self, until: Until) -> Option<&Event> {
        let holds = match until {
            Until::NoTurn => self.rests,
            Until::Idle => self.settled,
            Until::Safe => self.settled && self.takes_a_prompt,
            _ => false,
        };
        self.told.as_ref().filter(|_| holds)
    }
}

/// Whether a look shows that no turn runs, and no turn has been seen to begin.
fn is_idle(payload: &Payload) -> bool {
    let turn = payload.lifecycle.map(|life| life.turn);
    payload.surface_assessment.business_state == BusinessState::Idle
        && turn.is_none_or(|turn| turn == TurnState::Inactive)
}

/// Whether an event ends the wait.
fn ends(until: Until, event: &Event) -> bool {
    match (&event.body, until) {
        (EventBody::ReadinessChanged { to, .. }, Until::Ready) => *to == Readiness::Ready,
        (EventBody::SurfaceChanged(axes), Until::Safe) => axes.safe_to_type,
        (EventBody::SurfaceChanged(axes), Until::Idle) => {
            axes.business_state == BusinessState::Idle
        }
        (EventBody::SurfaceChanged(axes), Until::Gone) => matches!(
            axes.availability,
            Availability::Disconnected | Availability::Unsupported
        ),
        (EventBody::OperatorBlocked { .. }, Until::Blocked)
        | (EventBody::TurnEnded { .. }, Until::Completed | Until::NoTurn)
        | (EventBody::ProcessExited { .. } | EventBody::PaneGone, Until::Gone) => true,
        _ => false,
    }
}
