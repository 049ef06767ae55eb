//! All panes that are known, which of them are shown in which order, and which one is selected.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::act::Carried;
use super::bindings::Bindings;
use super::card::{Card, Key};
use super::mode::{Intent, Mode};
use super::state::State;
use crate::host_name::HostName;
use shadow_tmux::PaneId;
use shadow_tui::contract::Payload;
use shadow_tui::{Need, Snapshot};

/// The dashboard's state.
#[derive(Debug, Default)]
pub struct Board {
    cards: BTreeMap<Key, Card>,
    selected: Option<Key>,
    /// Words that a shown pane must hold.
    pub(super) filter: String,
    /// Panes of one session stand together.
    pub(super) grouped: bool,
    /// The preview names the zone of each row.
    pub(super) zones: bool,
    /// The preview is shown.
    pub(super) preview: bool,
    /// What the keys mean.
    pub(super) mode: Mode,
    /// What was last done, or why it was not.
    pub(super) said: Option<String>,
    /// The dashboard's clock, in seconds.
    pub(super) now: f64,
    /// Columns and rows of the terminal.
    pub(super) size: [u16; 2],
    /// Panes that something is being done to.
    busy: BTreeSet<Key>,
    /// It was said that leaving leaves that alone.
    warned: bool,
    /// Prompts that were to be sent and were not.
    pub(super) unsent: BTreeMap<Key, String>,
    /// Which letter does what.
    pub(super) bindings: Bindings,
    /// Rows that the preview of this pane is scrolled up by; drawing brings it within the screen.
    scrolled: Option<Key>,
    scroll: Cell<usize>,
    /// The last turn of each pane whose end the person has looked at.
    looked: BTreeMap<Key, u64>,
    /// The machines that cannot be asked, and why.
    away: BTreeMap<HostName, String>,
    /// How the clocks of machines differ from the one here.
    clocks: BTreeMap<HostName, String>,
    /// The last of them whose pane is gone: whichever pane is written to next may have it.
    pub(super) left: Option<String>,
}

impl Board {
    /// An empty dashboard with the usual keys.
    #[cfg(test)]
    pub fn new() -> Self {
        Self::with(Bindings::default())
    }

    /// An empty dashboard with these keys.
    pub fn with(bindings: Bindings) -> Self {
        Self {
            bindings,
            preview: true,
            size: [80, 24],
            ..Self::default()
        }
    }

    /// Takes in how a pane looks now. Its `since` is kept while its need is the same.
    pub fn update(&mut self, mut card: Card) {
        if let Some(known) = self.cards.remove(&card.key) {
            if known.need() == card.need() {
                card.since = known.since;
            }
            if card.brief {
                card.snapshot = known.snapshot;
            }
        }
        self.cards.insert(card.key.clone(), card);
    }

    /// Takes in the text of the screen of another machine's pane, for which its machine was asked.
    pub fn read(&mut self, key: &Key, text: String) {
        if let Some(card) = self.cards.get_mut(key) {
            card.snapshot = Snapshot::from_text(text);
        }
    }

    /// The selected pane, if its text is shown and its machine must be asked for it.
    pub fn unread(&self) -> Option<&Card> {
        self.selected().filter(|card| self.preview && card.brief)
    }

    /// A pane is gone. If it was selected, the one that takes its place is.
    pub fn remove(&mut self, key: &Key) {
        let place = (self.selected.as_ref() == Some(key)).then(|| self.position());
        self.cards.remove(key);
        self.looked.remove(key);
        if let Some(text) = self.unsent.remove(key) {
            self.leave(key, text);
        }
        if let Some(place) = place {
            self.select(place);
        }
    }

    /// Another machine answers, and has no panes but these, if they are given: the sockets of their servers, and their ids.
    pub fn reach_machine(&mut self, host: &HostName, panes: Option<&BTreeSet<(PathBuf, PaneId)>>) {
        self.away.remove(host);
        let Some(panes) = panes else { return };
        let is_gone = |key: &&Key| !panes.contains(&(key.socket.clone(), key.pane));
        let gone: Vec<Key> = self.of_machine(host).filter(is_gone).cloned().collect();
        gone.iter().for_each(|key| self.remove(key));
    }

