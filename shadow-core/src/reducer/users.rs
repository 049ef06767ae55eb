//! Beginnings: a new user cell, or a submit.

use super::answer::Stitcher;
use super::cell::{Cell, solid};
use super::observe::{is_compacting, is_starting};
use super::record::{Outcome, TurnEvidence, TurnHow};
use super::sight::Sight;
use super::state::{Command, Glimpsed, OpenTurn, TurnState};
use super::step::Run;
use crate::contract::CellRole;
use crate::event::EventBody;

/// Submitted prompts that are remembered while they wait behind a turn.
const QUEUE: usize = 100;
/// Pieces of evidence that a record keeps.
const EVIDENCE: usize = 32;

impl OpenTurn {
    /// Whether it has come to rest: by a witness, or silent for a while.
    fn rests(&self) -> bool {
        self.candidate.is_some() || self.rest.is_some() && !self.candidate_by_silence
    }

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
        let is_over =
            self.state.open.as_ref().is_some_and(|open| {
                open.rests() && matches!(sight, Sight::Ready | Sight::Unwitnessed)
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
            self.state.dialog.own_below(index, self.state.open_id());
            return;
        }
        if self.anchors_open(&cell) {
            self.anchor(index);
            return;
        }
        if self.is_rest_of_prompt(&cell) {
            self.keep_rest_of_prompt(index);
            return;
        }
        if self.belongs_to_compaction(&cell.text) {
            self.state.dialog.own_below(index, self.state.open_id());
            return;
        }
        if self.is_printed_anew(index) {
            self.anchor_anew(index);
            return;
        }
        if self.joins_queue(index, since) {
            self.join_prompt(&cell);
            self.state.dialog.own_below(index, self.state.open_id());
            return;
        }
        if self.is_printed_after_all(index, sight) {
            self.state.dialog.own_below(index, 0);
            return;
        }
        let how = self.how(&cell.solid, since);
        // A command that the CLI does not know is answered in a user cell (Claude Code 1.0.109).
        if is_command(&cell.text) || how != TurnHow::ExplicitSubmit && self.answers_command() {
            self.supersede_for_command();
            self.state.command = Some(Command {
                uid: cell.uid,
                since,
                worked_since: None,
                said_since: None,
                how,
            });
            return;
        }
        self.begin_at(index, how, self.began(&cell, since));
    }

    /// Since when the turn of a prompt runs that was seen at a time: it may have stood there before, for too short a time to
    /// be believed (Claude Code 1.0.109 draws it, and takes it away for a second), and the agent has worked on nothing else.
    fn began(&self, prompt: &Cell, seen: f64) -> f64 {
        let glimpsed = self.state.glimpsed.as_ref();
        let glimpsed = glimpsed.filter(|glimpsed| solid(&glimpsed.text) == prompt.solid);
        let weighed = self.state.weighed;
        let idle = self.state.open.is_none() && !is_starting(&self.state.seen);
        let works = idle && weighed.sight == Sight::Working;
        let worked = works.then(|| weighed.since.max(self.state.ended_at));
        let times = [glimpsed.map(|glimpsed| glimpsed.at), worked];
        times.into_iter().flatten().fold(seen, f64::min)
    }

