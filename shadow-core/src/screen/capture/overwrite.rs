//! A line that CR or backspace overwrites, as columns. Rare: whole lines go the fast way.

use crate::screen::Style;
use crate::screen::limits::MAX_LINE_CELLS;
use crate::screen::styled::Run;
use crate::screen::width::{char_width, joins};

/// One line as columns, with the place where the next character goes.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    /// Everything ever written to the line; columns point into it.
    text: String,
    columns: Vec<Column>,
    at: usize,
}

/// One column: what begins in it.
#[derive(Debug, Clone, Copy)]
struct Column {
    start: u32,
    end: u32,
    style: Style,
    /// 0 for a column that the character to its left covers.
    width: u8,
}

impl Columns {
    /// Takes over a line that was written from the left, with its style runs.
    pub(super) fn load(&mut self, text: &str, base: usize, runs: &[Run]) {
        self.text.clear();
        self.columns.clear();
        self.at = 0;
        let mut runs = runs.iter().peekable();
        let mut style = Style::default();
        for (byte, character) in text.char_indices() {
            while let Some(run) = runs.next_if(|run| run.start as usize <= base + byte) {
                style = run.style;
            }
            self.write(character, style);
        }
    }

    pub(super) fn carriage_return(&mut self) {
        self.at = 0;
    }

    pub(super) fn backspace(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Writes one character; false when the line is full.
    pub(super) fn write(&mut self, character: char, style: Style) -> bool {
        if character == '\t' {
            return self.tab(style);
        }
        let width = char_width(character);
        let combined = (width == 0 || joins(&self.text, character)) && self.combine(character);
        combined || width == 0 || self.put(character, width, style)
    }

    /// A tab is kept at the end of the line; within it, it only moves.
    fn tab(&mut self, style: Style) -> bool {
        let next = (self.at / 8 + 1) * 8;
        if self.at < self.columns.len() {
            self.at = next.min(self.columns.len());
            return true;
        }
        self.put('\t', next - self.at, style)
    }

    fn put(&mut self, character: char, width: usize, style: Style) -> bool {
        if self.at + width > MAX_LINE_CELLS {
            return false;
        }
        let blank = self.blank(Style::default());
        let end = self.at + width;
        if self.columns.len() < end {
            self.columns.resize(end, blank);
        }
        self.split(self.at);
        self.split(end);
        let start = self.text.len() as u32;
        self.text.push(character);
        let mut column = Column {
            start,
            end: self.text.len() as u32,
            style,
            width: width as u8,
        };
        for index in self.at..end {
            self.columns[index] = column;
            column.width = 0;
        }
        self.at = end;
        true
    }

    /// A mark joins the character before it, where that was the last one written. False where it was not.
    fn combine(&mut self, mark: char) -> bool {
        let covered = |column: &&mut Column| column.width > 0;
        let until = self.at.min(self.columns.len());
        let before = self.columns[..until].iter_mut().rev().find(covered);
        let Some(column) = before.filter(|column| column.end as usize == self.text.len()) else {
            return false;
        };
        self.text.push(mark);
        column.end = self.text.len() as u32;
        true
    }

    /// Blanks the character that covers both sides of a column's left edge.
    fn split(&mut self, column: usize) {
        if self.columns.get(column).is_none_or(|at| at.width > 0) {
            return;
        }
        let first = (0..column).rev().find(|&at| self.columns[at].width > 0);
        let rest = self.columns[column..].iter();
        let last = column + rest.take_while(|at| at.width == 0).count();
        for index in first.unwrap_or(0)..last {
            self.columns[index] = self.blank(self.columns[index].style);
        }
    }

    fn blank(&mut self, style: Style) -> Column {
        let start = self.text.len() as u32;
        self.text.push(' ');
        Column {
            start,
            end: start + 1,
            style,
            width: 1,
        }
    }

    /// `CSI K`: to the right (0), to the left (1), or all (2).
    pub(super) fn erase(&mut self, params: &[u8]) {
        let at = self.at.min(self.columns.len());
        let blanks = match params {
            b"" | b"0" => at..at,
            b"1" => 0..(at + 1).min(self.columns.len()),
            b"2" => 0..at,
            _ => return,
        };
        self.split(blanks.end);
        if params != b"1" {
            self.columns.truncate(at);
        }
        for index in blanks {
            self.columns[index] = self.blank(Style::default());
        }
    }

    /// The characters with their styles, from the left.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&str, Style)> {
        let begun = self.columns.iter().filter(|column| column.width > 0);
        begun.map(|column| {
            let text = &self.text[column.start as usize..column.end as usize];
            (text, column.style)
        })
    }
}
