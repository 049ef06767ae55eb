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
    /// Only in these panes, by key, id or session (`HOST/SERVER/PANE`, `HOST/SESSION` on another machine); everywhere if empty.
    pub panes: Vec<String>,
    /// Only in panes whose foreground program works in this folder or below it.
    pub cwd: Option<PathBuf>,
}

impl Leave {
    /// Whether a pane is within the scope. A pane of another machine is in no folder of this one, and its session has the name
    /// of its machine before it.
    pub(super) fn covers(&self, now: &PaneNow) -> bool {
        let (key, pane) = (&now.key, &now.look.pane);
        let names = match &key.host {
            None => [key.pane.to_string(), pane.session.clone()],
            Some(host) => [
                now.look.there.clone().unwrap_or_default(),
                format!("{host}/{}", pane.session),
            ],
        };
        let is_named = |name: &String| *name == now.name || names.contains(name);
        let named = self.panes.is_empty() || self.panes.iter().any(is_named);
        let works_in = |folder: &PathBuf| key.host.is_none() && works_in(pane.pid, folder);
        named && self.cwd.as_ref().is_none_or(works_in)
    }
}

/// Whether the program in front of a process' terminal works in a folder or below it. What cannot be found out does not.
fn works_in(process: u32, folder: &std::path::Path) -> bool {
    let front = shadow_front::leader(process).map_or(process, |(front, _)| front);
    let cwd = std::fs::read_link(format!("/proc/{front}/cwd"));
    let folder = folder.canonicalize();
    cwd.is_ok_and(|cwd| folder.is_ok_and(|folder| cwd.starts_with(folder)))
}
