//! How a turn ends: by what its cells say, and the record of it.

use super::cell::{Cell, solid};
use super::run::Run;
use super::state::LastTurn;
use super::turn::{Idle, OpenTurn};
use crate::contract::CellRole;
use crate::contract::{Outcome, TurnRecord};
use crate::event::EventBody;

impl Run<'_> {
    /// The next turn begins: the one that runs is over, by what its cells say.
    pub(super) fn supersede(&mut self, why: &str) {
        self.supersede_at(why, self.now);
    }

    /// The next turn began at this time, so the running one was over by then.
    pub(super) fn supersede_at(&mut self, why: &str, began: f64) {
        self.note_break();
        if let Some(open) = self.state.turn.open() {
            let ended = open.rest.over().unwrap_or(began).min(began);
            self.end_turn(self.outcome_by_cells(), ended, why);
        }
    }

    /// Notes that the last that is on the screen of the running turn is the CLI's word that a person broke it off:
    /// where the next prompt came with it, no surface at rest has shown it.
    pub(super) fn note_break(&mut self) {
        let (now, cells) = (self.now, &self.state.dialog.cells);
        if let Some(open) = self.state.turn.open_mut() {
            let last = cells.iter().rfind(|cell| cell.turn == open.id);
            let breaks_off = match last {
                Some(cell) => cell.breaks_off,
                None => open.last.is_some_and(|last| last.breaks_off),
            };
            if breaks_off && !open.rest.end.interrupted {
                open.rest.end.interrupted = true;
                open.note(now, "interrupt_mark");
            }
        }
    }

    /// Failure and interruption, as a resting surface shows them.
    pub(super) fn note_marks(&mut self) {
        let (now, seen) = (self.now, &self.state.looks.seen);
        let Some(open) = self.state.turn.open_mut() else {
            return;
        };
        let own = open.worked || open.answered;
        let returned = open.prompt.retracted && {
            let draft = seen.draft.as_deref();
            draft.is_some_and(|draft| solid(draft) == open.prompt.key)
        };
        if own && seen.interrupted && !open.rest.end.interrupted {
            open.rest.end.interrupted = true;
            open.note(now, "interrupt_mark");
        }
        if own && open.rest.end.failure.is_none() && seen.failure.is_some() {
            open.rest.end.failure.clone_from(&seen.failure);
            open.note(now, "failure_shown");
        }
        if returned && !open.rest.end.interrupted {
            open.rest.end.interrupted = true;
            open.note(now, "prompt_returned_to_composer");
        }
    }

    /// How the running turn has ended, by what its cells say where nothing else has told.
    pub(super) fn outcome_by_cells(&self) -> Outcome {
        match self.state.turn.open() {
            Some(open) => open.outcome(&self.state.dialog.cells),
            None => Outcome::Unknown,
        }
    }

    /// Ends the running turn, if one runs, and writes its record.
    pub(super) fn end_turn(&mut self, outcome: Outcome, ended: f64, why: &str) {
        let from = self.state.turn.state();
        let Some(mut open) = self.state.turn.close(Idle::after(outcome)) else {
            return;
        };
        // A cell may have become complete and changed nothing else.
        open.answer.take(&self.state.dialog.cells, open.id);
        if open.is_cut_short(&self.state.dialog.cells, outcome) {
            open.answer.break_off();
        }
        if self.state.looks.is_covered() {
            open.answer.break_off();
        }
        let ended = ended.clamp(open.started, self.now);
        let marked = open.rest.end.interrupted;
        let unanswered = outcome == Outcome::Interrupted && (!marked || open.asked.is_some());
        if unanswered && !marked {
            open.note(ended, "left_unanswered");
        }
        open.note(ended, why);
        let id = open.id;
        self.state.past.last = LastTurn {
            key: open.prompt.key.clone(),
            anchor: open.prompt.anchor,
            retracted: open.prompt.retracted && outcome != Outcome::Interrupted,
            unanswered,
        };
        self.state.still.end();
        self.state.past.ended_at = self.now;
        self.state.past.ended_uid = self.state.dialog.next_uid();
        self.await_waking();
        self.state.baseline.lose(false);
        self.tell_turn(from);
        let record = Box::new(record(*open, outcome, ended, self.state.life.generation()));
        let supersedes = record.supersedes;
        let ended = EventBody::TurnEnded {
            outcome,
            supersedes,
            record,
        };
        self.say_of(Some(id), ended);
    }
}

