//! The cursor: where it is, where it may go, and what is saved with it.

use super::mode::Modes;
use super::terminal::Terminal;
use crate::screen::Style;
use crate::screen::charset::Charsets;

/// Columns between tab stops.
const TAB: usize = 8;

/// The cursor and what DECSC saves with it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    pub(super) x: usize,
    pub(super) y: usize,
    /// The last column is written and the next character wraps.
    pub(super) pending: bool,
    pub(super) pen: Style,
    pub(super) charsets: Charsets,
    pub(super) origin: bool,
}

/// Tab stops of every column that a grid may have.
#[derive(Debug, Clone)]
pub(super) struct Tabs(Vec<bool>);

impl Tabs {
    pub(super) fn new(cols: usize) -> Self {
        Self((0..cols).map(|x| x % TAB == 0).collect())
    }

    pub(super) fn resize(&mut self, cols: usize) {
        let had = self.0.len();
        self.0.truncate(cols);
        self.0.extend((had..cols).map(|x| x % TAB == 0));
    }

    pub(super) fn set(&mut self, x: usize, stop: bool) {
        self.0[x] = stop;
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(false);
    }

    fn next(&self, x: usize) -> usize {
        let last = self.0.len() - 1;
        (x + 1..last).find(|&at| self.0[at]).unwrap_or(last)
    }

    fn previous(&self, x: usize) -> usize {
        (0..x).rev().find(|&at| self.0[at]).unwrap_or(0)
    }
}

impl Terminal {
    /// Moves to a column, with the row kept.
    pub(super) fn move_to_column(&mut self, x: usize) {
        self.cursor.x = x.min(self.cols - 1);
        self.cursor.pending = false;
    }

    /// Moves to a row as a program counts it: from the region's top in origin mode.
    pub(super) fn move_to_row(&mut self, y: usize) {
        self.cursor.pending = false;
        self.cursor.y = if self.modes.contains(Modes::ORIGIN) {
            (self.region.start + y).min(self.region.end - 1)
        } else {
            y.min(self.rows - 1)
        };
    }

    /// Moves up, not past the region's top if the cursor stands below it.
    pub(super) fn up(&mut self, count: usize) {
        let inside = self.cursor.y >= self.region.start;
        let floor = if inside { self.region.start } else { 0 };
        self.cursor.y = self.cursor.y.saturating_sub(count).max(floor);
        self.cursor.pending = false;
    }

    /// Moves down, not past the region's bottom if the cursor stands above it.
    pub(super) fn down(&mut self, count: usize) {
        let inside = self.cursor.y < self.region.end;
        let limit = if inside { self.region.end } else { self.rows };
        self.cursor.y = (self.cursor.y + count).min(limit - 1);
        self.cursor.pending = false;
    }

    pub(super) fn left(&mut self, count: usize) {
        self.move_to_column(self.cursor.x.saturating_sub(count));
    }

    pub(super) fn right(&mut self, count: usize) {
        self.move_to_column(self.cursor.x + count);
    }

    pub(super) fn tab(&mut self, count: usize) {
        for _ in 0..count.min(self.cols) {
            self.cursor.x = self.tabs.next(self.cursor.x);
        }
    }

    pub(super) fn back_tab(&mut self, count: usize) {
        for _ in 0..count.min(self.cols) {
            self.move_to_column(self.tabs.previous(self.cursor.x));
        }
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

    /// DECSC.
    pub(super) fn save_cursor(&mut self) {
        self.cursor.origin = self.modes.contains(Modes::ORIGIN);
        self.saved[usize::from(self.modes.contains(Modes::ALTERNATE))] = self.cursor;
    }

    /// DECRC.
    pub(super) fn restore_cursor(&mut self) {
        self.cursor = self.saved[usize::from(self.modes.contains(Modes::ALTERNATE))];
        self.modes.set(Modes::ORIGIN, self.cursor.origin);
        self.keep_cursor_inside();
        self.pen_changed();
    }

    pub(super) fn keep_cursor_inside(&mut self) {
        let (last_x, last_y) = (self.cols - 1, self.rows - 1);
        for cursor in [&mut self.cursor].into_iter().chain(&mut self.saved) {
            cursor.pending &= cursor.x == last_x;
            cursor.x = cursor.x.min(last_x);
            cursor.y = cursor.y.min(last_y);
        }
    }
}
