//! The control-mode source, and keys that are sent or held, on real, private tmux servers.

mod control;
mod front;
mod keys;

use std::ops::Deref;
use std::time::{Duration, Instant};

use shadow_tmux::PrivateServer;

/// A private server to which every command must be one that it takes.
pub struct PrivateTmux(PrivateServer);

impl Deref for PrivateTmux {
    type Target = PrivateServer;

    fn deref(&self) -> &PrivateServer {
        &self.0
    }
}

impl PrivateTmux {
    /// A server whose pane `%0` in session `$0` runs a shell command at 80x24; none where tmux is not installed.
    pub fn start(name: &str, command: &str) -> Option<Self> {
        PrivateServer::start_or_skip(&format!("tmux-{name}"), [80, 24], command).map(Self)
    }

    /// Runs a command of tmux, which must succeed; gives what it printed.
    pub fn run(&self, command: &[&str]) -> String {
        self.0
            .run(command)
            .unwrap_or_else(|error| panic!("{command:?}: {error}"))
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
