//! A plain name from outside: of one file or folder, and never a way to another place.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The longest name, in bytes: what file systems take.
const LONGEST: usize = 255;

/// The name of one file or folder: letters, digits, and `-`, `_`, `+`, `.`, `@`, `=`, `,` between them. It
/// begins with a letter or digit, so that it is neither hidden, nor an option, nor `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainName(Cow<'static, str>);

/// A text that is no plain name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotPlain(String);

impl PlainName {
    /// Takes a text as a name.
    ///
    /// # Errors
    /// When it is empty, longer than 255 bytes, begins with no letter or digit, or holds anything but
    /// letters, digits and `-_+.@=,` (ASCII alone: no two names look the same).
    pub fn new(text: &str) -> Result<Self, NotPlain> {
        let first = |c: char| c.is_ascii_alphanumeric();
        let inner = |c: char| first(c) || "-_+.@=,".contains(c);
        match text.starts_with(first) && text.chars().all(inner) && text.len() <= LONGEST {
            true => Ok(Self(Cow::Owned(text.to_owned()))),
            false => Err(NotPlain(text.chars().take(LONGEST).collect())),
        }
    }

    /// A name that is in the program itself, which no file can say.
    #[must_use]
    pub const fn ours(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AsRef<Path> for PlainName {
    fn as_ref(&self) -> &Path {
        Path::new(self.as_str())
    }
}

impl FromStr for PlainName {
    type Err = NotPlain;

    fn from_str(text: &str) -> Result<Self, NotPlain> {
        Self::new(text)
    }
}

impl fmt::Display for PlainName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Escaped: the text is whatever a file holds.
        write!(
            f,
            "{:?} is no plain name; use letters, digits and -_+.@=, and no folder",
            self.0
        )
    }
}

impl std::error::Error for NotPlain {}

#[cfg(test)]
mod tests {
    use super::PlainName;

    #[test]
    fn a_name_leads_nowhere_else() {
        for plain in ["idle.ansi", "2.1.330", "120x40+light", "a", "approval-2_b"] {
            assert_eq!(PlainName::new(plain).unwrap().as_str(), plain);
        }
        let long = "x".repeat(256);
        for other in [
            "",
            ".",
            "..",
            "../x",
            "/etc/passwd",
            "a/b",
            "a\\c",
            ".hidden",
            "-rf",
            "a b",
            "a\0",
            "a\n",
            "é",
            "a\u{202e}b",
            &long,
        ] {
            let refused = PlainName::new(other).expect_err(other).to_string();
            assert!(!refused.chars().any(char::is_control), "{refused}");
        }
    }
}
