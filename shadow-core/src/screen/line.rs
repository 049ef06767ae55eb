//! One line of the normalized text: where it stands, and its shape, seen once when it is read.

use super::width::{char_width, to_tab_stop};

/// A line: byte range (right-trimmed), style runs, and how it begins.
///
/// Its size is a power of two: a row is asked for some sixty times while a screen is read, and its place
/// is a shift away.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Line {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) runs_start: u32,
    pub(super) runs_end: u32,
    /// Bytes of blank space before the first other character.
    pub(super) lead: u32,
    /// The columns that they take.
    pub(super) indent: u32,
    /// The first character that is not blank; NUL on a blank line.
    pub(super) first: char,
}

impl Line {
    /// A line without text.
    pub(super) const BLANK: Self = Self {
        start: 0,
        end: 0,
        runs_start: 0,
        runs_end: 0,
        lead: 0,
        indent: 0,
        first: '\0',
    };

    #[inline]
    pub(super) const fn is_blank(&self) -> bool {
        // The right margin is trimmed, so that nothing is left of a row of spaces.
        self.first == '\0'
    }
}

/// How a line begins: bytes of blank space, the columns that they take, and what follows them.
// Never: the readers of styled text are long, and grow longer by more than the call.
#[inline(never)]
pub(super) fn beginning(text: &str) -> (u32, u32, char) {
    usual_beginning(text.as_bytes()).unwrap_or_else(|| beyond_spaces(text))
}

/// The same where a character of ASCII or a glyph is behind the spaces: nearly everywhere.
// Always: the reader of plain text is short, and asks at every line.
#[inline(always)]
pub(super) fn usual_beginning(bytes: &[u8]) -> Option<(u32, u32, char)> {
    let spaces = match bytes.first() {
        Some(b' ') => leading(b' ', bytes),
        _ => 0,
    };
    let first = match bytes[spaces..] {
        [first @ b'!'..=b'~', ..] => char::from(first),
        [0xe2, second, third, ..] => glyph(second, third)?,
        _ => return None,
    };
    Some((spaces as u32, spaces as u32, first))
}

/// The character of U+2000 to U+2FFF with these bytes behind the first, where it is a bullet, an arrow, a
/// line or a block: what rows of interfaces begin and end with, and no blank.
#[inline]
pub(super) fn glyph(second: u8, third: u8) -> Option<char> {
    let low = |byte: u8| u32::from(byte & 0x3f);
    // No blank stands above U+205F.
    let drawn = match second {
        0x80 => matches!(third, 0x90..=0xa7 | 0xb0..),
        _ => second > 0x81,
    };
    let character = || char::from_u32(0x2000 | low(second) << 6 | low(third));
    drawn.then(character).flatten()
}

/// The beginning of a line of any kind.
fn beyond_spaces(text: &str) -> (u32, u32, char) {
    let spaces = leading(b' ', text.as_bytes());
    match text[spaces..].chars().next() {
        None => (0, 0, '\0'),
        Some(first) if first.is_whitespace() => beyond_tabs(text),
        Some(first) => (spaces as u32, spaces as u32, first),
    }
}

/// How often a byte is at the beginning of others: looked at eight at a time.
#[must_use]
#[inline]
pub fn leading(byte: u8, bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((eight, behind)) = rest.split_first_chunk() {
        let others = u64::from_le_bytes(*eight) ^ u64::from_ne_bytes([byte; 8]);
        if others != 0 {
            return bytes.len() - rest.len() + others.trailing_zeros() as usize / 8;
        }
        rest = behind;
    }
    let more = rest.iter().take_while(|&&other| other == byte).count();
    bytes.len() - rest.len() + more
}

/// How often a byte is at the end of others: looked at eight at a time.
#[must_use]
#[inline]
pub fn trailing(byte: u8, bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((before, eight)) = rest.split_last_chunk() {
        let others = u64::from_le_bytes(*eight) ^ u64::from_ne_bytes([byte; 8]);
        if others != 0 {
            return bytes.len() - rest.len() + others.leading_zeros() as usize / 8;
        }
        rest = before;
    }
    let more = rest
        .iter()
        .rev()
        .take_while(|&&other| other == byte)
        .count();
    bytes.len() - rest.len() + more
}

/// The beginning of a line with other blanks than spaces before the text.
#[cold]
fn beyond_tabs(text: &str) -> (u32, u32, char) {
    let mut column = 0;
    for (lead, character) in text.char_indices() {
        match character {
            '\t' => column = to_tab_stop(column),
            // Pictures made of letters and signs are set in by many of them.
            '\u{a0}' => column += 1,
            blank if blank.is_whitespace() => column += char_width(blank),
            first => return (lead as u32, column as u32, first),
        }
    }
    (text.len() as u32, column as u32, '\0')
}

#[cfg(test)]
mod tests {
    use super::{beginning, trailing};

    #[test]
    fn blanks_at_the_end_are_counted() {
        for count in 0..20 {
            for before in ["", "a", " a", "a  b and more"] {
                let text = before.to_owned() + &" ".repeat(count);
                assert_eq!(trailing(b' ', text.as_bytes()), count);
            }
        }
    }

    #[test]
    fn blanks_of_every_length_are_counted() {
        for count in 0..20 {
            for (rest, first) in [("a", 'a'), ("› and more", '›'), ("█", '█'), ("é", 'é')]
            {
                let text = " ".repeat(count) + rest;
                assert_eq!(beginning(&text), (count as u32, count as u32, first));
            }
        }
        for first in ('\u{2000}'..='\u{2fff}').filter(|first| !first.is_whitespace()) {
            assert_eq!(beginning(&format!(" {first}")), (1, 1, first));
        }
        for blank in ('\u{2000}'..='\u{2fff}').filter(|blank| blank.is_whitespace()) {
            assert_eq!(beginning(&format!("{blank}x")).2, 'x');
        }
        assert_eq!(beginning(""), (0, 0, '\0'));
        assert_eq!(beginning("  \u{a0}x"), (4, 3, 'x'));
        assert_eq!(beginning("\u{2003}x"), (3, 1, 'x'));
        assert_eq!(beginning(" \t\u{3000}\tx"), (6, 16, 'x'));
    }
}
