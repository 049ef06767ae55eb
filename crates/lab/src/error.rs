//! The one error of the lab: a line that says what to do.

use std::fmt;

/// Why the lab could not do what it was asked.
#[derive(Debug, Clone)]
pub struct LabError(String);

/// Result of the lab's functions.
pub type Result<T> = std::result::Result<T, LabError>;

impl LabError {
    /// An error with this message, cut to one line.
    pub fn new(what: impl fmt::Display) -> Self {
        Self(what.to_string().trim().replace('\n', "; "))
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LabError {}

/// Says what was being done when an error came.
pub trait Context<T> {
    /// `what: error`.
    fn context(self, what: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|error| LabError::new(format!("{what}: {error}")))
    }
}
