//! What is before an item of a list: a number, a check box, a bullet. Which items make one list is each projector's
//! business: Claude Code's are found from a block's end, Codex' around the marked row.

use super::numbers::digits;

/// The number that a text begins with, of three digits at most, and what is behind its point. How an item goes on there,
/// the CLI says: with a blank in Codex.
pub(crate) fn counted(text: &str) -> Option<(u32, &str)> {
    let digits = digits(text);
    if digits == 0 || digits > 3 {
        return None;
    }
    let rest = text[digits..].strip_prefix('.')?;
    Some((text[..digits].parse().ok()?, rest))
}

/// Whether the check box before a text is ticked, and the text: `[ ] Red`, `[✔] Red`.
pub(crate) fn check_box(text: &str) -> Option<(bool, &str)> {
    let mut inside = text.strip_prefix('[')?.chars();
    let ticked = match inside.next()? {
        ' ' => false,
        'x' | 'X' | '✓' | '✔' | '•' => true,
        _ => return None,
    };
    Some((ticked, inside.as_str().strip_prefix("] ")?))
}

/// Columns of the bullet or number before an item of a text, the space behind it included; 0 where none is there.
pub(crate) fn marker(text: &str) -> usize {
    match text.as_bytes() {
        [b'-' | b'*', b' ', ..] => 2,
        [0xe2, ..] if text.starts_with("• ") || text.starts_with("◦ ") => 2,
        [b'0'..=b'9', ..] => match digits(text) {
            digits if text[digits..].starts_with(". ") => digits + 2,
            _ => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{check_box, counted, marker};

    #[test]
    fn reads_numbers_and_boxes() {
        assert_eq!(counted("2. Existing"), Some((2, " Existing")));
        assert_eq!(counted("2.5 GB"), Some((2, "5 GB")));
        assert_eq!(counted("2026. A year"), None);
        assert_eq!(check_box("[x] Theme"), Some((true, "Theme")));
        assert_eq!(check_box("[ ] Theme"), Some((false, "Theme")));
        assert_eq!(check_box("[1] link"), None);
    }

    #[test]
    fn a_marker_ends_in_a_space() {
        assert_eq!(["- a", "• a", "12. a"].map(marker), [2, 2, 4]);
        assert_eq!(["-a", "12.5", "a", ""].map(marker), [0; 4]);
    }
}
