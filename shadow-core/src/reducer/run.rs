//! A step at work: the state that it moves, the time that it is, what it says, and what all its parts do to a turn.

use super::signs::SelfStart;
use super::state::State;
use super::turn::{Phase, Turn};
use crate::contract::TurnState;
use crate::event::{EventBody, Happening};

/// A step at work.
pub(super) struct Run<'s> {
    pub(super) state: &'s mut State,
    pub(super) now: f64,
    pub(super) events: Vec<Happening>,
}

impl Run<'_> {
    /// Says what happened, now.
    pub(super) fn say(&mut self, body: EventBody) {
        self.say_at(self.now, body);
    }

    /// Says what happened to a turn, now.
    pub(super) fn say_of(&mut self, turn: Option<u64>, body: EventBody) {
        let at = self.now;
        self.events.push(Happening { at, turn, body });
    }

    /// Says what happened, at a time that no earlier event is after.
    pub(super) fn say_at(&mut self, at: f64, body: EventBody) {
        let turn = self.state.turn.open().map(|open| open.id);
        self.events.push(Happening { at, turn, body });
    }

    /// The open turn comes into a phase.
    pub(super) fn enter(&mut self, phase: Phase) {
        let from = self.state.turn.state();
        if let Turn::Open(now, _) = &mut self.state.turn {
            *now = phase;
        }
        self.tell_turn(from);
    }

    /// Reports the state of the turn, if it has changed.
    pub(super) fn tell_turn(&mut self, from: TurnState) {
        let to = self.state.turn.state();
        if from == to {
            return;
        }
        self.state.published.turn_since = self.now;
        let id = Some(self.state.past.turns).filter(|id| *id > 0);
        self.say_of(id, EventBody::TurnStateChanged { from, to });
    }

    /// Gathers the running turn's answer and its first signs.
    pub(super) fn gather(&mut self) {
        if let Some(open) = self.state.turn.open_mut() {
            open.gather(&self.state.dialog.cells, self.now);
        }
    }

    /// From now on, what is listed in the background may wake the agent for less than a look.
    pub(super) fn await_waking(&mut self) {
        let start = SelfStart {
            since: self.now,
            uid: self.state.dialog.next_uid(),
            said_since: None,
            shown: false,
        };
        self.state.signs.may_wake = self.state.looks.seen.background.then_some(start);
    }
}
