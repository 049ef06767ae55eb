//! A tmux server of the test's own, on a private socket, ended with the test.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many have been started in this process: tests that give one name run at once.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// A copy of a program under another name, in a folder that the tests of this process share: by its file it is what the
/// name says.
pub fn program_named(name: &str, original: &str) -> PathBuf {
    static LOCK: Mutex<()> = Mutex::new(());
    let _alone = LOCK.lock();
    let folder = std::env::temp_dir().join(format!("shadow-programs-{}", std::process::id()));
    let folder = folder.join(original);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    if !path.exists() {
        let paths = ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(original));
        let found = paths.iter().find(|path| path.exists()).expect(original);
        std::fs::copy(found, &path).expect("a copy");
    }
    path
}

/// A shell command as it stands on a terminal that leads elsewhere: what it shows may be an agent's, by all that is known
/// of the programs in front.
pub fn behind_ssh(command: &str) -> String {
    let ssh = program_named("ssh", "sleep");
    // In a shell without job control it is of the same group.
    format!("stty -icanon; '{}' 3600 & {command}", ssh.display())
}

/// A private server.
pub struct PrivateTmux {
    folder: PathBuf,
}

impl PrivateTmux {
    /// A server whose first pane (`%0`) runs a shell command at 100x20. None, with a message,
    /// where tmux is not installed.
    pub fn start(name: &str, command: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed; scripts/test installs it");
            return None;
        }
        let (pid, number) = (std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("shadow-{name}-{pid}-{number}"));
        let inner = folder.join("tmux-private");
        std::fs::create_dir_all(&inner).expect("a folder");
        let server = Self { folder };
        let size = ["-x", "100", "-y", "20"];
        let new = [
            &["-f", "/dev/null", "new-session", "-d"],
            &size[..],
            &[command],
        ];
        assert!(server.run(&new.concat()), "tmux starts");
        Some(server)
    }

    /// Runs a command of tmux.
    pub fn run(&self, command: &[&str]) -> bool {
        let mut tmux = Command::new("tmux");
        tmux.arg("-u").arg("-S").arg(self.socket()).args(command);
        tmux.env_remove("TMUX")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        tmux.status().is_ok_and(|status| status.success())
    }

    /// What a command of tmux prints, trimmed.
    pub fn shown(&self, command: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.arg("-u").arg("-S").arg(self.socket()).args(command);
        let output = tmux.env_remove("TMUX").output().expect("tmux runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// A name of its own.
    pub fn name(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Its socket, in a folder of the shape that `TMUX_TMPDIR` holds.
    pub fn socket(&self) -> PathBuf {
        self.folder.join("tmux-private").join("default")
    }

    /// What to set `TMUX_TMPDIR` to, so that the server is found.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Waits until a pane shows this text.
    pub fn wait_for(&self, pane: &str, text: &str) {
        self.wait_until(&["capture-pane", "-p", "-t", pane], text);
    }

    /// Waits until what a command of tmux prints holds this text.
    pub fn wait_until(&self, command: &[&str], text: &str) {
        self.wait_until_said(|| self.shown(command), text);
    }

    /// Waits until something says this text.
    pub fn wait_until_said(&self, say: impl Fn() -> String, text: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut said = String::new();
        while Instant::now() < deadline {
            said = say();
            if said.contains(text) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{text:?} was never said, but:\n{said}");
    }
}

impl Drop for PrivateTmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
