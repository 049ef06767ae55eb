//! The pane in which the agent that asks runs: it never acts on itself.

use crate::board::PaneNow;

/// Where this process runs: its ancestors, and its terminal.
#[derive(Debug, Clone, Default)]
pub(super) struct Own {
    /// This process and those that started it.
    processes: Vec<u32>,
    /// The device of the terminal.
    terminal: Option<String>,
}

impl Own {
    /// Looks it up. An agent strips variables such as `TMUX_PANE`, so they are not asked.
    pub(super) fn find() -> Self {
        let processes = shadow_front::ancestors(std::process::id());
        // The server's own streams are pipes; an ancestor may have the terminal.
        let terminals = processes.iter().flat_map(|process| {
            [0, 1, 2].map(|stream| std::fs::read_link(format!("/proc/{process}/fd/{stream}")))
        });
        let mut devices = terminals
            .flatten()
            .map(|device| device.display().to_string());
        let terminal = devices
            .find(|device| device.starts_with("/dev/pts/") || device.starts_with("/dev/tty"));
        Self {
            processes,
            terminal,
        }
    }

    /// Whether this process runs in the pane.
    pub(super) fn is_in(&self, now: &PaneNow) -> bool {
        let pane = &now.look.pane;
        self.processes.contains(&pane.pid) || self.terminal.as_ref() == Some(&pane.tty)
    }
}
