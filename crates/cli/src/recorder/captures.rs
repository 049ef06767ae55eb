//! The screens at the events, in a folder: each file begins with the second at which it was taken.

use std::io;
use std::path::{Path, PathBuf};

use shadow_files::private;
use shadow_tui::Channels;
use shadow_tui::contract::Payload;
use shadow_tui::event::Event;
use shadow_tui::reducer::Outcome;

use super::taken::Taken;
use crate::exit::Failure;

/// Captures at most: a recording of days must not fill a disk.
const MOST: usize = 10_000;

/// Events by how much they say of the screen, the most telling first.
const TELLING: [&str; 8] = [
    "turn_ended",
    "operator_blocked",
    "turn_started",
    "operator_unblocked",
    "process_exited",
    "stalled_entered",
    "turn_state_changed",
    "surface_changed",
];

/// A screen on which something happened.
#[derive(Clone)]
pub struct Shown<'a> {
    /// Since when it has stood, in seconds of the recording.
    pub since: f64,
    /// Its bytes.
    pub text: String,
    /// What was known beside it.
    pub channels: &'a Channels,
    /// What was made of it.
    pub payload: &'a Payload,
}

/// What a capture is called that no event begins with.
const LOOK: &str = "look";

/// The folder.
pub struct Captures {
    dir: PathBuf,
    taken: Vec<Taken>,
    /// The captures' own files, until the session keeps their screens.
    files: Vec<PathBuf>,
    failed: Option<io::Error>,
}

impl Captures {
    /// A new folder.
    pub fn begin(dir: &Path) -> Result<Self, Failure> {
        private::create_folder(dir).map_err(|error| {
            let dir = dir.display();
            let hint = "name a recording that is new (-o FILE), or give --no-captures";
            Failure::usage(format!("cannot make the folder {dir}: {error}; {hint}"))
        })?;
        Ok(Self {
            dir: dir.to_owned(),
            taken: Vec::new(),
            files: Vec::new(),
            failed: None,
        })
    }

    /// Takes a capture for what has happened on a screen; its name. What happened in time alone is told by how long the
    /// screen has stood: where its beginning has no capture, that gets one, too.
    pub fn take(&mut self, at: f64, events: &[Event], shown: Shown<'_>) -> Option<String> {
        let event = most_telling(events)?;
        let known = self
            .taken
            .last()
            .is_some_and(|last| last.text == shown.text);
        if shown.since < at && !known {
            self.put(shown.since, LOOK, shown.clone());
        }
        self.put(at, &event, shown)
    }

    fn put(&mut self, at: f64, event: &str, shown: Shown<'_>) -> Option<String> {
        if self.taken.len() == MOST {
            return None;
        }
        let name = format!("{:03}-{event}", self.taken.len() + 1);
        // Rounded to thousandths, what held for just long enough would not have.
        let file = format!("{at:012.6}-{event}.ansi");
        let Shown {
            since,
            text,
            channels,
            payload,
        } = shown;
        let mut channels = channels.clone();
        if at > since {
            // They were said once.
            channels.notifications.clear();
        }
        let file = self.dir.join(file);
        if let Err(error) = private::write(&file, text.as_bytes()) {
            self.failed.get_or_insert(error);
            return None;
        }
        self.files.push(file);
        self.taken.push(Taken {
            name: name.clone(),
            at,
            text,
            channels,
            payload: payload.clone(),
        });
        Some(name)
    }

    /// Ends it; `ended` is how the turns ended that were told meanwhile. Says in a line each what went wrong.
    pub fn finish(&mut self, recording: &Path, ended: &[Outcome]) -> Vec<String> {
        let mut said = Vec::new();
        #[cfg(feature = "lab")]
        match super::session::write(&self.dir, recording, &self.taken, ended) {
            Ok(doubt) => {
                said.extend(doubt);
                for file in self.files.drain(..) {
                    let _ = std::fs::remove_file(file);
                }
            }
            Err(error) => drop(self.failed.get_or_insert(io::Error::other(error))),
        }
        let _ = (recording, ended);
        let dir = self.dir.display();
        let failed = self.failed.take();
        said.extend(failed.map(|error| {
            format!("captures in {dir} are missing: {error}; make room and record again")
        }));
        said
    }
}

fn most_telling(events: &[Event]) -> Option<String> {
    let names: Vec<String> = events.iter().map(|event| event.body.name()).collect();
    let telling = TELLING.iter().find(|name| names.iter().any(|n| n == *name));
    telling
        .map(|name| (*name).to_owned())
        .or(names.into_iter().next())
}
