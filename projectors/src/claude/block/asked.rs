//! The line or lines of a block that ask. A narrow pane wraps a question over several rows.

use smallvec::SmallVec;

use super::lines::{self, Line};

/// Rows over which a question may wrap.
const WRAPS_MOST: usize = 6;

/// A question in one line.
pub(super) fn text(lines: &[Line<'_>]) -> String {
    let words: SmallVec<[&str; WRAPS_MOST]> = lines.iter().map(|line| line.words).collect();
    words.join(" ")
}

/// The text of a question with single blanks between all words. One of usual length stays off the heap.
pub(super) fn words(lines: &[Line<'_>]) -> SmallVec<[u8; 512]> {
    let mut words = SmallVec::new();
    let all = lines.iter().flat_map(|line| line.text.split_whitespace());
    for word in all {
        if !words.is_empty() {
            words.push(b' ');
        }
        words.extend_from_slice(word.as_bytes());
    }
    words
}

/// The mark before each question that was answered, where the answers are read again (2.0.31, 2.1.330).
pub(super) const ANSWERED: &str = "● ";

/// The lines of the lowest question above the options: those of the dialog's own list, not a list in a command, a file or a plan
/// above it (2.0.31, 2.1.331). What was asked and answered before is asked no more. `room` tells the columns that a line may
/// take, `listed` is the row of the first option of a list with numbers.
pub(super) fn find<'a>(
    block: &'a [Line<'a>],
    room: impl Fn() -> usize,
    listed: Option<usize>,
) -> Option<&'a [Line<'a>]> {
    let mut last = None;
    let mut item = None;
    let ends = |line: &Line<'_>| match listed {
        Some(row) => line.row >= row,
        None => lines::is_selected(line.text),
    };
    for (at, line) in block.iter().enumerate() {
        if last.is_some() && ends(line) {
            break;
        }
        let listed = line.words.starts_with(ANSWERED);
        item = item.filter(|item| *item < line.indent());
        item = if listed { Some(line.indent()) } else { item };
        if item.is_none() && line.words.ends_with('?') && lines::option_number(line.words).is_none()
        {
            last = Some(at);
        }
    }
    let last = last?;
    Some(&block[beginning(&block[..=last], room)..=last])
}

/// Where the sentence begins that ends in the last of some lines: lines above it that are full.
fn beginning(block: &[Line<'_>], room: impl Fn() -> usize) -> usize {
    let (mut first, end) = (block.len() - 1, block[block.len() - 1].row);
    while let Some(line) = block[..first].last() {
        let (text, below) = (line.words, &block[first]);
        let sentence = text.starts_with(char::is_alphabetic) && !text.ends_with(['.', '?', '│']);
        let aligned = line.row + 1 == below.row && line.indent() == below.indent();
        let far = end - line.row >= WRAPS_MOST;
        if !sentence || !aligned || far || !line.is_full(below, room()) {
            break;
        }
        first -= 1;
    }
    first
}
