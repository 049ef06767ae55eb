//! Printing: characters of no, one or two columns into cells, with wrapping.

use super::cell::{Cell, Glyph, Kind};
use super::mode::Modes;
use super::terminal::Terminal;
use crate::screen::charset::drawn;
use crate::screen::width::{char_width, joins};

impl Terminal {
    /// Prints one character as the program sent it. DEL is none.
    #[inline]
    pub(super) fn print_char(&mut self, character: char) {
        if character == '\u{7f}' {
            return;
        }
        let character = if self.cursor.charsets.is_drawing() {
            drawn(character)
        } else {
            character
        };
        self.last = Some(character);
        self.put(character);
    }

    /// Prints ASCII without control characters.
    pub(super) fn print_ascii(&mut self, text: &[u8]) {
        if self.cursor.charsets.is_drawing() || self.modes.contains(Modes::INSERT) {
            text.iter()
                .for_each(|&byte| self.print_char(char::from(byte)));
            return;
        }
        self.last = text.last().map(|&byte| char::from(byte)).or(self.last);
        let mut rest = text;
        while !rest.is_empty() {
            if self.cursor.pending {
                self.wrap();
            }
            let (here, below) = rest.split_at(rest.len().min(self.cols - self.cursor.x));
            self.put_ascii(here);
            rest = below;
        }
    }

    /// Writes what fits into the rest of the row.
    fn put_ascii(&mut self, text: &[u8]) {
        let (x, y) = (self.cursor.x, self.cursor.y);
        self.dirty[y] = true;
        let pen = self.pen;
        let row = self.shown.row_mut(y);
        let cells = x..x + text.len();
        if row[cells.clone()]
            .iter()
            .any(|cell| cell.kind != Kind::Narrow)
        {
            cells.clone().for_each(|at| clear_halves(row, at));
        }
        for (cell, &byte) in row[cells].iter_mut().zip(text) {
            *cell = Cell::new(char::from(byte), pen, Kind::Narrow);
        }
        self.advance(text.len());
    }

    #[inline]
    fn put(&mut self, character: char) {
        if character.is_ascii() || is_single(character) {
            self.put_narrow(character);
        } else {
            match char_width(character) {
                0 => self.combine(character),
                _ if self.is_joined(character) => self.combine(character),
                1 => self.put_narrow(character),
                _ => self.put_wide(character),
            }
        }
    }

    /// REP: prints the last character again, not past the end of the row (as tmux does).
    pub(super) fn repeat(&mut self, count: usize) {
        let Some(last) = self.last else { return };
        let room = self.cols - self.cursor.x - usize::from(self.cursor.pending);
        for _ in 0..count.min(room) {
            self.put(last);
        }
    }

    #[inline]
    fn put_narrow(&mut self, character: char) {
        if self.cursor.pending {
            self.wrap();
        }
        if self.modes.contains(Modes::INSERT) {
            self.insert_blanks(1);
        }
        let (x, y) = (self.cursor.x, self.cursor.y);
        self.dirty[y] = true;
        let pen = self.pen;
        let row = self.shown.row_mut(y);
        if row[x].kind != Kind::Narrow {
            clear_halves(row, x);
        }
        row[x] = Cell::new(character, pen, Kind::Narrow);
        self.advance(1);
    }

    fn put_wide(&mut self, character: char) {
        if self.cols < 2 {
            return;
        }
        if self.cursor.pending {
            self.wrap();
        }
        if self.cursor.x + 2 > self.cols {
            if self.modes.contains(Modes::WRAP) {
                // The column that it does not fit into is left blank.
                self.put_narrow(' ');
                self.wrap();
            } else {
                self.cursor.x = self.cols - 2;
            }
        }
        if self.modes.contains(Modes::INSERT) {
            self.insert_blanks(2);
        }
        let (x, y) = (self.cursor.x, self.cursor.y);
        self.dirty[y] = true;
        let pen = self.pen;
        let row = self.shown.row_mut(y);
        clear_halves(row, x);
        clear_halves(row, x + 1);
        row[x] = Cell::new(character, pen, Kind::Wide);
        row[x + 1] = Cell::new(' ', pen, Kind::Spacer);
        self.advance(2);
    }

    #[inline]
    fn advance(&mut self, width: usize) {
        let next = self.cursor.x + width;
        if next < self.cols {
            self.cursor.x = next;
        } else {
            self.cursor.x = self.cols - 1;
            self.cursor.pending = self.modes.contains(Modes::WRAP);
        }
    }

    fn wrap(&mut self) {
        self.shown.set_wraps(self.cursor.y, true);
        self.line_feed();
        self.cursor.x = 0;
        self.cursor.pending = false;
    }

    /// A mark joins the character left of the cursor. At the left edge there is none.
    fn combine(&mut self, mark: char) {
        let y = self.cursor.y;
        let Some(x) = self.character_before_cursor() else {
            return;
        };
        let mut text = String::with_capacity(32);
        match self.shown.row(y)[x].glyph() {
            Glyph::Char(base) => text.push(base),
            Glyph::Cluster(index) => text.push_str(self.clusters.get(index)),
        }
        text.push(mark);
        if let Some(index) = self.cluster_id(&text) {
            self.shown.row_mut(y)[x].set_cluster(index);
            self.dirty[y] = true;
        }
    }

    /// Whether a character joins the one left of the cursor, which ends with a joiner.
    fn is_joined(&self, character: char) -> bool {
        let cell = |x: usize| self.shown.row(self.cursor.y)[x].glyph();
        match self.character_before_cursor().map(cell) {
            Some(Glyph::Cluster(index)) => joins(self.clusters.get(index), character),
            _ => false,
        }
    }

    fn character_before_cursor(&self) -> Option<usize> {
        let x = match self.cursor.pending {
            true => self.cursor.x,
            false => self.cursor.x.checked_sub(1)?,
        };
        let half = self.shown.row(self.cursor.y)[x].kind == Kind::Spacer;
        Some(x - usize::from(half))
    }
}

/// Characters that agents draw with and that surely take one column: box drawing, blocks, braille.
fn is_single(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}')
}

/// Before a cell is overwritten: takes away the other half of a character of two columns.
fn clear_halves(row: &mut [Cell], x: usize) {
    match row[x].kind {
        Kind::Narrow => {}
        Kind::Wide => {
            if let Some(spacer) = row.get_mut(x + 1) {
                spacer.clear();
            }
        }
        Kind::Spacer => row[x - 1].clear(),
    }
}
