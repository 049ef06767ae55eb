//! A capture as rows of text with escapes, for editing: text is replaced, styles stay.

use shadow_fixtures::{Capture, strip_sgr};

/// The rows of a capture.
#[derive(Debug, Clone)]
pub struct Rows {
    rows: Vec<String>,
    height: usize,
    cursor: Option<[u16; 2]>,
}

impl Rows {
    /// The rows of a capture that is UTF-8.
    #[must_use]
    pub fn of(capture: &Capture) -> Option<Self> {
        let text = std::str::from_utf8(&capture.bytes).ok()?;
        let rows = text.strip_suffix('\n').unwrap_or(text);
        Some(Self {
            rows: rows.split('\n').map(str::to_owned).collect(),
            height: usize::from(capture.case.size[1]),
            cursor: capture.case.cursor,
        })
    }

    /// Puts the rows, and where the cursor came to stand, into a capture.
    pub fn put_into(self, capture: &mut Capture) {
        capture.bytes = (self.rows.join("\n") + "\n").into_bytes();
        capture.case.cursor = self.cursor;
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The text of a row without escapes, right margin trimmed.
    #[must_use]
    pub fn plain(&self, row: usize) -> String {
        let plain = strip_sgr(self.rows[row].as_bytes());
        String::from_utf8_lossy(&plain).trim_end().to_owned()
    }

    /// The first row whose text satisfies `wanted`.
    pub fn find(&self, wanted: impl Fn(&str) -> bool) -> Option<usize> {
        (0..self.len()).find(|&row| wanted(&self.plain(row)))
    }

    /// The last row that is not blank.
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        (0..self.len())
            .rev()
            .find(|&row| !self.plain(row).trim().is_empty())
    }

    /// The last row that is not blank, above the status bar of a multiplexer within the pane (`[0] 0:codex*`): below that no
    /// CLI draws.
    #[must_use]
    pub fn last_drawn(&self) -> Option<usize> {
        let last = self.last()?;
        let text = self.plain(last);
        let windows = text
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("] "));
        let bar =
            windows.is_some_and(|(_, windows)| windows.starts_with(|c: char| c.is_ascii_digit()));
        match bar && last + 1 == self.height {
            true => (0..last).rfind(|&row| !self.plain(row).trim().is_empty()),
            false => Some(last),
        }
    }

    /// Writes new text over a row. The first style of the row covers all of it, and the row ends in
    /// the style in which it ended.
    pub fn rewrite(&mut self, row: usize, text: &str) {
        let (leading, rest) = escapes(&self.rows[row]);
        self.rows[row] = format!("{leading}{text}{rest}");
    }

    /// Takes the text of a row away.
    pub fn clear(&mut self, row: usize) {
        self.rewrite(row, "");
    }

    /// Puts escapes at the head of a row.
    pub fn prefix(&mut self, row: usize, escapes: &str) {
        self.rows[row].insert_str(0, escapes);
    }

    /// Writes `new` over `old` within a row, in its style where it has one style.
    pub fn replace(&mut self, row: usize, old: &str, new: &str) {
        if self.rows[row].contains(old) {
            self.rows[row] = self.rows[row].replacen(old, new, 1);
        } else {
            let text = self.plain(row).replacen(old, new, 1);
            self.rewrite(row, &text);
        }
    }

    /// Puts rows of text above `row`. The pane keeps its height: blank rows at its bottom make
    /// room, else rows at its top.
    pub fn insert(&mut self, row: usize, texts: &[&str]) {
        let below = self
            .last()
            .map_or(0, |last| self.height.saturating_sub(last + 1));
        let pushed = texts.len().min(below);
        for (at, text) in texts.iter().enumerate() {
            self.rows.insert(row + at, (*text).to_owned());
        }
        let lifted = texts.len() - pushed;
        self.rows.drain(..lifted);
        self.rows.truncate(self.height.max(1));
        let count = |rows| u16::try_from(rows).unwrap_or(0);
        if let Some([_, y]) = &mut self.cursor {
            match usize::from(*y) >= row {
                true => *y += count(pushed),
                false => *y = y.saturating_sub(count(lifted)),
            }
        }
    }
}

/// The escapes before the first character of a row, and all the others.
fn escapes(row: &str) -> (String, String) {
    let (mut leading, mut rest) = (String::new(), String::new());
    let mut text_seen = false;
    let mut chars = row.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            text_seen |= !c.is_whitespace();
            continue;
        }
        let side = if text_seen { &mut rest } else { &mut leading };
        side.push(c);
        let csi = chars.peek() == Some(&'[');
        for c in chars.by_ref() {
            side.push(c);
            let ends = if csi {
                c.is_ascii_alphabetic()
            } else {
                matches!(c, '\\' | '\u{7}')
            };
            if ends {
                break;
            }
        }
    }
    (leading, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &[&str], height: usize) -> Rows {
        Rows {
            rows: text.iter().map(|row| (*row).to_owned()).collect(),
            height,
            cursor: Some([2, 2]),
        }
    }

    #[test]
    fn a_row_is_written_over_and_keeps_its_styles() {
        let mut rows = rows(&["\u{1b}[1m  old \u{1b}[0mtext\u{1b}[2m"], 1);
        rows.rewrite(0, "new");
        assert_eq!(rows.rows[0], "\u{1b}[1mnew\u{1b}[0m\u{1b}[2m");
    }

    #[test]
    fn rows_are_pushed_down_into_blank_space_and_then_up() {
        let mut low = rows(&["a", "b", "c"], 4);
        low.insert(1, &["x"]);
        assert_eq!(
            (low.rows.join(""), low.cursor),
            ("axbc".into(), Some([2, 3]))
        );
        let mut full = rows(&["a", "b", "c"], 3);
        full.insert(2, &["x"]);
        assert_eq!(
            (full.rows.join(""), full.cursor),
            ("bxc".into(), Some([2, 2]))
        );
        let mut below = rows(&["a", "b", "c"], 3);
        below.insert(3, &["x"]);
        assert_eq!(
            (below.rows.join(""), below.cursor),
            ("bcx".into(), Some([2, 1]))
        );
    }

    #[test]
    fn a_multiplexers_bar_is_not_drawn_by_a_cli() {
        let bar = "\u{1b}[42m[0] 0:codex*   12:00";
        assert_eq!(rows(&["› a", "", "f", "", bar], 5).last_drawn(), Some(2));
        assert_eq!(rows(&["› a", "", bar], 5).last_drawn(), Some(2));
        assert_eq!(rows(&["› a", "", "f"], 3).last_drawn(), Some(2));
    }
}
