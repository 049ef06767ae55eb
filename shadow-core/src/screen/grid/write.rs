//! From cells to the screen's rows of text and style runs.

use std::ops::Range;

use super::cell::{Cell, Glyph, Kind};
use super::mode::Modes;
use super::terminal::Terminal;
use crate::screen::Screen;
use crate::screen::capture::Writer;
use crate::screen::shown::Viewport;
use crate::screen::styled::StyledText;

impl Terminal {
    /// Fills a screen with the cells, its size and cursor.
    pub(super) fn write_screen(&self, screen: &mut Screen) {
        let x = self.cursor.x + usize::from(self.cursor.pending);
        let viewport = Viewport {
            cols: Some(self.cols as u16),
            rows: Some(self.rows as u16),
            cursor: Some((x as u16, self.cursor.y as u16)),
            cursor_visible: Some(self.modes.contains(Modes::SHOW_CURSOR)),
            alternate: Some(self.modes.contains(Modes::ALTERNATE)),
        };
        screen.fill(viewport, |text| self.write_rows(0..self.rows, text));
    }

    /// Adds rows to a text.
    pub(super) fn write_rows(&self, rows: Range<usize>, text: &mut StyledText) {
        let mut writer = Writer::new(text);
        writer.style();
        for y in rows {
            self.write_row(self.shown.row(y), &mut writer);
        }
    }

    fn write_row(&self, row: &[Cell], writer: &mut Writer<'_>) {
        let end = row.iter().rposition(|cell| !cell.is_blank());
        // Of the margin the styles of two cells are kept: the first is written, the second stays in force.
        let end = row.len().min(end.map_or(1, |last| last + 2));
        let mut style = row[0].style;
        *writer.style() = self.styles.get(style);
        for cell in &row[..end] {
            if cell.kind == Kind::Spacer {
                continue;
            }
            if cell.style != style {
                style = cell.style;
                *writer.style() = self.styles.get(style);
            }
            match cell.glyph() {
                Glyph::Char(character) => writer.push_char(character),
                Glyph::Cluster(index) => writer.push(self.clusters.get(index)),
            }
        }
        if let Some(margin) = row[end..].first() {
            *writer.style() = self.styles.get(margin.style);
        }
        writer.end_line();
    }
}
