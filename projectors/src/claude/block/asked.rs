//! The line or lines of a block that ask. A narrow pane wraps a question over several rows.

use smallvec::SmallVec;

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
    pub fn lines<'a, 'b>(
        self,
        block: &'b [Line<'a>],
    ) -> impl Iterator<Item = &'b Line<'a>> + Clone {
        let rows = self.first..=self.last;
        let own = move |line: &&Line<'_>| rows.contains(&line.row);
        block.iter().filter(own)
    }

    /// The question in one line.
    pub fn text(self, block: &[Line<'_>]) -> String {
        let words: SmallVec<[&str; WRAPS_MOST]> =
            self.lines(block).map(|line| line.words).collect();
        words.join(" ")
    }

    /// The text with single blanks between all words. A text of usual length stays off the heap.
    pub fn words(self, block: &[Line<'_>]) -> SmallVec<[u8; 512]> {
        let mut words = SmallVec::new();
        let lines = self.lines(block);
        for word in lines.flat_map(|line| line.text.split_whitespace()) {
            if !words.is_empty() {
                words.push(b' ');
            }
            words.extend_from_slice(word.as_bytes());
        }
        words
    }
}

/// The mark before each question that was answered, where the answers are read again (2.0.31, 2.1.330).
pub(super) const ANSWERED: &str = "● ";

/// The lowest question above the options: those of the dialog's own list, not a list in a command, a file or a plan above it
/// (2.0.31, 2.1.331). What was asked and answered before is asked no more. `room` tells the columns that a line may
/// take, `listed` is the row of the first option of a list with numbers.
pub(super) fn find(
    block: &[Line<'_>],
    room: impl Fn() -> usize,
    listed: Option<usize>,
) -> Option<Asked> {
    let mut last = None;
    let mut item = None;
    let ends = |line: &Line<'_>| match listed {
        Some(row) => line.row >= row,
        None => lines::is_selected(line.text),
    };
    for line in block {
        if last.is_some() && ends(line) {
            break;
        }
        let listed = line.words.starts_with(ANSWERED);
        item = item.filter(|item| *item < line.indent());
        item = if listed { Some(line.indent()) } else { item };
        if item.is_none() && line.words.ends_with('?') && lines::option_number(line.words).is_none()
        {
            last = Some(line);
        }
    }
    let last = last?;
    Some(Asked {
        first: beginning(block, room, last),
        last: last.row,
    })
}

/// The row where the sentence that ends in a line begins: rows above it that are full.
fn beginning(block: &[Line<'_>], room: impl Fn() -> usize, last: &Line<'_>) -> usize {
    let mut below = last;
    let above = |row: usize| block.iter().find(|line| line.row + 1 == row);
    while let Some(line) = above(below.row) {
        let text = line.words;
        let sentence = text.starts_with(char::is_alphabetic) && !text.ends_with(['.', '?', '│']);
        let aligned = line.indent() == below.indent();
        let far = last.row - line.row >= WRAPS_MOST;
        if !sentence || !aligned || far || !line.is_full(below, room()) {
            break;
        }
        below = line;
    }
    below.row
}