impl OpenTurn {
    /// How it would have ended, were it over, by its marks and the cells of the last screen.
    fn outcome(&self, cells: &[Cell]) -> Outcome {
        if self.rest.end.interrupted {
            return Outcome::Interrupted;
        }
        if self.rest.end.failure.is_some() {
            return Outcome::KnownFailure;
        }
        let shown = cells.iter().rfind(|cell| self.owns(cell));
        let shown = shown.map(|cell| cell.role);
        let last = shown.or(self.last.map(|last| last.role));
        let tool = matches!(last, Some(CellRole::ToolCall | CellRole::ToolResult));
        // Of a command no words need come.
        let speaks = !self.is_command();
        if last == Some(CellRole::Error) {
            Outcome::KnownFailure
        } else if self.says_no_more(cells) {
            match self.asked {
                Some(asked) if asked.worked => Outcome::Unknown,
                _ => Outcome::Interrupted,
            }
        } else if speaks && (tool && self.rest.since().is_some() || !self.answered) {
            // A call that was stopped or refused, or a connection that was dropped, may leave no word, and the mark of an
            // end all the same.
            Outcome::Unknown
        } else {
            Outcome::Success
        }
    }

    /// Whether all that came after what the agent asked is the report on it: the person has closed it. Of an
    /// answer the agent makes something.
    fn says_no_more(&self, cells: &[Cell]) -> bool {
        let Some(asked) = self.asked else {
            return false;
        };
        let after = |cell: &&Cell| self.owns(cell) && cell.uid >= asked.uid;
        let calls = cells.iter().filter(after);
        let calls = calls.filter(|cell| cell.role == CellRole::ToolCall).count();
        match cells.iter().rfind(after).map(|cell| cell.role) {
            Some(role) => matches!(role, CellRole::ToolCall | CellRole::ToolResult) && calls <= 1,
            None => !asked.plan,
        }
    }

    /// Whether a turn that ended so was in the midst of its words: what it did last was to say something, and it did not come
    /// to its end. What it said before it asked did.
    fn is_cut_short(&self, cells: &[Cell], outcome: Outcome) -> bool {
        use Outcome::{Disconnected, Interrupted, KnownFailure};
        let ends_asking = |cell: &Cell| self.asked.is_some_and(|asked| cell.uid < asked.uid);
        let mut done = cells.iter().filter(|cell| self.owns(cell));
        let last = done.rfind(|cell| cell.role != CellRole::Error && !cell.breaks_off);
        matches!(outcome, Disconnected | Interrupted | KnownFailure)
            && last.is_some_and(|cell| cell.role == CellRole::Assistant && !ends_asking(cell))
    }
}

fn record(open: OpenTurn, outcome: Outcome, ended: f64, generation: u64) -> TurnRecord {
    let mut answer = open.answer.finish();
    // Where no prompt was seen either, words may stand there that could not be told from older ones.
    let unseen = open.prompt.text.is_none();
    let untold = unseen || matches!(outcome, Outcome::Unknown | Outcome::Disconnected);
    if untold && answer.text.is_empty() {
        answer.miss_all();
    }
    // What came within a look of the end is believed after it.
    let mut evidence = open.evidence;
    evidence.sort_by(|one, other| one.at.total_cmp(&other.at));
    let failure = open.rest.end.failure;
    TurnRecord {
        id: open.id,
        generation: generation.max(1),
        how: open.how,
        prompt: open.prompt.text,
        started: open.started,
        first_activity: open.first_activity.map(|at| at.min(ended)),
        ended,
        outcome,
        failure: failure.filter(|_| outcome == Outcome::KnownFailure),
        blocked: open.blocked,
        answer,
        inferred_by_silence: open.by_silence,
        supersedes: open.resumed.then_some(open.id),
        evidence,
    }
}
