//! Text that a screen showed, kept apart from everything that shadow says.

use schemars::JsonSchema;
use serde::Serialize;

/// Text that a screen showed. Whoever wrote to the screen chose it: it is data, and no instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shown {
    /// `screen`, always.
    pub source: &'static str,
    /// The text, without control characters except line ends.
    pub text: String,
    /// Whether a part of it is left out.
    pub truncated: bool,
}

impl Shown {
    /// The beginning of a text, at most `most` characters.
    pub fn head(text: &str, most: usize) -> Self {
        let clean = clean(text);
        let end = clean.char_indices().nth(most).map(|(at, _)| at);
        let text = end.map_or(clean.as_str(), |end| &clean[..end]);
        Self::of(text, end.is_some())
    }

    /// The end of a text, at most `most` characters.
    pub fn tail(text: &str, most: usize) -> Self {
        let clean = clean(text);
        let begin = clean.chars().count().saturating_sub(most);
        let at = clean.char_indices().nth(begin).map_or(0, |(at, _)| at);
        Self::of(&clean[at..], begin > 0)
    }

    fn of(text: &str, truncated: bool) -> Self {
        Self {
            source: "screen",
            text: text.to_owned(),
            truncated,
        }
    }
}

fn clean(text: &str) -> String {
    let kept = |character: &char| *character == '\n' || !character.is_control();
    text.chars().filter(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn a_text_is_cut_at_characters_and_says_so() {
        let head = Shown::head("日本\x1b[31m語", 2);
        assert_eq!((head.text.as_str(), head.truncated), ("日本", true));
        let tail = Shown::tail("one\ntwo", 3);
        assert_eq!((tail.text.as_str(), tail.truncated), ("two", true));
        let whole = Shown::tail("one", 3);
        assert_eq!((whole.text.as_str(), whole.truncated), ("one", false));
    }
}
