//! A tmux server of the test's own, on a private socket, ended with the test.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A private server.
pub struct PrivateTmux {
    folder: PathBuf,
}

impl PrivateTmux {
    /// A server whose pane `%0` in session `$0` runs a shell command at 80x24. None, with a
    /// message, where tmux is not installed.
    pub fn start(name: &str, command: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed; scripts/test installs it");
            return None;
        }
        let folder =
            std::env::temp_dir().join(format!("shadow-tmux-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let server = Self { folder };
        let new = [
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
        ];
        server.run(&[&new[..], &[command]].concat());
        Some(server)
    }

    /// Runs a command of tmux, which must succeed; gives what it printed.
    pub fn run(&self, command: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.arg("-u").arg("-S").arg(self.socket()).args(command);
        tmux.env_remove("TMUX").stderr(Stdio::inherit());
        let output = tmux.output().expect("tmux runs");
        assert!(output.status.success(), "{command:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// A folder of its own, gone with the server.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Its socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }
}

impl Drop for PrivateTmux {
    fn drop(&mut self) {
        let mut tmux = Command::new("tmux");
        tmux.arg("-S").arg(self.socket()).arg("kill-server");
        let _ = tmux.stderr(Stdio::null()).status();
        let _ = std::fs::remove_dir_all(&self.folder);
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
