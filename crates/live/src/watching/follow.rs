//! A watch in a thread of its own, for whoever shows panes while it goes on.

use std::path::PathBuf;
use std::thread;

use shadow_core::event::Event;
use shadow_tmux::PaneId;

use super::pane::Seen;
use super::watcher::Watcher;

/// What a step of the watch yields.
#[non_exhaustive]
pub struct Round {
    /// Seconds since the watch began.
    pub now: f64,
    /// The panes that look otherwise, with the server's socket; nothing where they are gone.
    pub news: Vec<(PathBuf, PaneId, Option<Seen>)>,
    /// Events in order.
    pub events: Vec<Event>,
    /// What an operator should know of the watching itself.
    pub notes: Vec<String>,
}

/// Watches in a thread of its own until the process ends, and tells of every step.
pub fn follow(watcher: Watcher, mut tell: impl FnMut(Round) + Send + 'static) {
    let mut watcher = watcher.shown();
    thread::spawn(move || {
        loop {
            let step = watcher.step();
            tell(Round {
                now: watcher.now(),
                news: watcher.news(),
                events: step.events,
                notes: step.notes,
            });
            watcher.sleep(None);
        }
    });
}
