//! The turn log as a file: append-only NDJSON of `turn_ended` events, synced at each. Several may write to one. What a
//! log is read for is not here.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use shadow_files::private;
use shadow_tui::event::{Event, EventBody};

use crate::exit::{Exit, Failure};
use crate::output::json_line;

/// A turn log that is open for appending.
#[derive(Debug)]
pub struct TurnLogFile {
    path: PathBuf,
    file: File,
}

impl TurnLogFile {
    /// Opens a log, made if it is not there. A last line that was torn (the writer was killed) is taken off, unless
    /// another writer has the log; one that lacks its line end only gets it. What is no turn log is refused as it is.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let path = path.to_owned();
        let mut options = private::options();
        let opened = options.create(true).read(true).append(true).open(&path);
        let healed = opened.and_then(|mut file| heal(&mut file).map(|whole| (file, whole)));
        match healed {
            Ok((file, true)) => Ok(Self { path, file }),
            Ok((_, false)) => Err(no_log(&path)),
            Err(error) => Err(refuse(&path, &error)),
        }
    }

    /// Whether the log still lies where it was opened: one that was moved away (rotated) is another's from then on.
    pub fn is_in_place(&self) -> bool {
        let (opened, there) = (self.file.metadata(), self.path.metadata());
        let same = opened.and_then(|opened| {
            let there = there?;
            Ok((opened.dev(), opened.ino()) == (there.dev(), there.ino()))
        });
        same.unwrap_or(false)
    }

    /// Appends an event, if it is the end of a turn.
    pub fn append(&mut self, event: &Event) -> Result<(), Failure> {
        if !matches!(event.body, EventBody::TurnEnded { .. }) {
            return Ok(());
        }
        let line = json_line(event) + "\n";
        let written = self.file.write_all(line.as_bytes());
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(|error| refuse(&self.path, &error))
    }
}

fn refuse(path: &Path, error: &std::io::Error) -> Failure {
    let hint = match error.kind() {
        ErrorKind::NotFound => "its folder is not there: make it, or give another file",
        ErrorKind::IsADirectory => "it is a folder: give a file in it",
        ErrorKind::NotADirectory => "a part of its path is a file: give another one",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "give a file that you may write"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "give a file with room"
        }
        _ => "give another file",
    };
    let path = path.display();
    let message = format!("cannot write the turn log {path}: {error}; {hint}");
    Failure::new(Exit::NotHeld, message)
}

fn no_log(path: &Path) -> Failure {
    let path = path.display();
    let message = format!("{path} is no turn log: its last line is no record; give another file");
    Failure::new(Exit::NotHeld, message)
}

/// Makes the file end in a whole line, and holds it from then on as one of its writers; says whether it is a turn log.
/// What is no file has no lines.
fn heal(file: &mut File) -> std::io::Result<bool> {
    if !file.metadata()?.is_file() {
        return Ok(true);
    }
    let alone = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        // A file system without locks: nobody is known to write.
        Err(TryLockError::Error(_)) => true,
    };
    let healed = mend(file, alone);
    if alone {
        let _ = file.unlock();
    }
    let _ = file.try_lock_shared();
    healed
}

/// Mends the last line, where it has no end.
fn mend(file: &mut File, alone: bool) -> std::io::Result<bool> {
    let (end, last) = last_line(file)?;
    if last.is_empty() {
        return Ok(true);
    }
    let record = serde_json::from_slice::<Map<String, Value>>(&last).is_ok();
    if !record && !last.starts_with(b"{") {
        return Ok(false);
    }
    match alone && !record {
        true => file.set_len(end)?,
        // What is torn for us another may be writing yet: a line of its own costs no record.
        false => file.write_all(b"\n")?,
    }
    Ok(true)
}

