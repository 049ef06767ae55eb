//! The short way, which nearly every capture with styles takes: text whose only control characters are line
//! ends, tabs and short SGR sequences. Anything else is left to the scanner.
//!
//! One pass finds the control characters many bytes at a time. Text between them is not looked
//! at: it is copied in pieces as large as possible, and where a piece will stand is known before,
//! so that lines and runs are written down without the copy.

use super::controls::{LEAD, each_stop, is_upper_control};
use super::writer::{MARGIN, trimmed};
use crate::screen::limits::MAX_LINE_BYTES;
use crate::screen::line::{Line, beginning};
use crate::screen::styled::{Run, StyledText};
use crate::screen::{Style, sgr};

/// Reads a text into empty buffers. False where it is not of this kind: then the buffers hold a
/// part of it and must be emptied.
pub(super) fn read(text: &str, styled: &mut StyledText) -> bool {
    if text.len() > MAX_LINE_BYTES {
        return false;
    }
    styled.text.reserve(text.len() + 1);
    Quick::new(text, styled).run()
}

const ESC: u8 = 0x1b;

struct Quick<'t, 's> {
    text: &'t str,
    styled: &'s mut StyledText,
    /// Everything before is written, or left out.
    copied: usize,
    /// Bytes left out so far: where a byte will stand is its place less these.
    gone: usize,
    /// Where the line begins in what is written, and its runs among the runs.
    start: usize,
    runs_start: u32,
    /// Where the stretch begins that no sequence interrupts.
    stretch: usize,
    /// A sequence has come since the line began.
    parted: bool,
    /// The style in force, and that of the line's last run.
    style: Style,
    marked: Style,
}

impl<'t, 's> Quick<'t, 's> {
    fn new(text: &'t str, styled: &'s mut StyledText) -> Self {
        Self {
            text,
            styled,
            copied: 0,
            gone: 0,
            start: 0,
            runs_start: 0,
            stretch: 0,
            parted: false,
            style: Style::default(),
            marked: Style::default(),
        }
    }

    fn run(mut self) -> bool {
        let bytes = self.text.as_bytes();
        let whole = each_stop(bytes, |at| {
            match bytes[at] {
                b'\n' if at == self.stretch && self.is_fresh() => self.end_blank(),
                b'\n' => self.end_line(at),
                b'\t' => {}
                ESC => return self.sequence(at),
                LEAD => {
                    return !bytes
                        .get(at + 1)
                        .is_some_and(|&next| is_upper_control(next));
                }
                _ => return false,
            }
            true
        });
        if whole {
            self.finish();
        }
        whole
    }

    /// Reads the sequence whose ESC is at `at`; false where it is no short SGR.
    #[inline]
    fn sequence(&mut self, at: usize) -> bool {
        let Some([b'[', codes @ ..]) = self.text.as_bytes().get(at + 1..) else {
            return false;
        };
        if at > self.stretch {
            self.mark();
        }
        let Some(length) = sgr::apply_short(codes, &mut self.style) else {
            return false;
        };
        self.copy(at, at + 2 + length);
        self.stretch = self.copied;
        self.parted = true;
        self.styled.styled = true;
        true
    }

    /// No sequence has come in this line, and no style is in force.
    #[inline]
    fn is_fresh(&self) -> bool {
        !self.parted && self.style.is_plain()
    }

    /// Ends an empty line in plain style: half of all lines are.
    #[inline]
    fn end_blank(&mut self) {
        self.styled.lines.push(Line {
            start: self.start as u32,
            end: self.start as u32,
            runs_start: self.runs_start,
            runs_end: self.runs_start,
            ..Line::BLANK
        });
        self.stretch += 1;
        self.start += 1;
    }

    /// Begins a run where the stretch begins, if its style is not the last run's.
    #[inline]
    fn mark(&mut self) {
        if self.style != self.marked {
            self.marked = self.style;
            self.styled.runs.push(Run {
                start: (self.stretch - self.gone) as u32,
                style: self.style,
            });
        }
    }

    /// Copies what is not yet copied up to `to`, and leaves out what follows up to `next`.
    #[inline]
    fn copy(&mut self, to: usize, next: usize) {
        if self.copied < to {
            self.styled.text.push_str(&self.text[self.copied..to]);
        }
        self.copied = next;
        self.gone += next - to;
    }

    /// Ends the line whose line end is at `at`: without its right margin, the styles of whose
    /// beginning are kept as runs behind the trimmed end.
    #[inline]
    fn end_line(&mut self, at: usize) {
        self.mark();
        let full = at - self.gone;
        let line = if self.parted {
            self.parted_line(at)
        } else {
            self.whole_line(at)
        };
        if (line.end as usize) < full {
            self.drop_runs_after(line.end);
        }
        let runs_end = self.styled.runs.len() as u32;
        self.styled.lines.push(Line { runs_end, ..line });
        self.stretch = at + 1;
        self.start = self.stretch - self.gone;
        self.runs_start = runs_end;
        self.parted = false;
        self.marked = Style::default();
    }

    /// A line that no sequence parts: it need not be copied yet.
    #[inline]
    fn whole_line(&mut self, at: usize) -> Line {
        let text = &self.text[self.stretch..at];
        let length = trimmed(text);
        if length < text.len() {
            self.copy(self.stretch + length, at);
        }
        self.line(text, length)
    }

    /// A line in several pieces: its margin may lie in more than one of them.
    #[inline]
    fn parted_line(&mut self, at: usize) -> Line {
        self.copy(at, at);
        let text = &self.styled.text[self.start..];
        let length = trimmed(text);
        let margin = text.len() - length;
        let line = self.line(text, length);
        if margin > 0 {
            self.styled.text.truncate(self.start + length);
            self.gone += margin;
        }
        line
    }

    /// The line of a text whose right margin begins after `length` bytes.
    #[inline]
    fn line(&self, text: &str, length: usize) -> Line {
        // A margin holds no beginning, but where the line is all margin.
        let (lead, indent, first) = match length {
            0 => (0, 0, '\0'),
            _ => beginning(text),
        };
        Line {
            start: self.start as u32,
            end: (self.start + length) as u32,
            runs_start: self.runs_start,
            runs_end: 0,
            lead,
            indent,
            first,
        }
    }

    /// Runs that begin in the margin go with it, but for those at its beginning.
    #[cold]
    fn drop_runs_after(&mut self, end: u32) {
        let own = &self.styled.runs[self.runs_start as usize..];
        let gone = own
            .iter()
            .rev()
            .take_while(|run| run.start > end + MARGIN)
            .count();
        self.styled.runs.truncate(self.styled.runs.len() - gone);
    }

    /// Ends the last line if the text did not.
    fn finish(mut self) {
        let end = self.text.len();
        let open = end - self.gone > self.start;
        if open {
            self.end_line(end);
        }
        self.copy(end, end);
        if open {
            self.styled.text.push('\n');
        }
    }
}
