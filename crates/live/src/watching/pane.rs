//! One pane that is watched: compare a view with the last, and tell the session what is new.

use std::path::Path;

use shadow_core::contract::Payload;
use shadow_core::event::{Event, EventBody, Stamp};
use shadow_core::screen::{History, Screen};
use shadow_core::{Followed, Observed, Snapshot, Taken};
use shadow_tmux::{Heard, Pane, PaneId, View, Written};

use super::between::{Way, between};
use super::rules::Rules;
use crate::agent::is_agent;

/// A pane as last seen, with its reading and its look.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Seen {
    /// As tmux lists it.
    pub pane: Pane,
    /// The reading.
    pub snapshot: Snapshot,
    /// The look.
    pub payload: Payload,
}

/// A pane that is watched.
pub struct WatchedPane {
    id: PaneId,
    followed: Followed,
    last: Option<(View, Heard)>,
    /// What has scrolled off its top, as far as that was followed.
    above: History,
    /// Whether something has happened since that it does not show.
    parted: bool,
    gone: bool,
    /// When it was last looked at.
    looked: Option<f64>,
    /// The last look, kept only to show it.
    seen: Option<Seen>,
    /// Whether `seen` is kept, and whether it has changed since it was asked for.
    shown: bool,
    fresh: bool,
    /// The number of the dialog in front, and the one that was last asked for.
    number: Option<u64>,
    asked_number: Option<u64>,
}

impl WatchedPane {
    /// A pane that has not been looked at.
    pub fn new(socket: &Path, id: PaneId, rules: &Rules) -> Self {
        let stamp = Stamp::pane(id.to_string(), rules.clock.epoch());
        let stamp = stamp.on(socket.display().to_string());
        let followed = Followed::new(rules.stack.clone(), stamp);
        Self {
            id,
            followed: followed.numbering_after(rules.numbers),
            last: None,
            above: History::default(),
            parted: false,
            gone: false,
            looked: None,
            seen: None,
            shown: rules.shown,
            fresh: false,
            number: None,
            asked_number: None,
        }
    }

    /// A pane at its first look, with what happened by it; none if the pane holds no agent.
    pub fn of_agent(
        socket: &Path,
        view: View,
        rules: &Rules,
        now: f64,
    ) -> Option<(Self, Vec<Event>)> {
        let pane = view.pane.clone();
        let mut watched = Self::new(socket, pane.id, rules);
        watched.looked = Some(now);
        let (snapshot, taken) = watched.read(view, Heard::default(), now);
        let holds = is_agent(&rules.stack, &pane, &snapshot, &taken.payload);
        watched.keep(snapshot, taken.payload);
        holds.then_some((watched, taken.events))
    }

    /// The number of the dialog in front, if that has changed since it was last asked for.
    pub fn new_number(&mut self) -> Option<Option<u64>> {
        let before = std::mem::replace(&mut self.asked_number, self.number);
        (before != self.number).then_some(self.number)
    }

    /// How the pane looks, if that has changed since it was last asked for; gone panes have no look.
    pub fn news(&mut self) -> Option<Option<Seen>> {
        if !std::mem::take(&mut self.fresh) {
            return None;
        }
        let mut seen = self.seen.clone();
        if let Some(seen) = &mut seen {
            seen.payload.lifecycle = Some(self.followed.session().lifecycle());
        }
        Some(seen)
    }

    /// The pane's id.
    pub fn id(&self) -> PaneId {
        self.id
    }

    /// Whether the pane is gone.
    pub fn is_gone(&self) -> bool {
        self.gone
    }

    /// When it was last looked at.
    pub fn looked(&self) -> Option<f64> {
        self.looked
    }

    /// When its session must be stepped at the latest.
    pub fn deadline(&self) -> Option<f64> {
        self.followed.deadline()
    }

    /// The pane is there again: another server has taken the socket over.
    pub fn revive(&mut self) {
        self.gone = false;
        self.last = None;
        self.looked = None;
    }

