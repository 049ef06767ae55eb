//! The turn log as a file: append-only NDJSON of `turn_ended` events, synced at each.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    /// Opens a log, made if it is not there. A last line that was torn (the writer was killed) is
    /// taken off.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let path = path.to_owned();
        let mut options = OpenOptions::new();
        let opened = options
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path);
        let healed = opened.and_then(|mut file| heal(&mut file).map(|()| file));
        match healed {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(refuse(&path, &error)),
        }
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
    let path = path.display();
    let message = format!("cannot write the turn log {path}: {error}; give a file with room");
    Failure::new(Exit::NotHeld, message)
}

/// Cuts the file behind its last line end, and stands there. What is no file has no lines to cut.
fn heal(file: &mut File) -> std::io::Result<()> {
    if !file.metadata()?.is_file() {
        return Ok(());
    }
    let mut end = file.seek(SeekFrom::End(0))?;
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
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::TurnLogFile;

    #[test]
    fn a_torn_last_line_is_taken_off() {
        let path = std::env::temp_dir().join(format!("shadow-log-{}", std::process::id()));
        let long = "x".repeat(9000);
        for (before, after) in [
            ("", String::new()),
            ("{}\n", "{}\n".to_owned()),
            ("{}\n{\"tor", "{}\n".to_owned()),
            ("torn", String::new()),
            (&format!("{long}\n{long}"), format!("{long}\n")),
        ] {
            std::fs::write(&path, before).expect("a file");
            TurnLogFile::open(&path).expect("opens");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), after);
        }
        std::fs::remove_file(path).expect("cleaned");
    }
}
