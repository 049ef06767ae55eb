//! Beginnings: a new user cell, a submit, work without either.

use super::answer::Stitcher;
use super::cell::{Cell, solid};
use super::observation::Observation;
use super::record::{Outcome, TurnEvidence, TurnHow};
use super::sight::Sight;
use super::state::{Command, LastTurn, OpenTurn, SelfStart, TurnState};
use super::step::Run;
use crate::contract::{ActivityKind, CellRole};
use crate::event::EventBody;

/// Submitted prompts that are remembered while they wait behind a turn.
const QUEUE: usize = 100;
/// Pieces of evidence that a record keeps.
const EVIDENCE: usize = 32;

impl OpenTurn {
    /// Notes a fact, within bounds.
    pub(super) fn note(&mut self, at: f64, signal: &str) {
        if self.evidence.len() < EVIDENCE {
            let signal = signal.to_owned();
            self.evidence.push(TurnEvidence { at, signal });
        }
    }
}

impl Run<'_> {
    /// A prompt was submitted by the caller.
    pub(super) fn submit(&mut self, text: &str) {
        let sight = self.state.surface.believed.sight;
        let is_over = self.state.open.as_ref().is_some_and(|open| {
            open.candidate.is_some() && matches!(sight, Sight::Ready | Sight::Unwitnessed)
        });
        if is_over {
            self.supersede("explicit_submit");
        }
        if self.state.open.is_some() {
            if self.state.submits.len() < QUEUE {
                self.state.submits.push_back(solid(text));
            }
            return;
        }
        let prompt = Some(text.to_owned());
        self.begin(TurnHow::ExplicitSubmit, prompt, self.now, "submit");
        self.set_turn(TurnState::Waiting);
    }

    /// Whether a submitted turn waits for its user cell.
    pub(super) fn awaits_anchor(&self) -> bool {
        let open = self.state.open.as_ref();
        open.is_some_and(|open| open.anchor.is_none())
    }

    /// A user cell that was not there before `since`.
    pub(super) fn user_cell(&mut self, index: usize, sight: Sight, since: f64) {
        let cell = self.state.dialog.cells[index].clone();
        if self.is_flicker(&cell.solid, cell.uid, sight) {
            self.state.dialog.own_from(index, self.state.open_id());
            return;
        }
        if self.anchors_open(&cell.solid) {
            self.anchor(index);
            return;
        }
        if self.is_printed_anew(index) {
            self.anchor_anew(index);
            return;
        }
        if self.joins_queue(index, since) {
            self.join_prompt(&cell);
            self.state.dialog.own_from(index, self.state.open_id());
            return;
        }
        let how = self.how(&cell.solid, since);
        if is_command(&cell.text) {
            self.supersede_for_command();
            self.state.command = Some(Command {
                uid: cell.uid,
                since,
                worked_since: None,
                how,
            });
            return;
        }
        self.begin_at(index, how, since);
    }

    /// A cell that was taken back and stands there again: half a frame, or a repaint.
    fn is_flicker(&mut self, solid: &str, uid: u64, sight: Sight) -> bool {
        if let Some(open) = &mut self.state.open {
            let again = (open.retracted || open.covered) && open.key == solid;
            if again {
                open.retracted = false;
                open.covered = false;
                open.anchor = Some(uid);
            }
            return again;
        }
        let last = &mut self.state.last;
        let again = last.retracted && last.key == solid && sight != Sight::Working;
        if again {
            last.retracted = false;
            last.anchor = Some(uid);
        }
        again
    }

    /// Whether the running turn has been waiting for this cell: its own prompt, possibly folded.
    fn anchors_open(&self, solid: &str) -> bool {
        let Some(open) = &self.state.open else {
            return false;
        };
        let fresh = self.now - open.started <= self.state.limits.submit_patience;
        open.anchor.is_none() && (open.key == solid || (fresh && !open.answered))
    }

    /// Whether a running turn's prompt stands there a second time, with what stood above or below it
    /// before: Claude Code 1.0 prints a transcript that is longer than the screen anew, or as much
    /// of it as the screen holds, and leaves the old one above it.
    fn is_printed_anew(&self, index: usize) -> bool {
        let Some(open) = self.state.open.as_ref().filter(|_| self.runs()) else {
            return false;
        };
        let cells = &self.state.dialog.cells;
        let same = |one: Option<&Cell>, other: Option<&Cell>| {
            one.is_some_and(|one| other.is_some_and(|other| one.shows_same(other)))
        };
        let twice = |at: usize| {
            let above = |at: usize| at.checked_sub(1).map(|above| &cells[above]);
            let below = |at: usize| cells.get(at + 1).filter(|cell| cell.is_agents());
            cells[at].solid == cells[index].solid
                && (same(above(at), above(index)) || same(below(at), below(index)))
        };
        open.key == cells[index].solid && (0..index).any(twice)
    }

    /// Anchors the running turn to its prompt where it is printed anew, with all of its answer.
    fn anchor_anew(&mut self, index: usize) {
        let uid = self.state.dialog.cells[index].uid;
        if let Some(open) = &mut self.state.open {
            open.anchor = Some(uid);
            open.answer = Stitcher::default();
        }
        self.state.dialog.own_from(0, 0);
        self.state.dialog.own_from(index, self.state.open_id());
    }

    fn anchor(&mut self, index: usize) {
        let cell = self.state.dialog.cells[index].clone();
        let now = self.now;
        let Some(open) = &mut self.state.open else {
            return;
        };
        open.anchor = Some(cell.uid);
        open.note(now, "user_cell");
        if open.prompt.is_none() {
            open.prompt = Some(cell.text);
            open.key = cell.solid;
        }
        let id = open.id;
        self.state.dialog.own_from(index, id);
    }

    /// Whether the cell stands directly below the running turn's own, and both were queued: such
    /// cells come together, or one after the other in as many frames.
    fn joins_queue(&self, index: usize, since: f64) -> bool {
        let above = index
            .checked_sub(1)
            .map(|above| &self.state.dialog.cells[above]);
        let Some(open) = &self.state.open else {
            return false;
        };
        let last = open.joined.or(open.anchor);
        let adjacent = above.is_some_and(|cell| last == Some(cell.uid));
        let fresh = !open.answered && since <= open.started + self.state.limits.self_start_hold;
        let queued = open.how == TurnHow::SelfStarted || self.was_queued(since);
        adjacent && fresh && queued
    }

    fn join_prompt(&mut self, cell: &Cell) {
        self.state.submits.retain(|waiting| *waiting != cell.solid);
        if let Some(open) = &mut self.state.open {
            let prompt = open.prompt.get_or_insert_default();
            prompt.push('\n');
            prompt.push_str(&cell.text);
            open.joined = Some(cell.uid);
        }
    }

    /// How a turn with this prompt begins: one that waited behind another begins by itself.
    fn how(&mut self, solid: &str, since: f64) -> TurnHow {
        let queued = self.was_queued(since) || self.runs();
        let waiting = self.state.submits.iter().position(|text| text == solid);
        if let Some(at) = waiting {
            self.state.submits.remove(at);
        }
        match (queued, waiting) {
            (true, _) => TurnHow::SelfStarted,
            (false, Some(_)) => TurnHow::ExplicitSubmit,
            (false, None) => TurnHow::InferredComposer,
        }
    }

    /// Whether a turn runs and has not come to rest: what comes now was said while it ran.
    pub(super) fn runs(&self) -> bool {
        let open = self.state.open.as_ref();
        open.is_some_and(|open| open.candidate.is_none() && (open.worked || open.answered))
    }

    /// Whether messages waited behind the turn at a time or a moment before: the row of a queued
    /// message may go before its cell comes.
    fn was_queued(&self, then: f64) -> bool {
        let seen = self.state.queued_at;
        seen.is_some_and(|at| then <= at + self.state.limits.self_start_hold)
    }

    /// Whether the agent does something about the last user cell.
    fn is_worked_on(&self, index: usize, sight: Sight, observation: &Observation) -> bool {
        let cells = &self.state.dialog.cells;
        let below = &cells[index + 1..];
        let answered = below
            .iter()
            .take_while(|cell| !cell.is_user())
            .any(|cell| cell.is_agents() && cell.role != CellRole::ToolResult);
        let last = !below.iter().any(super::cell::Cell::is_user);
        answered || (last && (sight == Sight::Working || observation.agent_asks()))
    }

    /// A command that the agent works on for a while becomes a turn: a panel that is being drawn
    /// may look like work for a frame.
    pub(super) fn review_command(&mut self, sight: Sight) {
        let Some(command) = self.state.command.clone() else {
            return;
        };
        let cells = &self.state.dialog.cells;
        let Some(index) = cells.iter().position(|cell| cell.uid == command.uid) else {
            self.state.command = None;
            return;
        };
        let seen = self.state.seen.clone();
        let works = self.is_worked_on(index, sight, &seen);
        let since = command.worked_since.unwrap_or(self.now);
        let hold = match works && is_compacting(&seen) {
            true => 0.0,
            false => self.state.limits.command_hold,
        };
        if works && self.now >= since + hold {
            self.begin_at(index, command.how, command.since);
        } else if let Some(command) = &mut self.state.command {
            command.worked_since = works.then_some(since);
        }
    }

    /// Begins a turn at a user cell.
    fn begin_at(&mut self, index: usize, how: TurnHow, started: f64) {
        self.supersede("next_user_cell");
        let cell = self.state.dialog.cells[index].clone();
        self.begin(how, Some(cell.text), started, "user_cell");
        if let Some(open) = &mut self.state.open {
            open.anchor = Some(cell.uid);
        }
        let id = self.state.open_id();
        self.state.dialog.own_from(index, id);
        self.gather();
    }

    /// Begins a turn.
    pub(super) fn begin(&mut self, how: TurnHow, prompt: Option<String>, at: f64, why: &str) {
        self.state.turns += 1;
        self.state.self_start = None;
        self.state.command = None;
        self.state.last = LastTurn::default();
        let mut open = OpenTurn {
            id: self.state.turns,
            how,
            key: prompt.as_deref().map(solid).unwrap_or_default(),
            prompt: prompt.clone(),
            anchor: None,
            adrift: false,
            retracted: false,
            covered: false,
            started: at,
            first_activity: None,
            worked: false,
            answered: false,
            joined: None,
            candidate: None,
            candidate_by_silence: false,
            failure: None,
            interrupted: false,
            blocked: Vec::new(),
            answer: Stitcher::default(),
            evidence: Vec::new(),
        };
        open.note(at, why);
        self.state.open = Some(open);
        self.say(EventBody::TurnStarted { how, prompt });
        self.set_turn(TurnState::Waiting);
    }

    /// The next turn begins: the one that runs is over, by what its cells say.
    pub(super) fn supersede(&mut self, why: &str) {
        let Some(open) = &self.state.open else {
            return;
        };
        let ended = open.candidate.unwrap_or(self.now);
        let own = |cell: &&super::cell::Cell| cell.turn == open.id && cell.is_agents();
        let last = self.state.dialog.cells.iter().rfind(own);
        let failed = last.is_some_and(|cell| cell.role == CellRole::Error);
        let outcome = match self.outcome() {
            Outcome::Success if failed => Outcome::KnownFailure,
            Outcome::Success if !(open.worked || open.answered) => Outcome::Unknown,
            told => told,
        };
        self.end_turn(outcome, ended, why);
    }

    /// A command at a free prompt ends what looks done; typed into a running turn it ends nothing.
    fn supersede_for_command(&mut self) {
        let done = self
            .state
            .open
            .as_ref()
            .is_some_and(|o| o.candidate.is_some());
        if done {
            self.supersede("next_user_cell");
        }
    }

    /// Work without a user cell: a turn of its own once it has lasted.
    pub(super) fn watch_self_start(&mut self, works: bool) {
        let since = self.state.weighed.since.max(self.state.ended_at);
        let uid = self.state.dialog.next_uid();
        let known = self.state.self_start;
        let Some(start) = known.or(works.then_some(SelfStart { since, uid })) else {
            return;
        };
        let changed = self.state.dialog.has_agents_since(start.uid);
        let lasted = self.now >= start.since + self.state.limits.self_start_hold;
        if lasted && works || changed && !works {
            self.begin_by_itself(start);
        } else {
            self.state.self_start = works.then_some(start);
        }
    }

    fn begin_by_itself(&mut self, start: SelfStart) {
        self.begin(
            TurnHow::SelfStarted,
            None,
            start.since,
            "work_without_user_cell",
        );
        let id = self.state.open_id();
        self.state.dialog.own_since(start.uid, id);
        if let Some(open) = &mut self.state.open {
            open.worked = true;
            open.first_activity = Some(start.since);
        }
        self.gather();
    }
}

/// Work that no panel looks like while it is drawn.
fn is_compacting(observation: &Observation) -> bool {
    let activity = observation.activity.as_ref();
    activity.is_some_and(|activity| activity.kind == ActivityKind::Compacting)
}

/// Whether a prompt may be a command to the CLI itself: a slash and a word, a shell escape, a
/// memory note. A path is no command, but only what follows tells.
fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(['/', '!', '#'])
}
