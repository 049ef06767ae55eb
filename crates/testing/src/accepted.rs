//! Wrong answers that a person has looked at and accepted, kept beside the cases they are about.
//! An accepted answer is no failure; another wrong answer in its place is one.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use shadow_files::{PlainName, Root};

use crate::{Mark, Mode};

/// The file beside `session.toml`.
pub const ACCEPTED_FILE: &str = "accepted.toml";

/// The largest such file, in bytes: 16 MiB.
const LIMIT: u64 = 16 << 20;

/// One accepted answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The case.
    pub case: String,
    /// How much of the capture the engine was given: `all`, `sgr`, `plain`.
    pub mode: String,
    /// What was judged, by [`Measure::name`](crate::Measure::name).
    pub measure: String,
    /// What the truth says.
    pub want: String,
    /// What the engine says.
    pub got: String,
    /// Why it is accepted, in a person's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Acceptance {
    /// The acceptance of a wrong answer.
    #[must_use]
    pub fn of(case: &str, mode: Mode, mark: &Mark) -> Self {
        Self {
            case: case.to_owned(),
            mode: mode.name().to_owned(),
            measure: mark.measure.name().to_owned(),
            want: mark.want.clone(),
            got: mark.got.clone(),
            why: None,
        }
    }

    /// Whether it gives this answer to this judgment.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.same_place(other) && self.got == other.got
    }

    /// Whether it is about this judgment, whatever the answer.
    #[must_use]
    pub fn same_place(&self, other: &Self) -> bool {
        let place = |a: &Self| [&a.case, &a.mode, &a.measure, &a.want].map(Clone::clone);
        place(self) == place(other)
    }
}

/// The accepted answers of one session's cases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// The answers.
    #[serde(default)]
    pub accepted: Vec<Acceptance>,
}

impl Accepted {
    /// Reads those of a session's folder; none where the file is not there.
    ///
    /// # Errors
    /// When the file cannot be read, on one line.
    pub fn read(dir: &Path) -> Result<Self, String> {
        let path = dir.join(ACCEPTED_FILE);
        let one_line = |what: String| {
            let what = what.trim().replace('\n', "; ");
            format!("{}: {what}", path.display())
        };
        let name = PlainName::ours(ACCEPTED_FILE);
        match Root::at(dir).read_text(&name, LIMIT) {
            Ok(text) => Self::parse(&text).map_err(one_line),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(one_line(error.to_string())),
        }
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The text of such a file.
    ///
    /// # Errors
    /// When TOML cannot say it.
    pub fn to_text(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }

    /// Writes them; an empty list leaves no file.
    ///
    /// # Errors
    /// When the file cannot be written, on one line.
    pub fn write(&self, dir: &Path) -> Result<(), String> {
        let path = dir.join(ACCEPTED_FILE);
        let done = if self.accepted.is_empty() {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error.to_string()),
                _ => Ok(()),
            }
        } else {
            self.to_text()
                .and_then(|text| fs::write(&path, text).map_err(|error| error.to_string()))
        };
        done.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Adds one, which replaces an older one about its judgment.
    pub fn add(&mut self, acceptance: Acceptance) {
        self.remove(&acceptance);
        self.accepted.push(acceptance);
    }

    /// Takes out what is about this judgment.
    pub fn remove(&mut self, acceptance: &Acceptance) {
        self.accepted.retain(|kept| !kept.same_place(acceptance));
    }
}
