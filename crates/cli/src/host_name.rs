//! The name of another machine, as ssh takes it.

use std::fmt;
use std::str::FromStr;

/// The most characters of a name.
const LONGEST: usize = 255;

/// The name of a machine, from `~/.ssh/config` or the network: `devbox`, `me@10.0.0.2`.
///
/// It has letters, digits and `.`, `_`, `-`, `:`, `@`, and begins with a letter or digit. So ssh takes it for no option, and
/// no shell and no pattern of ssh's settings finds anything in it to expand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostName(String);

impl HostName {
    /// It as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-:@".contains(&byte);
        let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric());
        match begins && text.len() <= LONGEST && text.bytes().all(plain) {
            true => Ok(Self(text.to_owned())),
            false => Err(
                "write a host as ssh takes it, such as devbox or me@10.0.0.2: letters, digits, and . _ - : @"
                    .to_owned(),
            ),
        }
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::HostName;

    #[test]
    fn a_name_is_no_option_and_holds_nothing_to_expand() {
        for name in ["devbox", "me@10.0.0.2", "a.b-c_d", "fe80::1", "9"] {
            assert_eq!(name.parse::<HostName>().expect(name).as_str(), name);
        }
        let long = "x".repeat(256);
        for name in [
            "",
            "-oProxyCommand=x",
            ".x",
            "a b",
            "a/b",
            "a;b",
            "$(x)",
            "`x`",
            "a%h",
            "a'b",
            "ä",
            "a\nb",
            &long,
        ] {
            assert!(name.parse::<HostName>().is_err(), "{name}");
        }
    }
}