    /// Whether a listing shows the pane as it was last seen.
    pub fn is_as_listed(&self, pane: &Pane) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|(view, _)| view.pane == *pane)
    }

    /// Whether another program is in front than at the last look.
    pub fn has_other_program(&self, pane: &Pane) -> bool {
        let last = self.last.as_ref().map(|(view, _)| &view.pane);
        last.is_some_and(|last| (last.pid, &last.command) != (pane.pid, &pane.command))
    }

    /// What happened between the last look and this view; none where what was heard does not tell.
    pub fn between(&self, view: &View, written: &Written) -> Option<Way> {
        let last = self.last.as_ref().filter(|_| !self.parted);
        // What covers a pane is no screen of its program.
        let seen = |last: &View| last.pane.pid == view.pane.pid && !last.covered && !view.covered;
        match last.filter(|(last, _)| seen(last)) {
            Some((last, _)) => between(last, &self.above, view, written),
            None => Some(Way::default()),
        }
    }

    /// Takes what happened since the last look.
    pub fn look_back(&mut self, rules: &Rules, way: Way, now: f64) -> Vec<Event> {
        self.parted = false;
        self.above = way.above;
        let Some((last, heard)) = &self.last else {
            return Vec::new();
        };
        let foreground = last.pane.foreground.clone();
        let mut events = Vec::new();
        for past in way.past {
            let mut channels = past.channels;
            heard.clone().add_to(&mut channels);
            channels.notifications.clear();
            channels.generation = self.followed.generation();
            channels.foreground.clone_from(&foreground);
            let observed = Observed::drawn(&past.screen, &channels).below(Some(&past.above));
            let then = rules.clock.seconds(past.at).min(now);
            events.extend(self.followed.look_back(observed, then));
            self.parted = true;
        }
        events
    }

    /// Takes a view, and what the pane has said of itself.
    pub fn look(&mut self, view: View, heard: Heard, now: f64) -> Vec<Event> {
        self.looked = Some(now);
        let mut events = self.hear_beside(&heard, now);
        let same = |(last, before): &(View, Heard)| *last == view && heard.adds_nothing_to(before);
        let parted = std::mem::take(&mut self.parted);
        if !parted && self.last.as_ref().is_some_and(same) {
            events.extend(self.tick(now));
            return events;
        }
        let (snapshot, taken) = self.read(view, heard, now);
        events.extend(taken.events);
        self.keep(snapshot, taken.payload);
        events
    }

    fn read(&mut self, view: View, heard: Heard, now: f64) -> (Snapshot, Taken) {
        self.followed.process(view.pane.pid);
        self.last = Some((view.clone(), heard.clone()));
        let mut snapshot = view.into_snapshot();
        heard.add_to(&mut snapshot.channels);
        snapshot.channels.generation = self.followed.generation();
        let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
        let observed = Observed::loaded(&screen, &snapshot).below(Some(&self.above));
        let taken = self.followed.look_at(observed, now);
        (snapshot, taken)
    }

    /// Keeps the number of the dialog in front, and the look if looks are shown.
    fn keep(&mut self, snapshot: Snapshot, payload: Payload) {
        let block = payload.surface_assessment.operator_block.as_ref();
        self.number = block.and_then(|block| block.appearance);
        if self.shown {
            let pane = self.last.as_ref().map(|(view, _)| view.pane.clone());
            self.seen = pane.map(|pane| Seen {
                pane,
                snapshot,
                payload,
            });
            self.fresh = true;
        }
    }

    /// The tab status and the bell, which no verdict rests on.
    fn hear_beside(&mut self, heard: &Heard, now: f64) -> Vec<Event> {
        let before = self.last.as_ref().map(|(_, before)| before);
        let tab = before.and_then(|before| before.tab_status.as_deref());
        let new_tab = heard
            .tab_status
            .as_deref()
            .filter(|said| Some(*said) != tab);
        let rung = heard
            .bells
            .saturating_sub(before.map_or(0, |before| before.bells));
        let bell = (rung > 0).then(|| match rung {
            1 => "rang once".to_owned(),
            _ => format!("rang {rung} times"),
        });
        let tab = new_tab.map(|said| ("tab_status", said.to_owned()));
        let said = tab.into_iter().chain(bell.map(|said| ("bell", said)));
        let events = said.map(|(channel, said)| {
            let channel = channel.to_owned();
            let report = EventBody::SelfReport { channel, said };
            self.followed.event(report, now)
        });
        events.collect()
    }

    /// A look that failed; the next one is not at once.
    pub fn look_failed(&mut self, now: f64) {
        self.looked = Some(now);
        self.parted = true;
    }

    /// Time has passed and the pane is as it was.
    pub fn tick(&mut self, now: f64) -> Vec<Event> {
        let events = self.followed.tick(now);
        self.fresh |= !events.is_empty();
        events
    }

    /// The pane is gone: what ran in it has ended.
    pub fn lose(&mut self, now: f64) -> Vec<Event> {
        self.gone = true;
        self.seen = None;
        self.number = None;
        self.fresh = true;
        self.followed.lose(now)
    }
}
