//! Some columns of a screen as a screen of its own. The other columns are not on it.

use std::ops::Range;

use super::capture::Writer;
use super::shown::Viewport;
use super::{Row, Screen};

impl Screen {
    /// Makes this the screen of some columns of another one's visible rows, and keeps its buffers. Its rows keep their numbers. The
    /// cursor is on it if it is in those columns; otherwise the cursor is not known.
    pub fn load_columns(&mut self, whole: &Self, columns: Range<usize>) {
        let seen = whole.viewport();
        let within = |x: u16| columns.contains(&usize::from(x));
        let cursor = seen.cursor.filter(|(x, _)| within(*x));
        let moved = |x: u16| x.saturating_sub(narrow(columns.start));
        let elsewhere = seen.cursor.is_some() && cursor.is_none();
        let viewport = Viewport {
            cols: Some(narrow(columns.len())),
            cursor: cursor.map(|(x, y)| (moved(x), y)),
            cursor_visible: seen.cursor_visible.filter(|_| !elsewhere),
            ..seen
        };
        self.fill(viewport, |text| {
            let mut writer = Writer::new(text);
            for row in whole.rows() {
                add_part(&mut writer, row, whole.is_styled(), columns.clone());
            }
        });
    }
}

fn narrow(columns: usize) -> u16 {
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// Adds some columns of a row as a line, with their styles.
fn add_part(writer: &mut Writer<'_>, row: Row<'_>, styled: bool, columns: Range<usize>) {
    let part = row.byte_at_column(columns.start)..row.byte_at_column(columns.end);
    for span in row.spans() {
        let first = span.start.max(part.start);
        let end = (span.start + span.text.len()).min(part.end);
        if first < end {
            if styled {
                *writer.style() = span.style;
            }
            writer.push(&row.text()[first..end]);
        }
    }
    if styled && part.end == row.text().len() {
        *writer.style() = row.margin_style();
    }
    writer.end_line();
}

#[cfg(test)]
mod tests {
    use super::Screen;
    use crate::snapshot::Channels;

    fn halves(text: &str, column: usize, cursor: (u16, u16)) -> [Screen; 2] {
        let channels = Channels {
            cols: Some(12),
            rows: Some(3),
            cursor: Some(cursor),
            cursor_visible: Some(true),
            ..Channels::default()
        };
        let whole = Screen::from_capture(text.as_bytes(), &channels);
        [0..column, column + 1..12].map(|columns| {
            let mut part = Screen::default();
            part.load_columns(&whole, columns);
            part
        })
    }

    #[test]
    fn each_part_has_its_own_words_styles_and_cursor() {
        let text = "\x1b[1mone\x1b[0m  \x1b[2m│\x1b[0m \x1b[7mtwo\n日本 │日\n     │";
        let [left, right] = halves(text, 5, (7, 0));
        assert_eq!(left.visible_text(), "one\n日本\n\n");
        assert_eq!(right.visible_text(), " two\n日\n\n");
        assert!(left.row(0).style_at(0).bold() && !left.row(0).margin_style().dim());
        assert!(right.row(0).first_style().inverse() && !right.row(0).style_at(0).inverse());
        assert_eq!((left.width(), right.width()), (5, 6));
        assert_eq!((left.cursor(), right.cursor()), (None, Some((1, 0))));
        assert_eq!(left.cursor_visible(), None);
        assert_eq!(right.cursor_visible(), Some(true));
    }

    #[test]
    fn a_row_that_ends_before_a_part_is_blank_in_it() {
        let [_, right] = halves("short\nand one │ more\n", 8, (0, 0));
        assert!(right.row(0).is_blank() && right.row(1).trimmed() == "mo");
    }
}
