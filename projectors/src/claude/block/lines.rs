//! The lines inside a block, without its frame, and what a single line can be.

use super::super::glyph::{self, is_box_bottom, is_box_top};
use super::place::{Edge, Place};
use crate::letters::{self, Openings, offset};
use crate::shapes::columns;
use crate::shapes::lists::counted;
use crate::shapes::numbers::begins_with_digit;
use crate::shapes::wraps::{Above, Wrap};
use shadow_core::screen::{Needle, Screen, Style, str_width};
use smallvec::SmallVec;

/// The lines of a block. Those of a dialog of usual size stay off the heap.
pub(in super::super) type Lines<'a> = SmallVec<[Line<'a>; 64]>;

/// One line of a block.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Line<'a> {
    /// Its row on the screen.
    pub row: usize,
    /// Its text without the frame.
    pub text: &'a str,
    /// The text without blanks on either side.
    pub words: &'a str,
    /// Columns of frame before the text.
    pub shift: usize,
}

impl Line<'_> {
    /// The style in which its words begin.
    pub fn style(&self, screen: &Screen) -> Option<Style> {
        let row = screen.row(self.row);
        Some(row.style_at(offset(row.text(), self.words)?))
    }

    /// Columns of blank space before the first other character, frame included.
    pub fn indent(&self) -> usize {
        self.shift + letters::leading_spaces(self.text)
    }

    /// The line as one that another may go on.
    fn above(&self) -> Above<'_> {
        let text = self.text.trim_end();
        let used = self.shift + str_width(text);
        Above { text, used }
    }

    /// Whether the line had no room for the first word of the next, where lines may take so many columns. Three of them stay
    /// free, in a box one more.
    pub fn is_full(&self, next: &Self, room: usize) -> bool {
        self.wrap(room).is_full(self.above(), next.words)
    }

    /// The same, the word that the next line begins with perhaps going on in those below it.
    pub fn is_full_over(&self, below: &[Self], room: usize) -> bool {
        let rows = below.iter().map(|line| Above {
            text: line.words,
            ..line.above()
        });
        let next = below.first().map_or("", |line| line.words);
        self.wrap(room).is_full_over(self.above(), next, rows)
    }

    /// What stood between the line and one that goes on it.
    pub fn gap(&self, next: &Self, room: usize) -> &'static str {
        Wrap::at_spaces(room).gap(self.above(), next.words)
    }

    const fn wrap(&self, room: usize) -> Wrap {
        Wrap::at_spaces(room.saturating_sub(3 + self.shift))
    }

    /// The column in which the end of its text begins, frame included.
    pub fn column_of(&self, end: &str) -> usize {
        self.shift + columns::before(self.text, end)
    }
}

/// The lines of a block from the top, edges left out.
// Their place is the caller's: they are too many to be handed over.
#[inline]
pub(in super::super) fn inside(screen: &Screen, place: Place) -> Lines<'_> {
    let first = match place.edge {
        Edge::Open | Edge::Spoken => place.first,
        Edge::Rule | Edge::Box => place.first + 1,
    };
    let mut lines = Lines::new();
    for row in first..=place.last {
        let whole = screen.row(row);
        let (text, words, shift) = match whole.flush_char() {
            Some('╭') if is_box_top(whole) => continue,
            Some('╰') if is_box_bottom(whole) => continue,
            Some('│') => boxed(whole.text()),
            _ => (whole.text(), whole.trimmed(), 0),
        };
        lines.push(Line {
            row,
            text,
            words,
            shift,
        });
    }
    lines
}

/// A row in a box without its sides: the text, its words, the columns that are gone.
fn boxed(row: &str) -> (&str, &str, usize) {
    let rest = row.strip_prefix('│').unwrap_or(row);
    let text = letters::trim_end(rest.strip_suffix('│').unwrap_or(rest));
    (text, letters::trim_start(text), 1)
}

/// The number of a text such as `2. Yes` and what follows it.
pub(super) fn option_number(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = counted(letters::trim_start(text))?;
    let ends = |next: char| next == ' ' || next.is_alphabetic() || next == '[';
    (rest.is_empty() || rest.starts_with(ends)).then(|| (number, letters::trim_start(rest)))
}

/// A selection marker at the start of a text, and what follows it.
pub(super) fn marked(text: &str) -> Option<&str> {
    let rest = letters::trim_start(text);
    rest.strip_prefix("❯").or_else(|| rest.strip_prefix("› "))
}

/// Whether a line is a list's selected row.
pub(super) fn is_selected(text: &str) -> bool {
    pointed(text).is_some_and(|rest| !letters::trim_start(rest).is_empty())
}

