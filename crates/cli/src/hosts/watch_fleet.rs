//! Watching the machines of a NATS server, those that come later included.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use shadow_live::{Source, Step};
use shadow_tmux::Bell;

use super::fleet::{Found, follow};
use super::watch::WatchedHost;
use super::wire::LONGEST;
use crate::host_name::HostName;

/// The machines of a NATS server that have come since the watch began.
pub struct WatchedFleet<M, H> {
    known: Vec<HostName>,
    bell: Bell,
    found: Option<Receiver<Found>>,
    hosts: Vec<WatchedHost>,
    make: M,
    heed: Option<H>,
}

impl<M, H> WatchedFleet<M, H>
where
    M: FnMut(HostName) -> WatchedHost,
    H: FnMut(&HostName, Option<String>),
{
    /// The machines besides these, which are watched already. `make` makes the watch of a machine. `heed` hears whether the
    /// server, by its place as the name of a machine, can be asked; if not, why. Without it, notes say so.
    pub fn besides(known: Vec<HostName>, make: M, heed: Option<H>) -> Self {
        Self {
            known,
            bell: Bell::default(),
            found: None,
            hosts: Vec::new(),
            make,
            heed,
        }
    }

    fn server(&mut self, place: Option<HostName>, why: Option<String>, step: &mut Step) {
        match (&mut self.heed, place) {
            (Some(heed), Some(place)) => heed(&place, why),
            _ => step
                .notes
                .push(why.unwrap_or_else(|| "the NATS server answers again".to_owned())),
        }
    }
}

impl<M, H> Source for WatchedFleet<M, H>
where
    M: FnMut(HostName) -> WatchedHost + Send,
    H: FnMut(&HostName, Option<String>) + Send,
{
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
        for found in found.collect::<Vec<_>>() {
            match found {
                Found::Host(host) => {
                    let mut host = (self.make)(host);
                    host.begin(self.bell.clone());
                    self.hosts.push(host);
                }
                Found::Away(place, why) => self.server(place, Some(why), step),
                Found::Back(place) => self.server(place, None, step),
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
