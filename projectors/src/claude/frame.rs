//! The composer's frame.

use shadow_core::screen::{Row, Screen};
use shadow_core::surface::RowSpan;

use super::glyph::box_inside;
use crate::letters::offset;
use crate::shapes::numbers::begins_with_digit;

/// How a frame is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// Between two rules.
    Ruled,
    /// In a box.
    Boxed,
}

/// The live composer's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// How it is drawn.
    pub kind: FrameKind,
    /// Row of the upper line.
    pub top: usize,
    /// Row at which what is above it ends and what it offers there begins; `top` where it offers nothing.
    pub above: usize,
    /// Row of the lower line; where the pane ends above it, the row below the pane.
    pub bottom: usize,
    /// The glyph before the text.
    pub glyph: char,
}

impl Frame {
    /// A frame between two rows, above which nothing is offered.
    pub const fn new(kind: FrameKind, [top, bottom]: [usize; 2], glyph: char) -> Self {
        Self {
            kind,
            top,
            above: top,
            bottom,
            glyph,
        }
    }

    /// The text of a row inside, from the column after the glyph's space.
    pub fn text<'a>(&self, row: Row<'a>) -> &'a str {
        let text = match self.kind {
            FrameKind::Ruled => row.text(),
            FrameKind::Boxed => box_inside(row.text()).map_or("", |inside| skip(inside, 1)),
        };
        behind_selection(skip(text, 2))
    }

    /// Columns before the text.
    pub const fn margin(&self) -> usize {
        match self.kind {
            FrameKind::Ruled => 2,
            FrameKind::Boxed => 4,
        }
    }

    /// Rows of text, first and last.
    pub const fn inside(&self) -> (usize, usize) {
        (self.top + 1, self.bottom - 1)
    }

    /// The rows of both lines that are on the screen.
    pub fn rows(&self, screen: &Screen) -> RowSpan {
        RowSpan::new(self.top, self.bottom.min(screen.height() - 1))
    }

    /// The byte offset of the glyph in its row, where that row is on the screen.
    pub fn glyph_at(&self, row: Row<'_>) -> Option<usize> {
        let text = row.text();
        let inside = match self.kind {
            FrameKind::Ruled => text,
            FrameKind::Boxed => box_inside(text)?.strip_prefix([' ', '\u{a0}'])?,
        };
        let first = inside.starts_with(self.glyph);
        first.then(|| offset(text, inside)).flatten()
    }
}

/// The text behind the mark of what is selected in a connected editor (`[⧉ 2 lines selected] `, 2.1.332): the CLI sets it
/// before the draft, and sends no letter of it.
fn behind_selection(text: &str) -> &str {
    let Some((said, rest)) = text
        .strip_prefix("[⧉ ")
        .and_then(|mark| mark.split_once(']'))
    else {
        return text;
    };
    let counts = begins_with_digit(said) && said.ends_with(" selected");
    match counts {
        true => rest.strip_prefix(' ').unwrap_or(rest),
        false => text,
    }
}

/// The text without its first `count` characters.
fn skip(text: &str, count: usize) -> &str {
    let mut chars = text.chars();
    for _ in 0..count {
        chars.next();
    }
    chars.as_str()
}

/// The first row of text.
pub(super) fn first_text<'a>(screen: &'a Screen, frame: &Frame) -> &'a str {
    frame.text(screen.row(frame.inside().0))
}
