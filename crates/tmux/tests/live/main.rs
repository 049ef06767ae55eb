//! The control-mode source, and keys that are sent or held, on real, private tmux servers.

mod control;
mod front;
mod keys;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use shadow_tmux::PrivateServer;

/// A private server.
pub struct PrivateTmux(PrivateServer);

impl PrivateTmux {
    /// A server whose pane `%0` in session `$0` runs a shell command at 80x24. None, with a
    /// message, where tmux is not installed.
    pub fn start(name: &str, command: &str) -> Option<Self> {
        match PrivateServer::start(&format!("tmux-{name}"), [80, 24], command) {
            Err(error) if error.is_not_installed() => {
                eprintln!("skipped: tmux is not installed; scripts/test installs it");
                None
            }
            started => Some(Self(started.expect("tmux starts"))),
        }
    }

    /// Runs a command of tmux, which must succeed; gives what it printed.
    pub fn run(&self, command: &[&str]) -> String {
        self.0
            .run(command)
            .unwrap_or_else(|error| panic!("{command:?}: {error}"))
    }

    /// A folder of its own, gone with the server.
    pub fn folder(&self) -> &Path {
        self.0.folder()
    }

    /// Its socket.
    pub fn socket(&self) -> PathBuf {
        self.0.socket().to_owned()
    }
}

/// Tries until something holds, for 20 s at most.
pub fn until<T>(what: &str, mut holds: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(20);
    while Instant::now() < deadline {
        if let Some(found) = holds() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it never came to be that {what}");
}
