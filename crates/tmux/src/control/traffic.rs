//! What a client's panes have said since they were last looked at: bounded, whatever they write.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use shadow_core::Channels;
use shadow_core::screen::ReportScanner;

use super::notice::Notice;
use super::tape::Written;
use crate::pane::PaneId;

/// Takes a lock. A thread that panicked while it held it leaves values that are whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes the watcher. All copies wake one sleeper.
#[derive(Debug, Clone, Default)]
pub struct Bell(Arc<(Mutex<bool>, Condvar)>);

impl Bell {
    /// Wakes the sleeper, or keeps the next sleep from beginning.
    pub fn ring(&self) {
        *lock(&self.0.0) = true;
        self.0.1.notify_all();
    }

    /// Sleeps until the bell rings, for `longest` at most. A bell that has rung since the last
    /// sleep ends it at once.
    pub fn sleep(&self, longest: Duration) {
        let rung = lock(&self.0.0);
        let slept = self.0.1.wait_timeout_while(rung, longest, |rung| !*rung);
        let (mut rung, _) = slept.unwrap_or_else(PoisonError::into_inner);
        *rung = false;
    }
}

/// What a pane's program has said of itself (OSC 7501, 9;4, 9, 99, 777, 21337, bell), as far as its
/// output was followed. tmux keeps none of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heard {
    /// Reports, notifications and their ages; the rest is empty.
    pub channels: Channels,
    /// The tab status (OSC 21337), as received.
    pub tab_status: Option<String>,
    /// How often the bell has rung.
    pub bells: u64,
}

impl Heard {
    /// Whether it says no more than an earlier hearing, but for the ages.
    #[must_use]
    pub fn adds_nothing_to(&self, before: &Self) -> bool {
        let (now, then) = (&self.channels, &before.channels);
        now.notifications.is_empty()
            && (&now.program_status, &now.progress) == (&then.program_status, &then.progress)
            && (&self.tab_status, self.bells) == (&before.tab_status, before.bells)
    }

    /// Adds what was heard to what tmux knows of the pane.
    pub fn add_to(self, channels: &mut Channels) {
        let heard = self.channels;
        channels.program_status = heard.program_status;
        channels.program_status_age = heard.program_status_age;
        channels.progress = heard.progress;
        channels.tab_status = heard.tab_status;
        channels.bell = heard.bell;
        channels.notifications = heard.notifications;
    }
}

/// A pane that may show something else than when it was last looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// When it first changed since.
    pub first: Instant,
    /// When it last changed.
    pub last: Instant,
    /// Whether its program is in the middle of a synchronized frame.
    pub drawing: bool,
}

/// One followed pane.
#[derive(Debug, Default)]
struct Talk {
    changed: Option<(Instant, Instant)>,
    reports: ReportScanner,
    status_at: Option<Instant>,
    /// What it has written since it was last looked at, and between the two looks before.
    written: Written,
    before: Written,
}

/// Everything that one client has been told and not yet handed on.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    panes: HashMap<PaneId, Talk>,
    paused: HashSet<PaneId>,
    topology: bool,
    bytes: u64,
}

impl Traffic {
    /// Follows these panes and no others.
    pub(super) fn follow(&mut self, panes: &HashSet<PaneId>) {
        self.panes.retain(|pane, _| panes.contains(pane));
        for &pane in panes {
            self.panes.entry(pane).or_default();
        }
    }

    /// Takes a notification. Returns whether the watcher should wake.
    pub(super) fn take(&mut self, notice: &Notice<'_>, now: Instant) -> bool {
        match *notice {
            Notice::Output { pane, data, .. } => {
                self.bytes += data.len() as u64;
                self.panes
                    .get_mut(&pane)
                    .is_some_and(|talk| talk.output(data, now))
            }
            Notice::PaneModeChanged(pane)
            | Notice::Subscription {
                pane: Some(pane), ..
            } => self.touch(pane, now),
            Notice::Paused(pane) => {
                self.paused.insert(pane);
                let known = self.panes.get_mut(&pane);
                known.into_iter().for_each(Talk::skip);
                self.touch(pane, now);
                true
            }
            Notice::Topology(_) => !std::mem::replace(&mut self.topology, true),
            _ => false,
        }
    }

