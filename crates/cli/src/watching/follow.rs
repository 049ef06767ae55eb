//! A watch in a thread of its own, for whoever shows panes while it goes on.

use std::path::PathBuf;
use std::thread;

use shadow_tmux::PaneId;
use shadow_tui::event::Event;

use super::pane::Seen;
use super::search::Search;
use super::watcher::Watcher;

/// What a step of the watch yields.
pub struct Round {
    /// Seconds since the watch began.
    pub now: f64,
    /// The panes that look otherwise, with the server's socket; nothing where they are gone.
    pub news: Vec<(PathBuf, PaneId, Option<Seen>)>,
    /// Events in order.
    #[cfg_attr(
        not(feature = "serve"),
        expect(dead_code, reason = "the dashboard shows looks")
    )]
    pub events: Vec<Event>,
    /// What an operator should know of the watching itself.
    pub notes: Vec<String>,
}

/// Watches until the process ends, and tells of every step. With `search`, servers that come are watched, too.
pub fn follow(watcher: Watcher, search: bool, mut tell: impl FnMut(Round) + Send + 'static) {
    let mut watcher = watcher.shown();
    let mut search = search.then(Search::default);
    thread::spawn(move || {
        loop {
            search
                .iter_mut()
                .for_each(|search| search.step(&mut watcher));
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
