//! Whatever is seen, in whatever order and at whatever times: what a sequence never does.

use std::sync::LazyLock;

use proptest::prelude::*;
use shadow_core::contract::{ComposerMode, InputMode};

use crate::draft::{Expected, Match};
use crate::reasons::reasons;
use crate::sight::Sight;
use crate::step::{Act, Machine, Seen};
use crate::testing::{capture, draft, idle};
use crate::{Answer, Choice, Choosing, Prompt, Sending, Terms};

const TEXT: &str = "hello there";

/// Screens that a pane may show, most of them of real CLIs.
fn sights() -> &'static [Sight] {
    static SIGHTS: LazyLock<Vec<Sight>> = LazyLock::new(read_sights);
    &SIGHTS
}

fn read_sights() -> Vec<Sight> {
    let mut shell = draft(TEXT);
    shell.composer.as_mut().expect("a composer").mode = ComposerMode::Bash;
    let mut copying = idle();
    copying.flags.in_mode = true;
    let list = Sight {
        input_mode: InputMode::Modal,
        ..draft(TEXT)
    };
    let reborn = Sight { life: 2, ..idle() };
    vec![
        idle(),
        draft(TEXT),
        draft("hello therewait"),
        draft("hello"),
        draft("hello there."),
        draft("."),
        shell,
        copying,
        list,
        reborn,
        Sight {
            life: 1,
            ..Sight::default()
        },
        capture("claude/2.1.330/basic-120x40/approval-command"),
        capture("claude/2.1.330/basic-120x40/waiting"),
        capture("claude/2.1.330/basic-120x40/answered"),
        capture("codex/0.169.0/approval-command-120x40/approval-command"),
    ]
}

/// A history: which sight, for how many looks, and how long each takes.
fn history() -> impl Strategy<Value = Vec<(usize, u8, f64)>> {
    let one = (0..15_usize, 1..30_u8, 0.0..0.7_f64);
    // Most histories must come as far as Enter: the first sights are the plain ones.
    prop::collection::vec(
        prop_oneof![one.clone(), (0..2_usize, 5..30_u8, 0.05..0.3_f64)],
        1..14,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_typed_into_an_unsafe_screen_and_enter_never_blindly(history in history()) {
        let all = sights();
        let expected = Expected::new("", TEXT);
        let mut sending = Sending::new(Prompt::new(TEXT).expect("a prompt"), Terms::default());
        let (mut now, mut pastes, mut enters) = (0.0, 0, 0);
        let marked = Expected::new("", "hello there.");
        let mut proven = true;
        sending.step(Seen::Start, now);
        'history: for (which, looks, pace) in history {
            for _ in 0..looks {
                let sight = &all[which];
                let stands = expected.compare(sight) == Match::Whole && sight.is_free();
                match sending.step(Seen::Look(sight), now) {
                    Act::Look { .. } => {}
                    Act::Paste(text) if text == TEXT => {
                        pastes += 1;
                        prop_assert!(reasons(sight, Terms::default()).is_empty());
                        sending.step(Seen::Sent, now);
                    }
                    Act::Paste(text) => {
                        prop_assert_eq!(text, " ");
                        prop_assert!(expected.compare(sight) == Match::Whole);
                        sending.step(Seen::Sent, now);
                    }
                    Act::Enter => {
                        enters += 1;
                        prop_assert!(stands, "Enter without the draft");
                        let mode = sight.composer.as_ref().map(|composer| composer.mode);
                        prop_assert_eq!(mode, Some(ComposerMode::Prompt));
                        prop_assert!(proven, "pressed again without proof");
                        sending.step(Seen::Sent, now);
                        proven = false;
                    }
                    Act::Press(key) => {
                        prop_assert!(["C-u", "BSpace", "."].contains(&key.as_str()));
                        prop_assert!(!sight.is_blocked());
                        let mark = sight.draft().as_deref() == Some(".");
                        let shows = marked.compare(sight) == Match::Whole;
                        prop_assert!(mark || shows || expected.compare(sight) != Match::Other);
                        // The mark shows behind the draft: Enter was taken and did nothing.
                        proven |= key == "BSpace" && shows;
                        sending.step(Seen::Sent, now);
                    }
                    Act::End(_) => break 'history,
                }
                now += pace;
            }
        }
        prop_assert!(pastes <= 1 && enters <= 3);
    }

    #[test]
    fn only_the_dialog_that_was_read_gets_keys(history in history()) {
        let all = sights();
        let signature = all[11].block.as_ref().expect("a block").signature.clone();
        let mut choosing = Choosing::new(Answer::new(Choice::Number(1), &signature));
        let mut now = 0.0;
        choosing.step(Seen::Start, now);
        'history: for (which, looks, pace) in history {
            for _ in 0..looks {
                // Half of the sights are the dialog.
                let sight = if which % 2 == 0 { &all[11] } else { &all[which] };
                match choosing.step(Seen::Look(sight), now) {
                    Act::Look { .. } => {}
                    Act::Press(_) => {
                        let shown = sight.block.as_ref().map(|block| &block.signature);
                        prop_assert_eq!(shown, Some(&signature));
                        choosing.step(Seen::Sent, now);
                    }
                    Act::End(_) => break 'history,
                    other => prop_assert!(false, "{:?}", other),
                }
                now += pace;
            }
        }
    }
}
