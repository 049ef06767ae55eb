//! The hint on keys that the CLI writes behind a row.

use shadow_core::screen::Needle;

use crate::letters::Openings;

/// Where the hint begins that the CLI writes behind the last row of a call or its result: what keys do with it, as
/// `(ctrl+r to expand)` (1.0.0), `(ctrl+b to run in background)`, in tmux `(ctrl+b ctrl+b (twice) to run in background)`
/// (2.1.245, 2.1.331), `(↓ to manage · ctrl+o to expand)` (2.1.0).
pub(super) fn key_hint(said: &str) -> Option<usize> {
    const DOT: Needle = Needle::new(" · ");
    const TO: Needle = Needle::new(" to ");
    let start = last_opened(said)?;
    let mut keys = DOT.split(said[start + 1..].strip_suffix(')')?);
    keys.all(|part| KEYS.begin(part) && TO.is_in(part))
        .then_some(start)
}

/// Where the parenthesis opens that a text ends with.
fn last_opened(said: &str) -> Option<usize> {
    let mut open = 0;
    said.ends_with(')').then_some(())?;
    said.bytes().rposition(|byte| {
        open += i32::from(byte == b')') - i32::from(byte == b'(');
        open == 0
    })
}

/// How the parts of such a hint begin.
static KEYS: Openings<3> = Openings::new(["ctrl+", "↓ ", "down arrow "]);
