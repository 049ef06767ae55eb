//! One server whose panes are watched: what comes and goes, and which panes are looked at now.

use std::collections::btree_map::{BTreeMap, Entry};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use shadow_tmux::{Bell, Feed, Pane, PaneId, TmuxError, View};

use super::between::Way;
use super::pacing::{Changed, Pace};
use super::pane::{Seen, WatchedPane};
use super::rules::{Rules, Scope, Step};

/// Seconds between two listings of a server's panes. They show what changes without output: flags, titles,
/// names and the death of a pane.
pub const LISTING: f64 = 1.0;

/// Seconds for which a server that gave no answer in time is left alone: while it is waited for, no other is looked at.
const HUNG: f64 = 15.0;

/// The least seconds between two listings, however much is told.
const LEAST_LISTING: f64 = 0.1;

/// More new panes than this are worth a control client to look at them.
const MANY: usize = 4;

/// Panes that are gone and may come back under their old ids.
const GONE_KEPT: usize = 256;

/// How long what a view shows and was not heard of is waited for.
const MOMENT: Duration = Duration::from_millis(3);

/// A server whose panes are watched.
pub struct WatchedServer {
    feed: Feed,
    panes: BTreeMap<PaneId, WatchedPane>,
    /// When its panes are listed next.
    listing: f64,
    /// When it is asked again, having given no answer.
    hung_until: f64,
    /// Panes that hold no agent, as they were when that was last found.
    others: HashMap<PaneId, Pane>,
    refusal: Option<String>,
    trouble: Option<String>,
}

impl WatchedServer {
    /// The server behind a socket; nothing of it is watched yet.
    pub fn new(socket: &Path, bell: &Bell) -> Self {
        Self {
            feed: Feed::new(socket, bell),
            panes: BTreeMap::new(),
            listing: 0.0,
            hung_until: 0.0,
            others: HashMap::new(),
            refusal: None,
            trouble: None,
        }
    }

    /// Its socket.
    pub fn socket(&self) -> &Path {
        self.feed.socket()
    }

    /// Watches a pane, or a pane that has come back under its old id.
    pub fn add(&mut self, rules: &Rules, id: PaneId) {
        let new = || WatchedPane::new(self.feed.socket(), id, rules);
        let pane = self.panes.entry(id).or_insert_with(new);
        if pane.is_gone() {
            pane.revive();
        }
    }

    /// The panes that look otherwise than when this was last asked.
    pub fn news(&mut self) -> Vec<(PathBuf, PaneId, Option<Seen>)> {
        let socket = self.socket().to_owned();
        let news = self.panes.values_mut().filter_map(|pane| {
            let seen = pane.news()?;
            Some((socket.clone(), pane.id(), seen))
        });
        news.collect()
    }

    /// The panes whose dialog has another number than when this was last asked, each with the number.
    pub fn new_numbers(&mut self) -> Vec<(PaneId, Option<u64>)> {
        let numbers = self.panes.values_mut();
        let numbers = numbers.filter_map(|pane| Some((pane.id(), pane.new_number()?)));
        numbers.collect()
    }

    /// Whether every pane that is watched is gone.
    pub fn is_over(&self) -> bool {
        self.panes.values().all(WatchedPane::is_gone)
    }

    /// Detaches from the server; the next step follows its panes anew.
    pub fn let_go(&mut self) {
        self.feed.follow(&[]);
        self.listing = 0.0;
    }

    /// Does everything that is due; `watched` are the sockets of all servers that are watched.
    pub fn step(&mut self, rules: &Rules, watched: &[PathBuf], step: &mut Step) {
        if !self.is_hung(rules) {
            self.list(rules, watched, step);
        }
        if !self.is_hung(rules) {
            self.look(rules, step);
        }
        let now = rules.clock.now();
        for pane in self.present() {
            if pane.deadline().is_some_and(|at| at <= now) {
                step.events.extend(pane.tick(now));
            }
        }
    }

    /// Whether it gave no answer of late.
    fn is_hung(&self, rules: &Rules) -> bool {
        rules.clock.now() < self.hung_until
    }

    /// It gives no answer.
    fn hangs(&mut self, rules: &Rules, error: &TmuxError) {
        if error.is_timed_out() {
            self.hung_until = rules.clock.now() + HUNG;
        }
    }

