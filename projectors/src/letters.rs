//! Words in any case, found without copying the text.

use memchr::memchr2_iter;

/// Whether `text` holds `word`, whatever the case of ASCII letters. `word` is ASCII, not empty.
pub(crate) fn holds(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let (lower, upper) = (word[0].to_ascii_lowercase(), word[0].to_ascii_uppercase());
    memchr2_iter(lower, upper, text).any(|at| {
        let found = text.get(at..at + word.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(word))
    })
}

/// Whether `text` begins with `word`, whatever the case of ASCII letters.
pub(crate) fn begins(text: &str, word: &str) -> bool {
    let start = text.as_bytes().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{begins, holds};

    #[test]
    fn case_is_ignored_and_nothing_else() {
        assert!(holds("API Error: 400", "api error"));
        assert!(holds("eee retry", "e RETRY"));
        assert!(!holds("retr", "retry"));
        assert!(begins("Compacting…", "compacting"));
        assert!(!begins("✻ compacting", "compacting"));
    }
}
