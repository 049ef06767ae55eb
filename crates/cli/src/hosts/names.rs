//! What the panes of another machine are called here: `HOST/SERVER/PANE`. Every command that watches or acts takes these names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use shadow_legible::one_line;
use shadow_tmux::labels;

use crate::host_name::HostName;

/// The servers of a machine that were heard of.
#[derive(Debug, Default)]
pub struct Servers(BTreeSet<PathBuf>);

/// The most servers of a machine that get names of their own.
const MOST: usize = 64;

impl Servers {
    /// The name of a pane of a server. A server is called by the last parts of its socket, as many as tell it from the others.
    pub fn name(&mut self, host: &HostName, socket: &str, pane: &str) -> String {
        if self.0.len() < MOST {
            self.0.insert(PathBuf::from(socket));
        }
        let sockets: Vec<&Path> = self.0.iter().map(PathBuf::as_path).collect();
        let at = sockets.iter().position(|it| *it == Path::new(socket));
        let label = at.and_then(|at| labels(&sockets).into_iter().nth(at));
        let label = label.unwrap_or_else(|| socket.to_owned());
        format!("{host}/{}/{}", one_line(&label), one_line(pane))
    }
}

#[cfg(test)]
mod tests {
    use super::Servers;

    #[test]
    fn a_pane_has_the_name_of_its_machine_and_server() {
        let host = "devbox".parse().expect("a name");
        let mut servers = Servers::default();
        let name = servers.name(&host, "/tmp/tmux-0/default", "%3");
        assert_eq!(name, "devbox/default/%3");
        let other = servers.name(&host, "/run/x/default", "%3");
        assert_eq!(other, "devbox/x/default/%3");
        let name = servers.name(&host, "/tmp/tmux-0/default", "%3");
        assert_eq!(name, "devbox/tmux-0/default/%3");
    }
}
