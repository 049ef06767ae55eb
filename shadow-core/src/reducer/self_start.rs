//! Turns that begin by themselves: work, or words, without a user cell.

use super::cell::{Cell, is_command, solid};
use super::run::Run;
use super::signs::{Drafted, SelfStart};
use super::turn::{Idle, Turn};
use crate::contract::TurnHow;

/// Seconds that may pass between a draft that goes and the work that it begins.
const SENT_LATE: f64 = 0.5;

impl Run<'_> {
    /// Work without a user cell: a turn of its own once the agent says something, or once it has
    /// lasted. Work in the background may wake the agent for less than a look.
    pub(super) fn watch_self_start(&mut self, works: bool, asks: bool) {
        let woken = self.state.signs.may_wake.take();
        self.await_waking();
        let since = match asks {
            true => self.now,
            false => self.state.weighed.since.max(self.state.past.ended_at),
        };
        let uid = self.state.stepped.uid_before;
        let begins = (works || asks).then_some(SelfStart {
            since,
            uid,
            said_since: None,
            shown: false,
        });
        match self.state.signs.self_start.or(begins).or(woken) {
            Some(begun) => self.review_self_start(begun, works, asks),
            None => self.doubt_rest(false),
        }
    }

    fn review_self_start(&mut self, mut start: SelfStart, works: bool, asks: bool) {
        let (now, limits) = (self.now, self.state.limits);
        let hold = match asks || self.drafted_for(&start).is_some() {
            true => limits.asking_hold,
            false => limits.self_start_hold,
        };
        let lasted = (works || asks) && now >= start.since + hold;
        let says = self.state.dialog.has_agents_since(start.uid);
        start.said_since = says.then_some(start.said_since.unwrap_or(now));
        let said = start.said_since.is_some_and(|at| now >= at + limits.settle);
        let seen = &self.state.looks.seen;
        start.shown |= works && !seen.screen_rests;
        // A low pane may have no room for a word of it, and show its end all the same.
        let over = start.shown && !works && seen.end_mark && self.drafted_for(&start).is_some();
        if lasted || said || over {
            self.begin_by_itself(start);
            return;
        }
        self.state.signs.self_start = (works || asks || says).then_some(start);
        self.doubt_rest(works && now >= start.since + limits.asking_hold);
    }

    /// The draft that went when work began, if one did: a low pane has no room for its cell.
    fn drafted_for(&self, start: &SelfStart) -> Option<&Drafted> {
        let drafted = self.state.signs.drafted.as_ref();
        drafted.filter(|it| (it.at - start.since).abs() <= SENT_LATE && !is_command(&it.text))
    }

    /// What the agent says below the mark of the running turn's end, without a prompt between, is another turn, which it has
    /// begun by itself: the step between the two may take less than a look.
    pub(super) fn begin_after_end(&mut self, since: f64) {
        let id = self.state.turn.id();
        let cells = &self.state.dialog.cells;
        let goes_on = |cell: &Cell| cell.after_end && cell.turn == id && cell.is_agents();
        let Some(index) = cells.iter().rposition(goes_on).filter(|_| id != 0) else {
            return;
        };
        if !cells[..index].iter().any(|cell| cell.turn == id) {
            return;
        }
        self.state.dialog.own_from(index, 0);
        self.gather();
        self.supersede_at("turn_end_row", since);
        self.begin(TurnHow::SelfStarted, None, since, "work_after_turn_end");
        self.state.dialog.own_from(index, self.state.turn.id());
        if let Some(open) = self.state.turn.open_mut() {
            open.worked = true;
            open.first_activity = Some(since);
        }
    }

    /// Work that is no turn yet: that the last one is over is what can be said no longer.
    fn doubt_rest(&mut self, works: bool) {
        let from = self.state.turn.state();
        let Turn::None(left) = &mut self.state.turn else {
            return;
        };
        if works {
            *left = Idle::Unknown;
        } else if *left == Idle::Unknown && self.state.signs.self_start.is_none() {
            *left = Idle::Inactive;
        }
        self.tell_turn(from);
    }

    /// A prompt above what the agent has said since, which came too late or too briefly to begin the
    /// turn.
    fn unclaimed_prompt(&self, uid: u64) -> Option<usize> {
        let cells = &self.state.dialog.cells;
        let said = |cell: &Cell| cell.is_agents() && cell.uid >= uid;
        let newest = cells.iter().rposition(said)?;
        let fresh = |cell: &Cell| cell.uid >= self.state.past.ended_uid;
        let last = &self.state.past.last.key;
        let other =
            |cell: &Cell| cell.solid != *last && !cell.is_end_of(last) && !is_command(&cell.text);
        let prompt = |cell: &Cell| cell.is_user() && fresh(cell) && other(cell);
        let found = cells[..newest].iter().rposition(prompt);
        found.filter(|&index| {
            !self
                .state
                .dialog
                .comes_back(index, self.state.past.ended_uid)
        })
    }

    pub(super) fn begin_by_itself(&mut self, start: SelfStart) {
        if let Some(index) = self.unclaimed_prompt(start.uid) {
            let solid = self.state.dialog.cells[index].solid.clone();
            let how = self.how(&solid, start.since);
            return self.begin_at(index, how, start.since);
        }
        let brief = self.state.signs.brief_prompt.take();
        let brief = brief.map(|it| (it.text, it.at, "user_cell_glimpsed"));
        let drafted = self.drafted_for(&start).map(|it| it.text.clone());
        let drafted = drafted.map(|text| (text, start.since, "draft_sent"));
        let prompt = brief.or(drafted);
        if prompt.is_none() && self.resume(&start) {
            return;
        }
        match prompt {
            Some((text, at, why)) => {
                let how = self.how(&solid(&text), at);
                self.begin(how, Some(text), at.min(start.since), why);
            }
            None => {
                let why = "work_without_user_cell";
                self.begin(TurnHow::SelfStarted, None, start.since, why);
            }
        }
        let id = self.state.turn.id();
        let ended = self.state.past.ended_uid;
        self.state.dialog.own_since(start.uid, ended, id);
        if let Some(open) = self.state.turn.open_mut() {
            open.worked = true;
            open.first_activity = Some(start.since);
        }
        self.gather();
    }
}
