//! The board: every pane as it looks now, with its history and the events of late, behind one lock.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shadow_legible::json_line;
use shadow_tui::event::Event;
use shadow_tui::{ProviderChoice, Snapshot, Stack};
use tokio::sync::watch;

use super::counts::Counts;
use super::history::History;
use super::key::PaneKey;
use super::machines::{Link, Machines};
use super::panes::{PaneLook, PaneNow};
use super::ring::Ring;

/// The state of every pane. The watcher writes it, and HTTP requests read it. It holds no more of the past
/// than fits its bounds, however long it runs.
pub struct Board {
    stack: Stack,
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
}

/// What the lock holds.
#[derive(Debug)]
pub struct Inner {
    /// Panes by their names in addresses.
    pub panes: BTreeMap<String, (Arc<PaneNow>, History)>,
    /// The other machines.
    pub machines: Machines,
    /// The events of late.
    pub ring: Ring,
    /// What is counted.
    pub counts: Counts,
    /// Counts looks, at any pane.
    pub revision: u64,
    /// Counts panes that have gone.
    pub gone: u64,
    /// What the operator should know of the watching itself.
    pub note: Option<String>,
}

impl Board {
    /// An empty board. `stack` reads screens again for whoever asks why; `instance` names this run of the server, so
    /// that a place in another run's events is not taken for one in this run's.
    #[must_use]
    pub fn new(stack: Stack, instance: String) -> Self {
        let inner = Inner {
            panes: BTreeMap::new(),
            machines: Machines::default(),
            ring: Ring::new(instance),
            counts: Counts::default(),
            revision: 0,
            gone: 0,
            note: None,
        };
        Self {
            stack,
            inner: Mutex::new(inner),
            changed: watch::Sender::new(0),
        }
    }

    /// A pane looks so, at a moment in seconds of the epoch.
    pub fn see(&self, key: PaneKey, look: PaneLook, at: f64) {
        self.lock().see(key, look, at);
        self.wake();
    }

    /// Another machine will be asked for its panes, from a moment on.
    pub fn add_machine(&self, host: &str, at: f64) {
        self.lock()
            .machines
            .set(host, (Link::Connecting, None, None), at);
        self.wake();
    }

    /// Another machine answers, since a moment. It has no panes but these, if they are given. `clock` says how its clock differs
    /// from the one here, if it does.
    pub fn reach_machine(
        &self,
        host: &str,
        panes: Option<&BTreeSet<PaneKey>>,
        clock: Option<String>,
        at: f64,
    ) {
        let mut inner = self.lock();
        inner.machines.set(host, (Link::Up, None, clock), at);
        let gone = inner.of_machine(host);
        let gone = gone.filter(|now| panes.is_some_and(|panes| !panes.contains(&now.key)));
        let gone: Vec<String> = gone.map(|now| now.name.clone()).collect();
        gone.iter().for_each(|name| inner.lose(name));
        drop(inner);
        self.wake();
    }

    /// Another machine cannot be asked, for this reason: its panes are unknown until it answers.
    pub fn lose_machine(&self, host: &str, why: String, at: f64) {
        let unknown = Snapshot::from_text("");
        let unknown = self.stack.parse(ProviderChoice::Auto, &unknown);
        let mut inner = self.lock();
        inner.machines.set(host, (Link::Down, Some(why), None), at);
        let lost: Vec<Arc<PaneNow>> = inner.of_machine(host).cloned().collect();
        for now in lost {
            let look = PaneLook {
                payload: unknown.clone(),
                brief: false,
                ..now.look.clone()
            };
            inner.see(now.key.clone(), look, at);
            if let Some((_, history)) = inner.panes.get_mut(&now.name) {
                history.lose(at);
            }
        }
        drop(inner);
        self.wake();
    }

    /// Another machine is none of those that are asked for their panes any more.
    pub fn forget_machine(&self, host: &str) {
        self.lock().machines.forget(host);
        self.wake();
    }

    /// A pane is gone.
    pub fn lose(&self, key: &PaneKey) {
        self.lock().lose(&key.name());
        self.wake();
    }

