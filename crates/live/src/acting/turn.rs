//! Whose turn it is to act on a pane: one at a time, among all processes of a user and all tasks of one of them.
//!
//! A file for each server and pane is locked by whoever acts, and gone when nobody does. The kernel takes the lock from
//! a process that dies. The file lies in folders of the user's alone: where what runs is kept, where state is kept, and
//! where temporary files are, since not every process of a user knows them all. A folder that is another's, or that
//! others may enter, is not used: whoever makes the one for temporary files first takes nothing from the others.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::process::geteuid;
use shadow_files::{own, private};
use shadow_tmux::PaneId;

use crate::error::LiveError;

/// How often a file is opened anew that its last holder has taken away meanwhile.
const ATTEMPTS: u32 = 100;

/// Where the locks of a pane lie.
#[derive(Debug)]
pub struct Queue {
    name: String,
    folders: Vec<OwnedFd>,
}

/// The right to act, until it is dropped.
#[derive(Debug)]
pub struct Turn<'q> {
    queue: &'q Queue,
    /// The locked files, in order of the folders.
    held: Vec<File>,
}

/// What trying comes to.
#[derive(Debug)]
pub enum Tried<'q> {
    /// It is ours.
    Ours(Turn<'q>),
    /// Another one acts: the process of this id, where it is known.
    Taken(Option<u32>),
}

impl Queue {
    /// The queue before a pane of a server.
    pub fn before(socket: &Path, pane: PaneId) -> Result<Self, LiveError> {
        let user = geteuid().as_raw();
        let own = [own::runtime(), own::state().map(|it| it.join("locks"))];
        let own = own.into_iter().flatten();
        let shared = [env::temp_dir(), PathBuf::from("/tmp")];
        let mut shared: Vec<PathBuf> = shared
            .map(|it| it.join(format!("shadow-locks-{user}")))
            .into();
        shared.dedup();
        Self::within(own.chain(shared), socket, pane)
    }

    /// Takes the lock in the usable ones of these folders.
    fn within(
        folders: impl Iterator<Item = PathBuf>,
        socket: &Path,
        pane: PaneId,
    ) -> Result<Self, LiveError> {
        let (mut usable, mut refused) = (Vec::new(), Vec::new());
        for path in folders {
            match opened(&path) {
                Ok(folder) => usable.push(folder),
                Err(error) => refused.push(format!("{}: {error}", path.display())),
            }
        }
        if usable.is_empty() {
            let message = format!(
                "no folder for the lock that keeps others from acting on the pane at the same time ({}); \
                 set XDG_RUNTIME_DIR to a folder of yours",
                refused.join("; ")
            );
            return Err(LiveError::Lock(message));
        }
        let socket = fs::canonicalize(socket).unwrap_or_else(|_| socket.to_owned());
        Ok(Self {
            name: format!("{:016x}-{pane}.lock", hash(socket.as_os_str().as_bytes())),
            folders: usable,
        })
    }

    /// Takes the turn, if it is free.
    pub fn take(&self) -> Result<Tried<'_>, LiveError> {
        let mut turn = Turn {
            queue: self,
            held: Vec::new(),
        };
        for folder in &self.folders {
            match locked(folder, &self.name) {
                Ok(Ok(file)) => turn.held.push(file),
                // What is held already is let go of with the turn.
                Ok(Err(holder)) => return Ok(Tried::Taken(holder)),
                Err(error) => {
                    let message = format!(
                        "cannot lock the pane against others that act on it: {error}; try again"
                    );
                    return Err(LiveError::Lock(message));
                }
            }
        }
        Ok(Tried::Ours(turn))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        // Whoever has opened a file meanwhile sees that it is gone, and makes another.
        for folder in &self.queue.folders[..self.held.len()] {
            let _ = rustix::fs::unlinkat(folder, &self.queue.name, AtFlags::empty());
        }
    }
}

/// A folder that is its owner's alone, made if it is not there, and opened. No link is followed to it.
fn opened(path: &Path) -> io::Result<OwnedFd> {
    private::create_folders(path)?;
    let how = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
    let folder = rustix::fs::open(path, how, Mode::empty())?;
    let about = rustix::fs::fstat(&folder)?;
    match about.st_uid == geteuid().as_raw() && about.st_mode & 0o077 == 0 {
        true => Ok(folder),
        false => Err(io::Error::other("it is not yours alone (chmod 700)")),
    }
}

/// The file of this name, locked; else who has locked it.
fn locked(folder: &OwnedFd, name: &str) -> io::Result<Result<File, Option<u32>>> {
    let how = OFlags::CREATE | OFlags::NOFOLLOW | OFlags::RDWR | OFlags::CLOEXEC;
    for _ in 0..ATTEMPTS {
        let file = rustix::fs::openat(folder, name, how, Mode::RUSR | Mode::WUSR)?;
        let mut file = File::from(file);
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Err(holder(&mut file))),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        if is_named(folder, name, &file)? {
            file.set_len(0)?;
            // Only for whoever wonders what it waits for.
            let _ = write!(file, "{}", std::process::id());
            return Ok(Ok(file));
        }
    }
    Ok(Err(None))
}

