//! The parser, and what is read ahead of it: text, and the sequences that agents draw with. They make up nearly all of an
//! agent's output, and the parser takes each byte through its states.
//!
//! The parser gets everything else, and whatever comes while it may be inside of something. It is
//! known to be outside where it has read nothing yet, and behind each sequence that is whole.

use memchr::memchr;
use vte::Perform;

use super::strings::Strings;
use super::terminal::Terminal;
use crate::screen::sgr;

const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
const ESC: u8 = 0x1b;

/// Bytes of one control string that the parser keeps: a program status report and its frame.
const STRING_BYTES: usize = 4352;

/// Output on its way to the terminal, past the parser where that has no part in it.
pub(super) struct Reader {
    parser: vte::Parser<STRING_BYTES>,
    strings: Strings,
    /// The parser is outside of any sequence.
    outside: bool,
    pub(super) terminal: Terminal,
}

impl Reader {
    pub(super) fn new(terminal: Terminal) -> Self {
        Self {
            parser: vte::Parser::default(),
            strings: Strings::default(),
            outside: true,
            terminal,
        }
    }

    /// Reads what is no whole text: the parser may wait for the rest of a character.
    pub(super) fn read_broken(&mut self, piece: &[u8]) {
        self.outside = false;
        self.parse(piece);
    }

    /// Hands a piece to the parser, without what a command's bound cuts.
    pub(super) fn parse(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while !rest.is_empty() {
            let (kept, dropped) = self.strings.admit(rest, STRING_BYTES);
            self.parser.advance(&mut self.terminal, &rest[..kept]);
            rest = &rest[kept + dropped..];
        }
    }

    /// Reads text with whole characters.
    pub(super) fn read(&mut self, text: &str) {
        let mut at = 0;
        while at < text.len() {
            at += match self.outside {
                true => self.read_next(&text[at..]),
                false => self.rejoin(&text.as_bytes()[at..]),
            };
        }
    }

    /// Reads a stretch of text, a character, or a sequence; how many bytes.
    #[inline]
    fn read_next(&mut self, text: &str) -> usize {
        let bytes = text.as_bytes();
        match bytes[0] {
            b' '..=b'~' => {
                let graphic = |byte: &u8| (b' '..=b'~').contains(byte);
                let length = bytes.iter().position(|byte| !graphic(byte));
                let length = length.unwrap_or(bytes.len());
                self.terminal.print_ascii(&bytes[..length]);
                length
            }
            ESC => match self.terminal.usual_sequence(bytes) {
                Some(length) => length,
                None => self.other_sequence(bytes),
            },
            byte @ ..b' ' => {
                self.terminal.execute(byte);
                1
            }
            _ => self.read_character(text),
        }
    }

    #[inline]
    fn read_character(&mut self, text: &str) -> usize {
        let character = text.chars().next().unwrap_or_default();
        match character {
            '\u{80}'..='\u{9f}' => self.terminal.execute(character as u8),
            other => self.terminal.print_char(other),
        }
        character.len_utf8()
    }

    /// Hands a sequence to the parser; how many bytes.
    fn other_sequence(&mut self, bytes: &[u8]) -> usize {
        match whole(bytes) {
            Some(length) => {
                self.parse(&bytes[..length]);
                length
            }
            None => {
                self.outside = false;
                self.rejoin(bytes)
            }
        }
    }

    /// Hands the parser what it may be inside of, up to the next ESC, or a sequence that is whole,
    /// which it leaves again; how many bytes.
    fn rejoin(&mut self, bytes: &[u8]) -> usize {
        let length = match whole(bytes) {
            Some(length) => {
                self.outside = true;
                length
            }
            None => memchr(ESC, &bytes[1..]).map_or(bytes.len(), |step| 1 + step),
        };
        self.parse(&bytes[..length]);
        length
    }
}

