//! Columns of text, aligned, within the width of a terminal.

use shadow_legible::fit;
use shadow_tui::screen::str_width;

use crate::page::Page;

/// The fewest columns that the last cell of a row gets.
const LEAST: usize = 20;

/// Columns that a last cell is indented by where it has a line of its own.
const INDENT: usize = 4;

/// How rows are drawn for people.
pub struct TableStyle<'a> {
    /// Where they go.
    pub page: Page,
    /// The color of each row's tinted cell, as the parameters of SGR.
    pub tints: &'a [&'static str],
    /// The column of the tinted cell.
    pub tinted: usize,
    /// Whether a last cell that does not fit is wrapped; else it is cut.
    pub wraps: bool,
}

/// Rows as aligned columns, two spaces apart; the last column is not padded.
pub fn aligned(rows: &[Vec<String>]) -> String {
    drawn(
        rows,
        &TableStyle {
            page: Page::default(),
            tints: &[],
            tinted: 0,
            wraps: false,
        },
    )
}

/// Rows as aligned columns within the width of the page, the last cell cut or wrapped where it does not fit.
pub fn drawn(rows: &[Vec<String>], look: &TableStyle<'_>) -> String {
    let widths = widths(rows);
    let lines = rows.iter().enumerate();
    let lines = lines.map(|(at, row)| {
        let tint = look.tints.get(at).copied().unwrap_or_default();
        line(row, &widths, look, tint)
    });
    lines.collect()
}

/// Columns that the cells before the last take, with the space after each.
pub fn before_last(rows: &[Vec<String>]) -> usize {
    let widths = widths(rows);
    let lead = widths.len().saturating_sub(1);
    widths[..lead].iter().map(|width| width + 2).sum()
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let width = |column: usize| cells(column).map(|cell| str_width(cell)).max().unwrap_or(0);
    (0..columns).map(width).collect()
}

fn line(row: &[String], widths: &[usize], look: &TableStyle<'_>, tint: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (at, (cell, &width)) in row.iter().zip(widths).enumerate() {
        let room = look.page.width.map(|all| all.saturating_sub(column));
        let last = at + 1 == widths.len();
        let shown = match room.filter(|_| last) {
            Some(room) if look.wraps => wrapped(cell, room, column),
            Some(room) => fit(cell, room.max(1)),
            None => cell.clone(),
        };
        if shown.starts_with('\n') {
            text.truncate(text.trim_end().len());
        }
        match at == look.tinted {
            true => text += &look.page.tinted(tint, &shown),
            false => text += &shown,
        }
        text += &" ".repeat(width.saturating_sub(str_width(cell)) + 2);
        column += width + 2;
    }
    format!("{}\n", text.trim_end())
}

/// A text in lines of so many columns, each but the first indented to its column. Where there is too little room, all of
/// it goes below, a little indented.
fn wrapped(text: &str, room: usize, column: usize) -> String {
    let (indent, room) = match room < LEAST {
        true => (INDENT, (room + column).saturating_sub(INDENT).max(LEAST)),
        false => (column, room),
    };
    let break_line = format!("\n{}", " ".repeat(indent));
    let mut shown = match indent == column {
        true => String::new(),
        false => break_line.clone(),
    };
    let mut used = 0;
    for word in text.split(' ') {
        let width = str_width(word);
        if used > 0 && used + 1 + width > room {
            shown += &break_line;
            used = 0;
        } else if used > 0 {
            shown.push(' ');
            used += 1;
        }
        shown += word;
        used += width;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{TableStyle, aligned, drawn};
    use crate::page::Page;

    fn rows<const N: usize>(rows: [[&str; 3]; N]) -> Vec<Vec<String>> {
        rows.map(|row| row.map(str::to_owned).to_vec()).to_vec()
    }

    fn look(width: usize, wraps: bool) -> TableStyle<'static> {
        TableStyle {
            page: Page {
                width: Some(width),
                colored: false,
            },
            tints: &[],
            tinted: 0,
            wraps,
        }
    }

    #[test]
    fn columns_align_by_width() {
        let rows = rows([["a", "日本", "x"], ["bbb", "c", ""]]);
        assert_eq!(aligned(&rows), "a    日本  x\nbbb  c\n");
    }

    #[test]
    fn a_last_cell_is_cut_or_wrapped_at_the_width() {
        let rows = rows([["ok", "tmux", "for live panes and for nothing else"]]);
        assert_eq!(
            drawn(&rows, &look(30, false)),
            "ok  tmux  for live panes and …\n"
        );
        assert_eq!(
            drawn(&rows, &look(30, true)),
            "ok  tmux  for live panes and\n          for nothing else\n"
        );
        assert_eq!(
            drawn(&rows, &look(24, true)),
            "ok  tmux\n    for live panes and\n    for nothing else\n"
        );
    }

    #[test]
    fn a_cell_is_tinted_within_its_column() {
        let rows = rows([["ok", "tmux", ""]]);
        let page = Page {
            width: Some(80),
            colored: true,
        };
        let tinted = drawn(
            &rows,
            &TableStyle {
                page,
                tints: &["32"],
                ..look(80, false)
            },
        );
        assert_eq!(tinted, "\u{1b}[32mok\u{1b}[0m  tmux\n");
    }
}
