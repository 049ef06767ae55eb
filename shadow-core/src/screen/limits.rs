//! The caps that keep memory bounded for hostile input, and the error of a caller that refuses above them.

use std::fmt;

/// Bytes of text that a screen reads: 8 MiB, some hundred times a full screen with generous
/// scrollback. [`check_input`] refuses more; [`Screen::load`] itself reads
/// the last ones, as the live surface is at the end.
///
/// [`Screen::load`]: super::Screen::load
pub const MAX_INPUT_BYTES: usize = 8 << 20;

/// Lines that a screen keeps, history included, counted from the end.
pub const MAX_LINES: usize = 1_000_000;

/// Bytes of one line of normalized text that are kept, from its left: 65,536 columns of four
/// bytes, as many as a terminal's size can say.
pub const MAX_LINE_BYTES: usize = 4 * MAX_LINE_CELLS;

/// Columns of one line that is overwritten (CR, backspace).
pub(super) const MAX_LINE_CELLS: usize = 1 << 16;

/// The input is above [`MAX_INPUT_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputTooLarge(());

impl fmt::Display for InputTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = MAX_INPUT_BYTES >> 20;
        write!(
            f,
            "more than {limit} MiB, the limit of one snapshot; give the visible screen alone"
        )
    }
}

impl std::error::Error for InputTooLarge {}

/// Refuses text above [`MAX_INPUT_BYTES`]: the check of a command line or a server.
///
/// # Errors
/// When there are more bytes.
pub fn check_input(bytes: usize) -> Result<(), InputTooLarge> {
    if bytes > MAX_INPUT_BYTES {
        return Err(InputTooLarge(()));
    }
    Ok(())
}

/// The end of the input that the caps allow.
pub(super) fn tail(bytes: &[u8]) -> &[u8] {
    last_lines(last_bytes(bytes, MAX_INPUT_BYTES), MAX_LINES)
}

fn last_bytes(bytes: &[u8], limit: usize) -> &[u8] {
    let from = bytes.len().saturating_sub(limit);
    let rest = &bytes[from..];
    if from == 0 {
        return rest;
    }
    let continuation = rest.iter().take_while(|&&byte| byte & 0xC0 == 0x80);
    &rest[continuation.take(3).count()..]
}

fn last_lines(bytes: &[u8], limit: usize) -> &[u8] {
    if bytes.len() <= limit {
        return bytes;
    }
    let closed = usize::from(bytes.last() == Some(&b'\n'));
    match memchr::memrchr_iter(b'\n', bytes).nth(limit + closed - 1) {
        Some(end) => &bytes[end + 1..],
        None => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_INPUT_BYTES, check_input, last_bytes, last_lines};

    #[test]
    fn the_last_lines_are_kept_with_and_without_a_closing_line_end() {
        assert_eq!(last_lines(b"a\nb\nc\n", 2), b"b\nc\n");
        assert_eq!(last_lines(b"a\nb\nc", 2), b"b\nc");
        assert_eq!(last_lines(b"a\nb\n", 2), b"a\nb\n");
    }

    #[test]
    fn a_cut_never_starts_inside_a_character() {
        assert_eq!(last_bytes("aé✻b".as_bytes(), 3), b"b");
        assert_eq!(last_bytes("aé✻b".as_bytes(), 4), "✻b".as_bytes());
    }

    #[test]
    fn refusal_says_what_to_do_in_one_line() {
        assert!(check_input(MAX_INPUT_BYTES).is_ok());
        let error = check_input(MAX_INPUT_BYTES + 1).unwrap_err().to_string();
        assert!(error.contains("8 MiB") && !error.contains('\n'));
    }
}