    /// Says it if the clock of another machine differs from the one here, once for each difference.
    pub fn compare_clocks(&mut self, host: &HostName, apart: Option<String>) {
        let known = self.clocks.get(host);
        if let Some(words) = apart.as_ref().filter(|it| Some(*it) != known) {
            self.say(format!("{host}: {words}"));
        }
        match apart {
            Some(words) => self.clocks.insert(host.clone(), words),
            None => self.clocks.remove(host),
        };
    }

    /// Another machine cannot be asked: its panes are `unknown` until it answers.
    pub fn lose_machine(&mut self, host: &HostName, why: String, unknown: &Payload) {
        let cards = self.of_machine(host).filter_map(|key| self.cards.get(key));
        let lost = cards.map(|card| Card {
            payload: unknown.clone(),
            brief: false,
            since: self.now,
            ..card.clone()
        });
        let lost: Vec<Card> = lost.collect();
        lost.into_iter().for_each(|card| self.update(card));
        self.away.insert(host.clone(), why);
    }

    /// The machines that cannot be asked, and why.
    pub(super) fn away(&self) -> &BTreeMap<HostName, String> {
        &self.away
    }

    fn of_machine(&self, host: &HostName) -> impl Iterator<Item = &Key> {
        let keys = self.cards.keys();
        keys.filter(move |key| key.host() == Some(host))
    }

    /// A pane is gone and a prompt for it was not sent: it is kept for another one.
    fn leave(&mut self, key: &Key, text: String) {
        self.left = Some(text);
        self.say(format!(
            "{key} is gone; its unsent text is kept: s on another pane opens it there"
        ));
    }

    /// The second of its clock.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Moves the clock.
    pub fn tick(&mut self, now: f64) {
        self.now = now;
    }

