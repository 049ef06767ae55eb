//! Display width of characters, behind one function so that it can be held to tmux's widths.

use unicode_width::UnicodeWidthChar;

/// Columns that a character takes: 0, 1 or 2. Control characters take 0.
#[must_use]
pub fn char_width(character: char) -> usize {
    if character.is_ascii() {
        return usize::from(!character.is_ascii_control());
    }
    character.width().unwrap_or(0)
}

/// Columns that a string takes; a tab counts to the next multiple of 8.
#[must_use]
pub fn str_width(text: &str) -> usize {
    text.chars().fold(0, |column, character| match character {
        '\t' => (column / 8 + 1) * 8,
        other => column + char_width(other),
    })
}
