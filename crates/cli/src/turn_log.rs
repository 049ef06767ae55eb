//! The turn log as a file: append-only NDJSON of `turn_ended` events, synced at each. Several may write to one: each
//! turn is written once, by whoever tells its end first. What a log is read for is not here.

use std::collections::VecDeque;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use shadow_files::private;
use shadow_tui::event::{Event, EventBody};

use crate::exit::{Exit, Failure};
use crate::output::json_line;

/// How long another writer is waited for: it holds the log for one line.
const PATIENCE: Duration = Duration::from_secs(2);

/// A turn log that is open for appending.
#[derive(Debug)]
pub struct TurnLogFile {
    path: PathBuf,
    file: File,
    /// Where the lines begin that may be another's: behind the last that was read or written here.
    read_to: u64,
    /// The last turns that others told: one may be told here long after it was read. Our own are not among them: an end
    /// that was taken back is told again.
    known: VecDeque<Stretch>,
}

/// Turns that are remembered: more than panes have one that ends at a time.
const KNOWN: usize = 1024;

/// What became of an event that was to be appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It stands in the log, or is no end of a turn.
    Yes,
    /// Another writer had told this turn already.
    ByAnother,
}

impl TurnLogFile {
    /// Opens a log, made if it is not there. A last line that was torn (the writer was killed) is taken off; one that
    /// lacks its line end only gets it. What is no turn log is refused as it is.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let path = path.to_owned();
        let mut options = private::options();
        let opened = options.create(true).read(true).append(true).open(&path);
        let healed = opened.and_then(|mut file| heal(&mut file).map(|end| (file, end)));
        match healed {
            Ok((file, Some(read_to))) => Ok(Self {
                path,
                file,
                read_to,
                known: VecDeque::new(),
            }),
            Ok((_, None)) => Err(no_log(&path)),
            Err(error) => Err(refuse(&path, &error)),
        }
    }

    /// Whether the log still lies where it was opened.
    fn is_in_place(&self) -> bool {
        let (opened, there) = (self.file.metadata(), self.path.metadata());
        let same = opened.and_then(|opened| {
            let there = there?;
            Ok((opened.dev(), opened.ino()) == (there.dev(), there.ino()))
        });
        same.unwrap_or(false)
    }

    /// Appends an event, if it is the end of a turn that no other writer has told. A log that was moved away (rotated) goes on
    /// under its own name.
    pub fn append(&mut self, event: &Event) -> Result<Appended, Failure> {
        if !matches!(event.body, EventBody::TurnEnded { .. }) {
            return Ok(Appended::Yes);
        }
        self.append_told(&(json_line(event) + "\n"))
    }

    /// Appends a line, where the log should lie, while no other writer does.
    fn append_told(&mut self, line: &str) -> Result<Appended, Failure> {
        if !self.is_in_place() {
            self.begin_anew()?;
        }
        let is_held = hold(&self.file);
        let appended = self.append_line(line);
        if is_held {
            let _ = self.file.unlock();
        }
        appended.map_err(|error| refuse(&self.path, &error))
    }

    /// Opens the log again where it should lie. What others told is known as before, and what they tell there is read.
    fn begin_anew(&mut self) -> Result<(), Failure> {
        let fresh = Self::open(&self.path)?;
        self.file = fresh.file;
        self.read_to = 0;
        Ok(())
    }

    fn append_line(&mut self, line: &str) -> std::io::Result<Appended> {
        let own = Stretch::of(line);
        let by_others = self.lines_of_others()?;
        self.know(by_others.lines().filter_map(Stretch::of));
        let mut known = self.known.iter();
        if own
            .as_ref()
            .is_some_and(|own| known.any(|it| own.is_same_turn(it)))
        {
            return Ok(Appended::ByAnother);
        }
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        self.read_to += line.len() as u64;
        Ok(Appended::Yes)
    }

    fn know(&mut self, stretches: impl IntoIterator<Item = Stretch>) {
        self.known.extend(stretches);
        let over = self.known.len().saturating_sub(KNOWN);
        self.known.drain(..over);
    }

    /// What was written since by others. What is no file has no lines.
    fn lines_of_others(&mut self) -> std::io::Result<String> {
        let about = self.file.metadata()?;
        let end = about.len();
        if !about.is_file() || end <= self.read_to {
            return Ok(String::new());
        }
        self.file.seek(SeekFrom::Start(
            self.read_to.max(end.saturating_sub(LONGEST)),
        ))?;
        let mut bytes = Vec::new();
        Read::by_ref(&mut self.file)
            .take(LONGEST)
            .read_to_end(&mut bytes)?;
        self.read_to = end;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The stretch of a pane's time that a turn took. A pane has one turn at a time, so that two tell of the same one where
/// they lie over each other, whatever numbers their tellers gave them.
#[derive(Debug, PartialEq)]
struct Stretch {
    pane: [Value; 2],
    started: f64,
    ended: f64,
}

impl Stretch {
    /// The stretch of a line of the log; none for what is no end of a turn.
    fn of(line: &str) -> Option<Self> {
        let mut event: Value = serde_json::from_str(line).ok()?;
        let record = event.get("record")?;
        Some(Self {
            started: record["started"].as_f64()?,
            ended: record["ended"].as_f64()?,
            pane: ["socket", "pane"].map(|name| event[name].take()),
        })
    }

    /// Whether both are one turn: of one pane, and in each other's time by at least half of the shorter one. Each teller
    /// looks at times of its own; the prompt may be known to one as it was sent and to the other as it is shown.
    fn is_same_turn(&self, other: &Self) -> bool {
        let shared = self.ended.min(other.ended) - self.started.max(other.started);
        let shorter = (self.ended - self.started).min(other.ended - other.started);
        self.pane == other.pane && shared >= shorter / 2.0
    }
}

/// Keeps other writers out until the file is unlocked or closed; false where that cannot be had. A writer that was
/// stopped in the middle of a line, or a file system without locks, must not cost a turn.
fn hold(file: &File) -> bool {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return true,
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(_) => return false,
        }
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

/// Makes the file end in a whole line; gives where it ends, none where it is no turn log. What is no file has no lines.
fn heal(file: &mut File) -> std::io::Result<Option<u64>> {
    if !file.metadata()?.is_file() {
        return Ok(Some(0));
    }
    let is_held = hold(file);
    let healed = mend(file, is_held);
    if is_held {
        let _ = file.unlock();
    }
    let end = file.metadata()?.len();
    Ok(healed?.then_some(end))
}

/// Mends the last line, where it has no end.
fn mend(file: &mut File, is_held: bool) -> std::io::Result<bool> {
    let (end, last) = last_line(file)?;
    if last.is_empty() {
        return Ok(true);
    }
    let record = serde_json::from_slice::<Map<String, Value>>(&last).is_ok();
    if !record && !last.starts_with(b"{") {
        return Ok(false);
    }
    match is_held && !record {
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
    use super::{Appended, TurnLogFile};

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
    fn a_log_that_was_moved_away_goes_on_at_its_own_name() {
        let path = std::env::temp_dir().join(format!("shadow-moved-{}", std::process::id()));
        let mut log = TurnLogFile::open(&path).expect("opens");
        let [first, second, third] = [10.0, 20.0, 30.0].map(|at| turn("%1", 1, [at, at + 9.0]));
        log.append_told(&first).expect("appends");
        let moved = path.with_extension("1");
        std::fs::rename(&path, &moved).expect("it moves");
        log.append_told(&second).expect("appends");
        let text = |path| std::fs::read_to_string(path).expect("a file");
        assert_eq!([text(&moved), text(&path)], [first, second]);
        // Another begins a new one and tells the next turn there before.
        std::fs::rename(&path, &moved).expect("it moves");
        std::fs::write(&path, &third).expect("another");
        let appended = log.append_told(&third).expect("appends");
        assert_eq!((appended, text(&path)), (Appended::ByAnother, third));
        for path in [path, moved] {
            std::fs::remove_file(path).expect("cleaned");
        }
    }

    /// The end of a turn of a pane.
    fn turn(pane: &str, id: u64, [started, ended]: [f64; 2]) -> String {
        let record = serde_json::json!({"id": id, "started": started, "ended": ended});
        let event = serde_json::json!({"event": "turn_ended", "socket": "/s", "pane": pane, "record": record});
        event.to_string() + "\n"
    }

    #[test]
    fn a_turn_that_two_tell_is_written_once() {
        let path = std::env::temp_dir().join(format!("shadow-two-{}", std::process::id()));
        let mut one = TurnLogFile::open(&path).expect("opens");
        let mut two = TurnLogFile::open(&path).expect("opens");
        let mut kept = String::new();
        let [yes, by_another] = [Appended::Yes, Appended::ByAnother];
        for (first, line, appended) in [
            (true, turn("%1", 4, [10.0, 20.0]), yes),
            // Another number, and looks at other times.
            (false, turn("%1", 1, [10.2, 20.3]), by_another),
            (false, turn("%1", 1, [9.0, 19.5]), by_another),
            // Another pane, the next turn.
            (false, turn("%2", 1, [10.2, 20.3]), yes),
            (false, turn("%1", 2, [20.0, 30.0]), yes),
            (true, turn("%1", 5, [20.2, 29.0]), by_another),
            (true, turn("%1", 6, [31.0, 31.0]), yes),
            (false, turn("%1", 6, [31.0, 31.0]), by_another),
        ] {
            let log = if first { &mut one } else { &mut two };
            assert_eq!(log.append_line(&line).expect("appends"), appended, "{line}");
            if appended == yes {
                kept += &line;
            }
        }
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), kept);
        std::fs::remove_file(path).expect("cleaned");
    }

    #[test]
    fn a_writer_that_holds_the_log_for_good_costs_no_turn() {
        let path = std::env::temp_dir().join(format!("shadow-held-{}", std::process::id()));
        std::fs::write(&path, "{}\n{\"torn").expect("a file");
        let stopped = std::fs::File::open(&path).expect("opens");
        stopped.lock().expect("locks");
        let mut log = TurnLogFile::open(&path).expect("opens");
        let line = turn("%1", 1, [1.0, 2.0]);
        assert_eq!(log.append_line(&line).expect("appends"), Appended::Yes);
        let text = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(text, format!("{{}}\n{{\"torn\n{line}"));
        std::fs::remove_file(path).expect("cleaned");
    }
}
