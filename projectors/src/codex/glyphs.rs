//! What a row has in column 0, as far as the rules of cells go by it.

use super::shape::{BAR, CHEVRON};
use crate::rules::Traits;

/// Nothing: the row is indented.
pub(super) const INDENT: Traits = Traits(1);
/// `•` or `◦`.
pub(super) const BULLETS: Traits = Traits(2);
/// `›` or `▌`.
pub(super) const CHEVRONS: Traits = Traits(4);
/// `■` or `🖐`.
pub(super) const RED: Traits = Traits(8);
/// `⚠`.
pub(super) const WARNING: Traits = Traits(16);
/// `>` or `<`.
pub(super) const ANGLES: Traits = Traits(32);
/// A part of a rule or box.
pub(super) const LINES: Traits = Traits(64);
/// A glyph of tools alone.
pub(super) const TOOLS: Traits = Traits(128);
/// Anything else.
pub(super) const REST: Traits = Traits(256);
/// Whatever is there.
pub(super) const ALL: Traits = Traits(511);

/// That of a row, by its character in column 0.
pub(super) const fn glyph(first: Option<char>) -> Traits {
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
