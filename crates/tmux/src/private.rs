//! A tmux server of the caller's own.

use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::TmuxError;
use crate::spawn::Spawn;
use crate::transport::Transport;

/// Seconds for a command: what is started for a test starts beside much else.
const PATIENCE: u64 = 60;

/// A tmux server without configuration on a socket that is its owner's alone; it ends with this value, and its folder goes.
///
/// For tests of what is done to panes, one's own as ours.
///
/// ```no_run
/// let tmux = shadow_tmux::PrivateServer::start("greeting", [80, 24], "echo hello; sleep 60")?;
/// let shown = tmux.run(&["capture-pane", "-p", "-t", "%0"])?;
/// # Ok::<(), shadow_tmux::TmuxError>(())
/// ```
#[derive(Debug)]
pub struct PrivateServer {
    folder: PathBuf,
    spawn: Spawn,
}

impl PrivateServer {
    /// One whose first pane (`%0`) has so many columns and rows, and runs a shell command. The name is for people who look into
    /// the temporary folder.
    ///
    /// # Errors
    /// Where tmux is not installed or does not start, or the folder cannot be made.
    pub fn start(name: &str, [cols, rows]: [u16; 2], command: &str) -> Result<Self, TmuxError> {
        let folder = folder(name).map_err(|error| TmuxError::failed(error.to_string()))?;
        // The shape of folder that `TMUX_TMPDIR` holds: where that names it, the server is found.
        let socket = folder.join("tmux-private").join("default");
        let spawn = Spawn::new(socket).patient_for(PATIENCE);
        let server = Self { folder, spawn };
        let (cols, rows) = (cols.to_string(), rows.to_string());
        server.begin(&["new-session", "-d", "-x", &cols, "-y", &rows, command])?;
        Ok(server)
    }

    /// Starts it again where it has ended, and runs a command of tmux there that makes a session.
    ///
    /// # Errors
    /// Where tmux refuses it.
    pub fn begin(&self, command: &[&str]) -> Result<(), TmuxError> {
        self.spawn.begin(command).map(drop)
    }

    /// Starts a server for a test. Without tmux it prints a message and returns `None`, so that the test is skipped.
    ///
    /// # Panics
    /// Where tmux is installed and does not start.
    #[must_use]
    pub fn start_or_skip(name: &str, size: [u16; 2], command: &str) -> Option<Self> {
        match Self::start(name, size, command) {
            Err(error) if error.is_not_installed() => {
                eprintln!("skipped: tmux is not installed");
                None
            }
            started => Some(started.expect("tmux starts")),
        }
    }

    /// What a command of tmux prints, trimmed.
    ///
    /// # Errors
    /// Where tmux refuses it.
    pub fn run(&self, command: &[&str]) -> Result<String, TmuxError> {
        let said = self.spawn.run(command)?;
        Ok(String::from_utf8_lossy(&said).trim().to_owned())
    }

    /// Its socket.
    #[must_use]
    pub fn socket(&self) -> &Path {
        self.spawn.socket()
    }

    /// A folder of its own, gone with the server. With it as `TMUX_TMPDIR` the server is found.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.run(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A folder that was not there before, with the one of the socket in it.
fn folder(name: &str) -> std::io::Result<PathBuf> {
    // Several of one name may run at once, and one that was killed may have left its folder.
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let mut private = DirBuilder::new();
    private.mode(0o700);
    loop {
        let (id, number) = (process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("shadow-{name}-{id}-{number}"));
        match private.create(&folder) {
            Ok(()) => return private.create(folder.join("tmux-private")).map(|()| folder),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
