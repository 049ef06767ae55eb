//! CLI versions as three numbers. Pre-release suffixes are ignored.

use std::fmt;
use std::str::FromStr;

/// A CLI version, e.g. `2.1.330`. Data without an invariant.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::Version;
///
/// let version: Version = "v2.1.330-beta".parse()?;
/// assert_eq!(version, Version::new(2, 1, 330));
/// assert!(version > Version::new(2, 1, 62));
/// assert_eq!(Version::parse_prefix("0.98 (beta)"), Some(Version::new(0, 98, 0)));
/// assert!("newest".parse::<Version>().is_err());
/// # Ok::<(), shadow_tui::VersionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Version {
    /// First number.
    pub major: u32,
    /// Second number.
    pub minor: u32,
    /// Third number.
    pub patch: u32,
}

impl Version {
    /// A version from its numbers.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self {
            major,
            minor,
            patch,
        }
    }

    /// Reads `v?MAJOR.MINOR[.PATCH][-suffix]` from the start of a text; what follows is ignored.
    #[must_use]
    pub fn parse_prefix(text: &str) -> Option<Self> {
        let text = match text.as_bytes() {
            [first, ..] if first.is_ascii_graphic() => text,
            _ => text.trim_start(),
        };
        let (major, rest) = number(text.strip_prefix('v').unwrap_or(text))?;
        let (minor, rest) = number(rest.strip_prefix('.')?)?;
        let patch = rest
            .strip_prefix('.')
            .and_then(number)
            .map_or(0, |(patch, _)| patch);
        Some(Self {
            major,
            minor,
            patch,
        })
    }
}

/// The decimal number at the start of a text, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit);
    let (mut number, mut end) = (0_u32, 0);
    for digit in digits {
        number = number
            .checked_mul(10)?
            .checked_add(u32::from(digit - b'0'))?;
        end += 1;
    }
    (end > 0).then(|| (number, &text[end..]))
}

/// Digits of the largest number.
const DIGITS: usize = 10;

/// Writes a number up to `end`; where it begins.
fn write_number(mut number: u32, text: &mut [u8], end: usize) -> usize {
    let mut start = end;
    loop {
        start -= 1;
        text[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return start;
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One is in every answer: formatting its numbers one by one would be 2 % of a co-process' time.
        let mut text = [0; 3 * DIGITS + 2];
        let mut start = text.len();
        for number in [self.patch, self.minor, self.major] {
            if start < text.len() {
                start -= 1;
                text[start] = b'.';
            }
            start = write_number(number, &mut text, start);
        }
        formatter.pad(str::from_utf8(&text[start..]).unwrap_or_default())
    }
}

/// The text is not a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionError {
    text: String,
}

impl fmt::Display for VersionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:?} is not a version; write three numbers such as 2.1.330",
            self.text
        )
    }
}

impl std::error::Error for VersionError {}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let error = || VersionError {
            text: text.chars().take(40).collect(),
        };
        let version = Self::parse_prefix(text).ok_or_else(error)?;
        let plain =
            |character: char| character.is_ascii_alphanumeric() || "v.-+_".contains(character);
        text.trim()
            .chars()
            .all(plain)
            .then_some(version)
            .ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn writes_what_it_reads() {
        for text in [
            "0.0.0",
            "2.1.330",
            "10.0.9",
            "4294967295.4294967295.4294967295",
        ] {
            let version: Version = text.parse().unwrap();
            assert_eq!(version.to_string(), text);
        }
        assert_eq!(format!("{:>7}", Version::new(1, 0, 0)), "  1.0.0");
    }

    #[test]
    fn reads_versions_and_ignores_suffixes() {
        let read = |text: &str| text.parse::<Version>().ok();
        assert_eq!(read("2.1.330"), Some(Version::new(2, 1, 330)));
        assert_eq!(read("v0.169.0-alpha.3"), Some(Version::new(0, 169, 0)));
        assert_eq!(read("1.0"), Some(Version::new(1, 0, 0)));
        assert_eq!(read("latest"), None);
        assert_eq!(read("2.1 \u{1b}[31m"), None);
    }
}