    /// When something is due next.
    pub fn due(&self, rules: &Rules) -> f64 {
        if self.is_hung(rules) {
            let panes = self.panes.values().filter(|pane| !pane.is_gone());
            return panes
                .filter_map(WatchedPane::deadline)
                .fold(self.hung_until, f64::min);
        }
        let changes = self.changes(rules);
        let panes = self.panes.values().filter(|pane| !pane.is_gone());
        let due = panes.map(|pane| {
            let look = self.look_due(rules, pane, &changes);
            pane.deadline().map_or(look, |at| look.min(at))
        });
        due.fold(self.listing, f64::min)
    }

    /// Lists the panes when it is time, or when they may have changed.
    fn list(&mut self, rules: &Rules, watched: &[PathBuf], step: &mut Step) {
        let now = rules.clock.now();
        let lost = self.feed.mend();
        if self.feed.take_topology() || !lost.is_empty() {
            self.listing = self.listing.min(now + LEAST_LISTING);
        }
        let socket = self.feed.socket().display();
        step.notes.extend(lost.iter().map(|why| {
            format!("the control client on {socket} was lost ({why}); its panes are followed again if they are there")
        }));
        if now < self.listing {
            return;
        }
        self.listing = now + LISTING;
        match self.feed.panes() {
            Ok(mut listed) => {
                self.trouble = None;
                match rules.scope {
                    Scope::Named => {}
                    Scope::Agents => {
                        // The agent in there is watched where its own server lists it.
                        listed.retain(|it| !it.shows_pane_of(watched.iter().map(PathBuf::as_path)));
                        self.find_agents(rules, &listed, step);
                    }
                    Scope::All => listed.iter().for_each(|pane| self.add(rules, pane.id)),
                }
                self.compare(rules, listed, step);
            }
            Err(error) if error.is_no_server() => self.lose_all(rules, step),
            Err(error) => {
                self.hangs(rules, &error);
                note_once(&mut self.trouble, error.to_string(), step);
            }
        }
    }

    /// Compares a listing with what is known, and follows what is there.
    fn compare(&mut self, rules: &Rules, listed: Vec<Pane>, step: &mut Step) {
        let mut listed: HashMap<PaneId, Pane> = listed.into_iter().map(|it| (it.id, it)).collect();
        let mut watched = Vec::new();
        for (id, pane) in self.panes.iter_mut().filter(|(_, pane)| !pane.is_gone()) {
            let Some(listed) = listed.remove(id) else {
                step.events.extend(pane.lose(rules.clock.now()));
                continue;
            };
            if pane.has_other_program(&listed) {
                self.feed.process_ended(*id);
            }
            if !pane.is_as_listed(&listed) {
                self.feed.touch(*id);
            }
            watched.push(listed);
        }
        let unheard = watched.iter().map(|pane| pane.id);
        let unheard: Vec<PaneId> = unheard.filter(|id| !self.feed.follows(*id)).collect();
        self.feed.follow(&watched);
        // What changed between the last look at them and now was not heard.
        unheard.iter().for_each(|id| self.feed.touch(*id));
        if let Some(why) = self.feed.refusal() {
            let socket = self.feed.socket().display();
            let note = format!("{socket} is asked pane by pane: no control client ({why})");
            note_once(&mut self.refusal, note, step);
        }
        self.forget();
    }

    /// Watches every pane that holds an agent. One that held none is looked at again when its
    /// listing has changed.
    fn find_agents(&mut self, rules: &Rules, listed: &[Pane], step: &mut Step) {
        let watched = |id| self.panes.get(id).is_some_and(|pane| !pane.is_gone());
        let same = |pane: &Pane| self.others.get(&pane.id) == Some(pane);
        let new = listed
            .iter()
            .filter(|pane| !watched(&pane.id) && !same(pane));
        let new: Vec<PaneId> = new.map(|pane| pane.id).collect();
        if new.len() > MANY {
            self.feed.reach(listed);
        }
        for view in self.feed.views(&new).into_iter().flatten() {
            let (pane, now) = (view.pane.clone(), rules.clock.now());
            let Some((first, events)) = WatchedPane::of_agent(self.socket(), view, rules, now)
            else {
                self.others.insert(pane.id, pane);
                continue;
            };
            self.others.remove(&pane.id);
            match self.panes.entry(pane.id) {
                Entry::Vacant(entry) => {
                    entry.insert(first);
                    step.events.extend(events);
                }
                // It is looked at in this step, as what it was before.
                Entry::Occupied(mut gone) => gone.get_mut().revive(),
            }
        }
        let there: HashSet<PaneId> = listed.iter().map(|pane| pane.id).collect();
        self.others.retain(|id, _| there.contains(id));
    }

