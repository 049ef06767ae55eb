//! Display width of characters, behind one function so that it can be held to tmux's widths.

use unicode_width::UnicodeWidthChar;

/// Columns that a character takes: 0, 1 or 2. Control characters take 0.
#[must_use]
pub fn char_width(character: char) -> usize {
    if character.is_ascii() {
        return usize::from(!character.is_ascii_control());
    }
    match character {
        // Where tmux differs (seen: 3.3a): soft hyphen and Hangul filler, signs that are wide since
        // Unicode 16, Hangul tone marks.
        '\u{ad}' | '\u{ffa0}' | '\u{2630}'..='\u{2637}' | '\u{268a}'..='\u{268f}' => 1,
        '\u{302e}' | '\u{302f}' => 2,
        other => other.width().unwrap_or(0),
    }
}

/// Columns that a string takes; a tab counts to the next multiple of 8.
#[must_use]
pub fn str_width(text: &str) -> usize {
    text.chars().fold(0, |column, character| match character {
        '\t' => (column / 8 + 1) * 8,
        other => column + char_width(other),
    })
}
