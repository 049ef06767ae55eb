//! The token: who has it may look and act.

use std::fmt;

use subtle::ConstantTimeEq;

/// The fewest characters of a token.
const LEAST: usize = 32;

/// The most characters of a token.
const MOST: usize = 512;

/// A secret that requests carry. It is never printed by accident, and compared in the same time wherever it differs.
#[derive(Clone)]
pub struct Token(String);

/// Why a text is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenError(());

impl fmt::Display for TokenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "a token has {LEAST} to {MOST} letters, digits, - or _; let one be made"
        )
    }
}

impl std::error::Error for TokenError {}

impl Token {
    /// A token from text, white space around it left out.
    ///
    /// # Errors
    /// Where it is too short to be a secret, or would need escaping.
    pub fn parse(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        match (LEAST..=MOST).contains(&text.len()) && text.bytes().all(plain) {
            true => Ok(Self(text.to_owned())),
            false => Err(TokenError(())),
        }
    }

    /// A token from 32 random bytes.
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// A token that is an authentication code, in hexadecimal digits.
    pub(super) const fn of_code(code: String) -> Self {
        Self(code)
    }

    /// Its text, for the rightful owner.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a request's `Authorization` carries it.
    pub fn is_in(&self, authorization: &[u8]) -> bool {
        let Some((scheme, given)) = authorization.split_at_checked(7) else {
            return false;
        };
        scheme.eq_ignore_ascii_case(b"bearer ") && bool::from(self.0.as_bytes().ct_eq(given))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn only_the_whole_token_counts() {
        let token = Token::from_random([7; 32]);
        let text = token.reveal();
        assert_eq!(text.len(), 64);
        let carries = |header: String| token.is_in(header.as_bytes());
        assert!(carries(format!("Bearer {text}")));
        assert!(carries(format!("bearer {text}")));
        for bad in [
            String::new(),
            "Bearer ".to_owned(),
            text.to_owned(),
            format!("Basic {text}"),
            format!("Bearer {}", &text[1..]),
            format!("Bearer {text}0"),
            format!("Bearer  {text}"),
            format!("Bearer {}", text.to_uppercase().replace('0', "1")),
        ] {
            assert!(!carries(bad.clone()), "{bad}");
        }
    }

    #[test]
    fn a_token_is_long_and_plain_and_never_printed() {
        assert!(Token::parse("short").is_err());
        assert!(Token::parse(&"é".repeat(40)).is_err());
        assert!(Token::parse(&"x".repeat(513)).is_err());
        let token = Token::parse(&format!(" {}\n", "x".repeat(32))).expect("a token");
        assert_eq!(token.reveal().len(), 32);
        assert!(!format!("{token:?}").contains('x'));
    }
}