    /// Whether a user cell that is no command stands where one was drafted, or shown.
    fn answers_command(&mut self) -> bool {
        let command = self.state.command.as_ref();
        let replaced = command.is_some_and(|command| !self.state.dialog.shows(command.uid));
        std::mem::take(&mut self.state.drafts_command) || replaced
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
    fn anchors_open(&self, cell: &Cell) -> bool {
        let Some(open) = &self.state.open else {
            return false;
        };
        let fresh = self.now - open.started <= self.state.limits.submit_patience;
        let awaits = fresh && !open.answered && !open.compacts && !self.was_queued(self.now);
        let own = open.key == cell.solid || cell.is_end_of(&open.key);
        open.anchor.is_none() && (own || awaits)
    }

    /// Whether the cell is one that the CLI writes while it compacts, before the command that made it
    /// do so: the summary of what was (Claude Code 1.0.0).
    fn belongs_to_compaction(&self, text: &str) -> bool {
        let open = self.state.open.as_ref();
        let unanchored = |open: &OpenTurn| open.compacts && open.anchor.is_none();
        open.is_some_and(unanchored) && !is_command(text)
    }

    /// Whether a cell that seems new is what the screen still shows of the running turn's prompt.
    fn is_rest_of_prompt(&self, cell: &Cell) -> bool {
        let open = self.state.open.as_ref();
        open.is_some_and(|open| open.joined.is_none() && cell.is_end_of(&open.key))
    }

    /// Anchors the running turn to what the screen still shows of its prompt.
    fn keep_rest_of_prompt(&mut self, index: usize) {
        let uid = self.state.dialog.cells[index].uid;
        if let Some(open) = &mut self.state.open {
            open.anchor = Some(uid);
        }
        self.state.dialog.own_below(index, self.state.open_id());
    }

    /// The prompt of a turn that began without one, or before its cell was believed, where it comes into sight after the
    /// agent's words: above the last of them, and not seen before.
    pub(super) fn find_prompt(&self) -> Option<usize> {
        let open = self.state.open.as_ref();
        let open = open.filter(|open| open.anchor.is_none())?;
        if self.was_queued(self.now) {
            return None;
        }
        let cells = &self.state.dialog.cells;
        let own = |cell: &Cell| cell.turn == open.id && cell.is_agents();
        let last = cells.iter().rposition(own)?;
        let named = |cell: &Cell| match open.prompt {
            Some(_) => cell.solid == open.key || cell.is_end_of(&open.key),
            None => cell.solid != open.key_before && !cell.is_end_of(&open.key_before),
        };
        let fresh = |cell: &Cell| cell.uid >= open.first_uid && named(cell);
        let prompt = |cell: &Cell| cell.is_user() && fresh(cell);
        let found = cells[..last].iter().rposition(prompt);
        found.filter(|&index| !self.state.dialog.comes_back(index, open.first_uid))
    }

    pub(super) fn anchor(&mut self, index: usize) {
        let cell = self.state.dialog.cells[index].clone();
        let now = self.now;
        let queued = self.was_queued(now);
        let Some(open) = &mut self.state.open else {
            return;
        };
        open.anchor = Some(cell.uid);
        open.note(now, "user_cell");
        if open.prompt.is_none() {
            open.prompt = Some(cell.text);
            open.key = cell.solid;
            if !queued {
                open.how = TurnHow::InferredComposer;
            }
        }
        let id = open.id;
        open.answer
            .forget(&self.state.dialog.disown_above(index, id));
        self.state.dialog.own_below(index, id);
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
        let fresh = !open.answered && since <= open.started + self.state.limits.queue_hold;
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

    /// Begins the turn of a prompt that was seen for a moment, where the agent's words alone are on the screen
    /// now: they have pushed it out of sight (Claude Code 2.1.331, 300 rows at once).
    pub(super) fn begin_what_was_glimpsed(&mut self) {
        let cells = &self.state.dialog.cells;
        let said = cells.iter().any(Cell::is_agents) && !cells.iter().any(Cell::is_user);
        if !said || self.state.open.is_some() && !self.has_rested() {
            return;
        }
        let Some(Glimpsed { text, at }) = self.state.glimpsed.take() else {
            return;
        };
        self.begin_out_of_sight(text, at, "user_cell_glimpsed");
    }

    /// Begins the turn of a prompt that is not on the screen, where all that stands there was said to it.
    pub(super) fn begin_out_of_sight(&mut self, text: String, at: f64, why: &str) {
        self.state.dialog.own_from(0, 0);
        self.supersede("next_user_cell");
        let how = self.how(&solid(&text), at);
        self.begin(how, Some(text), at, why);
        self.state.dialog.own_from(0, self.state.open_id());
        if let Some(open) = &mut self.state.open {
            open.worked = true;
            open.first_activity = Some(at);
        }
    }

    /// How a turn with this prompt begins: one that waited behind another begins by itself.
    pub(super) fn how(&mut self, solid: &str, since: f64) -> TurnHow {
        let queued = self.was_queued(since) || self.is_seen_to_run();
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
        open.is_some_and(|open| !open.rests() && (open.worked || open.answered))
    }

    /// Whether it runs by a witness: a free prompt in front says that it does not, though it is not
    /// known to rest yet.
    fn is_seen_to_run(&self) -> bool {
        let open = self.state.open.as_ref();
        let free = self.state.surface.believed.sight == Sight::Ready;
        self.runs() && !free && open.is_some_and(|open| !open.unwitnessed)
    }

    /// Whether messages waited behind the turn at a time or a moment before: the row of a queued
    /// message may go before its cell comes. As long as the turn runs on, they wait.
    pub(super) fn was_queued(&self, then: f64) -> bool {
        let Some(at) = self.state.queued_at else {
            return false;
        };
        let began = self.state.open.as_ref().map_or(at, |open| open.started);
        then <= at + self.state.limits.queue_hold || (self.runs() && at >= began)
    }

    /// Whether the agent says something below a user cell.
    fn is_answered(&self, index: usize) -> bool {
        let below = self.state.dialog.cells[index + 1..].iter();
        let mut below = below.take_while(|cell| !cell.is_user());
        below.any(|cell| cell.is_agents() && cell.role != CellRole::ToolResult)
    }

    /// Whether the agent does something, and a user cell is the last.
    fn is_worked_on(&self, index: usize, sight: Sight) -> bool {
        let last = !self.state.dialog.cells[index + 1..]
            .iter()
            .any(Cell::is_user);
        last && (sight == Sight::Working || self.state.seen.agent_asks())
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
        let (now, limits) = (self.now, self.state.limits);
        let answered = self.is_answered(index);
        let works = answered || self.is_worked_on(index, sight);
        let since = command.worked_since.unwrap_or(now);
        let said_since = command.said_since.unwrap_or(now);
        let said = answered && now >= said_since + limits.settle;
        let compacts = works && is_compacting(&self.state.seen);
        // Of what the CLI says of a command, no agent asks.
        let asked = works
            && self.state.seen.agent_asks()
            && !is_command(&self.state.dialog.cells[index].text);
        if said || asked || compacts || works && now >= since + limits.command_hold {
            self.begin_at(index, command.how, command.since);
        } else if let Some(command) = &mut self.state.command {
            command.worked_since = works.then_some(since);
            command.said_since = answered.then_some(said_since);
        }
    }

    /// Begins a turn at a user cell.
    pub(super) fn begin_at(&mut self, index: usize, how: TurnHow, started: f64) {
        self.supersede_at("next_user_cell", started);
        let cell = self.state.dialog.cells[index].clone();
        self.begin(how, Some(cell.text), started, "user_cell");
        if let Some(open) = &mut self.state.open {
            open.anchor = Some(cell.uid);
        }
        let id = self.state.open_id();
        self.state.dialog.own_below(index, id);
        self.note_work_since(started);
        self.gather();
    }

    /// Work that was seen while the prompt stood there and was not believed yet is the turn's.
    fn note_work_since(&mut self, started: f64) {
        let worked = self.state.worked_at.filter(|at| *at >= started);
        if let (Some(at), Some(open)) = (worked, &mut self.state.open) {
            open.worked = true;
            open.first_activity = Some(started);
            open.note(at, "working_seen");
        }
    }

    /// Begins a turn.
    pub(super) fn begin(&mut self, how: TurnHow, prompt: Option<String>, at: f64, why: &str) {
        self.state.turns += 1;
        self.state.self_start = None;
        self.state.may_wake = None;
        self.state.command = None;
        self.state.glimpsed = None;
        self.state.drafted = None;
        self.state.settled = None;
        let key_before = std::mem::take(&mut self.state.last).key;
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
            rest: None,
            was_ready: false,
            said: None,
            first_uid: self.state.ended_uid,
            key_before,
            compacts: false,
            asked: None,
            candidate_by_silence: false,
            by_silence: false,
            resumed: false,
            unwitnessed: false,
            failure: None,
            interrupted: false,
            stirred: None,
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
        self.supersede_at(why, self.now);
    }

    /// The same for a turn that began at a time: what runs was over by then.
    fn supersede_at(&mut self, why: &str, began: f64) {
        self.note_break();
        let Some(open) = &self.state.open else {
            return;
        };
        let ended = open.candidate.or(open.rest).unwrap_or(began).min(began);
        let outcome = self.outcome_by_cells();
        self.end_turn(outcome, ended, why);
    }

    /// How the running turn has ended, by what its cells say where nothing else has told.
    pub(super) fn outcome_by_cells(&self) -> Outcome {
        let Some(open) = &self.state.open else {
            return Outcome::Unknown;
        };
        let own = |cell: &&Cell| cell.turn == open.id && cell.is_agents();
        let last = self.state.dialog.cells.iter().rfind(own);
        let failed = last.is_some_and(|cell| cell.role == CellRole::Error);
        let tool = |cell: &Cell| matches!(cell.role, CellRole::ToolCall | CellRole::ToolResult);
        // A person's shell command is a turn of a tool's words alone, with or without a prompt.
        let commanded = open.compacts || open.prompt.as_deref().is_none_or(is_command);
        let wordless = last.is_some_and(tool) && open.rest.is_some() && !commanded;
        match self.outcome() {
            Outcome::Success if failed => Outcome::KnownFailure,
            Outcome::Success if self.says_no_more(open) => match open.asked {
                Some(asked) if asked.worked => Outcome::Unknown,
                _ => Outcome::Interrupted,
            },
            // 2.1.245 may say nothing of a call that was stopped or refused, and mark the end all the same.
            Outcome::Success if wordless => Outcome::Unknown,
            // 1.0.51 to 2.1.20 may show nothing of a dropped connection: their work ends, and no word comes.
            Outcome::Success if !(open.answered || commanded) => Outcome::Unknown,
            told => told,
        }
    }

    /// Notes that the last that stands on the screen of the running turn is the CLI's word that a person broke it off:
    /// where the next prompt came with it, no surface at rest has shown it.
    pub(super) fn note_break(&mut self) {
        let (now, id) = (self.now, self.state.open_id());
        let mut cells = self.state.dialog.cells.iter();
        let breaks_off = cells
            .rfind(|cell| cell.turn == id)
            .is_some_and(|cell| cell.breaks_off);
        if let Some(open) = &mut self.state.open
            && breaks_off
            && !open.interrupted
        {
            open.interrupted = true;
            open.note(now, "interrupt_mark");
        }
    }

    /// Whether all that came after what the agent asked is the report on it: the person has closed it. Of an
    /// answer the agent makes something.
    fn says_no_more(&self, open: &OpenTurn) -> bool {
        let Some(asked) = open.asked else {
            return false;
        };
        let own = |cell: &&Cell| cell.turn == open.id && cell.is_agents();
        let after = |cell: &&Cell| own(cell) && cell.uid >= asked.uid;
        let cells = &self.state.dialog.cells;
        let calls = cells.iter().filter(after);
        let calls = calls.filter(|cell| cell.role == CellRole::ToolCall).count();
        match cells.iter().rfind(after).map(|cell| cell.role) {
            Some(role) => matches!(role, CellRole::ToolCall | CellRole::ToolResult) && calls <= 1,
            None => !asked.plan,
        }
    }

    /// A command at a free prompt ends what looks done; typed into a running turn it ends nothing.
    fn supersede_for_command(&mut self) {
        if self.state.open.as_ref().is_some_and(OpenTurn::rests) {
            self.supersede("next_user_cell");
        }
    }

    /// A compaction, which shows its command late or never.
    pub(super) fn begin_compaction(&mut self) {
        let since = self.state.weighed.since.max(self.state.ended_at);
        self.begin(TurnHow::InferredComposer, None, since, "compaction");
        if let Some(open) = &mut self.state.open {
            open.compacts = true;
        }
    }
}

/// Whether a prompt may be a command to the CLI itself: a slash and a word, a shell escape, a
/// memory note. A path is no command, but only what follows tells.
pub(super) fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(['/', '!', '#'])
}
