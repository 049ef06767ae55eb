//! The door of a server, through which control clients come and go one at a time.
//!
//! tmux 3.3a tells control clients of one that leaves. It also tells one that is only half connected, and ends by that,
//! with every session (a null `control_state` behind `%client-detached`). So whoever attaches or detaches a client holds
//! the lock of the socket's folder meanwhile, in whichever process. tmux itself locks a file beside the socket, never the folder.
//! A person's own client can still leave in that moment: of that nobody is told in advance.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::server::Transport;
use crate::spawn::Spawn;

/// How long the others are waited for; a client comes or goes within some milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(2);

/// The door, held. It is free again when this is dropped.
#[derive(Debug)]
pub struct Door {
    /// None where the folder cannot be locked: then nobody waits.
    _folder: Option<File>,
}

impl Door {
    /// Waits until nobody comes or goes, for [`PATIENCE`] at most.
    pub fn hold(socket: &Path) -> Self {
        let folder = socket.parent().and_then(|folder| File::open(folder).ok());
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
