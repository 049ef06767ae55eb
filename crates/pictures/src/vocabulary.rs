//! The words of the interfaces themselves, which redaction leaves standing: those that the readers
//! of screens look for. No word of a user's or a model's is among them by more than chance, and
//! where dialog text stands none is left at all.

use std::collections::HashSet;
use std::sync::LazyLock;

static WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("vocabulary.txt").lines().collect());

/// Whether a word is the interfaces' own, whatever its case.
pub(crate) fn knows(word: &str) -> bool {
    WORDS.contains(word) || WORDS.contains(word.to_lowercase().as_str())
}
