//! The short way for text without escapes and control characters: nothing but line ends and
//! margins to find. Most of it is copied in a few large pieces.

use memchr::memchr_iter;

use super::line::trimmed;
use crate::screen::Screen;
use crate::screen::line::{Line, beginning};

/// Reads text that holds no control character but tabs and line ends, and no line above the cap.
pub(super) fn read(text: &str, screen: &mut Screen) {
    screen.text.reserve(text.len() + 1);
    let (mut start, mut copied) = (0, 0);
    // Bytes of margins left out so far.
    let mut gone = 0;
    let ends = memchr_iter(b'\n', text.as_bytes());
    let last = (!text.is_empty() && !text.ends_with('\n')).then_some(text.len());
    for stop in ends.chain(last) {
        let end = start + trimmed(&text[start..stop]);
        let (lead, indent, first) = beginning(&text[start..end]);
        screen.lines.push(Line {
            start: (start - gone) as u32,
            end: (end - gone) as u32,
            runs_start: 0,
            runs_end: 0,
            lead,
            indent,
            first,
        });
        if end < stop {
            screen.text.push_str(&text[copied..end]);
            copied = stop;
            gone += stop - end;
        }
        start = stop + 1;
    }
    screen.text.push_str(&text[copied..]);
    if last.is_some() {
        screen.text.push('\n');
    }
}
