//! The running turn: how it goes, when it looks done, how it ended.

use super::cell::{Cell, solid};
use super::observe::{is_compacting, is_starting};
use super::record::{Outcome, TurnRecord};
use super::sight::Sight;
use super::state::{Asked, LastTurn, OpenTurn, Rest, TurnState};
use super::step::Run;
use crate::contract::{BlockKind, CellRole};
use crate::event::EventBody;

impl OpenTurn {
    /// The agent's last words are these now: it goes on, unless they are what they were when it rested,
    /// and what came between was half a frame.
    pub(super) fn speak(&mut self, said: (u64, usize)) {
        let before = self.said.replace(said);
        let stirred = self.stirred.take();
        match stirred.filter(|stirred| stirred.said == Some(said)) {
            Some(stirred) => self.rest_as(*stirred),
            None if self.rest.is_some() && !self.candidate_by_silence => {
                self.stirred = Some(Box::new(Rest {
                    said: before,
                    rest: self.rest,
                    was_ready: self.was_ready,
                    failure: self.failure.clone(),
                    interrupted: self.interrupted,
                }));
                self.stir();
            }
            None => self.stir(),
        }
    }

    fn rest_as(&mut self, rest: Rest) {
        self.rest = rest.rest;
        self.was_ready = rest.was_ready;
        self.failure = rest.failure;
        self.interrupted = rest.interrupted;
    }

    /// It goes on after a rest: what the rest showed of its end is not it.
    pub(super) fn stir(&mut self) {
        if self.rest.take().is_some() {
            self.failure = None;
            self.interrupted = false;
            self.was_ready = false;
            self.candidate_by_silence = false;
        }
    }
}