    /// The terminal has this size now.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.size = [cols, rows];
    }

    /// Says something at the foot until the next key.
    pub fn say(&mut self, text: String) {
        self.said = Some(text);
    }

    /// Lets an intent through, unless something is still being done to its pane: two sequences of keys would mix. Nobody
    /// would be told how it ended once the dashboard has been left, so that takes a second word.
    pub fn begin(&mut self, intent: Intent) -> Option<Intent> {
        let Some(key) = intent.key().cloned() else {
            let asks = self.busy.first().filter(|_| !self.warned);
            let Some(pane) = asks.map(Key::to_string) else {
                return Some(intent);
            };
            self.warned = true;
            self.say(format!(
                "{pane} is still being acted on; once more leaves that to itself"
            ));
            return None;
        };
        if self.busy.contains(&key) {
            self.say(format!("{key} is still being acted on"));
            if let Intent::Send { key, text } = intent {
                self.mode = Mode::Send { key, text };
            }
            return None;
        }
        self.busy.insert(key);
        self.warned = false;
        Some(intent)
    }

    /// What was being done to a pane has ended. A prompt that was not sent waits for the pane's next one.
    pub fn done(&mut self, key: &Key, carried: Carried) {
        self.busy.remove(key);
        self.warned = false;
        self.say(carried.said);
        match carried.unsent {
            Some(text) if self.cards.contains_key(key) => {
                drop(self.unsent.insert(key.clone(), text))
            }
            Some(text) => self.leave(key, text),
            None => {}
        }
    }

    /// A pane.
    pub(super) fn card(&self, key: &Key) -> Option<&Card> {
        self.cards.get(key)
    }

    /// How many panes have a state, for each that some pane has.
    pub fn counts(&self) -> Vec<(State, usize)> {
        let states = Need::ALL.into_iter().flat_map(State::all_of);
        let count = |state: State| {
            self.cards
                .values()
                .filter(|it| self.state(it) == state)
                .count()
        };
        let counts = states.map(|state| (state, count(state)));
        counts.filter(|(_, count)| *count > 0).collect()
    }

    /// The state of a pane: what it asks of the person, and whether its last turn is done and not looked at.
    pub(super) fn state(&self, card: &Card) -> State {
        let done = card
            .finished()
            .filter(|turn| self.looked.get(&card.key) != Some(turn));
        State::of(card.need(), done.is_some())
    }

    /// The person has the selected pane before their eyes.
    pub(super) fn look(&mut self) {
        let selected = self.selected();
        let seen = selected.and_then(|card| Some((card.key.clone(), card.finished()?)));
        self.looked.extend(seen);
    }

    /// Scrolls the preview of the selected pane by so many rows; negative is down.
    pub(super) fn scroll_by(&mut self, rows: isize) {
        let selected = self.selected().map(|card| card.key.clone());
        let from = self.scroll_of(selected.as_ref()).get();
        self.scroll.set(from.saturating_add_signed(rows));
        self.scrolled = selected;
    }

    /// Rows that the preview of a pane is scrolled up by.
    pub(super) fn scroll_of(&self, key: Option<&Key>) -> &Cell<usize> {
        if self.scrolled.as_ref() != key {
            self.scroll.set(0);
        }
        &self.scroll
    }

    /// The panes that pass the filter, in the order shown: who needs a person first, and longest. In groups, first the machine and
    /// the session with the first pane of that order.
    pub fn shown(&self) -> Vec<&Card> {
        let passing = self.cards.values().filter(|card| self.passes(card));
        let mut shown: Vec<(State, &Card)> = passing.map(|it| (self.state(it), it)).collect();
        shown.sort_by(|(first, a), (second, b)| {
            let urgency = first.cmp(second).then(a.since.total_cmp(&b.since));
            urgency.then_with(|| a.key.cmp(&b.key))
        });
        let mut shown: Vec<&Card> = shown.into_iter().map(|(_, card)| card).collect();
        if self.grouped {
            let (mut machines, mut sessions) = (BTreeMap::new(), BTreeMap::new());
            for (place, card) in shown.iter().enumerate() {
                let (machine, session) = card.group();
                machines.entry(machine).or_insert(place);
                sessions.entry((machine, session)).or_insert(place);
            }
            shown.sort_by_key(|card| {
                let (machine, session) = card.group();
                (machines[&machine], sessions[&(machine, session)])
            });
        }
        shown
    }

    /// Whether a pane has all words of the filter.
    fn passes(&self, card: &Card) -> bool {
        card.matches(&self.filter, self.state(card).word())
    }

    /// The selected pane; the first one shown where none is, or where it is not shown.
    pub fn selected(&self) -> Option<&Card> {
        let own = self.selected.as_ref().and_then(|key| self.cards.get(key));
        let own = own.filter(|card| self.passes(card));
        own.or_else(|| self.shown().first().copied())
    }

    /// Where the selected pane stands among those shown.
    pub fn position(&self) -> usize {
        self.position_in(&self.shown())
    }

    /// That place, for a caller that has the panes shown.
    pub(super) fn position_in(&self, shown: &[&Card]) -> usize {
        let wanted = self.selected.as_ref();
        let found = shown.iter().position(|card| Some(&card.key) == wanted);
        found.unwrap_or(0)
    }

    /// Selects the pane so many places further down; negative is up.
    pub(super) fn step(&mut self, by: isize) {
        self.select(self.position().saturating_add_signed(by));
    }

    /// Selects the pane at a place among those shown, the last one where there are fewer.
    fn select(&mut self, place: usize) {
        let shown = self.shown();
        let card = shown.get(place).or(shown.last());
        self.selected = card.map(|card| card.key.clone());
    }

    /// Keeps the selection on its pane, whatever moves around it.
    pub(super) fn pin(&mut self) {
        self.selected = self.selected().map(|card| card.key.clone());
    }
}
