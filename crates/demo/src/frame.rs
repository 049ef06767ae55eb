//! A recorded screen as lines of a given size: safe text, with styles of our own making.

use std::fmt::Write;

use shadow_legible::sgr;
use shadow_tui::screen::{Row, Screen, char_width};

/// The screen's rows, at most `height` of them, each exactly `width` columns. Where there are too
/// many, runs of blank rows shrink first, then rows leave at the top: what lives stands below.
pub fn lines(screen: &Screen, width: usize, height: usize, styled: bool) -> Vec<String> {
    let last = screen.last_row().map_or(0, |last| last + 1);
    let rows: Vec<Row<'_>> = (0..last).map(|index| screen.row(index)).collect();
    let mut kept = without_blank_runs(&rows, height);
    kept.drain(..kept.len().saturating_sub(height));
    let mut lines: Vec<String> = kept.iter().map(|row| line(*row, width, styled)).collect();
    lines.resize(height, " ".repeat(width));
    lines
}

/// The rows with the longest runs of blank rows shortened until `height` is enough, or every run
/// is one row.
fn without_blank_runs<'a>(rows: &[Row<'a>], height: usize) -> Vec<Row<'a>> {
    let mut surplus = rows.len().saturating_sub(height);
    let mut kept: Vec<Row<'a>> = Vec::with_capacity(rows.len());
    for row in rows {
        let repeats = row.is_blank() && kept.last().is_some_and(|above| above.is_blank());
        if repeats && surplus > 0 {
            surplus -= 1;
        } else {
            kept.push(*row);
        }
    }
    kept
}

/// One row, cut or filled to `width` columns.
fn line(row: Row<'_>, width: usize, styled: bool) -> String {
    let mut text = String::new();
    let mut column = 0;
    for span in row.spans() {
        let (part, end) = cut(&shadow_legible::row(span.text), column, width);
        if styled && !part.is_empty() && !span.style.is_plain() {
            let _ = write!(text, "{}{part}\u{1b}[0m", sgr(span.style));
        } else {
            text += &part;
        }
        column = end;
    }
    text + &" ".repeat(width - column)
}

/// What of a text fits between `column` and `width`, and the column behind it.
fn cut(text: &str, mut column: usize, width: usize) -> (String, usize) {
    let mut part = String::new();
    for character in text.chars() {
        let wide = char_width(character);
        if column + wide > width {
            break;
        }
        column += wide;
        part.push(character);
    }
    (part, column)
}

#[cfg(test)]
mod tests {
    use super::lines;
    use shadow_tui::Channels;
    use shadow_tui::screen::{Screen, str_width};

    fn screen(text: &str) -> Screen {
        Screen::from_capture(text.as_bytes(), &Channels::default())
    }

    #[test]
    fn every_line_has_the_width_and_no_escape_of_the_recording() {
        let screen = screen("\u{1b}[31mlong red line\u{1b}[0m\n日本語\n\u{1b}]0;t\u{7}x");
        let plain = lines(&screen, 5, 4, false);
        assert_eq!(plain, ["long ", "日本 ", "x    ", "     "]);
        assert!(plain.iter().all(|line| str_width(line) == 5));
        let styled = lines(&screen, 5, 3, true);
        assert_eq!(styled[0], "\u{1b}[38;5;1mlong \u{1b}[0m");
    }

    #[test]
    fn blank_runs_shrink_before_rows_leave_at_the_top() {
        let tall = screen("a\n\n\n\nb\nc");
        assert_eq!(lines(&tall, 1, 4, false), ["a", " ", "b", "c"]);
        assert_eq!(lines(&tall, 1, 2, false), ["b", "c"]);
    }
}
