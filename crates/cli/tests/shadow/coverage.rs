//! `shadow coverage`.

use serde_json::json;

use crate::case_folder::CaseFolder;

#[test]
fn what_no_case_exercises_is_listed() {
    let folder = CaseFolder::with("coverage", "corpus/claude/2.1.330/basic-120x40");
    let run = folder.shadow(&["coverage", "--format", "ndjson", "cases"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let rows = run.json();
    let cases = |kind: &str, name: &str| {
        let row = rows
            .iter()
            .find(|row| row["kind"] == kind && row["name"] == name);
        row.expect("a row")["cases"].as_u64().expect("a count")
    };
    assert!(cases("preset", "claude-spaced") > 0 && cases("context", "approval_prompt") > 0);
    assert_eq!(cases("preset", "claude-boxed"), 0);
    assert_eq!(cases("context", "rewind_menu"), 0);
    assert!(cases("rule", "claude/ruled_composer") > 0 && cases("rule", "claude/rule_edge") > 0);
    let boxed = rows
        .iter()
        .find(|row| row["name"] == "claude/boxed_composer");
    let boxed = boxed.expect("a row");
    assert_eq!(
        (&boxed["kind"], &boxed["cases"]),
        (&json!("rule"), &json!(0))
    );
    assert_eq!(boxed["since"], "1.0.0");
    assert_eq!(boxed["reads"], "a prompt glyph in a box: the composer");
    let other = rows.iter().find(|row| row["kind"] == "preset");
    assert!(other.expect("a row")["reads"].is_null());
    let run = folder.shadow(&["coverage", "--missing", "--check", "cases"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(
        run.stdout.contains("claude-boxed") && run.stdout.contains(" are missing"),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("claude-spaced"));
    assert!(!run.stdout.contains("claude/ruled_composer"));
    let reads = "a prompt glyph in a box: the composer (1.0.0)";
    let row = |line: &str| line.contains("claude/boxed_composer") && line.ends_with(reads);
    assert!(run.stdout.lines().any(row), "{}", run.stdout);
    let reason = "no case can show context error_banner: no version that was run";
    assert!(run.stdout.contains(reason), "{}", run.stdout);
}

#[test]
fn a_folder_without_cases_is_one_line() {
    let run = CaseFolder::new("coverage-none").shadow(&["coverage", "cache"]);
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
}
