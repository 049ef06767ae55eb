//! One line of the normalised text: where it stands, and its shape, seen once when it is read.

use super::width::str_width;

/// A line: byte range (right-trimmed), style runs, and how it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) runs_start: u32,
    pub(super) runs_end: u32,
    /// Bytes of blank space before the first other character.
    pub(super) lead: u32,
    /// The columns that they take.
    pub(super) indent: u32,
    /// The first character that is not blank; NUL on a blank line.
    pub(super) first: char,
}

impl Line {
    /// A line without text.
    pub(super) const BLANK: Self = Self {
        start: 0,
        end: 0,
        runs_start: 0,
        runs_end: 0,
        lead: 0,
        indent: 0,
        first: '\0',
    };

    #[inline]
    pub(super) const fn is_blank(&self) -> bool {
        // The right margin is trimmed, so that nothing is left of a row of spaces.
        self.start == self.end
    }
}

/// How a line begins: bytes of blank space, the columns that they take, and what follows them.
#[inline]
pub(super) fn beginning(text: &str) -> (u32, u32, char) {
    let spaces = text.bytes().take_while(|&byte| byte == b' ').count();
    match text[spaces..].chars().next() {
        None => (0, 0, '\0'),
        Some(first) if first.is_whitespace() => beyond_tabs(text),
        Some(first) => (spaces as u32, spaces as u32, first),
    }
}

/// The same where other blanks than spaces stand before the text.
#[cold]
fn beyond_tabs(text: &str) -> (u32, u32, char) {
    let rest = text.trim_start();
    let lead = &text[..text.len() - rest.len()];
    let first = rest.chars().next().unwrap_or_default();
    (lead.len() as u32, str_width(lead) as u32, first)
}
