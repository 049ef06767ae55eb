//! The one error of recordings: text that is none.

use std::fmt;

/// Why a text is no recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingError(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Empty,
    NoHeader(&'static str),
    BadLine(usize, &'static str),
}

impl RecordingError {
    pub(super) const EMPTY: Self = Self(Kind::Empty);

    pub(super) const fn no_header(why: &'static str) -> Self {
        Self(Kind::NoHeader(why))
    }

    pub(super) const fn bad_line(line: usize, why: &'static str) -> Self {
        Self(Kind::BadLine(line, why))
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Empty => f.write_str("the recording is empty"),
            Kind::NoHeader(why) => write!(f, "not an asciicast of version 2 or 3: {why}"),
            Kind::BadLine(line, why) => write!(f, "line {line} of the recording: {why}"),
        }
    }
}

impl std::error::Error for RecordingError {}
