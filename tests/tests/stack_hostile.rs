//! The whole stack on bad input: no bytes, size, cursor or title makes it panic or grow.

use proptest::prelude::*;
use shadow_tui::{Channels, ProcessState, ProviderChoice, Snapshot, Stack, Watch, stack};

/// Rows as agents draw them, so that structure is found, and then broken.
fn row() -> impl Strategy<Value = Vec<u8>> {
    let drawn = prop::sample::select(vec![
        "╭──────────────────────────────╮",
        "│ > draft                      │",
        "╰──────────────────────────────╯",
        "────────────────────────────────",
        "❯\u{a0}",
        "❯ 1. Yes",
        "  2. No, and tell Claude what to do differently (esc)",
        "› Ask Codex to do anything",
        "› 1. Yes, proceed (y)",
        "▌ draft",
        "• Working (3s • esc to interrupt)",
        "✻ Baked for 8s",
        "✻ Thinking… (3s · ↓ 12 tokens · esc to interrupt)",
        "⏺ Bash(touch x)",
        "  ⎿  done",
        "> user",
        "Do you want to proceed?",
        "  ⏵⏵ accept edits on (shift+tab to cycle)",
        "  ? for shortcuts",
        "$ ",
        "\x1b[1m\x1b[48;5;236m› x\x1b[m",
        "中文🙂e\u{301}\u{200d}\u{fe0f}",
        "",
    ]);
    prop_oneof![
        8 => drawn.prop_map(|text| text.as_bytes().to_vec()),
        2 => proptest::collection::vec(any::<u8>(), 0..60),
        1 => Just(vec![b' '; 300]),
        1 => Just("❯".repeat(200).into_bytes()),
    ]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let rows = proptest::collection::vec(
        (row(), prop::sample::select(vec!["\n", "\r\n", "\r", ""])),
        0..60,
    );
    rows.prop_map(|rows| {
        let joined = rows.iter().map(|(row, end)| [row, end.as_bytes()].concat());
        joined.flatten().collect()
    })
}

fn channels() -> impl Strategy<Value = Channels> {
    let size = prop::option::of(prop_oneof![0..5u16, 10..200u16, Just(u16::MAX)]);
    (
        (size.clone(), size),
        prop::option::of(any::<(u16, u16)>()),
        prop::option::of(any::<bool>()),
        prop::option::of(any::<bool>()),
        prop::option::of("[ -~✳⠋◐\u{1b}\u{7}]{0,20}"),
        prop::option::of("[0-9;]{0,6}"),
        prop::option::of("[0-9.a-z]{0,9}"),
        any::<bool>(),
    )
        .prop_map(
            |((cols, rows), cursor, cursor_visible, alternate, title, progress, version, dead)| {
                Channels {
                    cols,
                    rows,
                    cursor,
                    cursor_visible,
                    alternate,
                    title,
                    progress,
                    cli_version: version,
                    process: if dead {
                        ProcessState::Exited
                    } else {
                        ProcessState::Unknown
                    },
                    ..Channels::default()
                }
            },
        )
}

fn check(
    stack: &Stack,
    wanted: ProviderChoice<'_>,
    snapshot: &Snapshot,
) -> Result<(), TestCaseError> {
    let payload = stack.parse(wanted, snapshot);
    let json = serde_json::to_string(&payload).expect("a payload is JSON");
    let projection = &payload.dialog_projection;
    for text in [
        &projection.normalized_text,
        &projection.dialog_text,
        &projection.head,
    ] {
        prop_assert!(!text.contains('\u{1b}'), "an escape in what is ours");
    }
    let allowed = 400 * (snapshot.text.len() + 1000);
    prop_assert!(
        json.len() < allowed,
        "{} bytes of {}",
        json.len(),
        snapshot.text.len()
    );
    let confidence = payload.surface_assessment.confidence;
    prop_assert!((0.0..=1.0).contains(&confidence));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_screen_makes_the_stack_panic(text in text(), channels in channels()) {
        let snapshot = Snapshot { text, channels };
        let stack = stack();
        for wanted in [ProviderChoice::Auto, ProviderChoice::Named("claude"), ProviderChoice::Named("codex")] {
            check(&stack, wanted, &snapshot)?;
        }
    }

    #[test]
    fn a_session_of_any_screens_neither_panics_nor_repeats_itself(
        looks in proptest::collection::vec((text(), channels()), 1..6),
    ) {
        let stack = stack();
        let mut watch = Watch::default();
        for (text, channels) in &looks {
            watch.look(&stack, ProviderChoice::Auto, text, channels);
            prop_assert!(!watch.look(&stack, ProviderChoice::Auto, text, channels));
            prop_assert!(watch.payload(&stack).is_some());
        }
    }
}

/// A screen that no provider knows names none, whatever the stack's first parser makes of it; a
/// caller that names the provider gets that name.
#[test]
fn a_screen_that_nobody_recognizes_names_no_provider() {
    let stack = shadow_tui::stack();
    let text = "Some words\nthat stand nowhere\n";
    let of = |wanted| {
        let payload = stack.parse(wanted, &Snapshot::from_text(text));
        let dialog = &payload.dialog_projection.projection_metadata;
        let id = payload.parser_metadata.provider_id;
        assert_eq!(dialog.provider_id, id);
        id
    };
    assert_eq!(of(ProviderChoice::Auto), "unknown");
    assert_eq!(of(ProviderChoice::Named("codex")), "codex");
}