/// Where the last line end stands, and what follows it.
fn last_line(file: &mut File) -> std::io::Result<(u64, Vec<u8>)> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    let mut piece = [0; 4096];
    while end > 0 {
        let size = usize::try_from(end.min(4096)).unwrap_or(4096);
        let begin = end - size as u64;
        file.seek(SeekFrom::Start(begin))?;
        file.read_exact(&mut piece[..size])?;
        if let Some(at) = piece[..size].iter().rposition(|&byte| byte == b'\n') {
            end = begin + at as u64 + 1;
            break;
        }
        end = begin;
    }
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(end))?;
    Read::by_ref(file).take(LONGEST).read_to_end(&mut last)?;
    Ok((end, last))
}

/// Bytes of a last line that are read: more than any record has.
const LONGEST: u64 = 64 << 20;

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::TurnLogFile;

    #[test]
    fn a_torn_last_line_is_taken_off() {
        let path = std::env::temp_dir().join(format!("shadow-log-{}", std::process::id()));
        let long = "x".repeat(9000);
        for (before, after) in [
            ("", String::new()),
            ("{}\n", "{}\n".to_owned()),
            ("{}\n{\"tor", "{}\n".to_owned()),
            ("{\"torn", String::new()),
            ("{}\n{\"a\":1}", "{}\n{\"a\":1}\n".to_owned()),
            (&format!("{long}\n{{{long}"), format!("{long}\n")),
        ] {
            std::fs::write(&path, before).expect("a file");
            TurnLogFile::open(&path).expect("opens");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), after);
        }
        std::fs::remove_file(path).expect("cleaned");
    }

    #[test]
    fn what_is_no_log_is_left_as_it_is() {
        let path = std::env::temp_dir().join(format!("shadow-notes-{}", std::process::id()));
        std::fs::write(&path, "my notes without newline").expect("a file");
        let refused = TurnLogFile::open(&path).expect_err("no log");
        let refused = format!("{refused:?}");
        assert!(refused.contains("no turn log"), "{refused}");
        let kept = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(kept, "my notes without newline");
        std::fs::remove_file(path).expect("cleaned");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_named() {
        let folder = std::env::temp_dir().join(format!("shadow-wrong-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("file"), "").expect("a file");
        for (path, word) in [
            (folder.clone(), "is a folder"),
            (folder.join("none").join("log"), "folder is not there"),
            (folder.join("file").join("log"), "is a file"),
        ] {
            let refused = TurnLogFile::open(&path).expect_err("no file");
            assert!(refused.message().contains(word), "{}", refused.message());
            assert!(!refused.message().contains("room"), "{}", refused.message());
        }
        std::fs::remove_dir_all(folder).expect("cleaned");
    }

    #[test]
    fn a_log_that_was_moved_away_is_no_longer_in_place() {
        let path = std::env::temp_dir().join(format!("shadow-moved-{}", std::process::id()));
        let log = TurnLogFile::open(&path).expect("opens");
        assert!(log.is_in_place());
        let moved = path.with_extension("1");
        std::fs::rename(&path, &moved).expect("it moves");
        assert!(!log.is_in_place());
        std::fs::write(&path, "").expect("another");
        assert!(!log.is_in_place());
        for path in [path, moved] {
            std::fs::remove_file(path).expect("cleaned");
        }
    }

    #[test]
    fn two_writers_lose_nothing() {
        let path = std::env::temp_dir().join(format!("shadow-two-{}", std::process::id()));
        std::fs::write(&path, "").expect("a file");
        let mut first = TurnLogFile::open(&path).expect("opens");
        first.file.write_all(b"{\"a\":").expect("half a line");
        let mut second = TurnLogFile::open(&path).expect("opens");
        second.file.write_all(b"{\"b\":2}\n").expect("a line");
        first.file.write_all(b"{\"c\":3}\n").expect("a line");
        let text = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(text, "{\"a\":\n{\"b\":2}\n{\"c\":3}\n");
        std::fs::remove_file(path).expect("cleaned");
    }
}
