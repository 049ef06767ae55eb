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
