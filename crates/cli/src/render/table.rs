//! Columns of text, aligned.

use shadow_tui::screen::str_width;

/// Rows as aligned columns, two spaces apart; the last column is not padded.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let width = |column: usize| cells(column).map(|cell| str_width(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let lines: Vec<String> = rows.iter().map(|row| line(row, &widths)).collect();
    lines.concat()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let mut text = String::new();
    for (cell, &width) in row.iter().zip(widths) {
        text += cell;
        text += &" ".repeat(width.saturating_sub(str_width(cell)) + 2);
    }
    format!("{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_align_by_width() {
        let rows = [["a", "日本", "x"], ["bbb", "c", ""]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), "a    日本  x\nbbb  c\n");
    }
}
