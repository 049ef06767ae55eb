//! The append-only list of what was asked for, by whom, and what came of it: `acts.ndjson` in the state folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};
use shadow_files::private;
use shadow_legible::{excerpt, json_line};

use crate::calendar::since_epoch;
use crate::wire::relay::Ticket;

/// Characters of a text that are kept.
const TEXT: usize = 200;

/// One line of it.
#[derive(Serialize)]
struct Line<'a> {
    /// Seconds of the epoch.
    at: f64,
    key: &'a str,
    by: String,
    /// The address that the requester came from, as sshd says it, or its public key, whose use the NATS server has checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    /// What was asked for, its texts cut.
    asked: Map<String, Value>,
    /// `asked`, or what came of it.
    came: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The list.
#[derive(Debug)]
pub struct Audit {
    path: PathBuf,
    from: Option<String>,
}

impl Audit {
    /// The list in a folder.
    pub fn in_folder(folder: &Path) -> Self {
        let connection = std::env::var("SSH_CONNECTION").unwrap_or_default();
        let from = connection.split(' ').next().unwrap_or_default();
        Self {
            path: folder.join("acts.ndjson"),
            from: (!from.is_empty()).then(|| excerpt(from, TEXT)),
        }
    }

    /// Adds a line, and waits until it is on the disk.
    pub fn add(
        &self,
        ticket: &Ticket,
        asked: &Map<String, Value>,
        came: &str,
        why: Option<&str>,
    ) -> io::Result<()> {
        let cut = |value: &Value| match value {
            Value::String(text) => Value::String(excerpt(text, TEXT)),
            other => other.clone(),
        };
        let line = Line {
            at: since_epoch().as_secs_f64(),
            key: &ticket.key,
            by: excerpt(&ticket.by, TEXT),
            from: ticket.from.as_deref().or(self.from.as_deref()),
            asked: asked.iter().map(|(k, v)| (k.clone(), cut(v))).collect(),
            came,
            why: why.map(|why| excerpt(why, TEXT)),
        };
        let mut options = private::options();
        let mut file = options.append(true).create(true).open(&self.path)?;
        // Others append, too; and a full disk leaves no half of a line.
        file.lock()?;
        let length = file.metadata()?.len();
        let written = file
            .write_all((json_line(&line) + "\n").as_bytes())
            .and_then(|()| file.sync_data());
        if written.is_err() {
            file.set_len(length)?;
        }
        written
    }
}
