//! The fuzz targets' bodies on random and on screen-like bytes, with the stable compiler.

#[path = "../../crates/fuzz/src/bodies.rs"]
mod bodies;

use proptest::prelude::*;

/// Bytes as a capture or a program's output has them, and bytes that break it.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        6 => prop::sample::select(vec![
            "text", "  indented", "\n", "\r\n", " ", "\t", "\u{a0}", "\u{3000}", "·", "…", "中", "🙂",
            "e\u{301}", "❯ ", "› ", "▌", "─────────────", "│ > ", "╭─", "╰─", "⏺ ", "  ⎿  ", "✻ Baked for 8s",
            "• Working (3s • esc to interrupt)", "1. Yes", "? for shortcuts", "\x1b[1m", "\x1b[38;5;9m",
            "\x1b[48;2;1;2;3m", "\x1b[m", "\x1b[4:3m", "\x1b[2;3H", "\x1b[K", "\x1b[2J", "\x1b[?2026h",
            "\x1b]2;title\x07", "\x1b]9;4;3\x1b\\", "\x1b]7501;?\x1b\\", "\x1bPq\x1b\\", "\x1b(0", "\x1b(B",
            "\x0e", "\x0f", "\r", "\x08", "\u{9b}1m", "\u{9d}x\u{9c}", "\x1b[", "\x1b]", "\x1b",
        ]).prop_map(|part| part.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..6),
    ];
    proptest::collection::vec(part, 0..80).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_stack_reads_anything(data in bytes()) {
        bodies::stack_reads(&data);
    }

    #[test]
    fn the_grid_draws_anything(data in bytes()) {
        bodies::grid_draws(&data);
    }

    #[test]
    fn a_screen_of_anything_holds_together(data in bytes()) {
        bodies::screen_holds_together(&data);
    }
}
