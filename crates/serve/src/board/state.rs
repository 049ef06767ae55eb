//! The board: every pane as it looks now, with its history and the events of late, behind one lock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shadow_legible::json_line;
use shadow_tui::Stack;
use shadow_tui::event::Event;
use tokio::sync::watch;

use super::counts::Counts;
use super::history::History;
use super::key::PaneKey;
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
        let mut inner = self.lock();
        inner.revision += 1;
        inner.counts.looks += 1;
        let revision = inner.revision;
        let (before, mut history) = match inner.panes.remove(&key.name()) {
            Some((before, history)) => (Some(before), history),
            None => (None, History::default()),
        };
        let now = PaneNow::new(key, look, at, revision, before.as_deref());
        history.state(now.need, now.since);
        inner.panes.insert(now.name.clone(), (now, history));
        drop(inner);
        self.wake();
    }

    /// A pane is gone.
    pub fn lose(&self, key: &PaneKey) {
        let mut inner = self.lock();
        if inner.panes.remove(&key.name()).is_some() {
            inner.gone += 1;
        }
        drop(inner);
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
        if let Some(key) = key
            && let Some((_, history)) = inner.panes.get_mut(&key)
        {
            history.event(&event);
        }
        drop(inner);
        self.wake();
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

/// The pane that an event came from.
fn key_of(event: &Event) -> Option<PaneKey> {
    let pane = event.pane.as_deref()?.parse().ok()?;
    let socket = PathBuf::from(event.socket.as_deref()?);
    Some(PaneKey { socket, pane })
}
