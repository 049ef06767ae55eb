//! Acts on disk: each is done once for its key, whatever becomes of the relay.
//!
//! The folder `acts` in the state folder has one file for each key, its owner's alone. The first line is the intent. It is on
//! the disk before the first key is pressed. The second line is what came of the act. The relay that does it holds the file
//! locked; the kernel takes the lock from a process that dies. So a file without a lock and without a second line is an
//! act that broke off: `uncertain`, which is reported and never done again.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shadow_act::{ActOutcome, Told};
use shadow_files::{own, private};
use shadow_tui::contract::SCHEMA_VERSION;

use super::audit::Audit;
use super::clock::{LONGEST, Life};
use crate::exit::{Exit, Failure};
use crate::output::json_line;
use crate::wire::relay::Ticket;

/// Bytes of a file that are read: a prompt and a report.
const LIMIT: u64 = 32 << 20;

/// How long the file of an act is kept.
const KEPT: Duration = Duration::from_secs(86_400);

/// Lengths of a key.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// What came of an act.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Came {
    /// It was done, refused or failed: its report.
    Report(Value),
    /// It could not be begun, or broke off without a report.
    Fault { error: String, exit: u8 },
}

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Intent {
    by: String,
    asked: Map<String, Value>,
    /// How long the machine had run.
    #[serde(default)]
    at: f64,
}

/// The acts that were asked for.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    audit: Audit,
    life: Life,
}

impl Journal {
    /// The journal of this user, for one run of the relay.
    pub fn open(life: Life) -> Result<Self, Failure> {
        let state = own::state().ok_or_else(|| {
            Failure::input("there is no home folder, so acts cannot be kept; set HOME")
        })?;
        Self::in_folder(&state, life)
    }

    fn in_folder(state: &Path, life: Life) -> Result<Self, Failure> {
        let folder = state.join("acts");
        private::folder(&folder).map_err(|error| unkept(&folder, &error))?;
        Ok(Self {
            audit: Audit::in_folder(state),
            folder,
            life,
        })
    }

    /// The run of the relay.
    pub const fn life(&self) -> &Life {
        &self.life
    }

    /// Does an act, unless its key is known: then it gives what came of the first one, and waits for that if it still runs.
    pub fn once(
        &self,
        ticket: &Ticket,
        asked: &Map<String, Value>,
        act: impl FnOnce() -> Result<Told, Failure>,
    ) -> Result<Value, Failure> {
        check(&ticket.key)?;
        if let Some(known) = self.known(&ticket.key, Some(asked))? {
            return known;
        }
        if let Some(why) = self.life.refuses(ticket) {
            // The refusal holds whether or not it can be kept.
            let _ = self.audit.add(ticket, asked, "refused", Some(&why));
            let words = format!("the request is refused: {why}; nothing was pressed");
            return Err(Failure::new(Exit::NotHeld, words));
        }
        self.forget();
        let Some(mut file) = self.claim(ticket, asked)? else {
            let known = self.known(&ticket.key, Some(asked))?;
            return known.unwrap_or_else(|| Err(Failure::gone("the act's file is gone")));
        };
        let came = match act() {
            Ok(told) => Came::Report(report(&told)),
            Err(failure) => Came::Fault {
                error: failure.message().to_owned(),
                exit: failure.exit().code(),
            },
        };
        // What was done was done: that it cannot be kept makes it uncertain for later questions only.
        let line = json_line(&came) + "\n";
        let _ = file
            .write_all(line.as_bytes())
            .and_then(|()| file.sync_data());
        let (word, why) = came.words();
        let _ = self.audit.add(ticket, asked, &word, why.as_deref());
        came.answer(&ticket.key)
    }

    /// What came of the act of a key. It waits for an act that still runs.
    pub fn look(&self, key: &str) -> Result<Value, Failure> {
        check(key)?;
        let unknown = || {
            let words = format!("no act with the key {key} was begun here");
            Err(Failure::new(Exit::NotHeld, words))
        };
        self.known(key, None)?.unwrap_or_else(unknown)
    }

