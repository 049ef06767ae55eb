//! Words in any case or as they are, found without copying the text: one, or any of a list in one
//! pass.

use memchr::memchr2_iter;

/// Classes that a byte is sorted into: its lowest five bits, which letters of both cases share.
const CLASSES: usize = 32;

/// A list of ASCII-led words that are looked for together.
///
/// A place in the text is looked at closely only where its two bytes begin one of them: one look into
/// a table for each byte of the text.
pub(crate) struct Words<const N: usize> {
    words: [&'static str; N],
    /// Whether some word begins with bytes of two classes.
    pairs: [bool; CLASSES * CLASSES],
    /// Which words may begin with a byte of each class, and which may go on with one.
    first: [u128; CLASSES],
    second: [u128; CLASSES],
    any_case: bool,
}

impl<const N: usize> Words<N> {
    /// Words that are found as they are. Each has two bytes or more.
    pub(crate) const fn exact(words: [&'static str; N]) -> Self {
        Self::new(words, false)
    }

    /// Words that are found whatever the case of ASCII letters. Each has two bytes or more.
    pub(crate) const fn any_case(words: [&'static str; N]) -> Self {
        Self::new(words, true)
    }

    const fn new(words: [&'static str; N], any_case: bool) -> Self {
        assert!(N <= 128, "a bit for each word");
        let (mut first, mut second) = ([0; CLASSES], [0; CLASSES]);
        let mut pairs = [false; CLASSES * CLASSES];
        let mut index = 0;
        while index < N {
            let word = words[index].as_bytes();
            first[class(word[0])] |= 1 << index;
            second[class(word[1])] |= 1 << index;
            pairs[pair(class(word[0]), class(word[1]))] = true;
            index += 1;
        }
        Self {
            words,
            pairs,
            first,
            second,
            any_case,
        }
    }

    /// Whether a text holds one of them.
    pub(crate) fn any_in(&self, text: &str) -> bool {
        self.search(text.as_bytes(), |_| true)
    }

    /// The index of the first of the list that a text holds.
    pub(crate) fn first_in(&self, text: &str) -> Option<usize> {
        let mut least = N;
        self.search(text.as_bytes(), |index| {
            least = least.min(index);
            least == 0
        });
        (least < N).then_some(least)
    }

    /// Calls `found` with the index of each word in the text until it says to stop; whether it did.
    fn search(&self, text: &[u8], mut found: impl FnMut(usize) -> bool) -> bool {
        let Some((first, rest)) = text.split_first() else {
            return false;
        };
        let mut before = class(*first);
        for (at, byte) in rest.iter().enumerate() {
            let here = class(*byte);
            if self.pairs[pair(before, here)] && self.search_at(&text[at..], &mut found) {
                return true;
            }
            before = here;
        }
        false
    }

    /// The same for words that stand at the beginning of a text of two bytes or more.
    fn search_at(&self, text: &[u8], found: &mut impl FnMut(usize) -> bool) -> bool {
        let mut left = self.first[class(text[0])] & self.second[class(text[1])];
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.stands_at(text, index) && found(index) {
                return true;
            }
        }
        false
    }

    fn stands_at(&self, text: &[u8], index: usize) -> bool {
        let word = self.words[index].as_bytes();
        let Some(head) = text.get(..word.len()) else {
            return false;
        };
        match self.any_case {
            true => head.eq_ignore_ascii_case(word),
            false => head == word,
        }
    }
}

/// The words of a table, to look for them together.
pub(crate) const fn words_of<T, const N: usize>(
    table: &[(&'static str, T); N],
) -> [&'static str; N] {
    let mut words = [""; N];
    let mut index = 0;
    while index < N {
        words[index] = table[index].0;
        index += 1;
    }
    words
}

/// The place of two classes in the table of pairs.
const fn pair(first: usize, second: usize) -> usize {
    first * CLASSES + second
}

const fn class(byte: u8) -> usize {
    (byte & 31) as usize
}

/// Whether `text` holds `word`, whatever the case of ASCII letters. `word` is ASCII, not empty.
pub(crate) fn holds(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let (lower, upper) = (word[0].to_ascii_lowercase(), word[0].to_ascii_uppercase());
    memchr2_iter(lower, upper, text).any(|at| {
        let found = text.get(at..at + word.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(word))
    })
}

/// The parts of a text between the occurrences of a short separator, from the left. The same as
/// [`str::split`], which prepares a search for longer words each time that it is called.
pub(crate) fn split<'t>(text: &'t str, separator: &'static str) -> impl Iterator<Item = &'t str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let bytes = text.as_bytes().windows(separator.len());
        let (first, word) = (separator.as_bytes()[0], separator.as_bytes());
        let found = bytes
            .into_iter()
            .position(|part| part[0] == first && part == word);
        rest = found.map(|at| &text[at + separator.len()..]);
        Some(found.map_or(text, |at| &text[..at]))
    })
}

/// Whether `text` begins with `word`, whatever the case of ASCII letters.
pub(crate) fn begins(text: &str, word: &str) -> bool {
    let start = text.as_bytes().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{Words, begins, holds, split};

    #[test]
    fn case_is_ignored_and_nothing_else() {
        assert!(holds("API Error: 400", "api error"));
        assert!(holds("eee retry", "e RETRY"));
        assert!(!holds("retr", "retry"));
        assert!(begins("Compacting…", "compacting"));
        assert!(!begins("✻ compacting", "compacting"));
    }

    #[test]
    fn parts_are_those_of_the_standard_library() {
        for text in [
            "",
            " · ",
            "a · b",
            "a · · b",
            "     ",
            "a    b   ",
            "é·中 · ",
        ] {
            for separator in [" · ", "   "] {
                assert!(split(text, separator).eq(text.split(separator)), "{text:?}");
            }
        }
    }

    #[test]
    fn words_of_a_list_are_found_in_one_pass() {
        static KEYS: Words<4> = Words::any_case(["enter", "esc", "↑", "429"]);
        assert_eq!(KEYS.first_in("press ESC or Enter"), Some(0));
        assert_eq!(KEYS.first_in("HTTP 429, ↑"), Some(2));
        assert!(KEYS.any_in("describe") && !KEYS.any_in("ente") && !KEYS.any_in(""));
        static EXACT: Words<2> = Words::exact(["Yes", "No"]);
        assert_eq!(EXACT.first_in("yes, No"), Some(1));
        assert!(!EXACT.any_in("yes, no"));
    }
}
