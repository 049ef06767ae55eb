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
        let processes = ancestors(std::process::id());
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

/// A process and those that started it, up to the first.
fn ancestors(process: u32) -> Vec<u32> {
    let next = |process: &u32| parent(*process).filter(|parent| *parent > 1);
    std::iter::successors(Some(process), next)
        .take(64)
        .collect()
}

/// Who started a process: the second field behind its name.
fn parent(process: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::ancestors;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_is_its_own_first_ancestor() {
        let process = std::process::id();
        let found = ancestors(process);
        assert_eq!(found[0], process);
        assert!(found.len() > 1, "{found:?}");
    }
}
