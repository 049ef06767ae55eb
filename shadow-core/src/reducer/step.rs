//! The step function: one input, what follows from it, and when to look again.

use super::input::ReducerInput;
use super::run::Run;
use super::state::State;
use crate::event::Happening;

/// The result of a step.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state after it.
    pub state: State,
    /// The events, in order.
    pub events: Vec<Happening>,
    /// When something may follow without further input, in seconds of the same clock: look again
    /// then.
    pub next_deadline: Option<f64>,
}

/// The effects of a step, without the state.
#[derive(Debug, Clone, PartialEq)]
pub struct Effects {
    /// The events, in order.
    pub events: Vec<Happening>,
    /// When something may follow without further input, in seconds of the same clock: look again
    /// then.
    pub next_deadline: Option<f64>,
}

/// Makes one step. It is pure: equal state, input and time give an equal step. It cannot fail. A time
/// before the last one, or one that is not a number, is read as the last one.
#[must_use]
pub fn step(mut state: State, input: ReducerInput<'_>, now: f64) -> Step {
    let Effects {
        events,
        next_deadline,
    } = advance(&mut state, input, now);
    Step {
        state,
        events,
        next_deadline,
    }
}

/// Makes one step in place. A state is a few kilobytes, and most steps change only its time.
pub fn advance(state: &mut State, input: ReducerInput<'_>, now: f64) -> Effects {
    let now = state.pass_to(now);
    let again = state.is_again(&input);
    let mut events = Vec::new();
    if again && state.is_at_rest() {
        state.rest(now);
    } else {
        events = take(state, input, again, now);
    }
    Effects {
        events,
        next_deadline: state.stepped.deadline,
    }
}

/// Takes an input that may change something; `again` where it says what the last one said.
pub(super) fn take(
    state: &mut State,
    input: ReducerInput<'_>,
    again: bool,
    now: f64,
) -> Vec<Happening> {
    state.stepped.uid_before = state.dialog.next_uid();
    let mut run = Run {
        state,
        now,
        events: Vec::new(),
    };
    match input {
        ReducerInput::Observation(observation) if !again => run.observe_new(observation),
        ReducerInput::Observation(_) | ReducerInput::Tick => run.observe_again(),
        ReducerInput::Submit { text } => run.submit(text),
        ReducerInput::Interrupt => run.interrupt(),
    }
    run.settle_time();
    run.settle_queue();
    let mut events = run.events;
    events.sort_by(|one, other| one.at.total_cmp(&other.at));
    state.stepped.again = again && events.is_empty();
    state.stepped.deadline = state.next_deadline();
    events
}
