//! A tmux server: its panes and their views.

use std::path::{Path, PathBuf};

use crate::error::TmuxError;
use crate::pane::{Pane, PaneId, View};
use crate::record::Record;
use crate::spawn::Spawn;

/// How commands reach a server. [`Spawn`] starts `tmux` for each; a control-mode client can answer
/// the same questions some twenty times faster.
pub trait Transport {
    /// Runs a command line of tmux (its words; `;` parts commands) and gives what it printed.
    fn run(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError>;
}

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

    /// All its panes, in order of session, window and index. A pane in several sessions (linked
    /// windows, grouped sessions) is listed once.
    pub fn panes(&self) -> Result<Vec<Pane>, TmuxError> {
        let record = Record::new();
        let answer = self
            .transport
            .run(&["list-panes", "-a", "-F", &record.format()])?;
        let mut panes: Vec<Pane> = Vec::new();
        for pane in record.read_all(&answer) {
            if panes.iter().all(|known| known.id != pane.id) {
                panes.push(pane);
            }
        }
        Ok(panes)
    }

    /// A pane and its visible text, in one question, so that both are of one moment.
    pub fn view(&self, id: PaneId) -> Result<View, TmuxError> {
        let record = Record::new();
        let target = id.to_string();
        let format = record.format();
        let answer = self.transport.run(&[
            "display-message",
            "-p",
            "-t",
            &target,
            &format,
            ";",
            "capture-pane",
            "-e",
            "-p",
            "-t",
            &target,
        ])?;
        let (pane, text) = record
            .read_first(&answer)
            .ok_or_else(|| TmuxError::no_pane(&target))?;
        let text = text.to_vec();
        Ok(View { pane, text })
    }
}

/// The servers that answer behind these sockets.
#[must_use]
pub fn servers(sockets: &[PathBuf]) -> Vec<Server> {
    let all = sockets.iter().map(Server::new);
    all.filter(|server| server.panes().is_ok()).collect()
}
