//! What shadow itself said of a session that it hosted (`shadow run`) or watched (`shadow watch`), kept beside the
//! session with the journal of what truly happened.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::host::SOCKET;
use super::stream::Stream;
use crate::error::{Context, LabError, Result};
use crate::isolate::SELF;
use crate::model::Server;
use crate::model::journal::{Fact, Note, epoch};

/// Its events, in the session's `/tmp` and then beside the session.
pub const EVENTS: &str = "events.ndjson";

/// Its turn log, likewise.
pub const TURNS: &str = "turns.ndjson";

/// What a watch would have told a person, a line each.
pub const NOTICES: &str = "notices.txt";

/// What truly happened ([`Note`], a line each).
pub const JOURNAL: &str = "journal.ndjson";

/// When the session's recording began, in seconds of the epoch: events count from there.
pub const BEGAN: &str = "began.txt";

/// All of them.
pub const FILES: [&str; 5] = [EVENTS, TURNS, JOURNAL, BEGAN, NOTICES];

/// How long the end of the last turn may take to be told: it must hold for a second.
const REST: Duration = Duration::from_millis(3000);

/// `shadow watch` beside the session; ends with this value.
pub struct Watch(Child);

impl Watch {
    /// Starts it on the session's server.
    pub fn start() -> Result<Self> {
        let events = inside(EVENTS);
        let file = File::create(&events).context(events.display())?;
        let mut watch = Command::new(SELF);
        watch.args(["watch", "--all", "--socket", SOCKET, "--log"]);
        let notices = inside(NOTICES);
        File::create(&notices).context(notices.display())?;
        let tell = r#"command=printf '%s\n' "$SHADOW_TEXT" >> "#;
        watch.arg(inside(TURNS));
        watch.args(["--notify", &format!("{tell}{}", notices.display())]);
        watch.stdin(Stdio::null()).stdout(file);
        watch.spawn().map(Self).context("shadow watch")
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It may have ended with the server.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A file in the session's `/tmp`.
pub fn inside(file: &str) -> PathBuf {
    Path::new("/tmp").join(file)
}

/// Refuses a setting that needs the commands of `shadow` where this binary has none: without `prefix` it is the lab's own.
pub fn require(prefix: &[String]) -> Result<()> {
    match prefix.is_empty() {
        true => Err(LabError::new(
            "this binary has neither `run` nor `watch`: run it as `shadow lab`",
        )),
        false => Ok(()),
    }
}

/// Waits until the last turn's end is told, and copies what shadow said into the working folder.
pub fn keep() -> Result<()> {
    thread::sleep(REST);
    for file in [EVENTS, TURNS] {
        fs::copy(inside(file), file).context(file)?;
    }
    // A host has none.
    if inside(NOTICES).exists() {
        fs::copy(inside(NOTICES), NOTICES).context(NOTICES)?;
    }
    Ok(())
}

/// Writes what truly happened into the working folder.
pub fn note(stream: &Stream, server: &Server) -> Result<()> {
    let began = epoch() - stream.seconds();
    server.note_at(Note {
        at: began,
        fact: Fact::RecordingBegan,
    });
    fs::write(BEGAN, format!("{began:.3}\n")).context(BEGAN)?;
    let mut journal = File::create(JOURNAL).context(JOURNAL)?;
    for note in server.journal() {
        let line = serde_json::to_string(&note).context(JOURNAL)?;
        writeln!(journal, "{line}").context(JOURNAL)?;
    }
    Ok(())
}
