//! A watch in its own thread, for programs that show panes meanwhile.

use std::path::PathBuf;
use std::thread;

use shadow_core::event::Event;
use shadow_tmux::PaneId;

use super::pane::Seen;
use super::watcher::Watcher;

/// The result of a step of the watch.
#[non_exhaustive]
pub struct Round {
    /// Seconds since the watch began.
    pub now: f64,
    /// The panes that have changed, with the socket of the server; `None` for a pane that is gone.
    pub news: Vec<(PathBuf, PaneId, Option<Seen>)>,
    /// Events in order.
    pub events: Vec<Event>,
    /// Messages about the watch itself, for the operator.
    pub notes: Vec<String>,
}

/// Watches in its own thread until the process ends, and calls the function at every step.
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
