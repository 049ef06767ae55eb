//! `shadow timeline` over real recordings and their events.

use crate::case_folder::CaseFolder;
use crate::played::recording;
use crate::run::shadow;

fn cast(session: &str) -> String {
    recording(session).join("stream.cast").display().to_string()
}

/// How many stretches of the page's table stand in a lane.
fn stretches(page: &str, lane: &str, label: &str) -> usize {
    let lane = format!("<td>{lane}</td>");
    let rows = page.lines().filter(|row| row.contains(&lane));
    rows.filter(|row| row.contains(label)).count()
}

#[test]
fn a_recording_has_its_turns_blocks_titles_and_disagreements() {
    let run = shadow(
        &[
            "timeline",
            "--html",
            "-",
            &cast("claude/2.1.330/approvals-120x40"),
        ],
        "",
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let page = &run.stdout;
    for (lane, label, count) in [
        ("turn log", "success", 2),
        ("turn log", "interrupted: count the lines", 1),
        ("blocked", "approval_edit", 2),
        ("blocked", "approval_command", 1),
        ("readiness", "blocked", 3),
        ("surface", "awaiting_operator", 3),
    ] {
        assert_eq!(stretches(page, lane, label), count, "{lane} {label}");
    }
    assert!(stretches(page, "title", "working: ") >= 3, "{page}");
    assert!(
        stretches(page, "disagree", "title says idle") >= 3,
        "{page}"
    );
    let calm = shadow(
        &[
            "timeline",
            "--html",
            "-",
            &cast("codex/0.120.0/basic-120x40"),
        ],
        "",
    );
    assert_eq!(
        stretches(&calm.stdout, "disagree", ""),
        0,
        "{}",
        calm.stdout
    );
}

#[test]
fn its_events_give_the_same_turns_and_a_redacted_one_no_words() {
    let recording = cast("claude/2.1.330/approvals-120x40");
    let events = shadow(&["replay", &recording], "").stdout;
    let clear = shadow(&["timeline", "--html", "-", "-"], events.clone()).stdout;
    let safe = shadow(&["timeline", "--redact", "--html", "-", "-"], events).stdout;
    let played = shadow(&["timeline", "--redact", "--html", "-", &recording], "").stdout;
    for page in [&clear, &safe, &played] {
        assert_eq!(stretches(page, "turn log", "success"), 2, "{page}");
    }
    assert!(clear.contains("write the greeting"), "{clear}");
    for page in [&clear, &safe] {
        assert!(stretches(page, "title", "working") >= 3, "{page}");
        assert!(stretches(page, "title", "idle") >= 3, "{page}");
    }
    for page in [&safe, &played] {
        for word in ["greeting", "fixtures", "Claude", "stream"] {
            assert!(!page.contains(word), "{word}: {page}");
        }
    }
}

/// A log is known by its first line, whatever its name is.
#[test]
fn a_log_of_another_name_is_read_as_one() {
    let events = shadow(&["replay", &cast("claude/2.1.330/approvals-120x40")], "").stdout;
    let folder = CaseFolder::new("timeline-log");
    std::fs::write(folder.path("turns.log"), events).expect("a log");
    let run = folder.shadow(&["timeline", "--html", "-", "turns.log"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(stretches(&run.stdout, "turn log", "success"), 2);
}

#[test]
fn pictures_are_written_and_what_is_none_is_refused_in_one_line() {
    let folder = CaseFolder::new("timeline");
    let recording = cast("claude/2.1.330/approvals-120x40");
    let run = folder.feed(
        &["timeline", "--svg", "a.svg", "--png", "a.png", &recording],
        "",
    );
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (0, "", "")
    );
    let png = std::fs::read(folder.path("a.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
    for (args, input, code) in [
        (
            ["timeline", "--svg", "-", "-"],
            "{}\nno json\n{\"event\":7,\"at\":1}\n",
            3,
        ),
        (["timeline", "--svg", "-", "no/such.ndjson"], "", 3),
        (
            ["timeline", "--svg", "no/such/a.svg", "-"],
            "{\"event\":\"operator_blocked\",\"at\":1}\n",
            1,
        ),
    ] {
        let run = folder.feed(&args, input);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{args:?}");
        run.complains_in_one_line();
    }
    assert_eq!(shadow(&["timeline", "no/such.cast"], "").code, 3);
}
