//! What silence settles, and what takes it back: where nothing tells a running turn from a finished one, a turn that has been
//! silent for long enough is over; where the agent goes on without a new prompt, it was not, and it is the same turn.

use super::cell::Cell;
use super::run::Run;
use super::signs::SelfStart;
use super::state::State;
use super::turn::{Phase, Settled, Turn};
use crate::contract::CellRole;
use crate::contract::Outcome;
use crate::event::EventBody;

/// Characters of the last words that are compared.
const TAIL: usize = 48;

impl Run<'_> {
    /// Ends the running turn where only silence says that it is over.
    pub(super) fn settle_by_silence(&mut self, outcome: Outcome, ended: f64) {
        let unfinished = self.state.breaks_off_midway();
        let (tail, uid) = (self.state.tail(), self.state.dialog.next_uid());
        let Some(open) = self.state.turn.open_mut() else {
            return;
        };
        open.by_silence = true;
        if unfinished {
            open.note(ended, "words_unfinished");
        }
        let settled = Settled {
            open: Box::new(open.clone()),
            tail,
            uid,
            goes_on: None,
        };
        self.end_turn(outcome, ended, "silence");
        self.state.past.settled = Some(Box::new(settled));
    }

    /// Whether the words of the turn that silence has settled go on, and no new prompt is there: then it does.
    pub(super) fn watch_resumption(&mut self) {
        let (now, settle) = (self.now, self.state.limits.settle);
        let goes_on = self.state.goes_on();
        let Some(settled) = &mut self.state.past.settled else {
            return;
        };
        settled.goes_on = goes_on.then(|| settled.goes_on.unwrap_or(now));
        if settled.due(settle).is_some_and(|due| now >= due) {
            let (at, uid) = (settled.goes_on.unwrap_or(now), settled.uid);
            self.resume(&SelfStart {
                since: at,
                uid,
                said_since: Some(at),
                shown: false,
            });
        }
    }

    /// The settled turn goes on; false where there is none.
    pub(super) fn resume(&mut self, start: &SelfStart) -> bool {
        let Some(settled) = self.state.past.settled.take() else {
            return false;
        };
        let mut open = settled.open;
        let id = open.id;
        open.by_silence = false;
        open.resumed = true;
        open.rest.doubt();
        open.rest.resume();
        open.unwitnessed = false;
        open.note(start.since, "agent_goes_on");
        self.state.signs.self_start = None;
        self.state.signs.may_wake = None;
        let from = self.state.turn.state();
        self.state.turn = Turn::Open(Phase::Running, open);
        self.state.dialog.own_since(start.uid, settled.uid, id);
        self.say_of(Some(id), EventBody::TurnResumed);
        self.tell_turn(from);
        self.gather();
        true
    }
}

impl State {
    /// How long silence must last to settle the running turn, in seconds: longer in the midst of a sentence.
    pub(super) fn patience(&self) -> f64 {
        match self.breaks_off_midway() {
            true => self.limits.quiet_midway,
            false => self.limits.quiet,
        }
    }

    /// Whether the last that the running turn has said is no whole sentence.
    fn breaks_off_midway(&self) -> bool {
        let last = self.last_words_of(self.turn.id());
        last.is_some_and(|cell| cell.role == CellRole::Assistant && is_unfinished(&cell.text))
    }

    /// Whether the settled turn's last words are others now, below no new prompt.
    fn goes_on(&self) -> bool {
        let Some(settled) = &self.past.settled else {
            return false;
        };
        let asked = |cell: &Cell| cell.is_user() && cell.uid >= settled.uid;
        let last = self.last_words_of(settled.open.id);
        let differs = last.is_some_and(|cell| !cell.solid.ends_with(&settled.tail));
        differs && !self.dialog.cells.iter().any(asked) && !settled.tail.is_empty()
    }

    /// The end of the running turn's last words.
    fn tail(&self) -> String {
        let last = self.last_words_of(self.turn.id());
        let solid = last.map_or("", |cell| cell.solid.as_str());
        let skip = solid.chars().count().saturating_sub(TAIL);
        solid.chars().skip(skip).collect()
    }

    fn last_words_of(&self, turn: u64) -> Option<&Cell> {
        let own = |cell: &&Cell| turn != 0 && cell.turn == turn && cell.is_agents();
        self.dialog.cells.iter().rfind(own)
    }
}

/// Whether a text stops in the midst of a sentence: at a letter, a digit, or a mark after which more must come.
fn is_unfinished(text: &str) -> bool {
    let last = text.trim_end().chars().next_back();
    last.is_some_and(|last| last.is_alphanumeric() || ",;:-–—([{".contains(last))
}
