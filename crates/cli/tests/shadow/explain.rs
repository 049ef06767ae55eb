//! `shadow explain`.

use crate::case_folder::CaseFolder;
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
        "/../../fixtures/corpus/claude/2.1.330/basic-120x40/approval-command.ansi"
    );
    let run = shadow(&["explain", "--size", "120x40", capture], "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for part in [
        "     dialog ",
        "supported · awaiting_operator · modal · approval_prompt",
        "asks       approval_command",
        "> Yes [",
        "because",
        "recognized: claude",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'));
    // The verdict comes before the screen that it is about.
    let at = |part: &str| run.stdout.find(part).expect(part);
    assert!(
        at("supported · awaiting_operator") < at("     dialog "),
        "{}",
        run.stdout
    );
}

#[test]
fn a_screen_is_drawn_and_nothing_of_it_acts() {
    let folder = CaseFolder::new("explain-draw");
    let hostile =
        "<script>alert(1)</script> &amp; \"]]> \u{1b}[31m<b>red</b>\u{1b}[0m \u{202e}x\n$ ls";
    let args = [
        "explain", "--svg", "a.svg", "--html", "a.html", "--png", "a.png", "--size", "80x2", "-",
    ];
    let run = folder.feed(&args, hostile);
    assert_eq!(
        (run.code, run.stderr.as_str(), run.stdout.as_str()),
        (0, "", "")
    );
    for name in ["a.svg", "a.html"] {
        let text = std::fs::read_to_string(folder.path(name)).expect("a picture");
        assert!(text.contains("&lt;script&gt;"), "{name}: {text}");
        for markup in ["<script", "<b>", "\u{1b}", "\u{202e}", "onload", "href"] {
            assert!(!text.contains(markup), "{name} holds {markup}");
        }
    }
    let png = std::fs::read(folder.path("a.png")).expect("a picture");
    assert!(
        png.starts_with(b"\x89PNG") && png.len() > 2000,
        "{} bytes",
        png.len()
    );
}

#[test]
fn a_redacted_picture_keeps_the_verdict_and_loses_the_words() {
    let capture = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/corpus/claude/2.1.330/basic-120x40/approval-command.ansi"
    );
    let clear = shadow(&["explain", "--size", "120x40", "--svg", "-", capture], "");
    let safe = shadow(
        &[
            "explain", "--size", "120x40", "--redact", "--svg", "-", capture,
        ],
        "",
    );
    for run in [&clear, &safe] {
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains(">approval_command<"), "{}", run.stdout);
    }
    for word in ["made.txt", "fixtures", "parser"] {
        assert!(clear.stdout.contains(word), "{word}");
        assert!(!safe.stdout.contains(word), "{word}");
    }
}

#[test]
fn a_picture_is_of_one_screen() {
    let run = shadow(&["explain", "--svg", "x.svg", "a", "b"], "");
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
}

#[test]
fn a_bare_picture_holds_the_screen_and_no_verdict() {
    let args = ["explain", "--bare", "--size", "80x2", "--svg", "-", "-"];
    let run = shadow(&args, "<one>\n$ ls");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains(">&lt;one&gt;<"), "{}", run.stdout);
    for word in ["availability", "unsupported", "unknown"] {
        assert!(!run.stdout.contains(word), "{word}: {}", run.stdout);
    }
}
