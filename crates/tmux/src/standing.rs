//! What must still stand on a pane's screen for a key to be sent, as a condition that the server checks in the same
//! step in which it sends.
//!
//! The server compares the cursor, and rows of the screen with a pattern made of what stood there: tmux searches the
//! screen itself (`#{C/r:…}` gives the first row that matches). Whatever comes in front of those rows between the look
//! and the key, or is typed into them, holds the key back.

use std::ops::RangeInclusive;

use shadow_core::screen::Screen;

use crate::pane::View;

/// Rows at the lower end of a span that are compared; more are not needed, and a condition has its length.
const ROWS: usize = 12;

/// Rows, and where it matters the cursor, as they stood when the pane was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    conditions: Vec<String>,
}

impl Standing {
    /// The rows of a view in these spans.
    #[must_use]
    pub fn rows(view: &View, spans: &[RangeInclusive<usize>]) -> Self {
        let screen = Screen::from_capture(&view.text, &view.pane.channels());
        let shown: Vec<&str> = screen.rows().map(|row| row.text()).collect();
        let rows = spans.iter().flat_map(|span| {
            let last = (*span.end()).min(shown.len().saturating_sub(1));
            (*span.start()..=last).rev().take(ROWS)
        });
        let told = rows.filter(|&row| shown.get(row).is_some_and(|text| tells(text)));
        let rows = told.map(|row| {
            // The first row that matches may be another one that reads alike.
            let first = shown.iter().position(|text| matches(shown[row], text));
            let (line, pattern) = (first.unwrap_or(row) + 1, pattern(shown[row]));
            format!("#{{==:#{{C/r:{pattern}}},{line}}}")
        });
        Self {
            conditions: rows.collect(),
        }
    }

    /// The cursor of the view besides.
    #[must_use]
    pub fn and_cursor(mut self, view: &View) -> Self {
        let [x, y] = view.pane.cursor;
        let at = |name: &str, is: u16| format!("#{{==:#{{{name}}},{is}}}");
        let both = [at("cursor_x", x), at("cursor_y", y)];
        self.conditions.extend(both);
        self
    }

    /// The format that holds as long as all of it stands; `and` is held besides.
    pub(crate) fn with(&self, and: String) -> String {
        let both = |all, one: &String| format!("#{{&&:{all},{one}}}");
        self.conditions.iter().fold(and, both)
    }
}

/// Whether a row holds anything that a pattern could name.
fn tells(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Letters, digits and spaces stand for themselves; anything else may mean something to the pattern, or to tmux's
/// formats around it.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || c == ' '
}

/// A row as an extended regular expression, in which a mark is any one character.
fn pattern(text: &str) -> String {
    let shown = |c: char| if is_plain(c) { c } else { '.' };
    let row: String = text.trim_end().chars().map(shown).collect();
    format!("^{row}$")
}

/// Whether the pattern of a row matches another one.
fn matches(row: &str, other: &str) -> bool {
    let (mut row, mut other) = (row.trim_end().chars(), other.trim_end().chars());
    loop {
        match (row.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(two)) if one == two || !is_plain(one) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{matches, pattern};

    #[test]
    fn marks_are_no_part_of_a_pattern() {
        assert_eq!(pattern("❯ say #{x}, (y)|z*  "), "^. say ..x.. .y..z.$");
        assert_eq!(pattern("日本 ok"), "^日本 ok$");
    }

    #[test]
    fn a_mark_matches_any_character_and_nothing_else_does() {
        assert!(matches("> yes?", "> yesx"));
        assert!(!matches("> yes?", "> yes"));
        assert!(!matches("> yes", "> yet"));
        assert!(!matches("> yes", "> yes?"));
    }
}
