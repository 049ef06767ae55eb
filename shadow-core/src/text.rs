//! Text that came from outside, made safe to print.

/// Characters of a channel's text that are kept.
const LIMIT: usize = 400;

/// The text without control characters (escape sequences lose their introducer and cannot act),
/// cut at 400 characters.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// assert_eq!(shadow_tui::printable("a title\x1b[2J\r\n"), "a title[2J");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(LIMIT)
        .collect()
}
