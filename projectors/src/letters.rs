//! Words in any case or as they are, found without copying the text: one, or any of a list in one
//! pass; and where a part is in its text.

use memchr::memchr2_iter;
use shadow_core::screen::{leading, trailing};
use wide::u8x16;

/// The byte offset at which a part of a text is in it, where it is one of its slices.
pub(crate) fn offset(text: &str, part: &str) -> Option<usize> {
    let at = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (at + part.len() <= text.len()).then_some(at)
}

/// Classes that a byte is sorted into: its lowest five bits, which letters of both cases share.
const CLASSES: usize = 32;

/// A list of words that are looked for together.
///
/// The text is looked at in every second place, three bytes at once: a word begins there or one byte
/// later. Only where the three allow that of some word are the words compared.
pub(crate) struct Words<const N: usize> {
    words: [&'static str; N],
    /// What a byte allows in each of three places, a bit for each of the words' groups: in the lower
    /// half for words that begin in the first place, in the upper half in the second.
    allowed: [[u32; 256]; 3],
    /// Which words may begin with a byte of each class, and which may go on with one.
    first: [u128; CLASSES],
    second: [u128; CLASSES],
    any_case: bool,
}

/// Groups into which a list's words are put.
const GROUPS: usize = 16;

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
        // Before a word that begins in the second place, anything may stand in the first.
        let mut allowed = [[!0 << GROUPS; 256], [0; 256], [0; 256]];
        let mut index = 0;
        while index < N {
            let word = words[index].as_bytes();
            first[class(word[0])] |= 1 << index;
            second[class(word[1])] |= 1 << index;
            allow(&mut allowed, word, index % GROUPS);
            index += 1;
        }
        Self {
            words,
            allowed,
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
        let [one, two, three] = &self.allowed;
        for (half, bytes) in text.windows(3).step_by(2).enumerate() {
            let allowed =
                one[bytes[0] as usize] & two[bytes[1] as usize] & three[bytes[2] as usize];
            if allowed == 0 {
                continue;
            }
            let here = &text[half * 2..];
            if self.search_at(here, &mut found) || self.search_at(&here[1..], &mut found) {
                return true;
            }
        }
        // The last two bytes may be a word, and stand in the first place.
        let last = text.len().saturating_sub(2);
        self.search_at(&text[last..], &mut found)
    }

    /// The same for words that are at the beginning of a text.
    #[inline]
    fn search_at(&self, text: &[u8], found: &mut impl FnMut(usize) -> bool) -> bool {
        let [first, second, ..] = *text else {
            return false;
        };
        let left = self.first[class(first)] & self.second[class(second)];
        left != 0 && self.compare(text, left, found)
    }

