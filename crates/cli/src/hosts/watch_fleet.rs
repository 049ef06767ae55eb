//! Watching the machines of a NATS server, those that come later included.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use shadow_live::{Source, Step};
use shadow_tmux::Bell;

use super::fleet::{Found, follow};
use super::watch::WatchedHost;
use crate::host_name::HostName;

/// The longest time between two steps.
const LONGEST: Duration = Duration::from_secs(30);

/// The machines of a NATS server that have come since the watch began.
pub struct WatchedFleet {
    known: Vec<HostName>,
    bell: Bell,
    found: Option<Receiver<Found>>,
    hosts: Vec<WatchedHost>,
}

impl WatchedFleet {
    /// The machines besides these, which are watched already.
    pub fn besides(known: Vec<HostName>) -> Self {
        Self {
            known,
            bell: Bell::default(),
            found: None,
            hosts: Vec::new(),
        }
    }
}

impl Source for WatchedFleet {
    fn begin(&mut self, bell: Bell) {
        let (sent, found) = channel();
        let (known, ring) = (std::mem::take(&mut self.known), bell.clone());
        thread::spawn(move || {
            follow(&known, |it| {
                let sent = sent.send(it);
                ring.ring();
                sent.is_ok()
            });
        });
        self.found = Some(found);
        self.bell = bell;
    }

    fn step(&mut self, step: &mut Step) {
        let found = self.found.iter().flat_map(Receiver::try_iter);
        for found in found {
            match found {
                Found::Host(host) => {
                    let mut host = WatchedHost::new(host, Vec::new());
                    host.begin(self.bell.clone());
                    self.hosts.push(host);
                }
                Found::Away(_, why) => step.notes.push(why),
                Found::Back(_) => step.notes.push("the NATS server answers again".to_owned()),
            }
        }
        self.hosts.iter_mut().for_each(|host| host.step(step));
    }

    fn due(&self) -> Duration {
        let due = self.hosts.iter().map(WatchedHost::due);
        due.min().unwrap_or(LONGEST)
    }

    fn is_over(&self) -> bool {
        false
    }
}
