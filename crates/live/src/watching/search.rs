//! Looking for servers that have come since.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use shadow_tmux::{ask, sockets};

/// Seconds between two searches for new servers.
const SEARCH: f64 = 2.0;

/// A search that goes on as long as the watch.
#[derive(Debug, Default)]
pub struct Search {
    last: Option<f64>,
    /// The search that is under way, beside the watch: what says nothing holds it up and not the watch.
    under_way: Option<Receiver<Vec<PathBuf>>>,
}

impl Search {
    /// The servers that have come, where it is time to look for them.
    pub fn step(&mut self, now: f64, watched: &[PathBuf]) -> Vec<PathBuf> {
        let mut found = Vec::new();
        if let Some(under_way) = &self.under_way {
            match under_way.try_recv() {
                Ok(sockets) => found = sockets,
                Err(TryRecvError::Empty) => return found,
                Err(TryRecvError::Disconnected) => {}
            }
            self.under_way = None;
        }
        if self.last.is_some_and(|last| now < last + SEARCH) {
            return found;
        }
        self.last = Some(now);
        let mut new = sockets();
        new.retain(|socket| !watched.contains(socket) && !found.contains(socket));
        if !new.is_empty() {
            self.under_way = Some(search(new));
        }
        found
    }
}

/// Asks servers whether they answer, in a thread of its own.
fn search(sockets: Vec<PathBuf>) -> Receiver<Vec<PathBuf>> {
    let (tell, found) = channel();
    thread::spawn(move || {
        let asked = ask(&sockets).into_iter();
        let answering = asked.filter(|it| it.panes.is_ok());
        let answering = answering.map(|it| it.server.socket().to_owned());
        // A watch that has ended wants to know no more.
        let _ = tell.send(answering.collect());
    });
    found
}
