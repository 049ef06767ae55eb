//! Erasing, inserting, deleting and scrolling, around the cursor; line feeds, which scroll.

use std::ops::Range;

use super::cell::{Cell, Kind};
use super::mode::Modes;
use super::terminal::Terminal;
use crate::screen::styled::StyledText;

impl Terminal {
    pub(super) fn scroll_up(&mut self, count: usize) {
        let rows = self.region.clone();
        self.keep_rows(count);
        self.scroll_rows_up(rows, count);
    }

    /// Keeps the first rows of the main screen, which are about to leave at its top.
    fn keep_rows(&mut self, count: usize) {
        let leave = self.region.start == 0 && !self.modes.contains(Modes::ALTERNATE);
        if let Some(mut history) = self.history.take() {
            if leave {
                let mut row = StyledText::default();
                for y in 0..count.min(self.region.end) {
                    row.clear();
                    self.write_rows(y..y + 1, &mut row);
                    history.push(&row);
                }
            }
            self.history = Some(history);
        }
    }

    pub(super) fn scroll_down(&mut self, count: usize) {
        let rows = self.region.clone();
        self.scroll_rows_down(rows, count);
    }

    /// Line feed: down one row, scrolling at the region's bottom.
    pub(super) fn line_feed(&mut self) {
        if self.cursor.y + 1 == self.region.end {
            self.scroll_up(1);
        } else if self.cursor.y + 1 < self.rows {
            self.cursor.y += 1;
        }
    }

    /// RI: up one row, scrolling at the region's top.
    pub(super) fn reverse_line_feed(&mut self) {
        if self.cursor.y == self.region.start {
            self.scroll_down(1);
        } else {
            self.cursor.y = self.cursor.y.saturating_sub(1);
        }
    }

    fn scroll_rows_up(&mut self, rows: Range<usize>, count: usize) {
        self.dirty[rows.clone()].fill(true);
        self.shown.scroll_up(rows, count, self.blank);
    }

    fn scroll_rows_down(&mut self, rows: Range<usize>, count: usize) {
        self.dirty[rows.clone()].fill(true);
        self.shown.scroll_down(rows, count, self.blank);
    }

    /// IL: blank rows at the cursor, within the region.
    pub(super) fn insert_lines(&mut self, count: usize) {
        if self.region.contains(&self.cursor.y) {
            self.scroll_rows_down(self.cursor.y..self.region.end, count);
        }
    }

    /// DL: rows at the cursor go, within the region.
    pub(super) fn delete_lines(&mut self, count: usize) {
        if self.region.contains(&self.cursor.y) {
            self.scroll_rows_up(self.cursor.y..self.region.end, count);
        }
    }

    /// Where editing to the right begins. A cursor that waits to wrap stands past the last
    /// column: nothing is right of it (as in tmux).
    fn edit_from(&self) -> usize {
        self.cursor.x + usize::from(self.cursor.pending)
    }

    /// ICH.
    pub(super) fn insert_blanks(&mut self, count: usize) {
        let (x, y) = (self.edit_from(), self.cursor.y);
        self.dirty[y] = true;
        self.shown.insert(y, x, count, self.blank);
    }

    /// DCH.
    pub(super) fn delete_chars(&mut self, count: usize) {
        let (x, y) = (self.edit_from(), self.cursor.y);
        self.dirty[y] = true;
        self.shown.delete(y, x, count, self.blank);
    }

    /// ECH.
    pub(super) fn erase_chars(&mut self, count: usize) {
        let x = self.edit_from();
        self.erase_columns(x..(x + count).min(self.cols));
    }

    /// EL: to the right (0), to the left (1), all (2).
    pub(super) fn erase_line(&mut self, what: u16) {
        let x = self.cursor.x;
        match what {
            0 => self.erase_columns(self.edit_from()..self.cols),
            1 => self.erase_columns(0..x + 1),
            2 => self.erase_columns(0..self.cols),
            _ => {}
        }
    }

    /// ED: below (0), above (1), all (2), what has scrolled off (3).
    pub(super) fn erase_display(&mut self, what: u16) {
        let y = self.cursor.y;
        match what {
            0 => {
                self.erase_line(0);
                self.erase_rows(y + 1..self.rows);
            }
            1 => {
                self.erase_rows(0..y);
                self.erase_line(1);
            }
            2 => self.erase_rows(0..self.rows),
            3 => self.forget_history(),
            _ => {}
        }
    }

    fn erase_columns(&mut self, columns: Range<usize>) {
        let y = self.cursor.y;
        self.dirty[y] = true;
        self.shown.erase(y, columns, self.blank);
        self.note_emptied();
    }

    fn erase_rows(&mut self, rows: Range<usize>) {
        self.dirty[rows.clone()].fill(true);
        self.shown.erase_rows(rows, self.blank);
        self.note_emptied();
    }

    /// What is drawn on an emptied main screen may be what had scrolled off its top, printed anew.
    fn note_emptied(&mut self) {
        let above = self.history.as_ref().is_some_and(|it| !it.is_empty());
        if above && !self.modes.contains(Modes::ALTERNATE) && self.shown.is_blank() {
            self.forget_history();
        }
    }

    /// DECALN: the screen full of `E`, as alignment tests ask.
    pub(super) fn fill_with_e(&mut self) {
        self.dirty.fill(true);
        for y in 0..self.rows {
            let row = self.shown.row_mut(y);
            row.fill(Cell::new('E', 0, Kind::Narrow));
        }
        self.region = 0..self.rows;
        self.modes.set(Modes::ORIGIN, false);
        self.move_to_column(0);
        self.move_to_row(0);
    }

    /// DECSTBM: sets the region from 1-based rows and goes home.
    pub(super) fn set_region(&mut self, top: usize, bottom: usize) {
        let bottom = if bottom == 0 { self.rows } else { bottom };
        let region = top.max(1) - 1..bottom.min(self.rows);
        if region.len() < 2 {
            return;
        }
        self.region = region;
        self.move_to_column(0);
        self.move_to_row(0);
    }
}
