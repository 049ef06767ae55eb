//! The pane in which the agent that asks runs: it never acts on itself.

use std::collections::BTreeSet;

use crate::board::PaneNow;

/// Where an agent runs: the processes around it, and their terminals.
#[derive(Debug, Clone, Default)]
pub(super) struct Own {
    /// The processes that ask, and those that started them; empty if not known.
    processes: BTreeSet<u32>,
    /// The devices of their terminals.
    terminals: BTreeSet<String>,
}

impl Own {
    /// Looks up where processes run. An agent strips variables such as `TMUX_PANE`, so they are not asked.
    pub(super) fn of(processes: &[u32]) -> Self {
        let mut own = Self::default();
        for process in processes {
            let ancestors = shadow_front::ancestors(*process);
            own.terminals.extend(terminal(&ancestors));
            own.processes.extend(ancestors);
        }
        own
    }

    /// Whether it is known which process asks.
    pub(super) fn is_known(&self) -> bool {
        !self.processes.is_empty()
    }

    /// Whether the agent runs in the pane.
    pub(super) fn is_in(&self, now: &PaneNow) -> bool {
        // The numbers of processes and terminals are those of their machine.
        if now.key.host.is_some() {
            return false;
        }
        let pane = &now.look.pane;
        self.processes.contains(&pane.pid) || self.terminals.contains(&pane.tty)
    }
}

/// The terminal of the first of these processes that has one: the own streams of a server are pipes.
fn terminal(processes: &[u32]) -> Option<String> {
    let streams = processes.iter().flat_map(|process| {
        [0, 1, 2].map(|stream| std::fs::read_link(format!("/proc/{process}/fd/{stream}")))
    });
    let mut devices = streams.flatten().map(|device| device.display().to_string());
    devices.find(|device| device.starts_with("/dev/pts/") || device.starts_with("/dev/tty"))
}