    /// Something happened in a pane.
    pub fn tell(&self, event: &Event) {
        let key = key_of(event).map(|key| key.name());
        let mut event = event.clone();
        event.key.clone_from(&key);
        let json = json_line(&event);
        let name = event.body.name();
        let mut inner = self.lock();
        inner.ring.push(&name, key.clone(), &json);
        inner.counts.event(&name, &event);
        // What came just before a connection was lost counts turns as that connection did.
        let host = event.host.as_deref();
        let is_lost = host.is_some_and(|host| inner.machines.down(host).is_some());
        if let Some(key) = key.filter(|_| !is_lost)
            && let Some((_, history)) = inner.panes.get_mut(&key)
        {
            history.event(&event);
        }
        drop(inner);
        self.wake();
    }

    /// The name of a pane of another machine for every command.
    #[must_use]
    pub fn there(&self, key: &PaneKey) -> Option<String> {
        let inner = self.lock();
        let (now, _) = inner.panes.get(&key.name())?;
        now.look.there.clone()
    }

    /// Why another machine cannot be asked; none if it answers.
    pub(crate) fn down(&self, host: &str) -> Option<String> {
        self.lock().machines.down(host)
    }

    /// The number that the watch gave to the dialog that is open in a pane.
    #[must_use]
    pub fn appearance(&self, key: &PaneKey) -> Option<u64> {
        let inner = self.lock();
        let (now, _) = inner.panes.get(&key.name())?;
        let block = now.look.payload.surface_assessment.operator_block.as_ref();
        block?.appearance
    }

    /// The dialog of this number has got its answer. A wait for the turn ignores it from now on.
    pub(crate) fn answered(&self, name: &str, number: u64) {
        if let Some((_, history)) = self.lock().panes.get_mut(name) {
            history.answered = history.answered.max(number);
        }
        self.wake();
    }

    /// Something that the operator should know of the watching itself; it stands until another one.
    pub fn note(&self, note: String) {
        self.lock().note = Some(note);
        self.wake();
    }

    /// Who reads screens again.
    pub(crate) fn stack(&self) -> &Stack {
        &self.stack
    }

    /// A receiver that is told of every change.
    pub(crate) fn follow(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// What is known. A panic elsewhere leaves it whole: nothing is changed in steps that could be seen halfway.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) {
        self.changed
            .send_modify(|count| *count = count.wrapping_add(1));
    }
}

impl Inner {
    fn see(&mut self, key: PaneKey, look: PaneLook, at: f64) {
        self.revision += 1;
        self.counts.looks += 1;
        let (before, mut history) = match self.panes.remove(&key.name()) {
            Some((before, history)) => (Some(before), history),
            None => (None, History::default()),
        };
        let now = PaneNow::new(key, look, at, self.revision, before.as_deref());
        history.state(now.need, now.since);
        self.panes.insert(now.name.clone(), (now, history));
    }

    fn lose(&mut self, name: &str) {
        if self.panes.remove(name).is_some() {
            self.gone += 1;
        }
    }

    fn of_machine(&self, host: &str) -> impl Iterator<Item = &Arc<PaneNow>> {
        let panes = self.panes.values().map(|(now, _)| now);
        panes.filter(move |now| now.key.host.as_deref() == Some(host))
    }

    /// The panes of a name, as far as it says all: a key, an id of this machine, a pane of another machine.
    pub fn called(&self, name: &str) -> Vec<Arc<PaneNow>> {
        if let Some((now, _)) = self.panes.get(name) {
            return vec![Arc::clone(now)];
        }
        let panes = self.panes.values().map(|(now, _)| now);
        let is_id = |now: &PaneNow| now.key.host.is_none() && now.key.pane.to_string() == name;
        let called = panes.filter(|now| is_id(now) || now.is_called(name));
        called.cloned().collect()
    }
}

/// The pane that an event came from. The name of one of another machine ends in its id.
fn key_of(event: &Event) -> Option<PaneKey> {
    let name = event.pane.as_deref()?;
    let id = name.rsplit_once('/').map_or(name, |(_, id)| id);
    Some(PaneKey {
        host: event.host.clone(),
        pane: id.parse().ok()?,
        socket: PathBuf::from(event.socket.as_deref()?),
    })
}
