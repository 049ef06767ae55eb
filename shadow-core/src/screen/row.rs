//! One row of a screen: its text, its styles, and cheap questions about them.

use std::fmt;

use super::Style;
use super::first::{Exactly, Unprintable, first};
use super::line::Line;
use super::styled::{Run, StyledText};
use super::width::{advance, char_width, printable, str_width};

/// One row: right-trimmed text with its style runs. Copy it freely, it borrows the screen.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    styled: &'a StyledText,
    line: &'a Line,
}

/// A run of one style within a row.
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
    pub(super) const fn new(styled: &'a StyledText, line: &'a Line) -> Self {
        Self { styled, line }
    }

    /// The text, right margin trimmed.
    #[must_use]
    #[inline]
    pub fn text(self) -> &'a str {
        &self.styled.text[self.line.start as usize..self.line.end as usize]
    }

    /// The text without spaces on either side (no-break spaces included).
    #[must_use]
    #[inline]
    pub fn trimmed(self) -> &'a str {
        let start = self.line.start + self.line.lead;
        &self.styled.text[start as usize..self.line.end as usize]
    }

    /// Whether it is blank.
    #[must_use]
    #[inline]
    pub const fn is_blank(self) -> bool {
        self.line.is_blank()
    }

    /// Columns of blank space before the first other character.
    #[must_use]
    #[inline]
    pub const fn indent(self) -> usize {
        self.line.indent as usize
    }

    /// Whether it begins in column 0; a blank row does not.
    #[must_use]
    #[inline]
    pub const fn is_flush(self) -> bool {
        self.line.lead == 0 && !self.is_blank()
    }

    /// The first character that is not a space.
    #[must_use]
    #[inline]
    pub fn first_char(self) -> Option<char> {
        (!self.is_blank()).then_some(self.line.first)
    }

    /// The character in column 0, if it is not a space.
    #[must_use]
    #[inline]
    pub fn flush_char(self) -> Option<char> {
        self.is_flush().then_some(self.line.first)
    }

    /// Columns that the text takes.
    #[must_use]
    pub fn width(self) -> usize {
        str_width(self.text())
    }

    /// Whether the text takes so many columns or more. Cheaper than its width where it is short: no character but a tab takes
    /// more columns than bytes.
    #[must_use]
    pub fn reaches(self, columns: usize) -> bool {
        let text = self.text();
        (text.len() >= columns || first(Exactly(b'\t'), text.as_bytes()).is_some())
            && str_width(text) >= columns
    }

    fn runs(self) -> &'a [Run] {
        &self.styled.runs[self.line.runs_start as usize..self.line.runs_end as usize]
    }

    /// The style of the cell at a byte offset of [`Row::text`].
    #[must_use]
    pub fn style_at(self, byte: usize) -> Style {
        let base = self.line.start;
        let position = base + u32::try_from(byte).unwrap_or(u32::MAX - base);
        let runs = self.runs();
        let after = runs.partition_point(|run| run.start <= position);
        if after == 0 {
            Style::default()
        } else {
            runs[after - 1].style
        }
    }

    /// The style of the first character that is not a space.
    #[must_use]
    pub fn first_style(self) -> Style {
        self.style_at(self.line.lead as usize)
    }

    /// The style of the margin right of the text: of the first trimmed blank, or, where the capture
    /// ends the line at once, the style that is in force there.
    ///
    /// A block of background may reach over the whole width; its padding rows hold no text, and only this shows them.
    #[must_use]
    pub fn margin_style(self) -> Style {
        self.style_at(self.text().len())
    }

    /// Whether any of its cells has such a style, with those at the beginning of the margin.
    #[must_use]
    pub fn draws(self, such: fn(Style) -> bool) -> bool {
        self.runs().iter().any(|run| such(run.style))
    }

    /// Whether any cell of the margin right of the text is drawn in such a style, as far as the input tells of it.
    #[must_use]
    pub fn margin_draws(self, such: fn(Style) -> bool) -> bool {
        let behind = self.runs().iter().rev();
        let behind = behind.take_while(|run| run.start > self.line.end);
        such(self.margin_style()) || behind.into_iter().any(|run| such(run.style))
    }

    /// The byte offset of the character that covers a column; the text's length past its end.
    #[must_use]
    pub fn byte_at_column(self, column: usize) -> usize {
        let text = self.text();
        // Nearly always there is only ASCII before it.
        if let Some((head, tail)) = text.as_bytes().split_at_checked(column)
            && first(Unprintable, head).is_none()
        {
            let stands = match tail.first() {
                None | Some(b' '..=b'~') => true,
                Some(_) => text[column..]
                    .chars()
                    .next()
                    .is_none_or(|it| char_width(it) > 0),
            };
            if stands {
                return column;
            }
        }
        // No character but a tab takes more columns than bytes.
        if column >= text.len() && first(Exactly(b'\t'), text.as_bytes()).is_none() {
            return text.len();
        }
        let (mut at, mut byte) = (0, 0);
        while let Some(&first) = text.as_bytes().get(byte) {
            let (width, length) = match first {
                b' '..=b'~' => {
                    let run = printable(&text.as_bytes()[byte..]).min(column - at);
                    (run.max(1), run.max(1))
                }
                b'\t' => (8 - at % 8, 1),
                // Lines, corners and blocks.
                0xe2 if matches!(text.as_bytes()[byte + 1], 0x94..=0x96) => (1, 3),
                _ => advance(&text[byte..], at),
            };
            if at + width > column {
                return byte;
            }
            (at, byte) = (at + width, byte + length);
        }
        text.len()
    }

    /// The column at which the character at a byte offset begins.
    #[must_use]
    pub fn column_at_byte(self, byte: usize) -> usize {
        let text = self.text();
        str_width(&text[..byte.min(text.len())])
    }

    /// The runs of one style, in order. They cover the whole text.
    pub fn spans(self) -> impl Iterator<Item = Span<'a>> {
        let text = self.text();
        let mut start = 0;
        std::iter::from_fn(move || {
            if start >= text.len() {
                return None;
            }
            let style = self.style_at(start);
            let end = self.span_end(start);
            let span = Span {
                text: &text[start..end],
                start,
                style,
            };
            start = end;
            Some(span)
        })
    }

    /// Where the run that covers `start` ends, in bytes of the row.
    fn span_end(self, start: usize) -> usize {
        let base = self.line.start as usize;
        let runs = self.runs();
        let next = runs.partition_point(|run| run.start as usize <= base + start);
        let end = runs
            .get(next)
            .map_or(usize::MAX, |run| run.start as usize - base);
        end.min(self.text().len())
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.spans()).finish()
    }
}
