//! Moving the cursor.

use super::mode::Modes;
use super::terminal::Terminal;

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

    /// Moves up, not past the region's top if the cursor is below it.
    pub(super) fn up(&mut self, count: usize) {
        let inside = self.cursor.y >= self.region.start;
        let floor = if inside { self.region.start } else { 0 };
        self.cursor.y = self.cursor.y.saturating_sub(count).max(floor);
        self.cursor.pending = false;
    }

    /// Moves down, not past the region's bottom if the cursor is above it.
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
}
