//! What a row has in column 0, as far as the rules of cells go by it.

use super::shape::{BAR, CHEVRON};

/// Some of the glyphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyphs(u16);

/// Nothing: the row is indented.
pub(super) const INDENT: Glyphs = Glyphs(1);
/// `•` or `◦`.
pub(super) const BULLETS: Glyphs = Glyphs(2);
/// `›` or `▌`.
pub(super) const CHEVRONS: Glyphs = Glyphs(4);
/// `■` or `🖐`.
pub(super) const RED: Glyphs = Glyphs(8);
/// `⚠`.
pub(super) const WARNING: Glyphs = Glyphs(16);
/// `>` or `<`.
pub(super) const ANGLES: Glyphs = Glyphs(32);
/// A part of a rule or box.
pub(super) const LINES: Glyphs = Glyphs(64);
/// A glyph of tools alone.
pub(super) const TOOLS: Glyphs = Glyphs(128);
/// Anything else.
pub(super) const REST: Glyphs = Glyphs(256);
/// Whatever is there.
pub(super) const ALL: Glyphs = Glyphs(511);

impl Glyphs {
    /// That of a row, by its character in column 0.
    pub const fn of(first: Option<char>) -> Self {
        match first {
            None => INDENT,
            Some('•' | '◦') => BULLETS,
            Some(CHEVRON | BAR) => CHEVRONS,
            Some('■' | '🖐') => RED,
            Some('⚠') => WARNING,
            Some('>' | '<') => ANGLES,
            Some('\u{2500}'..='\u{257f}') => LINES,
            Some('⚡' | '⏵' | '✏' | '✘' | '📋' | '?' | '\u{2800}'..='\u{28ff}') => TOOLS,
            Some(_) => REST,
        }
    }

    /// These and others.
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether some of them are among these.
    pub const fn contains(self, glyph: Self) -> bool {
        self.0 & glyph.0 != 0
    }
}
