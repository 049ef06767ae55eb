//! One row of a screen: its text, its styles, and cheap questions about them.

use super::width::{char_width, str_width};
use super::{Run, Style};

/// One row: right-trimmed text with its style runs. Copy it freely, it borrows the screen.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    text: &'a str,
    base: u32,
    runs: &'a [Run],
}

/// A stretch of one style within a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<'a> {
    /// The text.
    pub text: &'a str,
    /// Byte offset of the text in its row.
    pub start: usize,
    /// Its style.
    pub style: Style,
}

impl<'a> Row<'a> {
    #[inline]
    pub(super) const fn new(text: &'a str, base: u32, runs: &'a [Run]) -> Self {
        Self { text, base, runs }
    }

    pub(super) const fn blank() -> Self {
        Self {
            text: "",
            base: 0,
            runs: &[],
        }
    }

    /// The text, right margin trimmed.
    #[must_use]
    #[inline]
    pub const fn text(self) -> &'a str {
        self.text
    }

    /// The text without spaces on either side (no-break spaces included).
    #[must_use]
    pub fn trimmed(self) -> &'a str {
        self.text.trim_start()
    }

    /// Whether it holds nothing but spaces.
    #[must_use]
    #[inline]
    pub const fn is_blank(self) -> bool {
        // The right margin is trimmed, so that nothing is left of a row of spaces.
        self.text.is_empty()
    }

    /// Columns of blank space before the first other character.
    #[must_use]
    pub fn indent(self) -> usize {
        str_width(&self.text[..self.text.len() - self.text.trim_start().len()])
    }

    /// The first character that is not a space.
    #[must_use]
    pub fn first_char(self) -> Option<char> {
        self.text.trim_start().chars().next()
    }

    /// Columns that the text takes.
    #[must_use]
    pub fn width(self) -> usize {
        str_width(self.text)
    }

    /// The style of the cell at a byte offset of [`Row::text`].
    #[must_use]
    pub fn style_at(self, byte: usize) -> Style {
        let position = self.base + u32::try_from(byte).unwrap_or(u32::MAX - self.base);
        let after = self.runs.partition_point(|run| run.start <= position);
        if after == 0 {
            Style::default()
        } else {
            self.runs[after - 1].style
        }
    }

    /// The style of the first character that is not a space.
    #[must_use]
    pub fn first_style(self) -> Style {
        self.style_at(self.text.len() - self.text.trim_start().len())
    }

    /// The style of the margin right of the text: of the first trimmed blank, or, where the capture
    /// ends the line at once, the style that is in force there.
    ///
    /// Codex' composer and user cells are blocks of background that reach over the whole width;
    /// their padding rows hold no text, and only this shows them.
    #[must_use]
    pub fn margin_style(self) -> Style {
        self.style_at(self.text.len())
    }

    /// The byte offset of the character that covers a column; the text's length past its end.
    #[must_use]
    pub fn byte_at_column(self, column: usize) -> usize {
        let mut at = 0;
        for (byte, character) in self.text.char_indices() {
            let width = if character == '\t' {
                8 - at % 8
            } else {
                char_width(character)
            };
            if at + width > column {
                return byte;
            }
            at += width;
        }
        self.text.len()
    }

    /// The column at which the character at a byte offset begins.
    #[must_use]
    pub fn column_at_byte(self, byte: usize) -> usize {
        str_width(&self.text[..byte.min(self.text.len())])
    }

    /// The stretches of one style, in order, covering the whole text.
    pub fn spans(self) -> impl Iterator<Item = Span<'a>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            if start >= self.text.len() {
                return None;
            }
            let style = self.style_at(start);
            let end = self.span_end(start);
            let span = Span {
                text: &self.text[start..end],
                start,
                style,
            };
            start = end;
            Some(span)
        })
    }

    /// Where the run that covers `start` ends, in bytes of the row.
    fn span_end(self, start: usize) -> usize {
        let position = self.base as usize + start;
        let next = self
            .runs
            .partition_point(|run| run.start as usize <= position);
        let end = self
            .runs
            .get(next)
            .map_or(usize::MAX, |run| run.start as usize - self.base as usize);
        end.min(self.text.len())
    }
}
