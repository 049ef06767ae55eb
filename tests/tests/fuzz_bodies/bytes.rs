//! Bytes to try: output made of a terminal's parts, and real files with something changed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What a program prints, and what reads as more than it is in files that hold it.
const PARTS: [&str; 67] = [
    "text",
    "  indented",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\u{a0}",
    "\u{3000}",
    "·",
    "…",
    "中",
    "🙂",
    "e\u{301}",
    "❯ ",
    "› ",
    "▌",
    "─────────────",
    "│ > ",
    "╭─",
    "╰─",
    "⏺ ",
    "  ⎿  ",
    "✻ Baked for 8s",
    "• Working (3s • esc to interrupt)",
    "1. Yes",
    "? for shortcuts",
    "\x1b[1m",
    "\x1b[38;5;9m",
    "\x1b[48;2;1;2;3m",
    "\x1b[m",
    "\x1b[4:3m",
    "\x1b[2;3H",
    "\x1b[K",
    "\x1b[2J",
    "\x1b[?2026h",
    "\x1b]2;title\x07",
    "\x1b]9;4;3\x1b\\",
    "\x1b]7501;?\x1b\\",
    "\x1bPq\x1b\\",
    "\x1b(0",
    "\x1b(B",
    "\x0e",
    "\x0f",
    "\r",
    "\x08",
    "\u{9b}1m",
    "\u{9d}x\u{9c}",
    "\x1b[",
    "\x1b]",
    "\x1b",
    "\0",
    "\"",
    "\\u0000",
    "\\ud800",
    "\u{202e}",
    "\u{200b}",
    "{",
    "[",
    "]",
    "../",
    "65535",
    "1e308",
    "-1",
    "null",
    "[[case]]\n",
    "%%%% ",
    "\n[1.0,\"r\",\"65535x1\"]\n",
];

fn part() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        6 => select(PARTS.as_slice()).prop_map(|part| part.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..6),
    ]
}

/// Bytes as a capture or a program's output has them, and bytes that break it.
pub fn any_output() -> impl Strategy<Value = Vec<u8>> {
    vec(part(), 0..80).prop_map(|parts| parts.concat())
}

/// What is done at one place of a file.
#[derive(Debug, Clone)]
enum Edit {
    Insert(Vec<u8>),
    Replace(Vec<u8>),
    Cut(usize),
    Repeat(usize),
    Flip(u8),
    End,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => part().prop_map(Edit::Insert),
        4 => part().prop_map(Edit::Replace),
        2 => (1_usize..64).prop_map(Edit::Cut),
        2 => (1_usize..200).prop_map(Edit::Repeat),
        3 => any::<u8>().prop_map(Edit::Flip),
        1 => Just(Edit::End),
    ]
}

/// Real files, each with up to a dozen things changed.
pub fn edited(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edits = vec((any::<Index>(), edit()), 0..12);
    (select(seeds), edits).prop_map(|(mut data, edits)| {
        for (index, edit) in edits {
            apply(&mut data, index, edit);
        }
        data
    })
}

fn apply(data: &mut Vec<u8>, index: Index, edit: Edit) {
    let at = index.index(data.len() + 1);
    let reach = |length: usize| at..data.len().min(at + length);
    match edit {
        Edit::Insert(part) => drop(data.splice(at..at, part)),
        Edit::Replace(part) => drop(data.splice(reach(part.len()), part)),
        Edit::Cut(length) => drop(data.drain(reach(length))),
        Edit::Repeat(length) => {
            let again = data[reach(length)].to_vec();
            drop(data.splice(at..at, again));
        }
        Edit::Flip(bits) => data[at..].iter_mut().take(1).for_each(|byte| *byte ^= bits),
        Edit::End => data.truncate(at),
    }
}