    pub(super) fn touch(&mut self, pane: PaneId, now: Instant) -> bool {
        self.panes
            .get_mut(&pane)
            .is_some_and(|talk| talk.touch(now))
    }

    /// The followed panes that have changed.
    pub(super) fn changed(&self) -> Vec<(PaneId, Change)> {
        let changed = self.panes.iter().filter_map(|(&pane, talk)| {
            let (first, last) = talk.changed?;
            let drawing = !talk.reports.is_settled();
            Some((
                pane,
                Change {
                    first,
                    last,
                    drawing,
                },
            ))
        });
        changed.collect()
    }

    /// A pane is about to be looked at: what comes from now on is new.
    pub(super) fn looked(&mut self, pane: PaneId) {
        if let Some(talk) = self.panes.get_mut(&pane) {
            talk.changed = None;
            talk.before = std::mem::take(&mut talk.written);
            talk.before.close();
        }
    }

    /// What a pane has written between the last two looks, the second of which has just been taken; handed on once.
    pub(super) fn take_written(&mut self, pane: PaneId, now: Instant) -> Option<Written> {
        let talk = self.panes.get_mut(&pane)?;
        let mut written = std::mem::take(&mut talk.before);
        written.join(&mut talk.written, now);
        Some(written)
    }

    /// Adds what has been heard since of what a pane wrote about the time of the second look.
    pub(super) fn add_written(&mut self, pane: PaneId, written: &mut Written, now: Instant) {
        if let Some(talk) = self.panes.get_mut(&pane) {
            written.join(&mut talk.written, now);
        }
    }

    /// What a pane has said of itself; its notifications are handed on once.
    pub(super) fn take_heard(&mut self, pane: PaneId, now: Instant) -> Option<Heard> {
        let talk = self.panes.get_mut(&pane)?;
        let mut channels = Channels::default();
        talk.reports.fill(&mut channels);
        talk.reports.clear_notifications();
        let age = |at: Instant| now.saturating_duration_since(at).as_secs_f64();
        channels.program_status_age = talk.status_at.map(age);
        Some(Heard {
            channels,
            tab_status: talk.reports.tab_status().map(str::to_owned),
            bells: talk.reports.bells(),
        })
    }

    /// What ran in a pane has ended: it works and waits no more.
    pub(super) fn process_ended(&mut self, pane: PaneId) {
        if let Some(talk) = self.panes.get_mut(&pane) {
            talk.reports.process_ended();
        }
    }

    /// Panes whose output tmux drops until it is asked for again.
    pub(super) fn take_paused(&mut self) -> HashSet<PaneId> {
        std::mem::take(&mut self.paused)
    }

    /// Whether panes may have come, gone, moved or changed their size.
    pub(super) fn take_topology(&mut self) -> bool {
        std::mem::take(&mut self.topology)
    }

    /// Bytes of output that have come.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Talk {
    /// Takes output; says whether it is the first since the pane was looked at.
    fn output(&mut self, data: &[u8], now: Instant) -> bool {
        let before = self.reports.status_reports();
        self.reports.feed(data);
        self.written.keep(data, now);
        if self.reports.status_reports() != before {
            self.status_at = Some(now);
        }
        self.touch(now)
    }

    /// tmux has left out some of its output.
    fn skip(&mut self) {
        self.reports.skip();
        self.written.tear();
    }

    fn touch(&mut self, now: Instant) -> bool {
        let first = self.changed.map(|(first, _)| first);
        self.changed = Some((first.unwrap_or(now), now));
        first.is_none()
    }
}
