//! The step function: one input, what follows from it, and when to look again.

use super::input::ReducerInput;
use super::run::Run;
use super::state::State;
use crate::event::Happening;

/// What a step yields.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state after it.
    pub state: State,
    /// What happened, in order.
    pub events: Vec<Happening>,
    /// When something may follow without further input, in seconds of the same clock: look again
    /// then.
    pub next_deadline: Option<f64>,
}

/// What follows from a step, beside the state.
#[derive(Debug, Clone, PartialEq)]
pub struct Effects {
    /// What happened, in order.
    pub events: Vec<Happening>,
    /// When something may follow without further input, in seconds of the same clock: look again
    /// then.
    pub next_deadline: Option<f64>,
}

/// One step. Pure: the same state, input and time give the same step. Cannot fail; a time that is
/// before the last one, or no number, counts as the last one.
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

/// The same step, on the state where it is: a state is some kilobytes, and most steps change
/// nothing of it but the time.
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
        next_deadline: state.deadline,
    }
}

/// Takes an input that may change something; `again` where it says what the last one said.
pub(super) fn take(
    state: &mut State,
    input: ReducerInput<'_>,
    again: bool,
    now: f64,
) -> Vec<Happening> {
    state.uid_before = state.dialog.next_uid();
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
    state.again = again && events.is_empty();
    state.deadline = state.next_deadline();
    events
}
