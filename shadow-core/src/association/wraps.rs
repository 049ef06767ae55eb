//! Line breaks that may be soft wraps: the same text with them undone, and the way back to where
//! something stood.

/// A text to search, and how its offsets map to the text as it came.
pub(super) struct Variant {
    /// The text.
    pub(super) text: String,
    /// Offsets in `text` at which breaks were dropped, in order.
    dropped: Vec<usize>,
    /// Whether breaks were undone.
    pub(super) joined: bool,
}

impl Variant {
    /// Where an offset of this variant stood in the text as it came.
    pub(super) fn original(&self, offset: usize) -> usize {
        offset + self.dropped.partition_point(|&at| at < offset)
    }
}

/// The text as it came; with `undo` also with its breaks read as spaces (a wrap between words) and
/// as nothing (a wrap inside a word). A blank line is never a wrap.
pub(super) fn variants(text: &str, undo: bool) -> Vec<Variant> {
    let mut all = vec![Variant {
        text: text.to_owned(),
        dropped: Vec::new(),
        joined: false,
    }];
    if undo && text.contains('\n') {
        all.push(spaced(text));
        all.push(closed(text));
    }
    all
}

fn spaced(text: &str) -> Variant {
    let spaced = text.char_indices().map(|(at, character)| {
        if is_wrap(text, at, character) {
            ' '
        } else {
            character
        }
    });
    Variant {
        text: spaced.collect(),
        dropped: Vec::new(),
        joined: true,
    }
}

fn closed(text: &str) -> Variant {
    let mut closed = String::with_capacity(text.len());
    let mut dropped = Vec::new();
    for (at, character) in text.char_indices() {
        if is_wrap(text, at, character) {
            dropped.push(closed.len());
        } else {
            closed.push(character);
        }
    }
    Variant {
        text: closed,
        dropped,
        joined: true,
    }
}

/// Whether the character at `at` is a break between two lines that both hold text.
fn is_wrap(text: &str, at: usize, character: char) -> bool {
    let (before, after) = (&text[..at], &text[at + character.len_utf8()..]);
    let blank = |line: &str| line.trim().is_empty();
    character == '\n'
        && !blank(before.rsplit('\n').next().unwrap_or_default())
        && !blank(after.split('\n').next().unwrap_or_default())
}
