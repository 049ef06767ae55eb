//! Following the dialog: from a believed screen to what it changes of the turn.

use std::sync::Arc;

use super::align::{Change, Course};
use super::cell::{Cell, is_command, solid};
use super::dialog::News;
use super::doubt::Doubt;
use super::observation::Observation;
use super::run::Run;
use super::sight::Sight;
use super::signs::BriefPrompt;
use crate::contract::{AnomalyCode, DialogCell, InputMode, ShadowAnomaly};
use crate::event::EventBody;

impl Run<'_> {
    /// Follows the dialog.
    pub(super) fn follow(&mut self, observation: &Arc<Observation>, sight: Sight) {
        let pager = observation.axes.input_mode == InputMode::Closed;
        // A dialog, or a panel such as the search through earlier prompts.
        let covered = sight == Sight::Blocked || observation.axes.input_mode == InputMode::Modal;
        // What a side chat's own dialog stands over was said there.
        let others = self.state.looks.aside && !observation.is_aside();
        let hidden = pager || covered && (observation.cells.is_empty() || others);
        if observation.replaces_dialog() {
            self.state.baseline.replace();
        } else if self.state.comes_up(sight) {
            self.state.looks.doubted = Some(Arc::clone(observation));
        } else if !self.state.baseline.is_taken() {
            self.first_look(observation, sight);
        } else if self.state.baseline.is_replaced() && !sight.is_guarded() {
            self.state.baseline.take();
            self.absorb(observation);
        } else if !hidden {
            self.state.baseline.take();
            self.follow_change(observation, sight);
            return;
        }
        self.state.looks.doubt = None;
    }

    /// Takes a screen as it is: nothing on it is new.
    fn absorb(&mut self, observation: &Observation) {
        self.state.dialog.absorb(&observation.cells, self.now);
        self.state.past.ended_uid = self.state.dialog.next_uid();
    }

    /// Takes what a screen changes of the dialog, once it has held where it is grave.
    fn follow_change(&mut self, observation: &Arc<Observation>, sight: Sight) {
        let (now, settle) = (self.now, self.state.limits.settle);
        let news = self.compare(&observation.cells, self.adds_words(observation, sight));
        let before = self.state.looks.doubt.take();
        let Some(news) = news else {
            return;
        };
        let doubt = Doubt::of(&news.change, &news.next, before.as_ref(), now, settle);
        if doubt.is_some() {
            self.glimpse(doubt.as_ref(), sight);
            self.state.looks.doubt = doubt;
            self.state.looks.doubted = Some(Arc::clone(observation));
            return;
        }
        let since = before.map_or(now, |doubt| doubt.since);
        let change = self.take_news(news);
        self.take_change(change, sight, since);
    }

    /// Whether what comes is more, and nothing is taken back: the agent works, or has worked on a prompt that has
    /// not come back to the composer.
    fn adds_words(&self, observation: &Observation, sight: Sight) -> bool {
        let worked = self.state.turn.open().is_some_and(|open| open.worked);
        sight == Sight::Working || worked && observation.draft.is_none()
    }

    /// What a new screen would change of the dialog; `adds` where it can only be more.
    pub(super) fn compare(&mut self, cells: &[DialogCell], adds: bool) -> Option<News> {
        let (now, settle) = (self.now, self.state.limits.settle);
        let works = self.state.surface.believed.sight == Sight::Working;
        let course = match self.state.turn.open() {
            Some(open) => Course::Runs {
                id: open.id,
                key: &open.prompt.key,
            },
            None if works => Course::Begins,
            None => Course::Rests,
        };
        let dialog = &mut self.state.dialog;
        dialog.compare(cells, now, settle, course, adds)
    }

    /// Takes a new screen into the dialog.
    pub(super) fn take_news(&mut self, news: News) -> Change {
        let open = self.state.turn.open();
        let (turn, anchor) = open.map_or((0, None), |open| (open.id, open.prompt.anchor));
        let since = self.state.looks.shown_since;
        self.state.dialog.take(news, since, turn, anchor)
    }

    /// Keeps a prompt that is not believed yet while the agent works: a question may be drawn over it
    /// before it has stood long enough, and it may never come back.
    fn glimpse(&mut self, doubt: Option<&Doubt>, sight: Sight) {
        let Some((text, at)) = doubt.and_then(|doubt| Some((doubt.prompt.clone()?, doubt.since)))
        else {
            return;
        };
        let runs = self.state.turn.is_open() && !self.state.turn.has_rested();
        let open = self.state.turn.open();
        let before = open.map_or(&self.state.past.last.key, |open| &open.prompt.key);
        let may = !is_command(&text) && solid(&text) != *before;
        if sight == Sight::Working && !runs && may {
            let known = self.state.signs.brief_prompt.as_ref();
            let known = known.filter(|known| known.text == text);
            let at = known.map_or(at, |known| known.at.min(at));
            self.state.signs.brief_prompt = Some(BriefPrompt { text, at });
        }
    }

    /// The first live screen of a life: what is on it is history, unless a turn runs already.
    fn first_look(&mut self, observation: &Observation, sight: Sight) {
        self.state.baseline.take();
        self.absorb(observation);
        let users = self.state.dialog.cells.iter();
        let last = users.rev().position(Cell::is_user);
        let last = last.map(|back| self.state.dialog.cells.len() - 1 - back);
        // A title beside the mark of a turn's end tells of another turn, or of none.
        let ended = observation.end_mark && observation.only_title_works;
        let runs = sight == Sight::Working && !observation.is_starting() && !ended
            || sight == Sight::Blocked
                && observation.agent_asks()
                && observation.agent_alone_asks();
        if let Some(index) = last.filter(|_| runs || self.awaits_anchor()) {
            self.user_cell(index, sight, self.now);
        }
    }

    /// What a new screen has changed since a time.
    pub(super) fn take_change(&mut self, change: Change, sight: Sight, since: f64) {
        if self.is_new_life(&change, sight) {
            self.process_ended(self.now);
            self.process_lives();
            self.state.baseline.take();
            return;
        }
        self.take_back(&change, sight);
        if change.apart {
            self.begin_brief_prompt();
            self.begin_what_was_drafted(sight, since);
        }
        if change.lost {
            if let Some(open) = self.state.turn.open_mut() {
                open.answer.lose();
            }
            self.invalidate("nothing of the last screen is on this one");
        }
        let found = self.anchor_to_prompt();
        let later = |index: &usize| found.is_none_or(|found| *index > found);
        let new_users: Vec<usize> = change.new_users.into_iter().filter(later).collect();
        if let Some(&first) = new_users.first() {
            // What stands below is not the running turn's, what stands above may be its last.
            self.state.dialog.own_from(first, 0);
            self.gather();
        }
        for index in new_users {
            self.user_cell(index, sight, since);
        }
        self.note_drift();
        self.begin_after_end(since);
        self.gather();
    }

    /// Whether a banner tells of another life of the CLI under the running turn: it is below words of the last screen, or
    /// where the turn's own words have gone and nothing works. A turn of which nothing was seen yet cannot have
    /// gone: a banner that is drawn anew while its prompt is taken is the same life's.
    fn is_new_life(&self, change: &Change, sight: Sight) -> bool {
        let Some(open) = self.state.turn.open() else {
            return false;
        };
        let gone = sight != Sight::Working && (open.prompt.anchor.is_some() || open.answered);
        change.new_banner && change.new_users.is_empty() && (!change.lost || gone)
    }

    /// Anchors the running turn to its prompt, where that comes into sight; its index.
    fn anchor_to_prompt(&mut self) -> Option<usize> {
        if let Some(index) = self.find_prompt() {
            self.anchor(index);
            return Some(index);
        }
        let index = self.find_return()?;
        self.anchor_anew(index);
        Some(index)
    }

    /// Cells that the CLI took back.
    fn take_back(&mut self, change: &Change, sight: Sight) {
        let uids: Vec<u64> = change.taken_back.iter().map(|cell| cell.uid).collect();
        let has = |anchor: Option<u64>| anchor.is_some_and(|anchor| uids.contains(&anchor));
        if let Some(open) = self.state.turn.open_mut() {
            // Words that go with their prompt after a rest were said: the screen was cleared.
            if !(has(open.prompt.anchor) && open.rest.since().is_some()) {
                open.answer.forget(&uids);
            }
            let covers = sight == Sight::Blocked;
            open.prompt.retracted |= has(open.prompt.anchor) && !covers;
            open.prompt.covered |= has(open.prompt.anchor) && covers;
        }
        self.state.past.last.retracted |= has(self.state.past.last.anchor);
    }

    /// The anchor of the running turn has left the screen.
    fn note_drift(&mut self) {
        let shown = match self.state.turn.open() {
            Some(open) => open
                .prompt
                .anchor
                .is_none_or(|uid| self.state.dialog.shows(uid)),
            None => true,
        };
        if shown {
            self.state.baseline.lose(false);
        } else if !self.state.baseline.is_lost() {
            self.invalidate("the turn's user cell has left the screen");
        }
    }

    /// Says that the baseline is gone, once until it is there again.
    fn invalidate(&mut self, why: &str) {
        let adrift = self.state.turn.open_mut().map(|open| {
            let before = open.prompt.adrift;
            open.prompt.adrift = true;
            before
        });
        self.state.baseline.lose(self.state.turn.is_open());
        if adrift != Some(true) {
            let anomaly = ShadowAnomaly::new(AnomalyCode::BaselineInvalidated, why);
            self.say(EventBody::Anomaly { anomaly });
        }
    }
}
