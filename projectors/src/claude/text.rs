//! Lines of a cell joined to text: soft wraps undone where the width proves them.

use shadow_core::screen::{Row, str_width};

use super::glyph::is_drawn;
use super::hint;
use crate::letters::{is_letter, trim, trim_end, trim_start};
use crate::shapes::lists::marker;
use crate::shapes::wraps::{Above, Wrap, unquoted};

/// One line of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line<'s> {
    /// The text from the cell's own column.
    text: &'s str,
    /// The whole row.
    row: &'s str,
    /// The cell's own column.
    column: usize,
}

impl<'s> Line<'s> {
    /// A line from a row, cut at a column; blank columns before it are left out.
    pub fn from_column(row: Row<'s>, column: usize) -> Self {
        let text = row.text();
        let blank = text.len() - row.trimmed().len();
        let cut = row.byte_at_column(column);
        let said = |first: char| first == '(' || is_letter(first);
        let at = if row.indent() < column && blank < cut && text[blank..].starts_with(said) {
            blank
        } else {
            cut
        };
        Self {
            text: &text[at..],
            row: text,
            column,
        }
    }

    /// The line without its last bytes, which end a character.
    pub fn without_end(mut self, bytes: usize) -> Self {
        self.text = &self.text[..self.text.len().saturating_sub(bytes)];
        self
    }

    /// The line without the hint on a key behind it, if there is one.
    pub fn without_hint(mut self) -> Self {
        if let Some(start) = hint::key_hint(self.text) {
            self.text = trim_end(&self.text[..start]);
        }
        self
    }

    /// Whether it is nothing but a hint on a key, and is in the place of a result.
    pub fn is_hint(&self) -> bool {
        let deep = self.row.len() - trim_start(self.row).len() == 5;
        deep && hint::key_hint(trim_start(self.text)) == Some(0)
    }

    /// Columns of the whole row.
    pub fn width(&self) -> usize {
        str_width(self.row)
    }

    /// Whether it has words, and its cell's column is the first.
    pub fn is_flush(&self) -> bool {
        self.column == 0 && !self.is_blank()
    }

    /// Whether it begins a branch.
    pub fn is_branch(&self) -> bool {
        trim_start(self.row).starts_with('⎿')
    }

    /// Columns before the row's first word, a blank row's without end.
    pub fn row_indent(&self) -> usize {
        match trim_start(self.row) {
            "" => usize::MAX,
            said => self.row.len() - said.len(),
        }
    }

    /// The line without what is behind a byte of its row.
    pub fn up_to(mut self, end: usize) -> Self {
        let start = self.row.len() - self.text.len();
        self.text = trim_end(&self.row[start..end.max(start)]);
        self
    }

    /// The line as one that another may go on.
    fn above(&self) -> Above<'s> {
        let (text, used) = (self.text, self.width());
        Above { text, used }
    }

    /// The same, of a text in which the line ends.
    fn beside<'t>(&self, text: &'t str) -> Above<'t> {
        let used = self.width();
        Above { text, used }
    }

    fn is_blank(&self) -> bool {
        trim(self.text).is_empty()
    }

    /// Whether it holds nothing but lines and corners.
    fn is_drawn(&self) -> bool {
        is_drawn(self.text)
    }

    fn indent(&self) -> usize {
        self.text.len() - trim_start(self.text).len()
    }
}

/// The lines joined as they stand, but for those that the terminal itself wrapped at its edge.
pub(super) fn joined(lines: &[Line<'_>], width: usize) -> String {
    let mut text = room_for(lines);
    let mut above: Option<&Line<'_>> = None;
    for line in lines.iter().filter(|line| !line.is_drawn()) {
        let wraps = above.is_some_and(|above| overflowed(above, line, width));
        above = Some(line);
        if !text.is_empty() && !wraps {
            text.push('\n');
        }
        text.push_str(line.text);
    }
    text.truncate(trim_end(&text).len());
    text
}

/// A text that the lines fit in.
fn room_for(lines: &[Line<'_>]) -> String {
    String::with_capacity(lines.iter().map(|line| line.text.len() + 1).sum())
}

/// The lines joined, soft wraps undone: a line continues the one above where its first word would
/// not have fitted there and its indent is the paragraph's.
pub(super) fn unwrapped(lines: &[Line<'_>], room: usize) -> String {
    let mut text = room_for(lines);
    let wrap = Wrap::at_spaces(room);
    let mut hang = 0;
    let mut above: Option<&Line<'_>> = None;
    let mut rows = lines.iter().filter(|line| !line.is_drawn());
    while let Some(line) = rows.next() {
        let Some(before) = above.replace(line) else {
            hang = hanging(line);
            text.push_str(line.text);
            continue;
        };
        let body = unquoted(before.text, trim_start(line.text), QUOTED);
        let below = rows.clone().map(|row| row.beside(trim_start(row.text)));
        let rows_below = std::iter::once_with(|| line.beside(body)).chain(below);
        if wraps((before, line), (body, rows_below), hang, wrap) {
            text.push_str(match overflowed(before, line, room) {
                true => "",
                false => wrap.gap(before.above(), body),
            });
            text.push_str(body);
        } else {
            text.push('\n');
            text.push_str(line.text);
            hang = hanging(line);
        }
    }
    text.truncate(trim_end(&text).len());
    text
}

/// The column at which a wrapped line of a paragraph continues.
fn hanging(line: &Line<'_>) -> usize {
    line.indent() + marker(trim_start(line.text))
}

/// The mark before each row of a quotation.
const QUOTED: &str = "▎ ";

/// Whether the second of two lines goes on the first. `body` is what the second says, and `rows` are it and those below.
fn wraps<'s>(
    (above, below): (&Line<'_>, &Line<'_>),
    (body, rows): (&str, impl Iterator<Item = Above<'s>>),
    hang: usize,
    wrap: Wrap,
) -> bool {
    if above.is_blank() || body.is_empty() || marker(body) > 0 {
        return false;
    }
    if overflowed(above, below, wrap.room) {
        return true;
    }
    let indent = below.indent();
    // Where a line is full, its space may lead the next one (1.0.109, 2.1.62).
    let carried = indent == hang + 1;
    let aligned = indent == hang || indent + 2 == hang || indent == above.indent() || carried;
    aligned && wrap.is_full_over(above.above(), body, rows)
}

/// Whether the terminal itself wrapped a full line to column 0.
fn overflowed(above: &Line<'_>, below: &Line<'_>, room: usize) -> bool {
    below.column == 0 && above.column > 0 && above.width() >= room
}
