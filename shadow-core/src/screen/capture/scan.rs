//! The scanner: one pass over the text, from one escape or line end to the next. It reads every
//! sequence and control character; what holds none, or only the usual ones, goes a shorter way.

use memchr::memchr2;

use super::string::{Kind, Strings};
use super::writer::Writer;
use super::{plain, quick};
use crate::screen::charset::{Charsets, drawn, slot};
use crate::screen::sgr;
use crate::screen::styled::StyledText;

const ESC: u8 = 0x1b;

/// Reads a text into the empty buffers of `styled`.
pub(in crate::screen) fn scan(text: &str, styled: &mut StyledText) {
    for short_way in [plain::read, quick::read] {
        if short_way(text, styled) {
            return;
        }
        styled.clear();
    }
    Scanner::new(text, styled).run();
}

struct Scanner<'t, 's> {
    text: &'t str,
    writer: Writer<'s>,
    charsets: Charsets,
    strings: Strings,
}

impl<'t, 's> Scanner<'t, 's> {
    fn new(text: &'t str, styled: &'s mut StyledText) -> Self {
        Self {
            text,
            writer: Writer::new(styled),
            charsets: Charsets::CAPTURE,
            strings: Strings::default(),
        }
    }

    fn run(mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let stop = next_stop(bytes, at);
            let reached = self.stretch(at, stop);
            at = if reached != stop {
                reached
            } else {
                match bytes.get(stop) {
                    None => stop,
                    Some(b'\n') => {
                        self.writer.end_line();
                        stop + 1
                    }
                    Some(_) => self.escape(stop + 1),
                }
            };
        }
        self.writer.finish();
    }

    /// Reads text without ESC or line end; says where it stopped: at `to`, or after a sequence
    /// that a C1 character had begun.
    fn stretch(&mut self, from: usize, to: usize) -> usize {
        let mut text = &self.text[from..to];
        if text.ends_with('\r') && self.text.as_bytes().get(to) == Some(&b'\n') {
            text = text.trim_end_matches('\r');
        }
        if is_plain(text.as_bytes()) && !self.charsets.is_drawing() {
            self.writer.push(text);
            return to;
        }
        for (offset, character) in text.char_indices() {
            let after = from + offset + character.len_utf8();
            if let Some(next) = self.character(character, after) {
                return next;
            }
        }
        to
    }

    /// Reads one character; after a sequence that it begins, says where to go on.
    fn character(&mut self, character: char, after: usize) -> Option<usize> {
        match character {
            '\t' => self.writer.tab(),
            '\r' => self.writer.carriage_return(),
            '\u{8}' => self.writer.backspace(),
            '\u{e}' => self.charsets.shift(true),
            '\u{f}' => self.charsets.shift(false),
            '\u{9b}' => return Some(self.csi(after)),
            '\u{9d}' => return Some(self.string(Kind::Osc, after)),
            '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}' => {
                return Some(self.string(Kind::Other, after));
            }
            control if control.is_control() => {}
            other if self.charsets.is_drawing() => self.writer.push_char(drawn(other)),
            other => self.writer.push_char(other),
        }
        None
    }

    /// Reads what follows ESC; says where to go on.
    fn escape(&mut self, at: usize) -> usize {
        match self.text.as_bytes().get(at) {
            Some(b'[') => self.csi(at + 1),
            Some(b']') => self.string(Kind::Osc, at + 1),
            Some(b'P' | b'X' | b'^' | b'_') => self.string(Kind::Other, at + 1),
            Some(&first @ 0x20..=0x2f) => self.designation(first, at + 1),
            Some(0x30..=0x7e) => at + 1,
            _ => at,
        }
    }

    /// Reads `ESC ( F` and its kin from after the first intermediate byte.
    fn designation(&mut self, first: u8, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let end = skip(bytes, at, |byte| (0x20..=0x2f).contains(&byte));
        match bytes.get(end) {
            Some(&last @ 0x30..=0x7e) => {
                if let Some(slot) = slot(first) {
                    self.charsets.designate(slot, last);
                }
                end + 1
            }
            _ => end,
        }
    }

    /// Reads a control sequence from after its introducer. One that is cut off or broken by
    /// another byte is gone up to there.
    fn csi(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let params_end = skip(bytes, at, |byte| (0x30..=0x3f).contains(&byte));
        let end = skip(bytes, params_end, |byte| (0x20..=0x2f).contains(&byte));
        let Some(&last @ 0x40..=0x7e) = bytes.get(end) else {
            return end;
        };
        let params = &bytes[at..params_end];
        let private = params
            .first()
            .is_some_and(|first| (b'<'..=b'?').contains(first));
        if end == params_end && !private {
            self.control(last, params);
        }
        end + 1
    }

    fn control(&mut self, last: u8, params: &[u8]) {
        match last {
            b'm' => {
                let codes = sgr::Codes::read(params);
                sgr::apply(codes.groups(), self.writer.style());
            }
            b'K' => self.writer.erase(params),
            _ => {}
        }
    }

    fn string(&mut self, kind: Kind, at: usize) -> usize {
        self.strings.skip(self.text.as_bytes(), kind, at)
    }
}

/// The place of the next escape or line end, or the end.
fn next_stop(bytes: &[u8], from: usize) -> usize {
    memchr2(ESC, b'\n', &bytes[from..]).map_or(bytes.len(), |step| from + step)
}

fn skip(bytes: &[u8], from: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let rest = &bytes[from..];
    from + rest.iter().take_while(|&&byte| belongs(byte)).count()
}

/// Whether the text holds no control character but tabs: nothing to do but copy it.
fn is_plain(bytes: &[u8]) -> bool {
    let control = |byte: u8| (byte < 0x20) & (byte != b'\t') | (byte == 0x7f);
    let c0 = bytes
        .iter()
        .fold(false, |found, &byte| found | control(byte));
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let c1 = pairs.fold(false, |found, (&lead, &next)| {
        found | ((lead == 0xc2) & (next < 0xa0))
    });
    !(c0 | c1)
}