impl Run<'_> {
    /// Moves the turn pipeline by the believed sight.
    pub(super) fn move_turn(&mut self, sight: Sight) {
        let asks = sight == Sight::Blocked && self.state.seen.agent_asks();
        if asks && self.state.glimpsed.is_some() && self.has_rested() {
            self.supersede("next_user_cell");
        }
        if sight == Sight::Working {
            self.watch_compaction();
        }
        if self.state.open.is_none() {
            self.review_command(sight);
        }
        if self.state.open.is_none() && self.state.command.is_none() {
            self.watch_resumption();
        }
        if self.state.command.is_some() {
            // Work is the command's, and what seemed to begin before it has not.
            self.state.self_start = None;
        } else if self.state.open.is_none() {
            let works = sight == Sight::Working
                && !is_starting(&self.state.seen)
                && (self.state.title_moved || !self.state.seen.only_title_works);
            let asks = asks && !self.state.seen.background && self.state.seen.agent_alone_asks();
            self.watch_self_start(works, asks);
        }
        if self.state.open.is_none() {
            return;
        }
        self.note_block(asks);
        match sight {
            Sight::Working => self.turn_works(),
            Sight::Blocked if asks => self.turn_asks(),
            Sight::Ready => self.turn_rests(),
            Sight::Unwitnessed if self.has_rested() => self.turn_rests_behind(sight),
            Sight::Unwitnessed => self.turn_unwitnessed(),
            Sight::Startup | Sight::Unknown | Sight::Foreign => self.turn_unknown(),
            Sight::Blocked | Sight::Idle => self.turn_rests_behind(sight),
            Sight::Gone => {}
        }
        let asks = sight == Sight::Blocked && asks;
        let rests = matches!(
            sight,
            Sight::Ready | Sight::Unwitnessed | Sight::Idle | Sight::Blocked
        );
        if (asks || !rests)
            && let Some(open) = &mut self.state.open
        {
            open.candidate = None;
        }
    }

    /// The person has gone on to a command or a panel, or a witness is missing: what rested rests
    /// still, and its window runs on, until the agent says more.
    fn turn_rests_behind(&mut self, sight: Sight) {
        let window = self.state.limits.completion_stability;
        let ready = self.state.open.as_ref().is_some_and(|open| open.was_ready);
        match self.rest() {
            Some(rest) if ready => self.hold_candidate(rest, window, false),
            Some(_) => {}
            None => self.begin_rest(sight),
        }
    }

    /// A popup over an idle surface: the turn is over, though nothing can be submitted yet.
    fn begin_rest(&mut self, sight: Sight) {
        let since = self.state.surface.believed.since;
        let changed = self.state.dialog.changed_at;
        let Some(open) = &mut self.state.open else {
            return;
        };
        open.candidate = None;
        if sight == Sight::Idle && (open.worked || open.answered) && !open.unwitnessed {
            open.rest = Some(since.max(changed).max(open.started));
        }
    }

    /// Since when the running turn has rested by a witness, if it has said nothing since.
    fn rest(&self) -> Option<f64> {
        let open = self.state.open.as_ref();
        let open = open.filter(|open| !open.candidate_by_silence);
        open.and_then(|open| open.rest)
    }

    /// Whether the running turn has come to rest and has said nothing since.
    pub(super) fn has_rested(&self) -> bool {
        self.rest().is_some()
    }

    fn turn_works(&mut self) {
        let since = self.state.surface.believed.since;
        let lasted = self.now >= since + self.state.limits.self_start_hold;
        let Some(open) = &mut self.state.open else {
            return;
        };
        if lasted {
            open.stir();
            open.unwitnessed = false;
        }
        if let Some(asked) = &mut open.asked {
            asked.worked |= !self.state.seen.screen_rests;
        }
        if !open.worked {
            open.worked = true;
            let at = since.max(open.started);
            open.first_activity = open.first_activity.or(Some(at));
            open.note(at, "working_seen");
        }
        self.set_turn(TurnState::InProgress);
    }

    /// The agent asks: only a turn that runs does.
    fn turn_asks(&mut self) {
        let since = self.state.surface.believed.since;
        self.note_question();
        if let Some(open) = self.state.open.as_mut().filter(|open| !open.worked) {
            open.worked = true;
            let at = since.max(open.started);
            open.first_activity = open.first_activity.or(Some(at));
            open.note(at, "agent_asks");
        }
        self.set_turn(TurnState::Blocked);
    }

    /// Notes what the agent waits for, to go on by it; what is in front may be hidden for a frame.
    fn note_question(&mut self) {
        let uid = self.state.dialog.next_uid();
        let block = self.state.seen.block.as_ref();
        if let Some((open, block)) = self.state.open.as_mut().zip(block) {
            let asks = matches!(block.kind, BlockKind::Question | BlockKind::Plan);
            open.asked = asks.then_some(Asked {
                uid,
                plan: block.kind == BlockKind::Plan,
                worked: false,
            });
        }
    }

    fn turn_unknown(&mut self) {
        let to = if self.state.stalled {
            TurnState::Stalled
        } else {
            TurnState::Unknown
        };
        self.set_turn(to);
    }

    /// A submit-ready surface.
    fn turn_rests(&mut self) {
        self.note_marks();
        let since = self.state.surface.believed.since;
        let Some(open) = &self.state.open else {
            return;
        };
        if !self.has_evidence(open) {
            return self.wait_for_evidence();
        }
        let changed = self.state.dialog.changed_at;
        let begun = open.candidate.unwrap_or(since.max(open.started));
        let candidate = begun.max(changed);
        self.hold_candidate(candidate, self.state.limits.completion_stability, false);
    }

    /// A free composer, and nothing tells whether the turn runs: change is work, silence its end.
    fn turn_unwitnessed(&mut self) {
        self.note_marks();
        let (limits, patience) = (self.state.limits, self.state.patience());
        let changed = self.state.quiet_since();
        let Some(open) = &self.state.open else {
            return;
        };
        if !self.has_evidence(open) {
            return;
        }
        if let Some(open) = &mut self.state.open {
            open.unwitnessed = true;
            open.rest = Some(changed);
            open.candidate_by_silence = true;
        }
        if self.now < changed + limits.completion_stability {
            self.set_turn(TurnState::InProgress);
            return;
        }
        self.hold_candidate(changed, patience, true);
    }

    /// Holds a candidate until its window is over.
    fn hold_candidate(&mut self, candidate: f64, window: f64, silence: bool) {
        if let Some(open) = &mut self.state.open {
            open.candidate = Some(candidate);
            open.candidate_by_silence = silence;
            open.rest = Some(candidate);
            open.was_ready |= !silence;
        }
        self.set_turn(TurnState::CandidateComplete);
        if self.now >= candidate + window {
            self.state.by_silence = silence;
            self.note_break();
            let outcome = self.outcome_by_cells();
            if silence {
                self.settle_by_silence(outcome, candidate);
            } else {
                self.end_turn(outcome, candidate, "submit_ready_held");
            }
        }
    }

    /// Failure and interruption, as a resting surface shows them.
    pub(super) fn note_marks(&mut self) {
        let (now, seen) = (self.now, &self.state.seen);
        let Some(open) = &mut self.state.open else {
            return;
        };
        if seen.interrupted && !open.interrupted && (open.worked || open.answered) {
            open.interrupted = true;
            open.note(now, "interrupt_mark");
        }
        let own = open.worked || open.answered;
        if own && open.failure.is_none() && seen.failure.is_some() {
            open.failure.clone_from(&seen.failure);
            open.note(now, "failure_shown");
        }
        let returned = seen
            .draft
            .as_deref()
            .is_some_and(|draft| solid(draft) == open.key);
        if open.retracted && returned && !open.interrupted {
            open.interrupted = true;
            open.note(now, "prompt_returned_to_composer");
        }
    }

    fn has_evidence(&self, open: &OpenTurn) -> bool {
        open.worked || open.answered || open.interrupted
    }

    /// Nothing of the turn has shown: it waits, but not for ever.
    fn wait_for_evidence(&mut self) {
        self.set_turn(TurnState::Waiting);
        let Some(open) = &self.state.open else {
            return;
        };
        let since = self.state.surface.believed.since.max(open.started);
        if self.now >= since + self.state.limits.submit_patience {
            self.end_turn(Outcome::Unknown, self.now, "no_trace_of_a_turn");
        }
    }

    /// A dialog that is compacted is a turn, begun by a person wherever what ran before had come to
    /// rest; a turn that runs compacts for its own sake.
    fn watch_compaction(&mut self) {
        let compacts = is_compacting(&self.state.seen);
        if !compacts || self.state.command.is_some() {
            return;
        }
        if self.has_rested() {
            self.supersede("compaction");
        }
        if self.state.open.is_none() {
            self.begin_compaction();
        } else if let Some(open) = &mut self.state.open {
            open.compacts = true;
        }
    }

    /// How the running turn would have ended, were it over.
    pub(super) fn outcome(&self) -> Outcome {
        match &self.state.open {
            Some(open) if open.interrupted => Outcome::Interrupted,
            Some(open) if open.failure.is_some() => Outcome::KnownFailure,
            _ => Outcome::Success,
        }
    }

    /// The caller has sent an interrupt.
    pub(super) fn interrupt(&mut self) {
        let now = self.now;
        if let Some(open) = &mut self.state.open {
            open.note(now, "interrupt_sent");
        }
    }

    /// Ends the running turn, if one runs, and writes its record.
    pub(super) fn end_turn(&mut self, outcome: Outcome, ended: f64, why: &str) {
        let Some(mut open) = self.state.open.take() else {
            return;
        };
        // A cell may have become complete and changed nothing else.
        open.answer.take(&self.state.dialog.cells, open.id);
        if self.is_cut_short(&open, outcome) {
            open.answer.break_off();
        }
        let ended = ended.clamp(open.started, self.now);
        let unanswered =
            outcome == Outcome::Interrupted && (!open.interrupted || open.asked.is_some());
        if unanswered && !open.interrupted {
            open.note(ended, "left_unanswered");
        }
        open.note(ended, why);
        let id = open.id;
        self.state.last = LastTurn {
            key: open.key.clone(),
            anchor: open.anchor,
            retracted: open.retracted && outcome != Outcome::Interrupted,
            unanswered,
        };
        self.state.activity.told = false;
        self.state.ended_at = self.now;
        self.state.ended_uid = self.state.dialog.next_uid();
        self.await_waking();
        self.state.invalidated = false;
        self.set_turn(state_after(outcome));
        let record = Box::new(record(open, outcome, ended, self.state.generation));
        let supersedes = record.supersedes;
        let ended = EventBody::TurnEnded {
            outcome,
            supersedes,
            record,
        };
        self.say_of(Some(id), ended);
    }

    /// Whether a turn that ended so was in the midst of its words: what it did last was to say something, and it did not come
    /// to its end. What it said before it asked did.
    fn is_cut_short(&self, open: &OpenTurn, outcome: Outcome) -> bool {
        use Outcome::{Disconnected, Interrupted, KnownFailure};
        let own = |cell: &&Cell| cell.turn == open.id && cell.is_agents();
        let ends_asking = |cell: &Cell| open.asked.is_some_and(|asked| cell.uid < asked.uid);
        let mut done = self.state.dialog.cells.iter().filter(own);
        let last = done.rfind(|cell| cell.role != CellRole::Error && !cell.breaks_off);
        matches!(outcome, Disconnected | Interrupted | KnownFailure)
            && last.is_some_and(|cell| cell.role == CellRole::Assistant && !ends_asking(cell))
    }

    /// Moves the turn pipeline.
    pub(super) fn set_turn(&mut self, to: TurnState) {
        let from = self.state.turn_state;
        if from == to {
            return;
        }
        self.state.turn_state = to;
        self.state.turn_since = self.now;
        let id = Some(self.state.turns).filter(|id| *id > 0);
        self.say_of(id, EventBody::TurnStateChanged { from, to });
    }
}