impl Terminal {
    /// Does what the sequence at the beginning says, if it is one of a few; its length.
    #[inline]
    fn usual_sequence(&mut self, bytes: &[u8]) -> Option<usize> {
        let [ESC, b'[', rest @ ..] = bytes else {
            return None;
        };
        if let Some(length) = sgr::apply_short(rest, &mut self.cursor.pen) {
            self.pen_changed();
            return Some(2 + length);
        }
        let (numbers, length) = numbers(rest)?;
        self.usual_control(*rest.get(length)?, numbers)?;
        Some(2 + length + 1)
    }

    /// A control sequence of up to two numbers by its final byte, if it is one of a few.
    #[inline]
    fn usual_control(&mut self, action: u8, numbers: [u16; 2]) -> Option<()> {
        let [first, second] = numbers.map(|number| usize::from(number.max(1)));
        match action {
            b'A' => self.up(first),
            b'B' => self.down(first),
            b'C' => self.right(first),
            b'D' => self.left(first),
            b'G' => self.move_to_column(first - 1),
            b'H' => {
                self.move_to_row(first - 1);
                self.move_to_column(second - 1);
            }
            b'K' => self.erase_line(numbers[0]),
            b'X' => self.erase_chars(first),
            _ => return None,
        }
        Some(())
    }
}

/// Up to two numbers with `;` between them, and how many bytes they take; 0 for one that is not
/// there. None where there is more, or a number may be too large.
#[inline]
fn numbers(bytes: &[u8]) -> Option<([u16; 2], usize)> {
    let mut numbers = [0u16; 2];
    let mut index = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' if numbers[index] < 1_000 => {
                numbers[index] = numbers[index] * 10 + u16::from(byte - b'0');
            }
            b';' if index == 0 => index = 1,
            b'@'..=b'~' => return Some((numbers, at)),
            _ => return None,
        }
    }
    None
}

/// Bytes of the sequence at the beginning, if it is whole: behind it the parser is outside of
/// anything, whatever it was inside of before.
fn whole(bytes: &[u8]) -> Option<usize> {
    let [ESC, kind, rest @ ..] = bytes else {
        return None;
    };
    let end = |ends: fn(&u8) -> bool| rest.iter().position(ends);
    match kind {
        b'[' => {
            let end = end(|byte| !(0x20..=0x3f).contains(byte))?;
            (0x40..=0x7e).contains(&rest[end]).then_some(2 + end + 1)
        }
        b']' => {
            let end = end(|byte| matches!(*byte, BEL | CAN | SUB | ESC))?;
            match &rest[end..] {
                [BEL, ..] => Some(2 + end + 1),
                [ESC, b'\\', ..] => Some(2 + end + 2),
                _ => None,
            }
        }
        b'P' | b'X' | b'^' | b'_' => None,
        0x20..=0x2f => {
            let end = end(|byte| !(0x20..=0x2f).contains(byte))?;
            (0x30..=0x7e).contains(&rest[end]).then_some(2 + end + 1)
        }
        0x30..=0x7e => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{numbers, whole};

    #[test]
    fn only_sequences_that_surely_end_are_whole() {
        let cases: [(&[u8], Option<usize>); 12] = [
            (b"\x1b[1;2Habc", Some(6)),
            (b"\x1b[?25l", Some(6)),
            (b"\x1b[1;2", None),
            (b"\x1b[1\n2H", None),
            (b"\x1b]0;title\x07x", Some(10)),
            (b"\x1b]0;t\x1b\\x", Some(7)),
            (b"\x1b]0;t\x1b[m", None),
            (b"\x1bPq\x1b\\", None),
            (b"\x1b(B", Some(3)),
            (b"\x1b7", Some(2)),
            (b"\x1b", None),
            (b"text", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(whole(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn numbers_that_are_not_there_are_zero() {
        assert_eq!(numbers(b"H"), Some(([0, 0], 0)));
        assert_eq!(numbers(b";7H"), Some(([0, 7], 2)));
        assert_eq!(numbers(b"12;H"), Some(([12, 0], 3)));
        for other in ["?25h", "1;2;3H", "99999C", "1:2H", "12", "1 q"] {
            assert_eq!(numbers(other.as_bytes()), None, "{other}");
        }
    }
}
