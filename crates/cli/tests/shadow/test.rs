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

/// The turns of the session, as its script has them.
const TURNS: &str = r#"
[[turn]]
outcome = "success"
how = "inferred_composer"
prompt = "please look at the parser today"
blocked = []

[[turn]]
outcome = "success"
prompt = "make the file"
blocked = ["approval_command"]
"#;

#[test]
fn the_turns_of_a_recording_are_a_case() {
    let folder = CaseFolder::with("test-turns", SESSION);
    let captures = folder.shadow(&["test", "--ndjson", "-", "cases"]).json();
    folder.name_turns(SESSION, TURNS);
    let run = folder.shadow(&["test", "--ndjson", "-", "cases"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let all = run.json();
    assert_eq!(all.len(), captures.len() + 1);
    let turns = all.last().expect("the turns");
    assert_eq!(turns["id"], "claude/2.1.330/basic-120x40/turns");
    assert_eq!(
        (&turns["result"], &turns["right"]),
        (&"held".into(), &1.into())
    );
    let args = ["test", "--id", "basic-120x40/turns", "cases"];
    let run = folder.shadow(&args);
    assert!(
        run.stdout.ends_with("1 cases: 1 held, 0 changed\n"),
        "{}",
        run.stdout
    );
    let run = folder.shadow(&["test", "--mode", "plain", "cases"]);
    assert!(
        !run.stdout.contains("/turns"),
        "turns are judged with all channels"
    );
}

#[test]
fn turns_that_differ_are_told_as_a_diff() {
    let folder = CaseFolder::with("test-turns-diff", SESSION);
    let wrong = TURNS.replacen(
        "\"success\"\nprompt = \"make",
        "\"interrupted\"\nprompt = \"make",
        1,
    );
    folder.name_turns(SESSION, &wrong);
    let run = folder.shadow(&["test", "--junit", "out.xml", "cases"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let diff = "  turns
               turn: outcome success; how inferred_composer; prompt \"please look at the parser today\"; never blocked
    - expected turn: outcome interrupted; prompt \"make the file\"; blocked by approval_command
    + got      turn: outcome success; prompt \"make the file\"; blocked by approval_command
    because    turn 1, from ";
    assert!(run.stdout.contains(diff), "{}", run.stdout);
    assert!(run.stdout.contains("── claude/2.1.330/basic-120x40/turns"));
    let junit = std::fs::read_to_string(folder.path("out.xml")).expect("a report");
    assert!(
        junit.contains("basic-120x40/turns (all)\"><failure message=\"turns\">"),
        "{junit}"
    );
}

#[test]
fn a_turn_too_many_or_too_few_and_another_answer_are_told() {
    let folder = CaseFolder::with("test-turns-count", SESSION);
    folder.name_turns(SESSION, "turn = []\n");
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("- expected no turn"), "{}", run.stdout);
    let answered = "answer_lines = [\"No such line.\"]\n";
    folder.edit(SESSION, "session.toml", |text| {
        let turns = format!("{TURNS}{answered}\n[[turn]]\noutcome = \"unknown\"\n");
        text.replacen("turn = []\n", "", 1)
            .replacen("[[case]]", &(turns + "\n[[case]]"), 1)
    });
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 1);
    for part in [
        "    - expected | No such line.\n",
        "    + got      | The file is made.\n",
        "    - expected turn: outcome unknown\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn a_recording_that_cannot_be_read_is_a_line_and_no_silence() {
    let folder = CaseFolder::with("test-recording", SESSION);
    let recording = folder.path("cases").join(SESSION).join("stream.cast");
    let demo = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../demo/recordings/claude-2.1.330.cast.gz"
    );
    let whole = std::fs::read(demo).expect("a recording");
    for bytes in [&b"garbage"[..], b"", &whole[..whole.len() / 2]] {
        std::fs::write(&recording, bytes).expect("written");
        let run = folder.shadow(&["test", "--junit", "out.xml", "cases"]);
        assert_eq!(run.code, 3, "{}", run.stdout);
        run.complains_in_one_line();
        assert!(
            run.stderr.contains("cannot read the recording") && run.stderr.contains(SESSION),
            "{}",
            run.stderr
        );
        assert!(run.stdout.contains("0 changed, 1 could not be read"));
        let junit = std::fs::read_to_string(folder.path("out.xml")).expect("a report");
        assert!(junit.contains("errors=\"1\""), "{junit}");
    }
    std::fs::remove_file(&recording).expect("removed");
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 0, "its pack keeps one: {}", run.stderr);
    let pack = folder.path("cases").join(SESSION).join("session.gz");
    let whole = std::fs::read(&pack).expect("a pack");
    std::fs::write(&pack, &whole[..whole.len() / 2]).expect("written");
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    run.complains_in_one_line();
}

#[test]
fn turns_without_a_recording_are_a_line_and_no_silence() {
    const SESSION: &str = "cases/P25-scrollback/codex/0.58.0/basic-120x40-scrollback-8";
    let folder = CaseFolder::with("test-no-recording", SESSION);
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 0, "none is named or there: {}", run.stdout);
    folder.name_turns(SESSION, TURNS);
    let run = folder.shadow(&["test", "cases"]);
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
    assert!(run.stderr.contains("there is no recording of the turns"));
}
