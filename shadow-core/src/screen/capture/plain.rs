//! The shortest way, which text without styles takes (`capture-pane -p`): its only control
//! characters are line ends. Anything else is left to the other two.
//!
//! A line is found by its end: the first control character, which has to be one. Blank lines are
//! written down many at a time, and the text is copied in one piece where no line has a margin.

use super::controls::holds_others;
use super::writer::usually_trimmed;
use crate::screen::first::{Control, first};
use crate::screen::limits::MAX_LINE_BYTES;
use crate::screen::line::{Line, beginning, leading, usual_beginning};
use crate::screen::styled::StyledText;

/// Reads a text into empty buffers. False where it is not of this kind: then the buffers hold a part of
/// it and must be emptied.
pub(super) fn read(text: &str, styled: &mut StyledText) -> bool {
    if text.len() > MAX_LINE_BYTES {
        return false;
    }
    styled.text.reserve(text.len() + 1);
    let plain = Plain {
        text,
        styled,
        copied: 0,
        gone: 0,
    };
    // Text with styles shows one at its beginning, and is not looked at whole.
    plain.run() && !holds_others(text.as_bytes())
}

struct Plain<'t, 's> {
    text: &'t str,
    styled: &'s mut StyledText,
    /// Everything before is written, or left out.
    copied: usize,
    /// Bytes left out so far: where a byte will stand is its place less these.
    gone: usize,
}

impl Plain<'_, '_> {
    /// Whether every control character below the space is a line end.
    fn run(mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] == b'\n' {
                at = self.push_blank(at);
                continue;
            }
            let end = first(Control, &bytes[at..]).map_or(bytes.len(), |length| at + length);
            if bytes.get(end).is_some_and(|&byte| byte != b'\n') {
                return false;
            }
            self.push_line(at, end);
            at = end + 1;
        }
        self.finish(at > bytes.len());
        true
    }

    /// Adds the lines from here on that hold nothing; where the next one begins.
    #[inline]
    fn push_blank(&mut self, at: usize) -> usize {
        let bytes = &self.text.as_bytes()[at..];
        let start = (at - self.gone) as u32;
        let blank = |start: u32| Line {
            start,
            end: start,
            ..Line::BLANK
        };
        // Most stand alone.
        let [_, b'\n', ..] = bytes else {
            self.styled.lines.push(blank(start));
            return at + 1;
        };
        let count = leading(b'\n', bytes);
        let lines = (start..start + count as u32).map(blank);
        self.styled.lines.extend(lines);
        at + count
    }

    /// Adds a line without its right margin.
    #[inline]
    fn push_line(&mut self, at: usize, end: usize) {
        let bytes = &self.text.as_bytes()[at..end];
        // Cut out only where characters must be decoded.
        let text = || &self.text[at..end];
        let length = usually_trimmed(bytes).unwrap_or_else(|| text().trim_end().len());
        let start = at - self.gone;
        // A margin holds no beginning, but where the line is all margin.
        let (lead, indent, first) = match length {
            0 => (0, 0, '\0'),
            _ => usual_beginning(bytes).unwrap_or_else(|| beginning(text())),
        };
        if length < bytes.len() {
            self.leave_out(at + length, end);
        }
        self.styled.lines.push(Line {
            start: start as u32,
            end: (start + length) as u32,
            lead,
            indent,
            first,
            ..Line::BLANK
        });
    }

    /// Copies what is not yet copied up to `from`, and leaves out what follows up to `to`.
    fn leave_out(&mut self, from: usize, to: usize) {
        self.styled.text.push_str(&self.text[self.copied..from]);
        self.copied = to;
        self.gone += to - from;
    }

    /// Copies the rest, and closes a last line that the text left open.
    fn finish(self, open: bool) {
        self.styled.text.push_str(&self.text[self.copied..]);
        if open {
            self.styled.text.push('\n');
        }
    }
}
