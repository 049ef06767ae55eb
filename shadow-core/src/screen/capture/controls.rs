//! Finding the control characters of a text.

/// The places of the characters of C0 (below the space), from the left.
///
/// Eight bytes are looked at together: per call of a search function there would be more work for
/// the call than for the few bytes between two control characters.
pub(super) struct C0<'t> {
    words: &'t [[u8; 8]],
    rest: &'t [u8],
    /// Where the next word begins.
    next: usize,
    /// A high bit for each place in the word before that is left.
    left: u64,
}

impl<'t> C0<'t> {
    pub(super) fn of(bytes: &'t [u8]) -> Self {
        let (words, rest) = bytes.as_chunks();
        Self {
            words,
            rest,
            next: 0,
            left: 0,
        }
    }

    /// The next eight bytes; the last ones are filled up with spaces.
    #[inline]
    fn word(&mut self) -> Option<u64> {
        if let [first, words @ ..] = self.words {
            self.words = words;
            return Some(u64::from_le_bytes(*first));
        }
        if self.rest.is_empty() {
            return None;
        }
        let mut last = [b' '; 8];
        last[..self.rest.len()].copy_from_slice(self.rest);
        self.rest = &[];
        Some(u64::from_le_bytes(last))
    }
}

impl Iterator for C0<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.left = below_space(self.word()?);
            self.next += 8;
        }
        let place = self.left.trailing_zeros() as usize / 8;
        self.left &= self.left - 1;
        Some(self.next - 8 + place)
    }
}

/// The high bit of each byte that is below the space.
#[inline]
const fn below_space(word: u64) -> u64 {
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const TO_HIGH: u64 = u64::from_ne_bytes([0x80 - b' '; 8]);
    // Adding what is missing to the high bit sets it in all others of ASCII, and carries nowhere.
    !(((word & !HIGH) + TO_HIGH) | word) & HIGH
}

/// Whether a text holds DEL or a control character of the upper range (U+0080 to U+009F).
pub(super) fn beyond_c0(bytes: &[u8]) -> bool {
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let rare = |(&byte, &next): (&u8, &u8)| {
        u8::from((byte == 0xc2) & (next < 0xa0)) | u8::from(byte == 0x7f)
    };
    pairs.map(rare).fold(0, |found, pair| found | pair) != 0 || bytes.last() == Some(&0x7f)
}

#[cfg(test)]
mod tests {
    use super::{C0, beyond_c0};

    #[test]
    fn control_characters_are_found_where_they_stand() {
        let text = "\0 a\u{1f} ~\u{7f}é─\n\n\tcontrol characters\x1b[0m and the rest\r";
        let bytes = text.as_bytes();
        for start in 0..bytes.len() {
            let slow = (start..bytes.len()).filter(|&at| bytes[at] < b' ');
            let quick = C0::of(&bytes[start..]).map(|at| start + at);
            assert!(quick.eq(slow), "from {start}");
        }
        assert_eq!(C0::of(b"").next(), None);
    }

    #[test]
    fn del_and_the_upper_range_are_told() {
        for text in ["\u{7f}", "a\u{7f}b", "\u{80}", "text\u{9f}text"] {
            assert!(beyond_c0(text.as_bytes()), "{text:?}");
        }
        for text in ["", "~", "\u{a0}", "é─\n\x1b[m", "Â"] {
            assert!(!beyond_c0(text.as_bytes()), "{text:?}");
        }
    }
}
