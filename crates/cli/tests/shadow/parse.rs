//! `shadow parse` with files and standard input.

use std::process::Stdio;

use crate::run::{command, shadow};

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

#[test]
fn a_payload_has_the_path_as_id() {
    let run = shadow(&["parse", MANIFEST], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let payload = &run.json()[0];
    assert_eq!(payload["id"], MANIFEST);
    assert_eq!(payload["schema_version"], "1.1");
    assert_eq!(payload["submit_ready"], false);
    assert!(payload.get("output_text").is_none());
    let timings = &payload["mode_diagnostics"]["timings_us"];
    for stage in ["read", "write"] {
        assert!(
            timings[stage].as_f64().is_some_and(|us| us > 0.0),
            "{timings}"
        );
    }
}

#[test]
fn of_several_files_the_unreadable_is_reported_and_the_rest_answered() {
    let run = shadow(&["parse", MANIFEST, "no/such/file", "-"], "text");
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
    assert!(run.stderr.contains("no/such/file"));
    let ids: Vec<_> = run.json().iter().map(|p| p["id"].clone()).collect();
    assert_eq!(ids, [MANIFEST, "-"]);
}

#[test]
fn usage_errors_are_one_line_and_exit_2() {
    for args in [
        &["parse"][..],
        &[],
        &["nonsense"],
        &["parse", "--size", "12", "-"],
        &["parse", "--size", "0x3", "-"],
        &["parse", "--cursor", "1;2", "-"],
        &["parse", "--provider", "gemini", "-"],
        &["parse", "--cli-version", "latest", "-"],
        &["parse", "--ndjson", "--format", "text"],
        &["parse", "--ndjson", "file"],
        &["parse", "--bad\u{1b}[31m", "-"],
    ] {
        let run = shadow(args, "");
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        run.complains_in_one_line();
        assert!(run.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn arguments_reach_the_snapshot() {
    let args = [
        "parse",
        "--provider",
        "claude",
        "--cli-version",
        "v2.1.330",
        "--size",
        "80x2",
        "--cursor",
        "3,1",
        "--cursor-hidden",
        "--alternate",
        "--title",
        "t\u{1b}]0;x",
        "-",
    ];
    let run = shadow(&args, "one\ntwo\nthree\n");
    let payload = &run.json()[0];
    assert_eq!(payload["parser_metadata"]["requested_version"], "v2.1.330");
    let channels = payload["mode_diagnostics"]["channels"]
        .as_array()
        .expect("channels");
    let weight = |name: &str| {
        let found = channels.iter().find(|c| c["channel"] == name);
        found.expect("every channel is listed")["weight"].clone()
    };
    for name in ["size", "cursor", "alternate", "version"] {
        assert_eq!(weight(name), "used", "{name}");
    }
    assert_ne!(weight("title"), "absent");
    assert!(!run.stdout.trim_end().contains(char::is_control));
}

#[test]
fn text_is_for_people_and_names_the_axes() {
    let run = shadow(&["parse", "--format", "text", "-"], "");
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("-\n"), "{}", run.stdout);
    assert!(run.stdout.contains("not ready"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let files = vec![MANIFEST; 400];
    let mut child = command(&[&["parse"], &files[..]].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{:?}", output.stderr);
}

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [&["--help"][..], &["parse", "--help"], &["--version"]] {
        let run = shadow(args, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
        assert!(run.stdout.contains("shadow"), "{args:?}");
    }
}

#[test]
fn raw_output_of_any_length_is_rebuilt_at_the_given_size() {
    let mut output =
        "\u{1b}[2J\u{1b}[Hfirst\u{1b}[H\u{1b}]2;moved\u{7}second\r\nthird\u{1b}[1A".to_owned();
    output += &"\u{1b}[5;1H.".repeat(2_000_000);
    let run = shadow(&["parse", "--raw", "--size", "40x5", "-"], output);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let payload = &run.json()[0];
    let text = payload["dialog_projection"]["normalized_text"].as_str();
    assert_eq!(text.map(str::trim_end), Some("second\nthird\n\n\n."));
    assert!(
        payload["mode_diagnostics"]["channels"]
            .to_string()
            .contains("moved")
    );
    let unsized_ = shadow(&["parse", "--raw", "-"], "");
    assert_eq!(unsized_.code, 2);
    unsized_.complains_in_one_line();
}
