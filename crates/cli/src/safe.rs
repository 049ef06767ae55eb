//! Text from outside made safe to print: nothing in it can act on a terminal or reorder a line.

/// Whether a terminal may act on a character, or reorder or hide text with it: control characters
/// (C0, DEL, C1) and Unicode's direction marks.
fn acts(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}'
        )
}

/// One row of a screen: what could act is shown as U+FFFD, a tab as spaces to the next stop.
pub fn row(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut column = 0;
    for character in text.chars() {
        if character == '\t' {
            let stop = (column / 8 + 1) * 8;
            safe.extend(std::iter::repeat_n(' ', stop - column));
            column = stop;
            continue;
        }
        safe.push(if acts(character) {
            '\u{fffd}'
        } else {
            character
        });
        column += shadow_tui::screen::char_width(character);
    }
    safe
}

/// A text of several lines as one: line ends and what could act become spaces, runs of spaces one.
pub fn one_line(text: &str) -> String {
    let plain = text.replace(acts, " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ")
}

/// The same, cut at `limit` characters with an ellipsis.
pub fn excerpt(text: &str, limit: usize) -> String {
    let line = one_line(text);
    if line.chars().count() <= limit {
        return line;
    }
    let mut cut: String = line.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// A row cut at `width` columns, with an ellipsis where something is cut off.
pub fn fit(text: &str, width: usize) -> String {
    let safe = row(text);
    if shadow_tui::screen::str_width(&safe) <= width {
        return safe;
    }
    let mut cut = String::new();
    let mut column = 1;
    for character in safe.chars() {
        column += shadow_tui::screen::char_width(character);
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
        assert_eq!(row("a\u{1b}[31mb\u{9b}2Jc\u{202e}d"), "a�[31mb�2Jc�d");
        assert_eq!(row("a\tb"), "a       b");
        assert_eq!(one_line(" a\r\n  b\u{7}c "), "a b c");
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