    /// The same for those words whose bits are set.
    #[inline(never)]
    fn compare(&self, text: &[u8], mut left: u128, found: &mut impl FnMut(usize) -> bool) -> bool {
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

/// A list of words, and what each of them means.
pub(crate) struct Meanings<T, const N: usize> {
    words: Words<N>,
    means: [T; N],
}

impl<T: Copy, const N: usize> Meanings<T, N> {
    /// Words that are found whatever the case of ASCII letters. Each has two bytes or more.
    pub(crate) const fn any_case(table: [(&'static str, T); N]) -> Self {
        let (mut words, mut means, mut index) = ([""; N], [table[0].1; N], 0);
        while index < N {
            (words[index], means[index]) = table[index];
            index += 1;
        }
        let words = Words::any_case(words);
        Self { words, means }
    }

    /// What the first of the list means that a text holds.
    pub(crate) fn of(&self, text: &str) -> Option<T> {
        self.words.first_in(text).map(|index| self.means[index])
    }

    /// The same of the first of the list that any of these texts holds.
    pub(crate) fn of_any<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<T> {
        let first = texts.filter_map(|text| self.words.first_in(text)).min();
        first.map(|index| self.means[index])
    }
}

/// Allows the beginning of a word in the table of three places.
const fn allow(allowed: &mut [[u32; 256]; 3], word: &[u8], group: usize) {
    let (here, later) = (1 << group, 1 << (GROUPS + group));
    allow_byte(&mut allowed[0], word[0], here);
    allow_byte(&mut allowed[1], word[1], here);
    allow_byte(&mut allowed[1], word[0], later);
    allow_byte(&mut allowed[2], word[1], later);
    if word.len() > 2 {
        return allow_byte(&mut allowed[2], word[2], here);
    }
    let mut byte = 0;
    while byte < 256 {
        allowed[2][byte] |= here;
        byte += 1;
    }
}

/// Allows a byte in both its cases: the words are compared afterwards.
const fn allow_byte(allowed: &mut [u32; 256], byte: u8, group: u32) {
    allowed[byte.to_ascii_lowercase() as usize] |= group;
    allowed[byte.to_ascii_uppercase() as usize] |= group;
}

const fn class(byte: u8) -> usize {
    (byte & 31) as usize
}

/// A list of words that a text may begin with.
pub(crate) struct Openings<const N: usize> {
    words: [&'static str; N],
    firsts: [u8; N],
    /// Their first bytes, a bit for each: few texts begin with one of them.
    initials: [u128; 2],
}

impl<const N: usize> Openings<N> {
    /// Words of one letter or more.
    pub(crate) const fn new(words: [&'static str; N]) -> Self {
        let (mut initials, mut firsts, mut index) = ([0; 2], [0; N], 0);
        while index < N {
            let first = words[index].as_bytes()[0];
            initials[first as usize >> 7] |= 1 << (first & 127);
            firsts[index] = first;
            index += 1;
        }
        Self {
            words,
            firsts,
            initials,
        }
    }

    /// What follows the first of the words that a text begins with.
    pub(crate) fn behind<'t>(&self, text: &'t str) -> Option<&'t str> {
        let first = text.bytes().next()?;
        if self.initials[usize::from(first >> 7)] >> (first & 127) & 1 == 0 {
            return None;
        }
        let mut own = (0..N).filter(|&at| self.firsts[at] == first);
        own.find_map(|at| text.strip_prefix(self.words[at]))
    }

    /// Whether a text begins with one of them.
    pub(crate) fn begin(&self, text: &str) -> bool {
        self.behind(text).is_some()
    }
}

/// Whether a character is a letter or a digit, as [`char::is_alphanumeric`] tells, which takes long to
/// tell that the bullets, arrows, lines and blocks of interfaces are none.
pub(crate) fn is_letter(character: char) -> bool {
    let drawn = matches!(character, '·' | '\u{2010}'..='\u{205e}' | '\u{2190}'..='\u{23ff}' | '\u{2500}'..='\u{2775}' | '\u{2794}'..='\u{2bff}');
    !drawn && character.is_alphanumeric()
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

/// A text without blanks at its end, as [`str::trim_end`]. A box's row may end in a hundred spaces:
/// they are compared eight at a time, not decoded.
pub(crate) fn trim_end(text: &str) -> &str {
    let rest = &text[..text.len() - trailing(b' ', text.as_bytes())];
    match rest.as_bytes() {
        [.., last] if last.is_ascii_graphic() => rest,
        // As where a text begins.
        [.., 0xe2, 0x82..=0xbf, _] => rest,
        _ => rest.trim_end(),
    }
}

/// A text without blanks at its beginning, as [`str::trim_start`]: spaces are compared eight at a time.
pub(crate) fn trim_start(text: &str) -> &str {
    let rest = &text[leading_spaces(text)..];
    match rest.as_bytes() {
        // Nearly always a letter or sign, or a line, a block or an arrow: U+2080 to U+2FFF hold no blank.
        [b'!'..=b'~', ..] | [0xe2, 0x82..=0xbf, ..] => rest,
        _ => rest.trim_start(),
    }
}

/// A text without blanks on either side, as [`str::trim`]: at once where letters or signs of ASCII are at both ends.
#[inline]
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => trim_end(trim_start(text)),
    }
}

/// Spaces that a text begins with: compared eight at a time, since a footer's halves may be a pane's width apart.
pub(crate) fn leading_spaces(text: &str) -> usize {
    leading(b' ', text.as_bytes())
}

/// Where a space stands, from `from` on, behind which one more or a dot's first byte does: looked for in sixteen bytes at
/// once, since the words between are short.
pub(crate) fn parting_space(bytes: &[u8], from: usize) -> Option<usize> {
    const BLOCK: usize = 16;
    let rest = bytes.get(from..)?;
    let mut at = 0;
    while let Some(pairs) = rest.get(at..).and_then(|rest| rest.first_chunk()) {
        let places = parting_places(pairs);
        if places != 0 {
            return Some(from + at + places.trailing_zeros() as usize);
        }
        at += BLOCK;
    }
    let parts = |pair: &[u8]| pair[0] == b' ' && (pair[1] == b' ' || pair[1] == DOT);
    let behind = rest[at.min(rest.len())..].windows(2).position(parts)?;
    Some(from + at + behind)
}

/// The first byte of `·`.
const DOT: u8 = 0xc2;

/// A bit for each of the first sixteen bytes, set where it is a space behind which one more or a dot's first byte stands.
fn parting_places(pairs: &[u8; 17]) -> u32 {
    let [these @ .., _] = *pairs;
    let [_, nexts @ ..] = *pairs;
    let is = |bytes: [u8; 16], byte| u8x16::new(bytes).simd_eq(u8x16::splat(byte));
    (is(these, b' ') & (is(nexts, b' ') | is(nexts, DOT))).to_bitmask()
}

/// Whether `text` begins with `word`, whatever the case of ASCII letters.
pub(crate) fn begins(text: &str, word: &str) -> bool {
    let start = text.as_bytes().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{
        Meanings, Openings, Words, begins, holds, is_letter, leading_spaces, parting_space, trim,
        trim_end, trim_start,
    };

    #[test]
    fn case_is_ignored_and_nothing_else() {
        assert!(holds("API Error: 400", "api error"));
        assert!(holds("eee retry", "e RETRY"));
        assert!(!holds("retr", "retry"));
        assert!(begins("Compacting…", "compacting"));
        assert!(!begins("✻ compacting", "compacting"));
    }

    #[test]
    fn letters_are_those_of_the_standard_library() {
        for character in '\0'..='\u{ffff}' {
            let slow = character.is_alphanumeric();
            assert_eq!(is_letter(character), slow, "{character:?}");
        }
    }

    #[test]
    fn leading_spaces_are_counted_in_every_length() {
        for count in 0..40 {
            for rest in ["", "a", "a  ", "\u{a0} b"] {
                let text = " ".repeat(count) + rest;
                assert_eq!(leading_spaces(&text), count, "{text:?}");
            }
        }
    }

    #[test]
    fn parting_spaces_are_found_in_every_place() {
        for before in 0..40 {
            for part in ["  ", " · ", " a", "·", " "] {
                let text = "é b".repeat(before / 3) + &"a".repeat(before % 3) + part + " c · d";
                let bytes = text.as_bytes();
                for from in 0..bytes.len() {
                    let mut pairs = bytes[from..].windows(2);
                    let found =
                        pairs.position(|pair| [b"  ", b" \xc2"].contains(&&[pair[0], pair[1]]));
                    let found = found.map(|place| from + place);
                    assert_eq!(parting_space(bytes, from), found, "{text:?} from {from}");
                }
            }
        }
    }

    #[test]
    fn blanks_at_both_ends_are_those_of_the_standard_library() {
        for text in ["", "a", "é\u{a0}", "\u{a0}é"] {
            for count in 0..20 {
                let text = " ".repeat(count) + text + &" ".repeat(count);
                assert_eq!(trim_end(&text), text.trim_end(), "{text:?}");
                assert_eq!(trim_start(&text), text.trim_start(), "{text:?}");
                assert_eq!(trim(&text), text.trim(), "{text:?}");
            }
        }
    }

    #[test]
    fn openings_are_what_a_text_begins_with() {
        static VERBS: Openings<3> = Openings::new(["Ran", "Run", "Edited"]);
        assert_eq!(VERBS.behind("Run x"), Some(" x"));
        assert_eq!(VERBS.behind("Edited"), Some(""));
        for text in ["", "R", "Rum", "an Edited", "é", "\u{1f}"] {
            assert_eq!(VERBS.behind(text), None, "{text:?}");
        }
    }

    #[test]
    fn words_of_a_list_are_found_in_one_pass() {
        static KEYS: Words<4> = Words::any_case(["enter", "esc", "↑", "429"]);
        assert_eq!(KEYS.first_in("press ESC or Enter"), Some(0));
        assert_eq!(KEYS.first_in("HTTP 429, ↑"), Some(2));
        assert!(KEYS.any_in("describe") && !KEYS.any_in("ente") && !KEYS.any_in(""));
        static EXACT: Words<2> = Words::exact(["Yes", "No"]);
        for before in ["", "a", "ab", "abc"] {
            for after in ["", "a", "ab"] {
                let text = format!("{before}No{after}");
                assert!(EXACT.any_in(&text), "{text}");
            }
        }
        static MEANT: Meanings<u8, 2> = Meanings::any_case([("yes", 7), ("no", 8)]);
        assert_eq!(MEANT.of("No, or yes"), Some(7));
        assert_eq!(MEANT.of_any(["No", "", "YES"].into_iter()), Some(7));
        assert_eq!(MEANT.of("maybe"), None);
        assert_eq!(EXACT.first_in("yes, No"), Some(1));
        assert!(!EXACT.any_in("yes, no"));
    }
}
