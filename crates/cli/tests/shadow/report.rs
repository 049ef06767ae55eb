//! `shadow report`, and `shadow test --add`.

use std::io::Read;

use crate::case_folder::{CaseFolder, fixtures};

/// A bundle of a real dialog.
fn report(folder: &CaseFolder) -> String {
    let capture = fixtures().join("corpus/claude/2.1.330/basic-120x40/approval-command.ansi");
    let capture = capture.to_string_lossy().into_owned();
    let args = [
        "report",
        "--size",
        "120x40",
        "--cli-version",
        "2.1.330",
        "--title",
        "secret-project",
        &capture,
    ];
    let run = folder.shadow(&args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

#[test]
fn a_bundle_holds_no_word_and_becomes_a_case() {
    let folder = CaseFolder::new("report");
    let told = report(&folder);
    assert!(
        told.starts_with(
            "misread.tar.gz: supported · awaiting_operator · modal · approval_prompt (claude 2.1.330)\nnext: "
        ),
        "{told}"
    );
    let bundle = std::fs::File::open(folder.path("misread.tar.gz")).expect("a bundle");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(bundle)
        .read_to_end(&mut bytes)
        .expect("gzip");
    let text = String::from_utf8_lossy(&bytes);
    assert!(
        text.contains("\"redacted_read_as\"") && text.contains("<svg"),
        "{text}"
    );
    for word in ["made.txt", "parser", "secret", "/home/user", "fixtures"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    let add = [
        "test",
        "--add",
        "misread.tar.gz",
        "--truth",
        "business_state=awaiting_operator",
        "cases",
    ];
    let run = folder.shadow(&add);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(
        folder
            .path("cases/claude/2.1.330/report-1/session.toml")
            .exists()
    );
    let wrong = [
        "test",
        "--add",
        "misread.tar.gz",
        "--truth",
        "business_state=working",
        "cases",
    ];
    assert_eq!(folder.shadow(&wrong).code, 1, "the truth is another");
    assert!(
        folder
            .path("cases/claude/2.1.330/report-2/session.toml")
            .exists()
    );
}

#[test]
fn a_screen_of_unknown_version_is_read_as_it_was_when_it_becomes_a_case() {
    let folder = CaseFolder::new("report-unknown");
    let capture = fixtures().join("corpus/claude/2.1.330/approvals-120x40/approval-edit.ansi");
    let capture = capture.to_string_lossy().into_owned();
    let run = folder.shadow(&["report", "--size", "120x40", &capture]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let add = ["test", "--add", "misread.tar.gz", "cases", "--truth"];
    let held = folder.shadow(&[&add[..], &["ui_context=approval_prompt"]].concat());
    assert_eq!(held.code, 0, "{}", held.stdout);
    let named = |field: &str| folder.shadow(&[&add[..], &[field]].concat());
    assert_eq!(named("block.kind=approval_edit").code, 0);
    let other = named("block.kind=plan");
    assert_eq!(other.code, 1, "{}", other.stdout);
    assert_eq!(named("block.name=plan").code, 2);
    let wrong = folder.shadow(&[&add[..], &["ui_context=plan_approval"]].concat());
    assert_eq!(wrong.code, 1, "{}", wrong.stdout);
    assert!(
        !wrong.stdout.contains("unknown_version_floor_used"),
        "no version is known, and none is asked for: {}",
        wrong.stdout
    );
}

#[test]
fn what_is_no_bundle_or_no_truth_is_one_line() {
    let folder = CaseFolder::new("report-bad");
    report(&folder);
    std::fs::write(folder.path("torn.tar.gz"), b"\x1f\x8bnonsense").expect("a file");
    let add = |bundle, truth| ["test", "--add", bundle, "--truth", truth, "cases"];
    for (args, code) in [
        (&add("torn.tar.gz", "business_state=idle")[..], 3),
        (&add("no-such", "business_state=idle"), 3),
        (&add("misread.tar.gz", "business_state=busy"), 2),
        (&add("misread.tar.gz", "busy"), 2),
        (&["test", "--add", "misread.tar.gz", "cases"], 2),
        (&["report"], 2),
        (
            &["report", "--out", "no/such/place.tar.gz", "misread.tar.gz"],
            1,
        ),
    ] {
        let run = folder.shadow(args);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        run.complains_in_one_line();
    }
}

#[test]
fn a_report_and_a_picture_have_one_screen() {
    let folder = CaseFolder::new("one-screen");
    let refused = |args: &[&str], told: &str| {
        let run = folder.shadow(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert_eq!(run.stderr, format!("shadow: {told}\n"), "{args:?}");
    };
    let report = "a report has one screen; give one file or pane";
    refused(&["report", "one", "other"], report);
    refused(&["report", "one", "--pane", "%1"], report);
    let picture = "a picture shows one screen; give one file or pane";
    refused(&["explain", "one", "other", "--svg", "-"], picture);
    assert!(!folder.path("misread.tar.gz").exists());
}
