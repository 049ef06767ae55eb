//! The line or lines of a block that ask. A narrow pane wraps a question over several rows.

use shadow_core::screen::{Screen, str_width};

use super::edge::Place;
use super::lines::{self, Line};

/// Rows over which a question may wrap.
const WRAPS_MOST: usize = 6;

/// A question: its first and last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// Row where it begins.
    pub first: usize,
    /// Row that ends in the question mark.
    pub last: usize,
}

impl Asked {
    /// The lines of the question.
    pub fn lines(self, screen: &Screen, place: Place) -> impl Iterator<Item = Line<'_>> + Clone {
        let rows = self.first..=self.last;
        lines::inside(screen, place).filter(move |line| rows.contains(&line.row))
    }

    /// The question in one line.
    pub fn text(self, screen: &Screen, place: Place) -> String {
        joined(self.lines(screen, place))
    }

    /// Whether these words follow each other in the question, wraps aside.
    pub fn says(self, screen: &Screen, place: Place, words: &str) -> bool {
        let mut rest = self
            .lines(screen, place)
            .flat_map(|line| line.text.split_whitespace());
        let count = words.split_whitespace().count();
        loop {
            let mut here = rest.clone().take(count);
            if words
                .split_whitespace()
                .all(|word| here.next() == Some(word))
            {
                return true;
            }
            if rest.next().is_none() {
                return false;
            }
        }
    }
}

/// The lowest question above the options.
pub(super) fn find(screen: &Screen, place: Place) -> Option<Asked> {
    let mut last = None;
    for line in lines::inside(screen, place) {
        let text = line.text.trim();
        if lines::is_selected(line.text) && last.is_some() {
            break;
        }
        if text.ends_with('?') && lines::option_number(text).is_none() {
            last = Some(line);
        }
    }
    let last: Line<'_> = last?;
    Some(Asked {
        first: beginning(screen, place, last),
        last: last.row,
    })
}

/// The row where the sentence that ends in a line begins: rows above it that are full.
fn beginning(screen: &Screen, place: Place, last: Line<'_>) -> usize {
    let room = lines::room(screen, place);
    let mut below = last;
    let above = |row: usize| lines::inside(screen, place).find(|line| line.row + 1 == row);
    while let Some(line) = above(below.row) {
        let text = line.text.trim();
        let sentence = text.starts_with(char::is_alphabetic) && !text.ends_with(['.', '?', '│']);
        let aligned = line.indent() == below.indent();
        let far = last.row - line.row >= WRAPS_MOST;
        if !sentence || !aligned || far || !wraps(line, below, room) {
            break;
        }
        below = line;
    }
    below.row
}

/// Whether a line is so full that the first word of the next would not have fitted in it. A box
/// keeps one more column free.
pub(super) fn wraps(above: Line<'_>, below: Line<'_>, room: usize) -> bool {
    let word = below.text.split_whitespace().next().map_or(0, str_width);
    let text = above.text.trim_end();
    word > 0
        && !text.trim().is_empty()
        && above.shift + str_width(text) + 1 + word + 2 + above.shift >= room
}

/// Lines joined by spaces.
pub(super) fn joined<'a>(lines: impl Iterator<Item = Line<'a>>) -> String {
    let mut text = String::new();
    for line in lines {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line.text.trim());
    }
    text
}