/// Whether a file still has its name in the folder.
fn is_named(folder: &OwnedFd, name: &str, file: &File) -> io::Result<bool> {
    let own = file.metadata()?;
    match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        #[expect(
            clippy::unnecessary_cast,
            reason = "their types differ between systems"
        )]
        Ok(there) => Ok((there.st_dev as u64, there.st_ino as u64) == (own.dev(), own.ino())),
        Err(rustix::io::Errno::NOENT) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Which process has locked a file.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.rewind().ok()?;
    file.take(16).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// FNV-1a: the same in every version and process. Two paths of one hash would only wait for each other.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    /// A new folder for folders of locks.
    fn folder(name: &str) -> PathBuf {
        let path = env::temp_dir().join(format!("shadow-turn-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    fn queue(folders: &[PathBuf], socket: &Path, pane: &str) -> Queue {
        let pane = pane.parse().expect("a pane's id");
        Queue::within(folders.iter().cloned(), socket, pane).expect("a queue")
    }

    fn is_free(queue: &Queue) -> bool {
        matches!(queue.take().expect("it can be tried"), Tried::Ours(_))
    }

    #[test]
    fn one_at_a_time_acts_on_a_pane_and_others_on_others() {
        let base = folder("one");
        let (socket, link) = (base.join("socket"), base.join("link"));
        fs::write(&socket, "").expect("a file");
        symlink(&socket, &link).expect("a link");
        let both = [base.join("runtime"), base.join("temporary")];
        let first = queue(&both, &socket, "%1");
        let Tried::Ours(turn) = first.take().expect("it can be tried") else {
            panic!("nobody has it");
        };
        // By another name of the socket, by another task, and by one that knows only one of the folders.
        for known in [&both[..], &both[..1], &both[1..]] {
            let same = queue(known, &link, "%1");
            match same.take().expect("it can be tried") {
                Tried::Taken(holder) => assert_eq!(holder, Some(std::process::id())),
                Tried::Ours(_) => panic!("two at once"),
            }
        }
        assert!(is_free(&queue(&both, &socket, "%2")));
        assert!(is_free(&queue(&both, &base.join("other"), "%1")));
        drop(turn);
        assert!(is_free(&first));
        let left = |folder: &PathBuf| fs::read_dir(folder).expect("a folder").count();
        assert_eq!(both.iter().map(left).sum::<usize>(), 0);
        fs::remove_dir_all(base).expect("cleaned");
    }

    #[test]
    fn many_tasks_never_act_at_once() {
        let base = folder("many");
        let folders = [base.join("locks")];
        let acting = AtomicU32::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let queue = queue(&folders, &base, "%1");
                    let mut turns = 0;
                    while turns < 50 {
                        match queue.take().expect("it can be tried") {
                            Tried::Ours(_turn) => {
                                assert_eq!(acting.fetch_add(1, Ordering::SeqCst), 0);
                                thread::yield_now();
                                acting.fetch_sub(1, Ordering::SeqCst);
                                turns += 1;
                            }
                            Tried::Taken(_) => thread::yield_now(),
                        }
                    }
                });
            }
        });
        fs::remove_dir_all(base).expect("cleaned");
    }

    #[test]
    fn a_folder_that_another_made_first_takes_nothing_from_the_others() {
        let base = folder("first");
        let theirs = base.join("theirs");
        fs::create_dir(&theirs).expect("a folder");
        fs::set_permissions(&theirs, Permissions::from_mode(0o777)).expect("set");
        let both = [theirs, base.join("state/shadow/locks")];
        let queue = queue(&both, &base, "%1");
        assert_eq!(queue.folders.len(), 1);
        assert!(is_free(&queue));
        fs::remove_dir_all(base).expect("cleaned");
    }

    #[test]
    fn a_folder_that_is_not_ones_own_alone_is_not_used() {
        let base = folder("own");
        let (open, link, file) = (base.join("open"), base.join("link"), base.join("file"));
        fs::create_dir(&open).expect("a folder");
        fs::set_permissions(&open, Permissions::from_mode(0o755)).expect("set");
        symlink(base.join("elsewhere"), &link).expect("a link");
        fs::write(&file, "").expect("a file");
        let pane = || "%1".parse().expect("a pane's id");
        for folder in [open, link, file] {
            let refused = Queue::within([folder.clone()].into_iter(), &base, pane());
            let message = refused.expect_err("no folder of ours").to_string();
            assert!(message.contains(&folder.display().to_string()), "{message}");
            assert!(message.contains("XDG_RUNTIME_DIR"), "{message}");
        }
        assert!(!base.join("elsewhere").exists());
        // A link in the place of the file is not followed either.
        let own = base.join("own");
        let queue = queue(std::slice::from_ref(&own), &base, "%1");
        symlink(base.join("target"), own.join(&queue.name)).expect("a link");
        assert!(queue.take().is_err() && !base.join("target").exists());
        fs::remove_dir_all(base).expect("cleaned");
    }
}
