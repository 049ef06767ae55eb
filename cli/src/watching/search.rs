//! Looking for servers that have come since.

use shadow_tmux::{Server, sockets};

use super::watcher::Watcher;

/// Seconds between two searches for new servers.
const SEARCH: f64 = 2.0;

/// A search that goes on as long as the watch.
#[derive(Debug, Default)]
pub struct Search {
    last: Option<f64>,
}

impl Search {
    /// Adds the servers that have come, where it is time to look for them. Those that are watched are watched on: one
    /// that has gone may come back.
    pub fn step(&mut self, watcher: &mut Watcher) {
        let now = watcher.now();
        if self.last.is_some_and(|last| now < last + SEARCH) {
            return;
        }
        self.last = Some(now);
        for socket in sockets() {
            if !watcher.watches(&socket) && Server::new(&socket).panes().is_ok() {
                watcher.add_server(&socket);
            }
        }
    }
}
