//! A text as far as a terminal shows it: what it wraps, joins, composes or leaves out does not count.

use shadow_legible::is_unseen;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Joins two characters into one picture; terminals leave out some of what is joined.
const JOINER: char = '\u{200d}';

/// A text without white space and without what a terminal may not show: characters of no width, and marks over
/// letters (Claude Code composes `e` and its accent into one character, tmux keeps a few marks on a letter at most).
pub fn solid(text: &str) -> String {
    if text.is_ascii() {
        return text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    }
    let plain = text.nfd().filter(|c| !is_combining_mark(*c));
    plain
        .filter(|c| !c.is_whitespace() && !is_unseen(*c))
        .collect()
}

/// Whether pictures are joined in a text: how many of them a terminal shows cannot be known.
pub fn joins_pictures(text: &str) -> bool {
    text.contains(JOINER)
}

/// A solid text without pictures.
pub fn without_pictures(solid: &str) -> String {
    solid.chars().filter(|c| !is_picture(*c)).collect()
}

/// A solid text without marks of punctuation, which a CLI may take for markup and not show; as it is where nothing
/// else is in it.
pub fn letters(solid: &str) -> String {
    let letters: String = solid.chars().filter(|c| c.is_alphanumeric()).collect();
    match letters.is_empty() {
        true => solid.to_owned(),
        false => letters,
    }
}

/// Emoji and the like, and what colours them.
fn is_picture(character: char) -> bool {
    matches!(
        character,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}'
    )
}

#[cfg(test)]
mod tests {
    use super::{joins_pictures, letters, solid, without_pictures};

    #[test]
    fn what_no_terminal_shows_does_not_count() {
        for (text, shown) in [
            ("cafe\u{301} au lait", "caf\u{e9} au lait"),
            ("a\u{200b}b\u{200d}c\u{feff}d", "abcd"),
            ("soft\u{ad}hyphen", "softhyphen"),
            ("a\u{202e}b\u{202c} \u{2066}c", "ab c"),
            ("a\u{2028}b", "a b"),
            ("sun \u{2600}\u{fe0f}", "sun \u{2600}"),
        ] {
            assert_eq!(solid(text), solid(shown), "{text:?}");
        }
    }

    #[test]
    fn what_a_terminal_shows_counts() {
        for (one, other) in [
            ("cafe", "cafes"),
            ("a-b", "ab"),
            ("日本", "日木"),
            ("a", "b"),
        ] {
            assert_ne!(solid(one), solid(other), "{one:?}");
        }
    }

    #[test]
    fn joined_pictures_may_be_left_out() {
        let family = "the \u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467} family";
        assert!(joins_pictures(family) && !joins_pictures("\u{1f469}"));
        assert_eq!(without_pictures(&solid(family)), "thefamily");
    }

    #[test]
    fn markup_is_left_out_of_letters() {
        assert_eq!(letters("run`x`\\"), "runx");
        assert_eq!(letters("?!"), "?!");
    }
}
