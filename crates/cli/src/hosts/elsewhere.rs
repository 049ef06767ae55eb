//! The machines that are watched beside this one: those that are named, and those of a NATS server.

use shadow_live::Watcher;

use super::args::{HostArgs, has_fleet};
use super::watch::WatchedHost;
#[cfg(feature = "fleet")]
use super::watch_fleet::WatchedFleet;
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::live::ServerArgs;

/// The machines.
pub struct Elsewhere {
    hosts: Vec<HostName>,
    /// Whether machines of a NATS server may come later.
    has_fleet: bool,
}

impl Elsewhere {
    /// Those that the arguments mean, else the settings. A socket means this machine alone.
    pub fn meant(hosts: &HostArgs, servers: &ServerArgs) -> Result<Self, Failure> {
        Ok(Self {
            hosts: hosts.all(servers)?,
            has_fleet: servers.socket.is_none() && has_fleet()?,
        })
    }

    /// Whether there may be one.
    pub fn is_any(&self) -> bool {
        self.has_fleet || !self.hosts.is_empty()
    }

    /// Adds the agents of each to a watch, made so. `heed` hears whether the NATS server, by its place as the name of a machine,
    /// can be asked; if not, why. Without it, notes say so.
    #[cfg_attr(not(feature = "fleet"), expect(unused_variables))]
    pub fn join<M, H>(self, watcher: &mut Watcher, mut make: M, heed: Option<H>)
    where
        M: FnMut(HostName) -> WatchedHost + Send + 'static,
        H: FnMut(&HostName, Option<String>) + Send + 'static,
    {
        for host in &self.hosts {
            watcher.add_source(Box::new(make(host.clone())));
        }
        #[cfg(feature = "fleet")]
        if self.has_fleet {
            watcher.add_source(Box::new(WatchedFleet::besides(self.hosts, make, heed)));
        }
    }
}
