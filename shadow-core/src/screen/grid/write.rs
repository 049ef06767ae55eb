//! From cells to the screen's rows of text and style runs.

use super::cell::{Cell, Glyph, Kind};
use super::mode::Modes;
use super::terminal::Terminal;
use crate::screen::Screen;
use crate::screen::capture::Lines;

impl Terminal {
    /// Fills a screen with the cells, its size and cursor.
    pub(super) fn write_screen(&self, screen: &mut Screen) {
        screen.clear();
        screen.cols = Some(self.cols as u16);
        screen.rows = Some(self.rows as u16);
        let x = self.cursor.x + usize::from(self.cursor.pending);
        screen.cursor = Some((x as u16, self.cursor.y as u16));
        screen.cursor_visible = Some(self.modes.contains(Modes::SHOW_CURSOR));
        screen.alternate = Some(self.modes.contains(Modes::ALTERNATE));
        let mut lines = Lines::new(screen);
        lines.style();
        for y in 0..self.rows {
            self.write_row(self.shown.row(y), &mut lines);
        }
        screen.show(0);
    }

    /// Fills a screen with one row.
    pub(super) fn write_one(&self, y: usize, screen: &mut Screen) {
        screen.clear();
        let mut lines = Lines::new(screen);
        lines.style();
        self.write_row(self.shown.row(y), &mut lines);
        screen.show(0);
    }

    fn write_row(&self, row: &[Cell], lines: &mut Lines<'_>) {
        let end = row.iter().rposition(|cell| !cell.is_blank());
        // Of the margin the styles of two cells are kept: the first is written, the second stays in force.
        let end = row.len().min(end.map_or(1, |last| last + 2));
        let mut style = row[0].style;
        *lines.style() = self.styles.get(style);
        for cell in &row[..end] {
            if cell.kind == Kind::Spacer {
                continue;
            }
            if cell.style != style {
                style = cell.style;
                *lines.style() = self.styles.get(style);
            }
            match cell.glyph() {
                Glyph::Char(character) => lines.push_char(character),
                Glyph::Cluster(index) => lines.push(self.clusters.get(index)),
            }
        }
        if let Some(margin) = row[end..].first() {
            *lines.style() = self.styles.get(margin.style);
        }
        lines.end_line();
    }
}
