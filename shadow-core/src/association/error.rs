//! The one error of association: an associator that cannot be built.

use std::fmt;

/// Why an associator could not be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssociationError(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    NoTail,
    EmptyPattern,
    BadPattern(String),
    BadSentinel(&'static str),
}

impl AssociationError {
    pub(super) const NO_TAIL: Self = Self(Kind::NoTail);
    pub(super) const EMPTY_PATTERN: Self = Self(Kind::EmptyPattern);

    pub(super) fn bad_pattern(error: &regex::Error) -> Self {
        let text = error.to_string();
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        Self(Kind::BadPattern(last.unwrap_or(&text).trim().to_owned()))
    }

    pub(super) const fn bad_sentinel(why: &'static str) -> Self {
        Self(Kind::BadSentinel(why))
    }
}

impl fmt::Display for AssociationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::NoTail => f.write_str("tail_chars is 0: give the number of characters to search"),
            Kind::EmptyPattern => f.write_str("the pattern is empty: give a regular expression"),
            Kind::BadPattern(why) => write!(f, "the pattern is no regular expression: {why}"),
            Kind::BadSentinel(why) => write!(f, "the sentinel cannot delimit an answer: {why}"),
        }
    }
}

impl std::error::Error for AssociationError {}
