//! Where events go: a file, a socket, the turn log.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shadow_files::private;
use shadow_tui::event::{Event, EventBody};

use super::sink::Drain;
use crate::exit::Failure;
use crate::output::json_line;
use crate::turn_log::{Appended, TurnLogFile};

/// Turns that are kept for a log that cannot be written at the moment.
const BACKLOG: usize = 4096;

/// Time between two tries to write them.
const RETRY: Duration = Duration::from_secs(1);

/// `FILE` or `socket:PATH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A file, or a named pipe.
    File(PathBuf),
    /// A Unix socket on which somebody listens.
    Socket(PathBuf),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("socket:") {
            Some("") => Err("name the socket: socket:PATH".to_owned()),
            Some(path) => Ok(Self::Socket(path.into())),
            None => Ok(Self::File(text.into())),
        }
    }
}

/// Writes every event as one line of JSON.
pub struct EventTarget {
    name: String,
    /// None for a named pipe that nobody has opened for reading yet.
    writer: Option<Box<dyn Write + Send>>,
    pipe: Option<PathBuf>,
    taken: u64,
    lost: u64,
    why: Option<io::Error>,
    /// The last line is not whole.
    torn: bool,
}

impl EventTarget {
    /// Opens it. A named pipe is opened by its first event: that waits for a reader.
    pub fn open(target: &Target) -> Result<Self, Failure> {
        let path = match target {
            Target::File(path) | Target::Socket(path) => path,
        };
        let name = path.display().to_string();
        let is_pipe = path.metadata().is_ok_and(|meta| meta.file_type().is_fifo());
        let refuse = |error: io::Error| {
            let hint = match target {
                Target::File(_) => "name a file that can be written",
                Target::Socket(_) => "name a socket that a program listens on",
            };
            Failure::usage(format!("cannot write events to {name}: {error}; {hint}"))
        };
        let writer: Option<Box<dyn Write + Send>> = match target {
            Target::File(_) if is_pipe => None,
            Target::File(path) => Some(Box::new(append_to(path).map_err(refuse)?)),
            Target::Socket(path) => Some(Box::new(UnixStream::connect(path).map_err(refuse)?)),
        };
        Ok(Self {
            name,
            writer,
            pipe: is_pipe.then(|| path.clone()),
            taken: 0,
            lost: 0,
            why: None,
            torn: false,
        })
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        if let (None, Some(pipe)) = (&self.writer, &self.pipe) {
            self.writer = Some(Box::new(append_to(pipe)?));
        }
        let Some(writer) = &mut self.writer else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        if self.torn {
            writer.write_all(b"\n")?;
        }
        // Whatever of it was written, the next line begins anew.
        self.torn = true;
        writer.write_all(line.as_bytes())?;
        self.torn = false;
        Ok(())
    }
}

fn append_to(path: &Path) -> io::Result<File> {
    private::options().create(true).append(true).open(path)
}

impl Drain for EventTarget {
    fn take(&mut self, event: &Arc<Event>) {
        self.taken += 1;
        if let Err(error) = self.write(&(json_line(&**event) + "\n")) {
            self.lost += 1;
            self.why.get_or_insert(error);
        }
    }

    fn finish(&mut self) -> Option<String> {
        let Self {
            name, lost, taken, ..
        } = self;
        let why = self.why.take()?;
        Some(format!(
            "{lost} of {taken} events could not be written to {name}: {why}; make room or keep it open"
        ))
    }
}

/// Appends every turn that ends to the turn log. What cannot be written is tried again.
pub struct LogTarget {
    path: PathBuf,
    file: Option<TurnLogFile>,
    backlog: VecDeque<Arc<Event>>,
    lost: u64,
    why: Option<Failure>,
    /// When it was last tried in vain.
    tried: Option<Instant>,
    /// Another writer has told a turn before this one, and whether that was said.
    shared: Option<bool>,
}

impl LogTarget {
    /// Opens the log.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            file: Some(TurnLogFile::open(path)?),
            path: path.to_owned(),
            backlog: VecDeque::new(),
            lost: 0,
            why: None,
            tried: None,
            shared: None,
        })
    }

    /// Why turns wait to be written, if they do.
    pub fn trouble(&self) -> Option<&str> {
        self.why.as_ref().map(Failure::message)
    }

    /// What is to be said, once, where another shadow writes the same turns.
    pub fn remark(&mut self) -> Option<String> {
        let said = self.shared.as_mut().filter(|said| !**said)?;
        *said = true;
        let path = self.path.display();
        Some(format!(
            "another shadow writes turns of the same panes to {path}: each is written once, and this one goes on"
        ))
    }

    /// Writes what waits. After a failure the log is opened anew, which takes a torn line off.
    fn write(&mut self) -> Result<(), Failure> {
        while let Some(event) = self.backlog.front() {
            let file = match self.file.take() {
                Some(file) => self.file.insert(file),
                None => self.file.insert(TurnLogFile::open(&self.path)?),
            };
            match file.append(event) {
                Ok(Appended::Yes) => {}
                Ok(Appended::ByAnother) => {
                    self.shared.get_or_insert(false);
                }
                Err(failure) => {
                    self.file = None;
                    return Err(failure);
                }
            }
            self.backlog.pop_front();
        }
        Ok(())
    }

    fn try_writing(&mut self) {
        self.why = self.write().err();
        self.tried = self.why.as_ref().map(|_| Instant::now());
    }
}

impl Drain for LogTarget {
    fn wants(event: &Event) -> bool {
        matches!(event.body, EventBody::TurnEnded { .. })
    }

    fn take(&mut self, event: &Arc<Event>) {
        if !Self::wants(event) {
            return;
        }
        if self.backlog.len() == BACKLOG {
            self.backlog.pop_front();
            self.lost += 1;
        }
        self.backlog.push_back(event.clone());
        self.try_writing();
    }

    fn beat(&mut self) {
        if self.tried.is_some_and(|tried| tried.elapsed() >= RETRY) {
            self.try_writing();
        }
    }

    fn finish(&mut self) -> Option<String> {
        self.try_writing();
        let missing = self.lost + self.backlog.len() as u64;
        let why = self.why.as_ref().map(Failure::message);
        let why = why.unwrap_or("it could not be written for a while");
        (missing > 0).then(|| format!("{missing} turns are missing in the log: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn a_socket_is_named_by_its_prefix() {
        assert_eq!("a.ndjson".parse(), Ok(Target::File("a.ndjson".into())));
        assert_eq!("socket:/s".parse(), Ok(Target::Socket("/s".into())));
        assert!("socket:".parse::<Target>().is_err());
    }
}
