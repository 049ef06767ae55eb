//! Why tmux could not answer.

use std::fmt;

/// Why tmux could not answer. Its text is one line that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TmuxError {
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    NotInstalled,
    NoServer(String),
    Denied(String),
    NoPane(String),
    TimedOut(u64),
    Failed(String),
}

impl TmuxError {
    pub(crate) fn not_installed() -> Self {
        Kind::NotInstalled.into()
    }

    pub(crate) fn no_server(socket: impl Into<String>) -> Self {
        Kind::NoServer(socket.into()).into()
    }

    pub(crate) fn denied(socket: impl Into<String>) -> Self {
        Kind::Denied(socket.into()).into()
    }

    pub(crate) fn no_pane(id: impl Into<String>) -> Self {
        Kind::NoPane(id.into()).into()
    }

    pub(crate) fn timed_out(seconds: u64) -> Self {
        Kind::TimedOut(seconds).into()
    }

    pub(crate) fn failed(words: impl Into<String>) -> Self {
        Kind::Failed(words.into()).into()
    }

    /// `tmux` is not on the path.
    #[must_use]
    pub fn is_not_installed(&self) -> bool {
        self.kind == Kind::NotInstalled
    }

    /// The server has no such pane.
    #[must_use]
    pub fn is_no_pane(&self) -> bool {
        matches!(self.kind, Kind::NoPane(_))
    }

    /// The server gives no answer in time.
    #[must_use]
    pub fn is_timed_out(&self) -> bool {
        matches!(self.kind, Kind::TimedOut(_))
    }

    /// No server answers on the socket.
    #[must_use]
    pub fn is_no_server(&self) -> bool {
        matches!(self.kind, Kind::NoServer(_))
    }
}

impl From<Kind> for TmuxError {
    fn from(kind: Kind) -> Self {
        Self { kind }
    }
}

impl fmt::Display for TmuxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::NotInstalled => formatter.write_str(
                "tmux is not installed; install it (`apt install tmux`, `brew install tmux`)",
            ),
            Kind::NoServer(socket) => write!(
                formatter,
                "no tmux server answers on {socket}; start one (`tmux new -d`) or name its socket"
            ),
            Kind::Denied(socket) => write!(
                formatter,
                "the tmux server on {socket} is not for this user (permission denied); ask as its owner"
            ),
            Kind::NoPane(id) => write!(
                formatter,
                "there is no pane {id}; `tmux list-panes -a` lists the panes"
            ),
            Kind::TimedOut(seconds) => write!(
                formatter,
                "tmux gave no answer within {seconds} s; its server hangs or is stopped"
            ),
            Kind::Failed(words) => write!(formatter, "tmux refused: {words}"),
        }
    }
}

impl std::error::Error for TmuxError {}
