//! One pane that is watched: compare a view with the last, step the session, number the events.

use std::path::Path;

use shadow_core::contract::{Parts, Payload};
use shadow_core::event::{Event, EventBody, Happening, Stamp};
use shadow_core::screen::{History, Screen};
use shadow_core::{Observed, ProcessState, ProviderChoice, Session, Snapshot, Stack};
use shadow_tmux::{Heard, Pane, PaneId, View, Written};

use super::between::{Way, between};
use super::rules::Rules;

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
    session: Session,
    stamp: Stamp,
    last: Option<(View, Heard)>,
    /// What has scrolled off its top, as far as that was followed.
    above: History,
    /// Whether something has happened since that it does not show.
    parted: bool,
    /// How many processes there have been in the pane.
    generation: u64,
    gone: bool,
    /// When it was last looked at.
    looked: Option<f64>,
    /// When its session was last stepped.
    stepped: f64,
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
        Self {
            id,
            session: Session::default().numbering_after(rules.numbers),
            stamp: stamp.on(socket.display().to_string()),
            last: None,
            above: History::default(),
            parted: false,
            generation: 0,
            gone: false,
            looked: None,
            stepped: 0.0,
            seen: None,
            shown: rules.shown,
            fresh: false,
            number: None,
            asked_number: None,
        }
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
            seen.payload.lifecycle = Some(self.session.lifecycle());
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
        self.session.next_deadline().filter(|at| *at > self.stepped)
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
            channels.generation = Some(self.generation);
            channels.foreground.clone_from(&foreground);
            // The session's time may have gone on since.
            self.stepped = rules.clock.seconds(past.at).clamp(self.stepped, now);
            let told = self.session.look_back(
                &rules.stack,
                ProviderChoice::Auto,
                Observed::drawn(&past.screen, &channels).below(Some(&past.above)),
                self.stepped,
            );
            self.parted = true;
            events.extend(told);
        }
        self.stamped(events)
    }

    /// Takes a view, and what the pane has said of itself.
    pub fn look(&mut self, stack: &Stack, view: View, heard: Heard, now: f64) -> Vec<Event> {
        self.looked = Some(now);
        let mut events = self.hear_beside(&heard, now);
        let same = |(last, before): &(View, Heard)| *last == view && heard.adds_nothing_to(before);
        let parted = std::mem::take(&mut self.parted);
        if !parted && self.last.as_ref().is_some_and(same) {
            self.stepped = now;
            let told = self.session.tick(now);
            self.fresh |= !told.is_empty();
            events.extend(told);
            return self.stamped(events);
        }
        self.count_process(view.pane.pid);
        self.last = Some((view.clone(), heard.clone()));
        let mut snapshot = view.into_snapshot();
        heard.add_to(&mut snapshot.channels);
        snapshot.channels.generation = Some(self.generation);
        self.stepped = now;
        let auto = ProviderChoice::Auto;
        let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
        let observed = Observed::loaded(&screen, &snapshot).below(Some(&self.above));
        let look = self.session.look_at(stack, auto, observed, Parts::ALL, now);
        events.extend(look.events);
        let block = look.payload.surface_assessment.operator_block.as_ref();
        self.number = block.and_then(|block| block.appearance);
        if self.shown {
            let pane = self.last.as_ref().map(|(view, _)| view.pane.clone());
            let payload = look.payload;
            self.seen = pane.map(|pane| Seen {
                pane,
                snapshot,
                payload,
            });
            self.fresh = true;
        }
        self.stamped(events)
    }

    /// The tab status and the bell, which no verdict rests on.
    fn hear_beside(&self, heard: &Heard, now: f64) -> Vec<Happening> {
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
        let events = said.map(|(channel, said)| Happening {
            at: now,
            turn: None,
            body: EventBody::SelfReport {
                channel: channel.to_owned(),
                said,
            },
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
        self.stepped = now;
        let events = self.session.tick(now);
        self.fresh |= !events.is_empty();
        self.stamped(events)
    }

    /// The pane is gone: what ran in it has ended.
    pub fn lose(&mut self, stack: &Stack, now: f64) -> Vec<Event> {
        self.gone = true;
        self.seen = None;
        self.number = None;
        self.fresh = true;
        self.stepped = now;
        let mut snapshot = Snapshot::default();
        snapshot.channels.process = ProcessState::Exited;
        snapshot.channels.generation = Some(self.generation);
        let auto = ProviderChoice::Auto;
        let mut events = self.session.look(stack, auto, &snapshot, now).events;
        // Whatever comes back is another process.
        self.generation += 1;
        events.push(Happening {
            at: now,
            turn: None,
            body: EventBody::PaneGone,
        });
        self.stamped(events)
    }

    fn count_process(&mut self, pid: u32) {
        let known = self.last.as_ref().map(|(view, _)| view.pane.pid);
        if known.is_some_and(|known| known != pid) || self.generation == 0 {
            self.generation += 1;
        }
    }

    fn stamped(&mut self, events: Vec<Happening>) -> Vec<Event> {
        events.into_iter().map(|it| self.stamp.event(it)).collect()
    }
}
