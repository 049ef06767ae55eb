//! Text that a program says: untrusted, so it is cleaned and bounded.

/// Characters of one text that are kept.
const MAX_CHARS: usize = 1024;

/// Bytes from the program as text: no control characters, no more than the limit.
pub(super) fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let visible = text.chars().filter(|character| !character.is_control());
    visible.take(MAX_CHARS).collect()
}
