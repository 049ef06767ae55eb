//! What an agent may do, and where.

use std::path::PathBuf;

use crate::board::PaneNow;

/// What the person who starts the server allows. By default an agent may look at every pane and do nothing.
#[derive(Debug, Clone, Default)]
pub struct Leave {
    /// Send prompts.
    pub send: bool,
    /// Stop running turns.
    pub interrupt: bool,
    /// Answer questions and lists, and refuse whatever is asked.
    pub answer: bool,
    /// Also say yes to another agent's approvals and plans, if the screen shows them whole. Nobody looks at them then but an
    /// agent, which may have read the words of the one that asks.
    pub approve: bool,
    /// Only in these panes, by key, id or session; everywhere if empty.
    pub panes: Vec<String>,
    /// Only in panes whose foreground program works in this folder or below it.
    pub cwd: Option<PathBuf>,
}

impl Leave {
    /// Whether a pane is within the scope.
    pub(super) fn covers(&self, now: &PaneNow) -> bool {
        let names = [&now.name, &now.key.pane.to_string(), &now.look.pane.session];
        let named = self.panes.is_empty() || self.panes.iter().any(|pane| names.contains(&pane));
        named
            && self
                .cwd
                .as_ref()
                .is_none_or(|folder| works_in(now.look.pane.pid, folder))
    }
}

/// Whether the program in front of a process' terminal works in a folder or below it. What cannot be found out does not.
fn works_in(process: u32, folder: &std::path::Path) -> bool {
    let front = shadow_front::leader(process).map_or(process, |(front, _)| front);
    let cwd = std::fs::read_link(format!("/proc/{front}/cwd"));
    let folder = folder.canonicalize();
    cwd.is_ok_and(|cwd| folder.is_ok_and(|folder| cwd.starts_with(folder)))
}
