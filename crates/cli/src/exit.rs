//! Exit codes, and failures that end a command: one line on standard error that says what to do.

use std::io;
use std::process::ExitCode;

use shadow_live::LiveError;
use shadow_tui::reducer::Outcome as TurnOutcome;

use shadow_legible::one_line;

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done.
    Done,
    /// A check or wait did not hold, an action was refused, a limit ran out.
    NotHeld,
    /// The arguments make no sense.
    Usage,
    /// Input could not be read.
    Input,
    /// The pane, server or process is gone.
    Gone,
    /// A hosted program has ended, with its own code.
    Hosted(u8),
}

impl Exit {
    /// The exit of a command that waited for a turn: one whose process is gone will never succeed.
    pub const fn of_turn(outcome: TurnOutcome) -> Self {
        match outcome {
            TurnOutcome::Success => Self::Done,
            TurnOutcome::Disconnected => Self::Gone,
            _ => Self::NotHeld,
        }
    }

    /// The exit of a number, as another shadow gives it.
    pub const fn of(code: u8) -> Self {
        match code {
            0 => Self::Done,
            2 => Self::Usage,
            3 => Self::Input,
            4 => Self::Gone,
            _ => Self::NotHeld,
        }
    }

    /// Its number.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotHeld => 1,
            Self::Usage => 2,
            Self::Input => 3,
            Self::Gone => 4,
            Self::Hosted(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// What a command ends in.
pub type Outcome = Result<Exit, Failure>;

/// Why a command ended early.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    /// The arguments make no sense.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// Input could not be read.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Exit::Input, message)
    }

    /// The pane, server or process is gone.
    pub fn gone(message: impl Into<String>) -> Self {
        Self::new(Exit::Gone, message)
    }

    /// A failure with its exit code. An empty message is not printed.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// The one line for a person.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Prints the line and gives the exit code.
    pub fn report(&self) -> ExitCode {
        if !self.message.is_empty() {
            complain(&self.message);
        }
        self.exit.into()
    }
}

impl From<LiveError> for Failure {
    fn from(error: LiveError) -> Self {
        match error {
            LiveError::Tmux(error) => error.into(),
            LiveError::Host(_) => Self::new(
                Exit::NotHeld,
                format!("{error}; run it without shadow to compare"),
            ),
            error => Self::new(Exit::NotHeld, error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    /// A write to standard output that failed. A reader that has gone is no error.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Exit::Done, ""),
            _ => Self::new(
                Exit::NotHeld,
                format!("cannot write to standard output ({error}): check where it goes"),
            ),
        }
    }
}

/// One line on standard error.
pub fn complain(message: &str) {
    use io::Write;
    // Nowhere is left to tell when standard error itself is closed.
    let _ = writeln!(io::stderr(), "shadow: {}", one_line(message));
}