    /// What came of the act of a key; none if the key is new. A key that was given to another request is an error.
    fn known(
        &self,
        key: &str,
        asked: Option<&Map<String, Value>>,
    ) -> Result<Option<Result<Value, Failure>>, Failure> {
        let path = self.folder.join(key);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unkept(&path, &error)),
        };
        let mut text = String::new();
        let read = file
            .lock_shared()
            .and_then(|()| file.take(LIMIT).read_to_string(&mut text));
        read.map_err(|error| unkept(&path, &error))?;
        let mut lines = text.split_inclusive('\n').filter(|it| it.ends_with('\n'));
        let intent = lines.next().and_then(|it| serde_json::from_str(it).ok());
        let intent: Option<Intent> = intent;
        let first = intent.as_ref().map(|intent| &intent.asked);
        if asked.is_some() && asked != first {
            return Err(Failure::usage(format!(
                "the key {key} was given to another request; give each act a key of its own"
            )));
        }
        let came = lines.next().and_then(|it| serde_json::from_str(it).ok());
        let came: Option<Came> = came;
        Ok(Some(came.map_or_else(
            || Ok(uncertain(key, intent.as_ref())),
            |came| came.answer(key),
        )))
    }

    /// Puts the intent on the disk, under its key; none if another one has the key. The file is locked until it is closed.
    fn claim(&self, ticket: &Ticket, asked: &Map<String, Value>) -> Result<Option<File>, Failure> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let draft = format!(".{}-{count}", std::process::id());
        let (draft, path) = (self.folder.join(draft), self.folder.join(&ticket.key));
        let intent = Intent {
            by: ticket.by.clone(),
            asked: asked.clone(),
            at: self.life.running(),
        };
        let claimed = written(&draft, &(json_line(&intent) + "\n")).and_then(|file| {
            match fs::hard_link(&draft, &path) {
                Ok(()) => Ok(Some(file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
                Err(error) => Err(error),
            }
        });
        let _ = fs::remove_file(&draft);
        let claimed = claimed.and_then(|file| {
            File::open(&self.folder)?.sync_all()?;
            if file.is_some()
                && let Err(error) = self.audit.add(ticket, asked, "asked", None)
            {
                // Nothing was done under this key.
                fs::remove_file(&path)?;
                return Err(error);
            }
            Ok(file)
        });
        claimed.map_err(|error| {
            let why = unkept(&path, &error);
            Failure::input(format!("{}; nothing was pressed", why.message()))
        })
    }

    /// Takes away the files of acts that ended long ago: a request that old is refused by its age. The wall clock alone does not
    /// say that: it may have been set.
    fn forget(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        for entry in entries.flatten() {
            let written = entry.metadata().and_then(|about| about.modified());
            let age = written.map(|at| SystemTime::now().duration_since(at));
            let is_old =
                matches!(age, Ok(Ok(age)) if age > KEPT) && self.age(&entry.path()) > LONGEST;
            let is_free = || File::open(entry.path()).is_ok_and(|it| it.try_lock_shared().is_ok());
            if is_old && is_free() {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// The least seconds since an act was begun, by the clock that no one sets. It begins again when the machine does.
    fn age(&self, path: &Path) -> f64 {
        let now = self.life.running();
        let mut line = Vec::new();
        let file = File::open(path).map(|file| BufReader::new(file.take(LIMIT)));
        let read = file.and_then(|mut file| file.read_until(b'\n', &mut line));
        let intent = read.ok().and_then(|_| serde_json::from_slice(&line).ok());
        let begun = intent.map_or(0.0, |intent: Intent| intent.at);
        if begun > now { now } else { now - begun }
    }
}

impl Came {
    /// The answer to the request.
    fn answer(self, key: &str) -> Result<Value, Failure> {
        match self {
            Self::Report(mut report) => {
                report["key"] = json!(key);
                Ok(report)
            }
            Self::Fault { error, exit } => Err(Failure::new(Exit::of(exit), error)),
        }
    }

    /// A word for it, and why it is so.
    fn words(&self) -> (String, Option<String>) {
        match self {
            Self::Report(report) => {
                let text = |name: &str| report[name].as_str().map(str::to_owned);
                (text("outcome").unwrap_or_default(), text("words"))
            }
            Self::Fault { error, .. } => ("fault".to_owned(), Some(error.clone())),
        }
    }
}

/// The report of an act, with the line for a person if it was not done.
fn report(told: &Told) -> Value {
    let mut report = serde_json::to_value(told).unwrap_or_default();
    if told.report.outcome != ActOutcome::Done {
        report["words"] = json!(told.words());
    }
    report
}

/// The answer about an act that broke off.
fn uncertain(key: &str, intent: Option<&Intent>) -> Value {
    let field = |name: &str| intent.and_then(|it| it.asked.get(name));
    let pane = field("pane").and_then(Value::as_str).unwrap_or_default();
    let action = field("do").and_then(Value::as_str).unwrap_or_default();
    let words = format!(
        "{pane}: it is not known whether {action} was done: the relay ended in the middle of it; look at the pane before \
         you try again"
    );
    json!({
        "action": action, "pane": pane, "outcome": "uncertain", "key": key, "words": words,
        "schema_version": SCHEMA_VERSION,
    })
}

/// A new file with this text, locked, on the disk.
fn written(path: &Path, text: &str) -> io::Result<File> {
    let mut file = private::create_new(path)?;
    file.try_lock()?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(file)
}

fn check(key: &str) -> Result<(), Failure> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    match LENGTHS.contains(&key.len()) && key.bytes().all(plain) {
        true => Ok(()),
        false => Err(Failure::usage(
            "a key has 8 to 64 letters, digits, - and _; make a new one for each act",
        )),
    }
}

fn unkept(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    Failure::input(format!(
        "acts cannot be kept in {path}: {error}; make room, or make it yours alone (chmod 700)"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use serde_json::{Map, Value, json};

    use super::{Journal, Life, Ticket};

    #[test]
    fn a_key_outlives_a_wall_clock_that_is_set() {
        let folder = std::env::temp_dir().join(format!("shadow-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let journal = Journal::in_folder(&folder, Life::begin()).expect("a journal");
        let ticket = Ticket {
            key: "a-long-key".to_owned(),
            life: journal.life().name().to_owned(),
            before: journal.life().now() + 30.0,
            by: "me".to_owned(),
            from: None,
        };
        let claimed = journal.claim(&ticket, &Map::new()).expect("claimed");
        drop(claimed.expect("a new key"));
        let path = journal.folder.join(&ticket.key);
        let long_ago = SystemTime::now() - Duration::from_secs(2 * 86_400);
        let set_back = || {
            let file = File::options().append(true).open(&path).expect("a file");
            file.set_modified(long_ago).expect("set");
        };
        set_back();
        journal.forget();
        assert!(path.exists(), "it was begun a moment ago");
        // Begun long before, by the clock that no one sets.
        let mut intent: Value =
            serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
        intent["at"] = json!(journal.life().running() - 700.0);
        fs::write(&path, intent.to_string() + "\n").expect("written");
        set_back();
        journal.forget();
        assert!(!path.exists());
        fs::remove_dir_all(folder).expect("removed");
    }
}
