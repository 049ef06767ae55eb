//! Looking for a word in a row, or in all visible rows at once.
//!
//! The standard library prepares a search each time that it is asked for a word, which costs more
//! than reading a row. A needle is prepared when it is compiled: it knows which of its bytes is the
//! rarest on a screen, and looks closely only where that one stands.

use memchr::memchr;

use super::Screen;
use super::first::{Exactly, first};

/// A word to look for. Make it a constant: then it is prepared once, by the compiler.
#[derive(Debug, Clone, Copy)]
pub struct Needle {
    word: &'static str,
    /// The place of its rarest byte.
    rarest: usize,
}

impl Needle {
    /// A word. It must hold no line end.
    ///
    /// # Panics
    /// When the word is empty.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        let bytes = word.as_bytes();
        assert!(!bytes.is_empty(), "a word to look for");
        let (mut rarest, mut at) = (0, 1);
        while at < bytes.len() {
            if rarity(bytes[at]) > rarity(bytes[rarest]) {
                rarest = at;
            }
            at += 1;
        }
        Self { word, rarest }
    }

    /// Where a text first holds the word, in bytes.
    #[must_use]
    #[inline]
    pub fn find(self, text: &str) -> Option<usize> {
        self.find_from(text.as_bytes(), 0)
    }

    /// Whether a text holds the word.
    #[must_use]
    #[inline]
    pub fn is_in(self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// What is before the word and behind it, where a text holds it.
    #[must_use]
    #[inline]
    pub fn split_once(self, text: &str) -> Option<(&str, &str)> {
        let at = self.find(text)?;
        Some((&text[..at], &text[at + self.word.len()..]))
    }

    /// The parts of a text between the words, from the left: as [`str::split`] gives them.
    pub fn split(self, text: &str) -> impl Iterator<Item = &str> {
        let mut rest = Some(text);
        std::iter::from_fn(move || {
            let text = rest?;
            let (part, behind) = match self.split_once(text) {
                Some((part, behind)) => (part, Some(behind)),
                None => (text, None),
            };
            rest = behind;
            Some(part)
        })
    }

    /// The places at which a text holds the word, from the left, in bytes.
    pub fn places(self, text: &str) -> impl Iterator<Item = usize> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let at = self.find_from(text.as_bytes(), from)?;
            from = at + self.word.len();
            Some(at)
        })
    }

    /// Most texts do not hold the rarest byte: it is looked for at once, by code that is made for it.
    #[inline(always)]
    fn find_from(self, text: &[u8], from: usize) -> Option<usize> {
        let at = from + self.rarest;
        let next = place(self.rarest_byte(), text.get(at..self.end(text)?)?)?;
        self.find_around(text, at + next)
    }

    /// Where a text first holds the word at or after a place in which its rarest byte stands.
    #[inline(never)]
    fn find_around(self, text: &[u8], mut at: usize) -> Option<usize> {
        let word = self.word.as_bytes();
        while !text[at - self.rarest..].starts_with(word) {
            at += 1 + place(self.rarest_byte(), text.get(at + 1..self.end(text)?)?)?;
        }
        Some(at - self.rarest)
    }

    #[inline]
    const fn rarest_byte(self) -> u8 {
        self.word.as_bytes()[self.rarest]
    }

    /// Where the rarest byte stands too near to a text's end.
    #[inline]
    const fn end(self, text: &[u8]) -> Option<usize> {
        text.len().checked_sub(self.word.len() - self.rarest - 1)
    }
}

/// Bytes up to which a text is as short as a row.
const SHORT: usize = 256;

/// The place of the first such byte.
#[inline(never)]
fn place(byte: u8, text: &[u8]) -> Option<usize> {
    match text.len() {
        0..=SHORT => first(Exactly(byte), text),
        _ => memchr(byte, text),
    }
}

/// The bytes that a screen of the corpus holds once in four or more often, the most frequent first.
const FREQUENT: &[u8] = b" \xe2\x94\x80etonsraidlhc\x96pu.\x95m\xc2gf\x8cw/\xa0\x820\x88ykC:1x-bv\x9dI(\xb7)T25A,P\xaf~\xa2\x8f4j\x973S\xbaO\x9c'\"\x90>\x91_+B?W|\x9b\xa6\xbfNEUR\x98q6\x8eM\xb0Y\xae\xad\xbb\x86\x849G7;8\xa3D*`";

/// How rare a byte is on screens like those of the corpus.
const fn rarity(byte: u8) -> usize {
    let mut rank = 0;
    while rank < FREQUENT.len() && FREQUENT[rank] != byte {
        rank += 1;
    }
    rank
}

impl Screen {
    /// Whether a visible row holds a word.
    #[must_use]
    pub fn holds(&self, needle: Needle) -> bool {
        needle.is_in(self.visible_text())
    }

    /// Whether a row among those from `first` up to, not including, `end` holds a word: one look for all of them.
    #[must_use]
    #[inline]
    pub fn rows_hold(&self, first: usize, end: usize, needle: Needle) -> bool {
        needle.is_in(self.text_between(first, end))
    }

    /// The visible rows that hold a word, from the top; a row once for each time.
    pub fn rows_with(&self, needle: Needle) -> impl Iterator<Item = usize> {
        let places = needle.places(self.visible_text());
        places.map(|at| self.place_at(at).0)
    }

    /// The places above row `end` at which a word is behind something else in its row, from the top: the row, and the byte in
    /// its text.
    pub fn places_within(
        &self,
        end: usize,
        needle: Needle,
    ) -> impl Iterator<Item = (usize, usize)> {
        let text = self.text_between(0, end);
        let begins = |at: usize| at == 0 || text.as_bytes()[at - 1] == b'\n';
        let places = needle.places(text).filter(move |at| !begins(*at));
        places.map(|at| self.place_at(at))
    }
}

#[cfg(test)]
mod tests {
    use super::Needle;
    use crate::screen::Screen;
    use crate::snapshot::Channels;

    #[test]
    fn rows_below_the_history_are_found() {
        let channels = Channels {
            rows: Some(3),
            ..Channels::default()
        };
        let text = b"codex\n\n  codex, codex\n\x1b[1mco\x1b[0mdex\n";
        let screen = Screen::from_capture(text, &channels);
        let needle = Needle::new("codex");
        assert_eq!(screen.rows_with(needle).collect::<Vec<_>>(), [1, 1, 2]);
        assert!(screen.holds(needle) && !screen.holds(Needle::new("claude")));
        assert!(screen.rows_hold(0, 2, needle) && screen.rows_hold(2, 9, needle));
        assert!(!screen.rows_hold(0, 1, needle) && !screen.rows_hold(3, 9, needle));
        assert!(!Screen::default().holds(needle));
        assert_eq!(
            screen.places_within(3, needle).collect::<Vec<_>>(),
            [(1, 2), (1, 9)]
        );
        assert!(screen.places_within(1, needle).next().is_none());
    }

    #[test]
    fn words_and_parts_are_those_of_the_standard_library() {
        let texts = [
            "",
            " · ",
            "a · b",
            "a · · b",
            "     ",
            "a    b   ",
            "é·中 · ",
            "aab",
        ];
        for text in texts {
            for word in [" · ", "   ", "·", "b", "aab", "aabb"] {
                let needle = Needle::new(word);
                assert_eq!(needle.find(text), text.find(word), "{text:?} {word:?}");
                assert_eq!(needle.split_once(text), text.split_once(word));
                assert!(needle.split(text).eq(text.split(word)), "{text:?} {word:?}");
            }
        }
    }
}
