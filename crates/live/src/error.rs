//! Why a pane cannot be reached, acted on or hosted.

use std::error::Error;
use std::fmt;
use std::io;

use shadow_tmux::TmuxError;

/// The error when a pane cannot be reached, acted on or hosted. Its text is one line, with advice if there is any.
#[derive(Debug)]
#[non_exhaustive]
pub enum LiveError {
    /// tmux did not answer: the server or the pane is gone, or hangs.
    Tmux(TmuxError),
    /// The lock for acting on the pane is not available, with the reason in one line.
    Lock(String),
    /// The system cannot host a program.
    Host(io::Error),
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tmux(error) => error.fmt(f),
            Self::Lock(why) => f.write_str(why),
            Self::Host(error) => write!(f, "cannot host the command: {error}"),
        }
    }
}

impl Error for LiveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Tmux(error) => Some(error),
            Self::Lock(_) => None,
            Self::Host(error) => Some(error),
        }
    }
}

impl From<TmuxError> for LiveError {
    fn from(error: TmuxError) -> Self {
        Self::Tmux(error)
    }
}
