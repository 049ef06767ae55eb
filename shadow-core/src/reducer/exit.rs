//! The CLI's process over time: a live surface begins a life, and its end ends what runs and what asks.

use super::cell::Cell;
use super::run::Run;
use super::track::BlockTrack;
use super::turn::Phase;
use crate::contract::Outcome;
use crate::event::EventBody;

impl Run<'_> {
    /// A live surface: a CLI is up.
    pub(super) fn process_lives(&mut self) {
        if let Some(generation) = self.state.life.begin() {
            self.say(EventBody::ProcessStarted { generation });
        }
    }

    /// The CLI has ended; what runs ends with it, and what comes is another life.
    pub(super) fn process_ended(&mut self, at: f64) {
        self.state.looks.doubt = None;
        self.state.title.outlive();
        if !self.state.life.is_alive() {
            return;
        }
        self.begin_what_asks();
        self.end_turn_with_process(at);
        self.state.life.end();
        self.state.baseline.end();
        self.state.signs.end();
        self.state.past.settled = None;
        self.state.queue.clear();
        let generation = self.state.life.generation();
        self.say(EventBody::ProcessExited { generation });
    }

    /// What the agent asks for is there until the CLI goes: a turn asks it, though it had not stood for
    /// long enough to begin one. How long it was seen for differs with every look.
    fn begin_what_asks(&mut self) {
        let track = self.state.blocks.front.clone();
        let track = track.and_then(BlockTrack::into_standing);
        let seen = &self.state.looks.seen;
        let asks = seen.agent_asks() && !seen.background && seen.agent_alone_asks();
        let begun = self.state.signs.self_start.filter(|_| asks);
        let begun = begun.filter(|_| !self.state.turn.is_open());
        let (Some(start), Some(track)) = (begun, track) else {
            return;
        };
        self.begin_by_itself(start);
        self.enter(Phase::Blocked);
        if let Some(open) = self.state.turn.open_mut() {
            open.waits(&track, track.since.max(open.started));
        }
    }

    /// A turn that rested at a free prompt was over before its process; of one on a surface that tells a
    /// running turn from a finished one by nothing but silence, who knows: for how long it was silent
    /// differs with every look.
    fn end_turn_with_process(&mut self, at: f64) {
        let open = self.state.turn.open();
        let silent = open.is_some_and(|open| open.rest.is_by_silence());
        match open.and_then(|open| open.rest.over()) {
            Some(rest) => {
                let outcome = match self.outcome_by_cells() {
                    Outcome::Success if silent => Outcome::Unknown,
                    told => told,
                };
                self.end_turn(outcome, rest, "rested_before_process_ended");
            }
            None if self.is_spoken_after() && self.state.turn.phase() != Some(Phase::Blocked) => {
                self.end_turn(Outcome::Unknown, at, "process_ended_after_a_command");
            }
            None => self.end_turn(Outcome::Disconnected, at, "process_ended"),
        }
    }

    /// Whether the person has said more below the running turn's last words, as `/exit`: it may have been
    /// over, or not.
    fn is_spoken_after(&self) -> bool {
        let id = self.state.turn.id();
        let words = |cell: &Cell| cell.turn == id && cell.is_agents();
        let cells = &self.state.dialog.cells;
        let last = cells.iter().rposition(words).filter(|_| id != 0);
        let mut below = last.map_or(&[][..], |last| &cells[last + 1..]).iter();
        below.any(Cell::is_user)
    }
}
