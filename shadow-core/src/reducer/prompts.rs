//! Beginnings: a new user cell, or a submit.

use super::cell::{Cell, is_command, solid};
use super::run::Run;
use super::sight::Sight;
use super::signs::{BriefPrompt, Command};
use super::turn::{OpenTurn, Phase, Prompt, Turn};
use crate::contract::CellRole;
use crate::contract::TurnHow;
use crate::event::EventBody;

/// For how long, in seconds, what a look shows may have stood there unseen: the turns are the same down to two looks a second.
const SEEN_LATE: f64 = 0.5;

/// What a user cell tells that was not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// A prompt is there again that was taken back, or covered.
    Again,
    /// The running turn's own, which was waited for.
    Prompt,
    /// What the screen still shows of it.
    RestOfPrompt,
    /// What the CLI writes while it compacts.
    Summary,
    /// The running turn's, printed once more with what was said to it.
    PrintedAnew,
    /// Another message that waited, which belongs to the same turn.
    More,
    /// The last turn's, printed once more after it was closed.
    PrintedAfterAll,
    /// Something that the person says now.
    New,
}

impl Run<'_> {
    /// A prompt was submitted by the caller.
    pub(super) fn submit(&mut self, text: &str) {
        let sight = self.state.surface.believed.sight;
        let is_over = self.state.turn.open().is_some_and(|open| {
            open.rest.is_over() && matches!(sight, Sight::Ready | Sight::Unwitnessed)
        });
        if is_over {
            self.supersede("explicit_submit");
        }
        if self.state.turn.is_open() {
            self.state.queue.submit(text);
            return;
        }
        let prompt = Some(text.to_owned());
        self.begin(TurnHow::ExplicitSubmit, prompt, self.now, "submit");
    }

    /// Whether a submitted turn waits for its user cell.
    pub(super) fn awaits_anchor(&self) -> bool {
        let open = self.state.turn.open();
        open.is_some_and(|open| open.prompt.anchor.is_none())
    }

    /// A user cell that was not there before `since`.
    pub(super) fn user_cell(&mut self, index: usize, sight: Sight, since: f64) {
        let open = self.state.turn.id();
        match self.told_by(index, sight, since) {
            Told::Again => self.take_again(index),
            Told::Prompt => self.anchor(index),
            Told::RestOfPrompt => self.keep_rest_of_prompt(index),
            Told::Summary => self.state.dialog.own_below(index, open),
            Told::PrintedAnew => self.anchor_anew(index),
            Told::More => self.join_prompt(index),
            Told::PrintedAfterAll => self.state.dialog.own_below(index, 0),
            Told::New => self.new_prompt(index, since),
        }
    }

    /// What a user cell is that was not there: the first of these that it can be.
    fn told_by(&self, index: usize, sight: Sight, since: f64) -> Told {
        let cell = &self.state.dialog.cells[index];
        if self.is_again(cell, sight) {
            Told::Again
        } else if self.anchors_open(cell) {
            Told::Prompt
        } else if self.is_rest_of_prompt(cell) {
            Told::RestOfPrompt
        } else if self.belongs_to_compaction(&cell.text) {
            Told::Summary
        } else if self.is_printed_anew(index) {
            Told::PrintedAnew
        } else if self.joins_queue(index, since) {
            Told::More
        } else if self.is_printed_after_all(index, sight) {
            Told::PrintedAfterAll
        } else {
            Told::New
        }
    }

    /// A prompt that nothing explains: a turn, or a command that may become one.
    fn new_prompt(&mut self, index: usize, since: f64) {
        let cell = self.state.dialog.cells[index].clone();
        let how = match cell.starts {
            true => TurnHow::OperatorCommand,
            false => self.how(&cell.solid, since),
        };
        // A command that the CLI does not know is answered in a user cell.
        if is_command(&cell.text) || how != TurnHow::ExplicitSubmit && self.answers_command() {
            self.supersede_for_command();
            self.state.signs.command = Some(Command {
                uid: cell.uid,
                since,
                worked_since: None,
                said_since: None,
                how,
            });
        } else {
            self.begin_at(index, how, self.began(&cell, since));
        }
    }

    /// Since when the turn of a prompt runs that was seen at a time: it may have stood there before, for too short a time to
    /// be believed (it was drawn, and taken away for a second), and the agent has worked on nothing else.
    fn began(&self, prompt: &Cell, seen: f64) -> f64 {
        let brief = self.state.signs.brief_prompt.as_ref();
        let brief = brief.filter(|brief| solid(&brief.text) == prompt.solid);
        let weighed = self.state.weighed;
        let idle = !self.state.turn.is_open() && !self.state.looks.seen.is_starting();
        let works = idle && weighed.sight == Sight::Working;
        let worked = works.then(|| weighed.since.max(self.state.past.ended_at));
        let times = [brief.map(|brief| brief.at), worked];
        times.into_iter().flatten().fold(seen, f64::min)
    }

    /// Whether a user cell that is no command is where one was drafted, or shown.
    fn answers_command(&mut self) -> bool {
        let command = self.state.signs.command.as_ref();
        let replaced = command.is_some_and(|command| !self.state.dialog.shows(command.uid));
        std::mem::take(&mut self.state.signs.drafts_command) || replaced
    }

    /// Whether a cell was taken back and is there again: half a frame, or a repaint. Or it is the last turn's prompt, which was
    /// out of sight as long as that turn ran, and a person has scrolled up to it: no draft has left the composer since.
    fn is_again(&self, cell: &Cell, sight: Sight) -> bool {
        let last = &self.state.past.last;
        match self.state.turn.open().map(|open| &open.prompt) {
            Some(prompt) => (prompt.retracted || prompt.covered) && prompt.key == cell.solid,
            None => {
                let unseen = last.anchor.is_none() && self.state.signs.drafted.is_none();
                let may = last.retracted || unseen;
                may && last.key == cell.solid && sight != Sight::Working
            }
        }
    }

    /// The prompt of the running turn, or of the last, is there again.
    fn take_again(&mut self, index: usize) {
        let uid = self.state.dialog.cells[index].uid;
        match self.state.turn.open_mut().map(|open| &mut open.prompt) {
            Some(prompt) => {
                prompt.retracted = false;
                prompt.covered = false;
                prompt.anchor = Some(uid);
            }
            None => {
                self.state.past.last.retracted = false;
                self.state.past.last.anchor = Some(uid);
            }
        }
        self.state.dialog.own_below(index, self.state.turn.id());
    }

    /// Whether the running turn has been waiting for this cell: its own prompt, possibly folded.
    fn anchors_open(&self, cell: &Cell) -> bool {
        let Some(open) = self.state.turn.open() else {
            return false;
        };
        let fresh = self.now - open.started <= self.state.limits.submit_patience;
        let awaits = fresh && !open.answered && !open.compacts && !self.state.was_queued(self.now);
        let own = open.prompt.is_shown_by(cell);
        open.prompt.anchor.is_none() && (own || awaits)
    }

    /// Whether the cell is one that the CLI writes while it compacts, before the command that made it
    /// do so: the summary of what was.
    fn belongs_to_compaction(&self, text: &str) -> bool {
        let open = self.state.turn.open();
        let unanchored = |open: &OpenTurn| open.compacts && open.prompt.anchor.is_none();
        open.is_some_and(unanchored) && !is_command(text)
    }

    /// Whether a cell that seems new is what the screen still shows of the running turn's prompt.
    fn is_rest_of_prompt(&self, cell: &Cell) -> bool {
        let open = self.state.turn.open();
        open.is_some_and(|open| open.prompt.joined.is_none() && cell.is_end_of(&open.prompt.key))
    }

    /// Anchors the running turn to what the screen still shows of its prompt.
    fn keep_rest_of_prompt(&mut self, index: usize) {
        let uid = self.state.dialog.cells[index].uid;
        if let Some(open) = self.state.turn.open_mut() {
            open.prompt.anchor = Some(uid);
        }
        self.state.dialog.own_below(index, self.state.turn.id());
    }

    /// The prompt of a turn that began without one, or before its cell was believed, where it comes into sight after the
    /// agent's words: above the last of them, and not seen before.
    pub(super) fn find_prompt(&self) -> Option<usize> {
        let open = self.state.turn.open();
        let open = open.filter(|open| open.prompt.anchor.is_none())?;
        if self.state.was_queued(self.now) {
            return None;
        }
        let cells = &self.state.dialog.cells;
        let own = |cell: &Cell| cell.turn == open.id && cell.is_agents();
        let last = cells.iter().rposition(own)?;
        let fresh = |cell: &Cell| cell.uid >= open.prompt.first_uid && open.prompt.may_be(cell);
        let prompt = |cell: &Cell| cell.is_user() && fresh(cell);
        let found = cells[..last].iter().rposition(prompt);
        found.filter(|&index| !self.state.dialog.comes_back(index, open.prompt.first_uid))
    }

    pub(super) fn anchor(&mut self, index: usize) {
        let cell = self.state.dialog.cells[index].clone();
        let now = self.now;
        let queued = self.state.was_queued(now);
        let Some(open) = self.state.turn.open_mut() else {
            return;
        };
        open.prompt.anchor = Some(cell.uid);
        open.note(now, "user_cell");
        if open.prompt.text.is_none() {
            open.prompt.text = Some(cell.text);
            open.prompt.key = cell.solid;
            if !queued {
                open.how = TurnHow::InferredComposer;
            }
        }
        let id = open.id;
        open.answer
            .forget(&self.state.dialog.disown_above(index, id));
        self.state.dialog.own_below(index, id);
    }

    /// Whether the cell is directly below the running turn's own, and both were queued: such
    /// cells come together, or one after the other in as many frames.
    fn joins_queue(&self, index: usize, since: f64) -> bool {
        let above = index
            .checked_sub(1)
            .map(|above| &self.state.dialog.cells[above]);
        let Some(open) = self.state.turn.open() else {
            return false;
        };
        let last = open.prompt.joined.or(open.prompt.anchor);
        let adjacent = above.is_some_and(|cell| last == Some(cell.uid));
        let together = open.started + self.state.limits.queue_hold + SEEN_LATE;
        let fresh = !open.answered && since <= together;
        let queued = open.how == TurnHow::SelfStarted || self.state.was_queued(since);
        adjacent && fresh && queued
    }

    /// Adds a queued message to the running turn's prompt.
    fn join_prompt(&mut self, index: usize) {
        let cell = &self.state.dialog.cells[index];
        self.state.queue.drop_all(&cell.solid);
        if let Some(open) = self.state.turn.open_mut() {
            let prompt = open.prompt.text.get_or_insert_default();
            prompt.push('\n');
            prompt.push_str(&cell.text);
            open.prompt.joined = Some(cell.uid);
            self.state.dialog.own_below(index, self.state.turn.id());
        }
    }

    /// Begins the turn of a prompt that was seen for a moment, where the agent's words alone are on the screen
    /// now: they have pushed it out of sight.
    pub(super) fn begin_brief_prompt(&mut self) {
        let cells = &self.state.dialog.cells;
        let said = cells.iter().any(Cell::is_agents) && !cells.iter().any(Cell::is_user);
        if !said || self.state.turn.is_open() && !self.state.turn.has_rested() {
            return;
        }
        let Some(BriefPrompt { text, at }) = self.state.signs.brief_prompt.take() else {
            return;
        };
        self.begin_out_of_sight(text, at, "user_cell_glimpsed");
    }

    /// Begins the turn of a prompt that is not on the screen, where all that is there was said to it.
    pub(super) fn begin_out_of_sight(&mut self, text: String, at: f64, why: &str) {
        self.state.dialog.own_from(0, 0);
        self.supersede("next_user_cell");
        let how = self.how(&solid(&text), at);
        self.begin(how, Some(text), at, why);
        self.state.dialog.own_from(0, self.state.turn.id());
        if let Some(open) = self.state.turn.open_mut() {
            open.worked = true;
            open.first_activity = Some(at);
        }
    }

    /// How a turn with this prompt begins: one that waited behind another begins by itself.
    pub(super) fn how(&mut self, solid: &str, since: f64) -> TurnHow {
        let queued = self.state.was_queued(since) || self.is_seen_to_run();
        match (queued, self.state.queue.take(solid)) {
            (true, _) => TurnHow::SelfStarted,
            (false, true) => TurnHow::ExplicitSubmit,
            (false, false) => TurnHow::InferredComposer,
        }
    }

    /// Whether it runs by a witness: a free prompt in front says that it does not, though it is not
    /// known to rest yet.
    fn is_seen_to_run(&self) -> bool {
        let open = self.state.turn.open();
        let free = self.state.surface.believed.sight == Sight::Ready;
        self.state.turn.runs() && !free && open.is_some_and(|open| !open.unwitnessed)
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
        last && (sight == Sight::Working || self.state.looks.seen.agent_asks())
    }

    /// A command that the agent works on for a while becomes a turn: a panel that is being drawn
    /// may look like work for a frame.
    pub(super) fn review_command(&mut self, sight: Sight) {
        let Some(command) = self.state.signs.command.clone() else {
            return;
        };
        let cells = &self.state.dialog.cells;
        let Some(index) = cells.iter().position(|cell| cell.uid == command.uid) else {
            self.state.signs.command = None;
            return;
        };
        let (now, limits) = (self.now, self.state.limits);
        let answered = self.is_answered(index);
        let works = answered || self.is_worked_on(index, sight);
        let since = command.worked_since.unwrap_or(now);
        let said_since = command.said_since.unwrap_or(now);
        let said = answered && now >= said_since + limits.settle;
        let compacts = works && self.state.looks.seen.is_compacting();
        // Of what the CLI says of a command, no agent asks.
        let asked = works
            && self.state.looks.seen.agent_asks()
            && !is_command(&self.state.dialog.cells[index].text);
        if said || asked || compacts || works && now >= since + command.hold(&limits) {
            self.begin_at(index, command.how, command.since);
        } else if let Some(command) = &mut self.state.signs.command {
            command.worked_since = works.then_some(since);
            command.said_since = answered.then_some(said_since);
        }
    }

    /// Begins a turn at a user cell.
    pub(super) fn begin_at(&mut self, index: usize, how: TurnHow, started: f64) {
        self.supersede_at("next_user_cell", started);
        let cell = self.state.dialog.cells[index].clone();
        self.begin(how, Some(cell.text), started, "user_cell");
        if let Some(open) = self.state.turn.open_mut() {
            open.prompt.anchor = Some(cell.uid);
        }
        let id = self.state.turn.id();
        self.state.dialog.own_below(index, id);
        self.note_work_since(started);
        self.gather();
    }

    /// Work that was seen while the prompt stood there and was not believed yet is the turn's.
    fn note_work_since(&mut self, started: f64) {
        let worked = self.state.past.worked_at.filter(|at| *at >= started);
        if let (Some(at), Some(open)) = (worked, self.state.turn.open_mut()) {
            open.worked = true;
            open.first_activity = Some(started);
            open.note(at, "working_seen");
        }
    }

    /// Begins a turn.
    pub(super) fn begin(&mut self, how: TurnHow, prompt: Option<String>, at: f64, why: &str) {
        self.state.past.turns += 1;
        self.state.signs.begin();
        self.state.past.settled = None;
        let from = self.state.turn.state();
        let key_before = std::mem::take(&mut self.state.past.last).key;
        let asked = Prompt::new(prompt.clone(), key_before, self.state.past.ended_uid);
        let mut open = Box::new(OpenTurn::new(self.state.past.turns, how, asked, at));
        open.note(at, why);
        self.state.turn = Turn::Open(Phase::Waiting, open);
        self.say(EventBody::TurnStarted { how, prompt });
        self.tell_turn(from);
    }

    /// A command at a free prompt ends what looks done; typed into a running turn it ends nothing.
    fn supersede_for_command(&mut self) {
        if self
            .state
            .turn
            .open()
            .is_some_and(|open| open.rest.is_over())
        {
            self.supersede("next_user_cell");
        }
    }

    /// A compaction, which shows its command late or never.
    pub(super) fn begin_compaction(&mut self) {
        let since = self.state.weighed.since.max(self.state.past.ended_at);
        self.begin(TurnHow::InferredComposer, None, since, "compaction");
        if let Some(open) = self.state.turn.open_mut() {
            open.compacts = true;
        }
    }
}
