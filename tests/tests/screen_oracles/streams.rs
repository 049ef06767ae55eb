//! Made-up output: what a program may draw with, in any order.

use proptest::prelude::*;

/// Text of one and two columns, with marks.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-zA-Z0-9 .│─❯✻⏺]{1,12}",
        1 => "[中文한글🙂a ]{1,5}",
        1 => Just("e\u{301}".to_owned()),
    ]
}

fn motion() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..9u8, 1..14u8).prop_map(|(y, x)| format!("\x1b[{y};{x}H")),
        (0..5u8, "[CDG`]").prop_map(|(n, last)| format!("\x1b[{n}{last}")),
        (1..9u8).prop_map(|y| format!("\x1b[{y}d")),
        Just("\r\n".to_owned()),
        Just("\n".to_owned()),
        Just("\r".to_owned()),
        Just("\x08".to_owned()),
        Just("\x1bM".to_owned()),
        Just("\x1b7".to_owned()),
        Just("\x1b8".to_owned()),
    ]
}

fn edit() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..3u8, "[JK]").prop_map(|(n, last)| format!("\x1b[{n}{last}")),
        (0..5u8, "[LMPSTX@]").prop_map(|(n, last)| format!("\x1b[{n}{last}")),
    ]
}

fn style() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\x1b[m".to_owned()),
        (0..8u8).prop_map(|n| format!("\x1b[3{n}m")),
        (0..8u8).prop_map(|n| format!("\x1b[4{n}m")),
        (0..8u8).prop_map(|n| format!("\x1b[9{n}m")),
        any::<u8>().prop_map(|n| format!("\x1b[38;5;{n}m")),
        any::<[u8; 3]>().prop_map(|[r, g, b]| format!("\x1b[48;2;{r};{g};{b}m")),
        any::<[u8; 3]>().prop_map(|[r, g, b]| format!("\x1b[38:2::{r}:{g}:{b}m")),
        prop::sample::select(vec![
            "1", "2", "3", "4", "7", "22", "23", "24", "27", "39", "49", "0;1"
        ])
        .prop_map(|codes| format!("\x1b[{codes}m")),
    ]
}

fn mode() -> impl Strategy<Value = String> {
    let modes = ["?1049h", "?1049l", "?25l", "?25h"];
    prop::sample::select(modes.to_vec()).prop_map(|mode| format!("\x1b[{mode}"))
}

fn other() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "\x1b]0;a title\x07",
        "\x1b]8;;http://x/\x1b\\",
        "\x1b]9;4;1;50\x1b\\",
        "\x1bP+q544e\x1b\\",
        "\x1b_Gq\x1b\\",
        "\x1b[?2004h",
        "\x1b[>4;1m",
        "\x1b[<u",
        "\x1b[?u",
        "\x07",
        "\x1b(B",
    ])
    .prop_map(str::to_owned)
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => text(),
        5 => motion(),
        3 => edit(),
        3 => style(),
        1 => other(),
    ]
}

/// Moves up and down, and the other screen: what the oracles do with regions there differs.
fn without_region() -> impl Strategy<Value = String> {
    let vertical = (0..5u8, "[ABEF]").prop_map(|(n, last)| format!("\x1b[{n}{last}"));
    prop_oneof![8 => piece(), 1 => mode(), 2 => vertical]
}

fn with_region() -> impl Strategy<Value = String> {
    let region = (1..4u8, 5..9u8).prop_map(|(top, bottom)| format!("\x1b[{top};{bottom}r"));
    prop_oneof![12 => piece(), 1 => region, 1 => Just("\x1b[r".to_owned())]
}

/// One stream.
pub fn stream() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        proptest::collection::vec(without_region(), 0..40),
        proptest::collection::vec(with_region(), 0..40),
    ];
    pieces.prop_map(|pieces| pieces.concat().into_bytes())
}

/// Bytes that mean to hurt: parts of sequences, broken characters, huge numbers.
pub fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        4 => prop::sample::select(vec![
            &b"\x1b["[..], b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b\\", b"\x07", b"\x18", b"?", b";",
            b":", b"99999", b"65535", b"0", b"m", b"H", b"J", b"K", b"L", b"P", b"@", b"b", b"r",
            b"S", b"T", b"X", b"h", b"l", b"Z", b"I", b"g", b"t", b"n", b"c", b"7501;", b"9;4;",
            b"777;notify;", b"99;e=1;", b"21337;", b"state=idle:id=a", b"1049", b"2026", b"4", b"6",
            b"7", b"20", b"\x1bc", b"\x1b7", b"\x1b8", b"\x1b#8", b"\x1bM", b"\x1bH", b"\x0e",
            b"\x0f", b"\x1b(0", b"\r", b"\n", b"\t", b"\x08", "中".as_bytes(), "\u{301}".as_bytes(),
            "🙂".as_bytes(), b"\xff", b"\xe4\xb8", b"\xc2", b"\x9b", b"x",
        ]).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 0..8),
    ];
    proptest::collection::vec(part, 0..120).prop_map(|parts| parts.concat())
}
