//! The numbers that a living observer gives to dialogs (`operator_block.appearance`), for others that act: `shadow choose
//! --appearance` asks the observer that gave the number whether that dialog is still the one in front.
//!
//! A number names its observer: it begins with the id of the process. The observer writes the numbers that it gives now into
//! a file of that name, which it holds locked. The kernel takes the lock from a process that dies, and with it all its
//! numbers.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use shadow_files::{own, private};
use shadow_live::Pane;
use shadow_tmux::PaneId;

use crate::exit::{Exit, Failure};

/// Numbers of one observer, in each pane.
const ROOM: u64 = 1 << 20;

/// Bytes of a file that are read.
const LIMIT: u64 = 1 << 20;

/// The number before the first one that this process gives.
pub fn own_numbers() -> u64 {
    u64::from(std::process::id()) * ROOM
}

/// The numbers that this process gives now, as others find them. It writes nothing before it has given one.
#[derive(Debug, Default)]
pub struct Published {
    file: Option<(PathBuf, File)>,
    given: BTreeMap<(PathBuf, PaneId), u64>,
}

impl Published {
    /// What is to be called with each number that this process gives.
    pub fn told() -> impl FnMut(&Path, PaneId, Option<u64>) + Send + 'static {
        let mut published = Self::default();
        move |socket, pane, number| published.tell(socket, pane, number)
    }

    /// A pane's dialog has this number now; none where there is no dialog.
    pub fn tell(&mut self, socket: &Path, pane: PaneId, number: Option<u64>) {
        let key = (real(socket), pane);
        match number {
            Some(number) => self.given.insert(key, number),
            None => self.given.remove(&key),
        };
        if self.file.is_none() && !self.given.is_empty() {
            self.file = folders().find_map(|folder| begun(&folder));
        }
        // If it cannot be written, no number is found, and acts with one are refused.
        if let Some((_, file)) = &mut self.file {
            let lines = self.given.iter();
            let lines = lines.map(|((socket, pane), number)| line(*number, *pane, socket));
            let text: String = lines.collect();
            let _ = file
                .rewind()
                .and_then(|()| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(text.len() as u64));
        }
    }
}

impl Drop for Published {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.file {
            let _ = fs::remove_file(path);
        }
    }
}

/// The observer that gave a number.
#[derive(Debug)]
pub struct Observer(PathBuf);

impl Observer {
    /// The living process that gave the number; none where it has ended, or no process gave it.
    pub fn of(number: u64) -> Option<Self> {
        let name = (number / ROOM).to_string();
        let mut observers = folders().map(|folder| Self(folder.join(&name)));
        observers.find(|observer| observer.read().is_some())
    }

    /// The pane, with the number of its dialog asked of the observer that gave this one.
    pub fn follow(number: u64, pane: Pane) -> Result<Pane, Failure> {
        let observer = Self::of(number).ok_or_else(|| {
            let words = format!(
                "no running shadow gave the number {number}: one counts only while the watch (or run, serve, top) that gave \
                 it runs; read the dialog again there"
            );
            Failure::new(Exit::NotHeld, words)
        })?;
        let (socket, id) = (pane.socket().to_owned(), pane.id());
        Ok(pane.observed_by(move || observer.number(&socket, id)))
    }

    /// The number that it gives to a pane's dialog now.
    pub fn number(&self, socket: &Path, pane: PaneId) -> Option<u64> {
        let text = self.read()?;
        let end = line(0, pane, &real(socket));
        let end = end.trim_start_matches('0');
        let mut lines = text.split_inclusive('\n');
        lines.find_map(|line| line.strip_suffix(end)?.parse().ok())
    }

    /// What it has written, as long as it lives.
    fn read(&self) -> Option<String> {
        let file = File::open(&self.0).ok()?;
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => {}
            _ => return None,
        }
        let mut text = String::new();
        file.take(LIMIT).read_to_string(&mut text).ok()?;
        Some(text)
    }
}

/// One line: the number, the pane, the socket, quoted so that it is one line whatever its name is.
fn line(number: u64, pane: PaneId, socket: &Path) -> String {
    format!("{number} {pane} {socket:?}\n")
}

fn real(socket: &Path) -> PathBuf {
    fs::canonicalize(socket).unwrap_or_else(|_| socket.to_owned())
}

/// The folders of the user's alone that may hold such files: not every process of a user knows them all.
fn folders() -> impl Iterator<Item = PathBuf> {
    let user = rustix::process::geteuid().as_raw();
    let own = [own::runtime(), own::state()].into_iter().flatten();
    let shared = std::env::temp_dir().join(format!("shadow-numbers-{user}"));
    let folders = own.map(|it| it.join("numbers")).chain([shared]);
    folders.filter(|folder| private::folder(folder).is_ok())
}

/// The locked file of this process. Files of observers that have ended are taken away.
fn begun(folder: &Path) -> Option<(PathBuf, File)> {
    for entry in fs::read_dir(folder).ok()?.flatten() {
        let is_left = File::open(entry.path()).is_ok_and(|file| file.try_lock_shared().is_ok());
        if is_left {
            let _ = fs::remove_file(entry.path());
        }
    }
    let path = folder.join(std::process::id().to_string());
    let file = private::create_new(&path).ok()?;
    file.try_lock().ok()?;
    Some((path, file))
}

#[cfg(test)]
mod tests {
    use super::{Observer, Published, begun};
    use std::path::Path;

    #[test]
    fn a_number_counts_while_its_observer_lives_and_for_its_pane_alone() {
        let folder = std::env::temp_dir().join(format!("shadow-numbers-{}", std::process::id()));
        shadow_files::private::folder(&folder).expect("a folder");
        let (socket, other) = (Path::new("/tmp/a \"b\"\n1"), Path::new("/tmp/other"));
        let pane = |id: &str| id.parse().expect("an id");
        let mut published = Published::default();
        published.file = begun(&folder);
        let observer = Observer(folder.join(std::process::id().to_string()));
        published.tell(socket, pane("%3"), Some(70));
        published.tell(socket, pane("%13"), Some(100));
        assert_eq!(observer.number(socket, pane("%3")), Some(70));
        assert_eq!(observer.number(socket, pane("%13")), Some(100));
        assert_eq!(observer.number(other, pane("%3")), None);
        published.tell(socket, pane("%13"), None);
        assert_eq!(observer.number(socket, pane("%13")), None);
        assert_eq!(observer.number(socket, pane("%3")), Some(70));
        let kept = std::fs::read(&observer.0).expect("the file");
        drop(published);
        assert_eq!(observer.number(socket, pane("%3")), None);
        // A process that was killed has left its file without a lock.
        std::fs::write(&observer.0, kept).expect("written");
        assert_eq!(observer.number(socket, pane("%3")), None);
        std::fs::remove_dir_all(folder).expect("cleaned");
    }
}
