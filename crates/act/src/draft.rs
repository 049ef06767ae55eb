//! Whether the composer holds the text that was pasted.
//!
//! Compared without white space, because the composer wraps and indents, and without what a terminal does not show
//! (`shown`). A paste that is folded into a marker (`[Pasted text #1 +41 lines]`, `[Pasted Content 1283 chars]`) is
//! known by the number in it; a draft taller than the composer by its end. Where the text joins pictures into one
//! (`👩‍👩‍👧`), tmux leaves some of them out: then the rest is compared.

use shadow_core::contract::ComposerContent;

use crate::shown::{joins_pictures, solid, without_pictures};
use crate::sight::Sight;

/// Visible characters that the end of a tall draft must show.
const TAIL: usize = 24;

/// How a composer's content relates to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// It is the text, as far as it can be seen.
    Whole,
    /// It is empty.
    Empty,
    /// It is a piece of the text and nothing else.
    Piece,
    /// It holds something else.
    Other,
    /// No composer is seen.
    Unseen,
}

/// A text to be found in a composer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    solid: String,
    /// The text without pictures, where some of them may not show.
    plain: Option<String>,
    chars: usize,
    line_ends: usize,
}

impl Expected {
    /// The text as it was pasted, after a draft that stood there already.
    pub fn new(before: &str, pasted: &str) -> Self {
        let solid = solid(before) + &solid(pasted);
        let joined = joins_pictures(before) || joins_pictures(pasted);
        let plain = joined.then(|| without_pictures(&solid));
        Self {
            plain: plain.filter(|plain| !plain.is_empty()),
            solid,
            chars: pasted.chars().count(),
            line_ends: pasted.matches('\n').count(),
        }
    }

    /// How a sight's composer relates to it.
    pub fn compare(&self, sight: &Sight) -> Match {
        let (Some(composer), Some(draft)) = (&sight.composer, sight.draft()) else {
            return Match::Unseen;
        };
        if draft.is_empty() {
            return Match::Empty;
        }
        let folded = composer.content == ComposerContent::CollapsedPaste;
        if folded && self.is_folded(&composer.text) {
            return Match::Whole;
        }
        match weigh(&self.solid, &draft) {
            Match::Other => self.plain.as_ref().map_or(Match::Other, |plain| {
                weigh(plain, &without_pictures(&draft))
            }),
            found => found,
        }
    }

    /// Whether a sight's composer holds the text among other words.
    pub fn is_within(&self, sight: &Sight) -> bool {
        let draft = sight.draft();
        draft.is_some_and(|draft| draft.contains(&self.solid))
    }

    /// Whether a draft with a marker is the text: the words around the marker begin and end it, and the number in the
    /// marker counts what is folded.
    fn is_folded(&self, draft: &str) -> bool {
        let (Some(open), Some(close)) = (draft.find('['), draft.rfind(']')) else {
            return false;
        };
        if close < open {
            return false;
        }
        let (head, tail) = (solid(&draft[..open]), solid(&draft[close + 1..]));
        let fits = self.solid.starts_with(&head)
            && self.solid.ends_with(&tail)
            && head.len() + tail.len() < self.solid.len();
        fits && self.counts(&draft[open..=close], head.is_empty() && tail.is_empty())
    }

    /// Whether the last number in a marker counts the text's characters or line ends. Where words stand around the
    /// marker, it counts less. A marker without a count (`[Pasted text #1]`) folds a single line.
    fn counts(&self, marker: &str, all: bool) -> bool {
        let numbers: Vec<usize> = marker
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
            .collect();
        let plus = marker.contains('+');
        match (numbers.last(), plus, all) {
            (Some(_), false, _) if marker.contains('#') => self.line_ends == 0,
            (Some(&count), true, true) => count == self.line_ends,
            (Some(&count), true, false) => count <= self.line_ends,
            (Some(&count), false, true) => count == self.chars,
            (Some(&count), false, false) => count <= self.chars,
            (None, _, _) => false,
        }
    }
}

