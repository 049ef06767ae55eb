//! `shadow explain`.

use crate::run::shadow;

#[test]
fn every_row_has_a_zone_and_the_verdict_its_reasons() {
    let run = shadow(
        &["explain", "--size", "80x3", "--title", "box", "-"],
        "old\none\n\u{1b}[31mtwo\n\n",
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let text = &run.stdout;
    assert!(text.contains("history 1 rows above"), "{text}");
    assert!(
        text.contains(" 0 │one") && text.contains(" 1 │two"),
        "{text}"
    );
    assert!(
        text.contains("weighed") && text.contains("title: "),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn of_several_files_the_unreadable_is_reported() {
    let run = shadow(&["explain", "no/such", "-"], "x");
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
    assert!(run.stdout.contains("state"));
}

#[test]
fn a_real_dialog_shows_its_zones_witnesses_and_options() {
    let capture = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/corpus/claude/2.1.330/basic-120x40/approval-command.ansi"
    );
    let run = shadow(&["explain", "--size", "120x40", capture], "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for part in [
        "     dialog ",
        "supported · awaiting_operator · modal · approval_prompt",
        "asks       approval_command",
        "> Yes [",
        "because",
        "recognised: claude",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'));
}
