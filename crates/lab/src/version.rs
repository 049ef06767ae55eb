//! CLI versions: three numbers, ordered; pre-release suffixes are ignored.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::LabError;

/// A CLI version such as `2.1.330`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version(pub u32, pub u32, pub u32);

impl FromStr for Version {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self, LabError> {
        let bad = || LabError::new(format!("{text:?} is not a version such as 2.1.330"));
        let plain = text.split(['-', '+']).next().unwrap_or_default();
        let parts: Vec<u32> = plain
            .split('.')
            .map(|part| part.parse().map_err(|_| bad()))
            .collect::<Result<_, _>>()?;
        match parts[..] {
            [major, minor, patch] => Ok(Self(major, minor, patch)),
            _ => Err(bad()),
        }
    }
}

impl TryFrom<String> for Version {
    type Error = LabError;

    fn try_from(text: String) -> Result<Self, LabError> {
        text.parse()
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn orders_by_number() {
        let parse = |text: &str| text.parse::<Version>().unwrap();
        assert!(parse("2.1.98") < parse("2.1.126"));
        assert_eq!(parse("0.20.0-alpha.1"), Version(0, 20, 0));
        assert!("2.1".parse::<Version>().is_err());
    }
}
