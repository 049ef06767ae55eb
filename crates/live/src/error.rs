//! Why a pane cannot be reached, acted on or hosted.

use std::error::Error;
use std::fmt;
use std::io;

use shadow_tmux::TmuxError;

/// Why a pane cannot be reached, acted on or hosted. Its text is one line that says what to do, where there is something.
#[derive(Debug)]
#[non_exhaustive]
pub enum LiveError {
    /// tmux could not answer: the server or the pane is gone, or hangs.
    Tmux(TmuxError),
    /// The lock that keeps others from acting on the pane at the same time cannot be had; why, in one line.
    Lock(String),
    /// The system does not let a program be hosted.
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