/// Where the pipeline stands after an outcome.
fn state_after(outcome: Outcome) -> TurnState {
    match outcome {
        Outcome::Success => TurnState::Completed,
        Outcome::KnownFailure | Outcome::Disconnected => TurnState::Failed,
        Outcome::Interrupted | Outcome::Unknown => TurnState::Inactive,
    }
}

fn record(open: OpenTurn, outcome: Outcome, ended: f64, generation: u64) -> TurnRecord {
    let mut answer = open.answer.finish();
    let untold = matches!(outcome, Outcome::Unknown | Outcome::Disconnected);
    if untold && answer.text.is_empty() {
        answer.miss_all();
    }
    // What came within a look of the end is believed after it.
    let mut evidence = open.evidence;
    evidence.sort_by(|one, other| one.at.total_cmp(&other.at));
    TurnRecord {
        id: open.id,
        generation: generation.max(1),
        how: open.how,
        prompt: open.prompt,
        started: open.started,
        first_activity: open.first_activity.map(|at| at.min(ended)),
        ended,
        outcome,
        failure: open.failure.filter(|_| outcome == Outcome::KnownFailure),
        blocked: open.blocked,
        answer,
        inferred_by_silence: open.by_silence,
        supersedes: open.resumed.then_some(open.id),
        evidence,
    }
}
