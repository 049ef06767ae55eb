//! Text from outside made safe to print: nothing in it can act on a terminal or reorder a line.

use shadow_core::screen::{char_width, str_width};

use crate::unseen::legible;

/// One row of a screen: what acts or hides is shown as what it is, a tab as spaces to the next stop.
#[must_use]
pub fn row(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (index, part) in text.split('\t').enumerate() {
        if index > 0 {
            let column = str_width(&safe);
            safe.extend(std::iter::repeat_n(' ', (column / 8 + 1) * 8 - column));
        }
        safe += &legible(part);
    }
    safe
}

/// A text of several lines as one: white space and line ends become single spaces, what acts or hides is shown as what
/// it is.
#[must_use]
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    legible(&words.join(" ")).into_owned()
}

/// One line of safe text, cut at `limit` characters with an ellipsis.
#[must_use]
pub fn excerpt(text: &str, limit: usize) -> String {
    cut(one_line(text), limit)
}

/// Stands where a row ends that is shown in one line with the next.
pub const ROW_END: char = '⏎';

/// The rows of a text in one line. [`ROW_END`] marks the end of a row, so that it does not look like a blank. What acts or
/// hides is shown as what it is, and so is that mark where it is the text's own.
///
/// ```
/// use shadow_legible::in_line;
///
/// assert_eq!(in_line("make # all\n  rm -rf out"), "make # all ⏎   rm -rf out");
/// assert_eq!(in_line("make # all ⏎ rm -rf out"), "make # all <U+23CE> rm -rf out");
/// ```
#[must_use]
pub fn in_line(text: &str) -> String {
    let rows = text.lines().map(|row| {
        let own = format!("<U+{:04X}>", u32::from(ROW_END));
        legible(row.trim_end()).replace(ROW_END, &own)
    });
    rows.collect::<Vec<_>>().join(&format!(" {ROW_END} "))
}

/// The rows of what a dialog asks to approve, in one line with the end of each row marked, cut at `limit` characters.
#[must_use]
pub fn subject_line(text: &str, limit: usize) -> String {
    cut(in_line(text), limit)
}

fn cut(line: String, limit: usize) -> String {
    if line.chars().count() <= limit {
        return line;
    }
    let mut cut: String = line.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// A row cut at `width` columns, with an ellipsis where something is cut off.
#[must_use]
pub fn fit(text: &str, width: usize) -> String {
    let safe = row(text);
    if str_width(&safe) <= width {
        return safe;
    }
    let mut cut = String::new();
    let mut column = 1;
    for character in safe.chars() {
        column += char_width(character);
        if column > width {
            break;
        }
        cut.push(character);
    }
    cut + "…"
}

#[cfg(test)]
mod tests {
    use super::{excerpt, fit, one_line, row};

    #[test]
    fn nothing_acts() {
        assert_eq!(
            row("a\u{1b}[31mb\u{9b}2Jc\u{202e}d"),
            "a<U+001B>[31mb<U+009B>2Jc<U+202E>d"
        );
        assert_eq!(row("a\tb"), "a       b");
        assert_eq!(one_line(" a\r\n  b\u{7}c "), "a b<U+0007>c");
    }

    #[test]
    fn excerpts_are_cut_by_characters() {
        assert_eq!(excerpt("ééééé", 5), "ééééé");
        assert_eq!(excerpt("éééééé", 5), "éééé…");
    }

    #[test]
    fn rows_are_cut_by_columns() {
        assert_eq!(fit("日本語", 6), "日本語");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("日本語", 4), "日…");
    }

    #[test]
    fn spaces_inside_a_row_stay() {
        assert_eq!(fit("a  b", 9), "a  b");
    }
}
