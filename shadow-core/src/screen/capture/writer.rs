//! Writing lines: text and style runs into the buffers, right margin trimmed.

use super::overwrite::Columns;
use crate::screen::Style;
use crate::screen::limits::MAX_LINE_BYTES;
use crate::screen::line::{Line, beginning, glyph, trailing};
use crate::screen::styled::{Run, StyledText};

/// Bytes of a line's margin within which style runs are kept: a blank, which may be a no-break space, and
/// what is behind it, where a caret may be drawn.
pub(super) const MARGIN: u32 = 2;

/// Appends lines to a text.
pub(in crate::screen) struct Writer<'s> {
    styled: &'s mut StyledText,
    style: Style,
    /// Where the current line starts in the text, and its runs among the runs.
    start: usize,
    runs_start: usize,
    /// Whether anything of a line has come since the last line end.
    open: bool,
    /// Whether the line is being overwritten: then it is in `columns`.
    overwriting: bool,
    columns: Columns,
    /// Whether the style in force may differ from the line's last run.
    restyled: bool,
}

impl<'s> Writer<'s> {
    pub(in crate::screen) fn new(styled: &'s mut StyledText) -> Self {
        Self {
            styled,
            style: Style::default(),
            start: 0,
            runs_start: 0,
            open: false,
            overwriting: false,
            columns: Columns::default(),
            restyled: false,
        }
    }

    /// The style in force, to be changed by an SGR sequence.
    pub(in crate::screen) fn style(&mut self) -> &mut Style {
        self.styled.styled = true;
        self.restyled = true;
        &mut self.style
    }

    /// Text without control characters but tabs.
    pub(in crate::screen) fn push(&mut self, text: &str) {
        if self.overwriting {
            self.overwrite(text);
            return;
        }
        let room = MAX_LINE_BYTES - (self.styled.text.len() - self.start);
        let kept = if text.len() <= room {
            text
        } else {
            self.styled.cut = true;
            &text[..floor(text, room)]
        };
        if !kept.is_empty() {
            self.open = true;
            self.mark_style();
            self.styled.text.push_str(kept);
        }
    }

    /// One character that is no control character.
    pub(in crate::screen) fn push_char(&mut self, character: char) {
        self.push(character.encode_utf8(&mut [0; 4]));
    }

    /// A tab, kept as it is.
    pub(super) fn tab(&mut self) {
        self.push("\t");
    }

    /// CR within a line: what follows overwrites it from column 0.
    pub(super) fn carriage_return(&mut self) {
        self.columns().carriage_return();
    }

    /// What follows overwrites from one column to the left.
    pub(super) fn backspace(&mut self) {
        self.columns().backspace();
    }

    /// `CSI K` of a line that is being overwritten. Elsewhere there is nothing to erase.
    pub(super) fn erase(&mut self, params: &[u8]) {
        if self.overwriting {
            self.columns.erase(params);
        }
    }

    fn overwrite(&mut self, text: &str) {
        for character in text.chars() {
            self.styled.cut |= !self.columns.write(character, self.style);
        }
    }

    /// The columns of the current line, taken out of the text first if need be.
    fn columns(&mut self) -> &mut Columns {
        if !self.overwriting {
            self.overwriting = true;
            self.open = true;
            let styled = &mut *self.styled;
            let runs = &styled.runs[self.runs_start..];
            self.columns
                .load(&styled.text[self.start..], self.start, runs);
            styled.text.truncate(self.start);
            styled.runs.truncate(self.runs_start);
        }
        &mut self.columns
    }

    /// Puts an overwritten line back into the text.
    fn settle(&mut self) {
        self.overwriting = false;
        let columns = std::mem::take(&mut self.columns);
        let style = self.style;
        for (text, cell_style) in columns.cells() {
            self.style = cell_style;
            self.restyled = true;
            self.push(text);
        }
        self.style = style;
        self.restyled = true;
        self.columns = columns;
    }

    /// Ends the last line if the text did not.
    pub(super) fn finish(mut self) {
        if self.open || self.overwriting {
            self.end_line();
        }
    }

    /// Ends the line: trims its margin, and keeps the styles of its beginning as runs behind the trimmed end.
    pub(in crate::screen) fn end_line(&mut self) {
        if self.overwriting {
            self.settle();
        }
        let full = self.styled.text.len();
        let end = self.start + trimmed(&self.styled.text[self.start..]);
        if full <= end + MARGIN as usize {
            self.mark_style();
        }
        if end < full {
            self.styled.text.truncate(end);
            self.drop_runs_after(end);
        }
        let styled = &mut *self.styled;
        let (lead, indent, first) = beginning(&styled.text[self.start..end]);
        styled.lines.push(Line {
            start: self.start as u32,
            end: end as u32,
            runs_start: self.runs_start as u32,
            runs_end: styled.runs.len() as u32,
            lead,
            indent,
            first,
        });
        styled.text.push('\n');
        self.start = styled.text.len();
        self.runs_start = styled.runs.len();
        self.open = false;
        self.restyled = true;
    }

    fn drop_runs_after(&mut self, end: usize) {
        let runs = &mut self.styled.runs;
        while runs.len() > self.runs_start
            && runs
                .last()
                .is_some_and(|run| run.start > end as u32 + MARGIN)
        {
            runs.pop();
        }
    }

    /// Begins a run here if the style in force is not the last run's.
    #[inline]
    fn mark_style(&mut self) {
        if self.restyled {
            self.restyled = false;
            self.mark_other_style();
        }
    }

    fn mark_other_style(&mut self) {
        let runs = &mut self.styled.runs;
        let last = runs.get(self.runs_start..).and_then(<[Run]>::last);
        if last.map_or(Style::default(), |run| run.style) != self.style {
            runs.push(Run {
                start: self.styled.text.len() as u32,
                style: self.style,
            });
        }
    }
}

/// Length of a text without its right margin.
#[inline]
pub(super) fn trimmed(text: &str) -> usize {
    usually_trimmed(text.as_bytes()).unwrap_or_else(|| text.trim_end().len())
}

/// That length by the bytes, where a character of ASCII or a glyph is before the margin: nearly everywhere.
#[inline]
pub(super) fn usually_trimmed(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        rest = match *rest {
            [] => return Some(0),
            [.., last] if last.is_ascii_graphic() => return Some(rest.len()),
            [.., b' '] => &rest[..rest.len() - trailing(b' ', rest)],
            // A no-break space: one is behind the sign of a prompt.
            [ref before @ .., 0xc2, 0xa0] => before,
            [.., 0xe2, second, third] => return glyph(second, third).map(|_| rest.len()),
            _ => return None,
        }
    }
}

/// The last character boundary at or before `limit`.
fn floor(text: &str, limit: usize) -> usize {
    (0..=limit)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}
