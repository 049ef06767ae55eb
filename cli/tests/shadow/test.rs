//! `shadow test`.

use crate::case_folder::CaseFolder;

const SESSION: &str = "corpus/claude/2.1.330/basic-120x40";

/// Calls the idle screen of the session a working one.
fn mislabel(folder: &CaseFolder) {
    folder.edit(SESSION, "session.toml", |text| {
        text.replacen(
            "business_state = \"idle\"",
            "business_state = \"working\"",
            1,
        )
    });
}

#[test]
fn cases_that_hold_are_counted_by_version() {
    let folder = CaseFolder::with("test-holds", SESSION);
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("claude 2.1.330"), "{}", run.stdout);
    assert!(run.stdout.contains(" held, 0 changed"), "{}", run.stdout);
}

#[test]
fn a_change_is_told_as_a_diff_with_the_screen() {
    let folder = CaseFolder::with("test-diff", SESSION);
    mislabel(&folder);
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    for part in [
        "── claude/2.1.330/basic-120x40/",
        "composer ",
        "  business_state\n    - expected working\n    + got      idle\n",
        "because",
        "1 changed; shadow review",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'));
}

#[test]
fn reports_are_written_for_machines() {
    let folder = CaseFolder::with("test-reports", SESSION);
    mislabel(&folder);
    let args = ["test", "--junit", "out.xml", "--ndjson", "-", "cases"];
    let run = folder.shadow(&args);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let changed: Vec<_> = run
        .json()
        .into_iter()
        .filter(|e| e["result"] == "changed")
        .collect();
    assert_eq!(changed.len(), 1);
    let change = &changed[0]["changes"][0];
    assert_eq!(change["measure"], "business_state");
    assert_eq!(
        (&change["expected"], &change["got"]),
        (&"working".into(), &"idle".into())
    );
    let junit = std::fs::read_to_string(folder.path("out.xml")).expect("a report");
    assert!(
        junit.contains("failures=\"1\"") && junit.contains("<failure message="),
        "{junit}"
    );
    assert_eq!(
        junit.matches("<testcase").count(),
        run.stdout.lines().count()
    );
}

#[test]
fn cases_that_cannot_be_read_are_a_line_each_and_the_rest_is_run() {
    let folder = CaseFolder::with("test-bad", SESSION);
    for (name, text) in [("a", "schema = 1\nnonsense"), ("b", "schema = 9")] {
        std::fs::create_dir_all(folder.path("cases").join(name)).expect("a folder");
        std::fs::write(folder.path("cases").join(name).join("session.toml"), text).expect("a file");
    }
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
    assert!(
        run.stderr
            .lines()
            .all(|line| line.starts_with("shadow: cannot read the case"))
    );
    assert!(run.stdout.contains("2 could not be read"), "{}", run.stdout);
}

#[test]
fn nothing_to_run_is_one_line() {
    let folder = CaseFolder::with("test-none", SESSION);
    for (args, code) in [
        (&["test"][..], 2),
        (&["test", "--mode", "loud", "cases"], 2),
        (&["test", "no/such"], 3),
        (&["test", "--id", "no-such-case", "cases"], 3),
        (&["test", "cache"], 3),
    ] {
        let run = folder.shadow(args);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        run.complains_in_one_line();
    }
}