/// What is behind the selection marker of a row, in boxes or not; a composer may have nothing there.
pub(super) fn pointed(text: &str) -> Option<&str> {
    let mut inside = text;
    while let Some(rest) = inside.strip_prefix('│') {
        inside = rest;
    }
    marked(inside)
}

/// Whether a line tells keys: `Enter to confirm · Esc to cancel`, `Press Enter to continue…`.
pub(super) fn is_hint(text: &str) -> bool {
    let text = letters::trim(text);
    if is_key_list(text) || waits_for_enter(text) {
        return true;
    }
    const TO: Needle = Needle::new(" to ");
    const CANCEL: Needle = Needle::new("cancel");
    SPOKEN.begin(text) || KEYS.begin(text) && (TO.is_in(text) || CANCEL.is_in(text))
}

/// Whether a line waits for a key, as no footer does.
pub(super) fn waits_for_enter(text: &str) -> bool {
    text.ends_with(CONTINUES)
}

/// How a line ends that waits for a key: `Login successful. Press Enter to continue…`.
const CONTINUES: &str = "Press Enter to continue…";

/// Whether a line is a list of what keys do, a single letter or sign first: `/ to search · Esc to exit`,
/// `A to show all projects · P to preview` (2.0.31 to 2.1.31). One alone may be a sentence.
fn is_key_list(text: &str) -> bool {
    let one = text
        .as_bytes()
        .get(1..)
        .is_some_and(|rest| rest.starts_with(b" to "));
    let does = |part: &str| part.split(' ').nth(1) == Some("to");
    one && text.contains(" · ") && text.split(" · ").all(does)
}

/// How lines of keys begin.
static KEYS: Openings<18> = Openings::new([
    "Enter", "Esc", "esc to", "↑/↓", "←/→", "↑↓", "Tab", "Space", "Press ", "ctrl+", "ctrl-",
    "Ctrl+", "Type to ", "↓ to", "↑ to", "s to ", "(esc", "← for",
]);

/// How lines begin that ask for input in the screen-reader mode and at sign-in.
static SPOKEN: Openings<3> = Openings::new([
    "Paste code here",
    "Select with numbers [",
    "Enter selection [",
]);

/// Whether a line may be the last of a dialog with a list at its left edge: a line of keys, or a numbered option.
pub(in super::super) fn ends_list(text: &str) -> bool {
    is_hint(text)
        || text.starts_with("   ") && option_number(text).is_some()
        || is_selected_option(text)
}

/// Whether a line is a selected option at the left edge of a list: ` ❯ 1. Yes`.
pub(super) fn is_selected_option(text: &str) -> bool {
    text.strip_prefix(" ❯ ")
        .is_some_and(|rest| option_number(rest).is_some())
}

/// Whether a line is nothing but drawing: an inner rule or box edge.
pub(super) fn is_drawn(text: &str) -> bool {
    glyph::is_drawn(letters::trim(behind_count(text)))
}

/// A line without a count over the beginning of a dashed rule: `↑ 1 more line ╌╌╌╌` (2.1.332 in 8 rows).
pub(super) fn behind_count(text: &str) -> &str {
    match counts_above(text) {
        true => &text[text.find('╌').unwrap_or(0)..],
        false => text,
    }
}

/// Which of some lines is the first that says anything.
pub(super) fn first_said(lines: &[Line<'_>]) -> Option<usize> {
    let says = |line: &Line<'_>| !line.words.is_empty() && !glyph::is_drawn(line.words);
    lines.iter().position(says)
}

/// Whether a line counts what a list or dialog hides: `↑ 6 more lines`, `↓ 13 more`.
pub(super) fn is_more(text: &str) -> bool {
    let text = text.trim();
    let rest = text.strip_prefix(['↑', '↓', '…']);
    rest.is_some_and(|rest| {
        let rest = rest.trim_start();
        begins_with_digit(rest) && rest.contains(" more")
    })
}

/// Whether a line counts what is above it in a dialog that is taller than the pane: `↑ 6 more lines`.
pub(super) fn counts_above(text: &str) -> bool {
    letters::trim_start(text).starts_with('↑') && is_more(text)
}

/// Tabs of a question to the person: `☐ Colour`, `←  ☒ Colour  ☐ Size  ✔ Submit  →`.
pub(super) fn has_tabs(heading: &str) -> bool {
    heading.starts_with(['☐', '☒']) || heading.starts_with("←  ") && heading.contains(['☐', '☒'])
}

#[cfg(test)]
mod tests {
    use super::is_hint;

    #[test]
    fn a_hint_is_known_by_how_it_begins() {
        assert!(is_hint("  ← for agents to cancel") && !is_hint("Enter") && !is_hint(""));
    }
}
