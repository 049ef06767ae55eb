//! A tmux server: its panes and their views.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::error::TmuxError;
use crate::pane::{DEPTH, Pane, PaneId, View};
use crate::record::Record;
use crate::spawn::Spawn;
use crate::transport::Transport;

/// How often a pane that seems to be covered is looked at again, and after which time.
const AGAIN: usize = 5;
const MOMENT: Duration = Duration::from_millis(3);

/// A server behind a transport.
#[derive(Debug, Clone)]
pub struct Server<T = Spawn> {
    socket: PathBuf,
    transport: T,
}

impl Server<Spawn> {
    /// The server behind a socket, asked by starting `tmux`. Whether it answers shows when it is
    /// asked.
    #[must_use]
    pub fn new(socket: impl Into<PathBuf>) -> Self {
        let socket = socket.into();
        let transport = Spawn::new(&socket);
        Self { socket, transport }
    }
}

impl<T: Transport> Server<T> {
    /// The server behind a socket, asked through another transport.
    pub fn with_transport(socket: impl Into<PathBuf>, transport: T) -> Self {
        let socket = socket.into();
        Self { socket, transport }
    }

    /// Its socket.
    #[must_use]
    pub fn socket(&self) -> &Path {
        &self.socket
    }

    /// Runs a command line through the transport.
    pub(crate) fn run(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError> {
        self.transport.run(command)
    }

    /// All its panes, in order of session, window and index. A pane in several sessions (linked
    /// windows, grouped sessions) is listed once.
    pub fn panes(&self) -> Result<Vec<Pane>, TmuxError> {
        let record = Record::new();
        let answer = self
            .transport
            .run(&["list-panes", "-a", "-F", &record.format()])?;
        Ok(record.read_each(&answer))
    }

    /// A pane and its visible text, in one question, so that both are of one moment. One that seems to be covered is looked
    /// at again: what a tmux in it shows is a moment behind.
    pub fn view(&self, id: PaneId) -> Result<View, TmuxError> {
        let mut view = self.look(id)?;
        for _ in 0..AGAIN {
            if !view.covered {
                break;
            }
            thread::sleep(MOMENT);
            view = self.look(id)?;
        }
        Ok(view)
    }

    fn look(&self, id: PaneId) -> Result<View, TmuxError> {
        let question = ViewQuestion::new(id);
        let answer = self.transport.run(&question.words())?;
        question.read(&answer)
    }
}

/// The question for a pane and its visible text, with its own marks.
#[derive(Debug)]
pub(crate) struct ViewQuestion {
    record: Record,
    format: String,
    target: String,
}

impl ViewQuestion {
    pub(crate) fn new(id: PaneId) -> Self {
        let record = Record::new();
        Self {
            format: record.format(),
            record,
            target: id.to_string(),
        }
    }

    /// Two commands, so that pane and text are of one moment.
    pub(crate) fn words(&self) -> [&str; 11] {
        let (target, format) = (self.target.as_str(), self.format.as_str());
        let show = ["display-message", "-p", "-t", target, format];
        let capture = ["capture-pane", "-e", "-p", "-t", target];
        let [a, b, c, d, e] = show;
        let [f, g, h, i, j] = capture;
        [a, b, c, d, e, ";", f, g, h, i, j]
    }

    /// Reads what both printed, and finds out who is in front.
    pub(crate) fn read(&self, answer: &[u8]) -> Result<View, TmuxError> {
        Ok(self.read_alone(answer)?.with_those_behind(DEPTH))
    }

    /// Reads what both printed. A text of fewer rows than the pane has been cut on its way.
    pub(crate) fn read_alone(&self, answer: &[u8]) -> Result<View, TmuxError> {
        let no_pane = || TmuxError::no_pane(&self.target);
        let (pane, text) = self.record.read_first(answer).ok_or_else(no_pane)?;
        let rows = memchr::memchr_iter(b'\n', text).count();
        if rows < usize::from(pane.rows) {
            return Err(TmuxError::failed("a pane's text came cut short"));
        }
        let text = text.to_vec();
        Ok(View {
            pane,
            text,
            covered: false,
        })
    }
}