    /// Looks at the panes that are due.
    fn look(&mut self, rules: &Rules, step: &mut Step) {
        let now = rules.clock.now();
        let changes = self.changes(rules);
        let is_due = |pane: &&WatchedPane| {
            let told = changes.get(&pane.id());
            let unsure = !self.feed.follows(pane.id()) || told.is_some_and(|it| !it.is_drawing());
            let deadline = pane.deadline().is_some_and(|at| at <= now);
            self.look_due(rules, pane, &changes) <= now || deadline && unsure
        };
        let present = self.panes.values().filter(|pane| !pane.is_gone());
        let due: Vec<PaneId> = present.filter(is_due).map(WatchedPane::id).collect();
        let views = self.feed.views(&due);
        let mut patience = true;
        for (id, view) in due.into_iter().zip(views) {
            self.take(rules, id, view, &mut patience, step);
        }
    }

    fn take(
        &mut self,
        rules: &Rules,
        id: PaneId,
        view: Result<View, TmuxError>,
        patience: &mut bool,
        step: &mut Step,
    ) {
        let now = rules.clock.now();
        let Some(pane) = self.panes.get_mut(&id) else {
            return;
        };
        match view {
            Ok(view) => {
                if pane.has_other_program(&view.pane) {
                    self.feed.process_ended(id);
                }
                let heard = self.feed.take_heard(id).unwrap_or_default();
                let way = way(&self.feed, pane, &view, patience);
                step.events.extend(pane.look_back(rules, way, now));
                step.events.extend(pane.look(view, heard, now));
            }
            Err(error) if error.is_no_pane() || error.is_no_server() => {
                step.events.extend(pane.lose(now));
            }
            Err(error) => {
                pane.look_failed(now);
                self.feed.touch(id);
                self.hangs(rules, &error);
                note_once(&mut self.trouble, error.to_string(), step);
            }
        }
    }

    /// The server is gone, and every pane with it.
    fn lose_all(&mut self, rules: &Rules, step: &mut Step) {
        let now = rules.clock.now();
        for pane in self.present() {
            step.events.extend(pane.lose(now));
        }
        self.feed.follow(&[]);
        self.others.clear();
        let note = format!("the tmux server on {} is gone", self.socket().display());
        note_once(&mut self.trouble, note, step);
    }

    /// Lets go of panes that have long been gone.
    fn forget(&mut self) {
        let gone = self.panes.values().filter(|pane| pane.is_gone()).count();
        let mut surplus = gone.saturating_sub(GONE_KEPT);
        self.panes.retain(|_, pane| {
            let kept = surplus == 0 || !pane.is_gone();
            surplus -= usize::from(!kept);
            kept
        });
    }

    /// The panes that are there.
    fn present(&mut self) -> impl Iterator<Item = &mut WatchedPane> {
        self.panes.values_mut().filter(|pane| !pane.is_gone())
    }

    /// What the panes have told since they were looked at.
    fn changes(&self, rules: &Rules) -> BTreeMap<PaneId, Changed> {
        let told = self.feed.changed().into_iter().map(|(id, change)| {
            let [first, last] = [change.first, change.last].map(|at| rules.clock.seconds(at));
            (id, Changed::new(first, last, change.drawing))
        });
        told.collect()
    }

    fn look_due(
        &self,
        rules: &Rules,
        pane: &WatchedPane,
        changes: &BTreeMap<PaneId, Changed>,
    ) -> f64 {
        let pace = Pace::new(rules.interval).looked(pane.looked());
        match self.feed.follows(pane.id()) {
            true => pace.followed(changes.get(&pane.id()).copied()).due(),
            false => pace.due(),
        }
    }
}

/// What happened on a pane since the last look. A view may show what is heard only a moment later: that is waited for, once
/// in a step.
fn way(feed: &Feed, pane: &WatchedPane, view: &View, patience: &mut bool) -> Way {
    let Some(mut written) = feed.take_written(pane.id()) else {
        return Way::default();
    };
    let mut way = pane.between(view, &written);
    if way.is_none() && std::mem::take(patience) {
        thread::sleep(MOMENT);
        feed.add_written(pane.id(), &mut written);
        way = pane.between(view, &written);
    }
    way.unwrap_or_default()
}

/// Notes something, unless it was the last thing noted there.
fn note_once(last: &mut Option<String>, note: String, step: &mut Step) {
    if last.as_ref() != Some(&note) {
        step.notes.push(note.clone());
        *last = Some(note);
    }
}
