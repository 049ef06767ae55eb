//! What must still stand on a pane's screen for a key to be sent, as a condition that the server checks in the same
//! step in which it sends.
//!
//! The server compares the cursor, and rows of the screen with a pattern made of what stood there: tmux searches the
//! screen itself (`#{C/r:…}` gives the first row that matches). Whatever comes in front of those rows between the look
//! and the key, or is typed into them, holds the key back.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use shadow_core::screen::Screen;

use crate::pane::View;

/// Bytes of all rows' patterns together: tmux takes 16 KiB of a command. Where the rows are longer, each is compared as far
/// as its share goes.
const BYTES: usize = 10_000;

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
        let last = shown.len().saturating_sub(1);
        let rows = spans
            .iter()
            .flat_map(|span| *span.start()..=(*span.end()).min(last));
        let told = rows.filter(|&row| shown.get(row).is_some_and(|text| tells(text)));
        let told: BTreeSet<usize> = told.collect();
        let share = BYTES / told.len().max(1);
        let rows = told.into_iter().map(|row| {
            let part = Part::of(shown[row], share);
            // The first row that matches may be another one that reads alike.
            let first = shown.iter().position(|text| part.matches(text));
            let (line, pattern) = (first.unwrap_or(row) + 1, part.pattern());
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
        let all = std::iter::once(and).chain(self.conditions.iter().cloned());
        both(&all.collect::<Vec<_>>())
    }
}

/// The format that holds where all of these do. By halves: tmux gives up on formats that are a hundred deep in others.
fn both(all: &[String]) -> String {
    match all {
        [] => "1".to_owned(),
        [one] => one.clone(),
        more => {
            let (one, other) = more.split_at(more.len() / 2);
            format!("#{{&&:{},{}}}", both(one), both(other))
        }
    }
}

/// Whether a row holds anything that is written and not drawn.
fn tells(text: &str) -> bool {
    let written = |c: char| c.is_alphanumeric() || c.is_ascii_punctuation();
    text.chars().any(written)
}

/// Letters, digits and spaces stand for themselves; anything else may mean something to the pattern, or to tmux's
/// formats around it.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || c == ' '
}

/// A row, or its beginning.
struct Part<'t> {
    text: &'t str,
    whole: bool,
}

impl<'t> Part<'t> {
    /// As much of a row as fits into some bytes.
    fn of(row: &'t str, bytes: usize) -> Self {
        let row = row.trim_end();
        let ends = row.char_indices().map(|(at, c)| at + c.len_utf8());
        let fits = ends.take_while(|end| *end <= bytes).last().unwrap_or(0);
        Self {
            text: &row[..fits],
            whole: fits == row.len(),
        }
    }

    /// As an extended regular expression, in which a mark is any one character.
    fn pattern(&self) -> String {
        let shown = |c: char| if is_plain(c) { c } else { '.' };
        let row: String = self.text.chars().map(shown).collect();
        let end = if self.whole { "$" } else { "" };
        format!("^{row}{end}")
    }

    /// Whether the pattern matches a row.
    fn matches(&self, other: &str) -> bool {
        let (mut row, mut other) = (self.text.chars(), other.trim_end().chars());
        loop {
            match (row.next(), other.next()) {
                (None, None) => return true,
                (None, Some(_)) => return !self.whole,
                (Some(one), Some(two)) if one == two || !is_plain(one) => {}
                _ => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, both};

    fn pattern(row: &str) -> String {
        Part::of(row, 100).pattern()
    }

    fn matches(row: &str, other: &str) -> bool {
        Part::of(row, 100).matches(other)
    }

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

    #[test]
    fn a_row_that_is_too_long_is_compared_as_far_as_its_share_goes() {
        let part = Part::of("日本 ok", 4);
        assert_eq!(part.pattern(), "^日");
        assert!(part.matches("日本") && part.matches("日") && !part.matches("本"));
    }

    #[test]
    fn a_hundred_conditions_are_seven_deep() {
        let all = both(&vec!["1".to_owned(); 100]);
        let mut deepest = 0;
        all.chars().fold(0_i32, |deep, c| {
            let deep = deep + i32::from(c == '{') - i32::from(c == '}');
            deepest = deepest.max(deep);
            deep
        });
        assert_eq!((all.matches("&&").count(), deepest), (99, 7));
    }
}