/// How a draft relates to a text, both solid.
fn weigh(text: &str, draft: &str) -> Match {
    let is_end = text.ends_with(draft) && draft.chars().count() >= TAIL;
    match draft == text || is_end {
        true => Match::Whole,
        false if text.contains(draft) => Match::Piece,
        false => Match::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Expected, Match};
    use crate::sight::Sight;
    use shadow_core::contract::{ComposerContent, ComposerView};

    fn shows(content: ComposerContent, text: &str) -> Sight {
        let text = text.to_owned();
        let composer = Some(ComposerView {
            content,
            text,
            ..ComposerView::default()
        });
        Sight {
            composer,
            ..Sight::default()
        }
    }

    fn compare(text: &str, content: ComposerContent, draft: &str) -> Match {
        Expected::new("", text).compare(&shows(content, draft))
    }

    #[test]
    fn wraps_do_not_matter_and_words_do() {
        use ComposerContent::{Draft, Empty, Placeholder};
        assert_eq!(compare("a b\nc", Draft, "a\n b c"), Match::Whole);
        assert_eq!(compare("a b c", Draft, "a b"), Match::Piece);
        assert_eq!(compare("a b c", Draft, "a b c d"), Match::Other);
        assert_eq!(compare("a b c", Placeholder, "Try this"), Match::Empty);
        assert_eq!(compare("a b c", Empty, ""), Match::Empty);
        assert_eq!(
            Expected::new("", "a").compare(&Sight::default()),
            Match::Unseen
        );
    }

    #[test]
    fn what_does_not_show_does_not_matter() {
        use ComposerContent::Draft;
        let family = "the 👩\u{200d}👩\u{200d}👧 family";
        for (text, draft, found) in [
            ("cafe\u{301}", "caf\u{e9}", Match::Whole),
            ("\u{feff}with a mark", "with a mark", Match::Whole),
            (family, "the 👩👧 family", Match::Whole),
            (family, "the 👩👧 families", Match::Other),
            (family, "the", Match::Piece),
            ("the 👩 family", "the family", Match::Other),
        ] {
            assert_eq!(compare(text, Draft, draft), found, "{text:?}");
        }
    }

    #[test]
    fn a_draft_before_it_belongs_to_it() {
        let expected = Expected::new("left by a person", "\nand this");
        let sight = shows(ComposerContent::Draft, "left by a person\nand this");
        assert_eq!(expected.compare(&sight), Match::Whole);
    }

    #[test]
    fn a_tall_draft_is_known_by_its_end() {
        let text = "line of some words\n".repeat(60);
        let end = "line of some words ".repeat(5);
        assert_eq!(compare(&text, ComposerContent::Draft, &end), Match::Whole);
        assert_eq!(
            compare(&text, ComposerContent::Draft, "some words"),
            Match::Piece
        );
    }

    #[test]
    fn folded_pastes_are_counted() {
        use ComposerContent::CollapsedPaste;
        let text = "x\n".repeat(27) + "x";
        let chars = text.chars().count();
        let codex = format!("[Pasted Content {chars} chars]");
        assert_eq!(
            compare(&text, CollapsedPaste, "[Pasted text #1 +27 lines]"),
            Match::Whole
        );
        assert_eq!(
            compare(&text, CollapsedPaste, "[Pasted text #1 +26 lines]"),
            Match::Other
        );
        assert_eq!(compare(&text, CollapsedPaste, &codex), Match::Whole);
        assert_eq!(
            compare(&text, CollapsedPaste, "[Pasted Content 9 chars]"),
            Match::Other
        );
        assert_eq!(
            compare(&text, CollapsedPaste, "[Pasted text #1]"),
            Match::Other
        );
        assert_eq!(
            compare(&"y".repeat(900), CollapsedPaste, "[Pasted text #3]"),
            Match::Whole
        );
        assert_eq!(
            compare(&text, CollapsedPaste, "mine [Pasted text #1 +27 lines]"),
            Match::Other
        );
    }
}
