//! The door of a server, through which control clients come and go one at a time.
//!
//! tmux 3.3a tells control clients of one that leaves. It also tells one that is only half connected, and ends by that,
//! with every session (a null `control_state` behind `%client-detached`). So whoever attaches or detaches a client holds
//! the lock of the socket's folder meanwhile, in whichever process. tmux itself locks a file beside the socket, never the folder.
//! A folder that is not the socket's owner's alone to write to (`/tmp`) anybody may lock, and make everybody wait: then
//! the one in `XDG_RUNTIME_DIR` is locked in its place, or none.
//! A person's own client can still leave in that moment: of that nobody is told in advance.

use std::env;
use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::spawn::Spawn;
use crate::transport::Transport;

/// How long the others are waited for; a client comes or goes within some milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(2);

/// The door, held. It is free again when this is dropped.
#[derive(Debug)]
pub struct Door {
    /// None where no folder is the owner's or it cannot be locked: then nobody waits.
    _folder: Option<File>,
}

impl Door {
    /// Waits until nobody comes or goes, for [`PATIENCE`] at most.
    pub fn hold(socket: &Path) -> Self {
        let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        Self::within(socket, runtime.as_deref())
    }

    /// Holds the folder of the socket, else the one of what runs (`runtime`).
    fn within(socket: &Path, runtime: Option<&Path>) -> Self {
        let folders = [socket.parent(), runtime];
        let mut folders = folders.into_iter().flatten();
        let folder = folders.find_map(|folder| owned(folder, socket));
        Self {
            _folder: folder.filter(locked),
        }
    }

    /// Waits until the server has taken note of a client whose process has ended: it answers a new one after that.
    pub fn settle(&self, socket: &Path) {
        // A server that has gone has no more to note, one that hangs notes it when it goes on.
        let ask = Spawn::new(socket).patient_for(1);
        let _ = ask.run(&["display-message", "-p", ""]);
    }
}

/// A folder in which only the socket's owner writes, opened.
fn owned(folder: &Path, socket: &Path) -> Option<File> {
    const OTHERS_WRITE: u32 = 0o002;
    let owner = socket.metadata().ok()?.uid();
    let folder = File::open(folder).ok()?;
    let known = folder.metadata().ok()?;
    let own = known.uid() == owner && known.mode() & OTHERS_WRITE == 0;
    own.then_some(folder)
}

/// Whether the lock was had in time.
fn locked(folder: &File) -> bool {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match folder.try_lock() {
            Ok(()) => return true,
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(PAUSE),
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A new folder of these rights, with a file in the place of a socket.
    fn folder(name: &str, mode: u32) -> PathBuf {
        let path = env::temp_dir().join(format!("shadow-door-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("socket"), "").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        path
    }

    fn is_free(folder: &Path) -> bool {
        File::open(folder).unwrap().try_lock().is_ok()
    }

    /// Whether a lock is gone soon: a process that another test starts in this moment shares it until it runs.
    fn comes_free(folder: &Path) -> bool {
        (0..1000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            is_free(folder)
        })
    }

    #[test]
    fn a_folder_that_all_may_write_to_is_never_locked() {
        let own = folder("own", 0o755);
        let public = folder("public", 0o1777);
        let runtime = folder("runtime", 0o700);
        let door = Door::within(&own.join("socket"), Some(&runtime));
        assert!(!is_free(&own) && is_free(&runtime));
        drop(door);
        let door = Door::within(&public.join("socket"), Some(&runtime));
        assert!(comes_free(&own) && is_free(&public) && !is_free(&runtime));
        drop(door);
        let door = Door::within(&public.join("socket"), None);
        assert!(is_free(&public) && door._folder.is_none());
        for folder in [own, public, runtime] {
            fs::remove_dir_all(folder).unwrap();
        }
    }
}
