//! The list of what was asked for, by whom, and what came of it: `acts.ndjson` in the state folder, to which lines are only
//! added. A list that is full is kept as `acts.old.ndjson` until the next one is.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Map, Value};
use shadow_files::private;
use shadow_legible::{excerpt, json_line};

use crate::calendar::since_epoch;
use crate::wire::relay::Ticket;

/// Characters of a text that are kept.
const TEXT: usize = 200;

/// Bytes after which a list is full.
const FULL: u64 = 16 << 20;

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
    /// Where a full list is kept, and how many bytes make it full.
    old: PathBuf,
    full: u64,
    from: Option<String>,
}

impl Audit {
    /// The list in a folder.
    pub fn in_folder(folder: &Path) -> Self {
        let connection = std::env::var("SSH_CONNECTION").unwrap_or_default();
        let from = connection.split(' ').next().unwrap_or_default();
        Self {
            path: folder.join("acts.ndjson"),
            old: folder.join("acts.old.ndjson"),
            full: FULL,
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
        let mut file = self.file()?;
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

    /// The list, or a new one where it is full. Other relays add to it, too, and one of them makes the new one.
    fn file(&self) -> io::Result<File> {
        let open = || {
            let mut options = private::options();
            options.append(true).create(true).open(&self.path)
        };
        let file = open()?;
        let about = file.metadata()?;
        if about.len() < self.full || file.try_lock().is_err() {
            return Ok(file);
        }
        if fs::metadata(&self.path).is_ok_and(|it| it.ino() == about.ino()) {
            fs::rename(&self.path, &self.old)?;
        }
        open()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::Map;

    use super::Audit;
    use crate::wire::relay::Ticket;

    #[test]
    fn a_full_list_makes_room_and_the_last_one_is_kept() {
        let folder = std::env::temp_dir().join(format!("shadow-audit-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let mut audit = Audit::in_folder(&folder);
        audit.full = 1000;
        let ticket = Ticket {
            key: "a-long-key".to_owned(),
            life: "0".to_owned(),
            before: 0.0,
            by: "me".to_owned(),
            from: None,
        };
        for number in 0..60 {
            let came = number.to_string();
            let added = audit.add(&ticket, &Map::new(), &came, None);
            added.expect("written");
        }
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a list");
        let (now, old) = (read("acts.ndjson"), read("acts.old.ndjson"));
        assert!(now.len() < 1200 && old.len() < 1200, "{now}{old}");
        assert!(now.ends_with("\"came\":\"59\"}\n"), "{now}");
        assert!(old.lines().count() > 5, "{old}");
        fs::remove_dir_all(folder).expect("removed");
    }
}
