//! Several servers: asked beside each other, and told from each other by the names of their sockets.

use std::path::{Path, PathBuf};
use std::thread;

use crate::error::TmuxError;
use crate::name::PaneName;
use crate::pane::Pane;
use crate::server::Server;
use crate::spawn::Spawn;

/// Seconds that a server has to tell its panes; one that rests takes some milliseconds.
const PATIENCE: u64 = 2;

/// What came of asking a server for its panes.
#[derive(Debug)]
pub struct Asked {
    /// The server.
    pub server: Server,
    /// Its panes, or why it tells none.
    pub panes: Result<Vec<Pane>, TmuxError>,
}

/// Asks the servers behind these sockets for their panes, all at once; one that says nothing costs `PATIENCE` and
/// holds up no other.
#[must_use]
pub fn ask(sockets: &[PathBuf]) -> Vec<Asked> {
    let ask = |socket: &PathBuf| {
        let hasty = Spawn::new(socket).patient_for(PATIENCE);
        Asked {
            server: Server::new(socket),
            panes: Server::with_transport(socket, hasty).panes(),
        }
    };
    thread::scope(|scope| {
        let asking = sockets
            .iter()
            .map(|socket| scope.spawn(move || ask(socket)));
        let asking: Vec<_> = asking.collect();
        let asked = asking.into_iter().filter_map(|it| it.join().ok());
        asked.collect()
    })
}

/// What to call each of these servers: the last part of its socket's path, with as many parts before it as tell it from
/// the others.
#[must_use]
pub fn labels(sockets: &[&Path]) -> Vec<String> {
    let label = |socket: &&Path| {
        let parts = parts(socket).count();
        let alone = (1..=parts).find(|&count| {
            let tail = tail(socket, count);
            sockets.iter().filter(|it| it.ends_with(&tail)).count() == 1
        });
        match alone {
            Some(count) if count < parts => tail(socket, count).display().to_string(),
            _ => socket.display().to_string(),
        }
    };
    sockets.iter().map(label).collect()
}

/// The last parts of a path.
fn tail(path: &Path, count: usize) -> PathBuf {
    let skipped = parts(path).count().saturating_sub(count);
    parts(path).skip(skipped).collect()
}

fn parts(path: &Path) -> impl Iterator<Item = std::path::Component<'_>> {
    path.components()
}

impl PaneName {
    /// What is named on a server, where the name begins with the server's: its socket's path, or the last parts of it
    /// (`default/main:1.0`).
    #[must_use]
    pub fn on_server(&self, socket: &Path) -> Option<Self> {
        let name = self.to_string();
        let slashes = name.match_indices('/').map(|(at, _)| at);
        let mut splits = slashes.map(|at| (&name[..at], &name[at + 1..]));
        let (_, pane) = splits.find(|(server, _)| is_end_of(server, socket))?;
        pane.parse().ok()
    }
}

/// Whether a text names the last parts of a path, or all of it.
fn is_end_of(text: &str, path: &Path) -> bool {
    !text.is_empty() && path.ends_with(text)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{PaneName, labels};

    #[test]
    fn servers_are_told_apart_by_as_little_as_it_takes() {
        let label = |sockets: &[&str]| {
            let sockets: Vec<&Path> = sockets.iter().map(Path::new).collect();
            labels(&sockets)
        };
        assert_eq!(
            label(&["/tmp/tmux-0/default", "/tmp/tmux-0/work"]),
            ["default", "work"]
        );
        assert_eq!(
            label(&["/tmp/tmux-0/default", "/run/x/tmux-0/default"]),
            ["tmp/tmux-0/default", "x/tmux-0/default"]
        );
        // One is the end of the other.
        assert_eq!(
            label(&["/a/default", "/b/a/default"]),
            ["/a/default", "b/a/default"]
        );
        assert_eq!(label(&["/s"]), ["s"]);
    }

    #[test]
    fn a_name_may_begin_with_its_servers() {
        let socket = Path::new("/run/tmux-0/default");
        let on = |name: &str| {
            let name: PaneName = name.parse().expect(name);
            name.on_server(socket).map(|it| it.to_string())
        };
        for (name, pane) in [
            ("default/%3", "%3"),
            ("default/main:1.0", "main:1.0"),
            ("tmux-0/default/main:1.0", "main:1.0"),
            ("/run/tmux-0/default/%3", "%3"),
            ("default/feature/x:1", "feature/x:1"),
        ] {
            assert_eq!(on(name).as_deref(), Some(pane), "{name}");
        }
        for other in [
            "%3",
            "main:1.0",
            "work/%3",
            "ault/%3",
            "default/",
            "/default/%3",
            "default/%x",
        ] {
            assert_eq!(on(other), None, "{other}");
        }
    }
}
