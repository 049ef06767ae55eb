//! `shadow record`: the recording of a CLI tells the same turns as the CLI itself.

use std::fs;

use serde_json::Value;
#[cfg(feature = "lab")]
use shadow_fixtures::SessionDir;

#[cfg(feature = "lab")]
use crate::acted::shows;
#[cfg(feature = "lab")]
use crate::case_folder::CaseFolder;
use crate::case_folder::capture_file;
#[cfg(feature = "lab")]
use crate::faults::signal;
use crate::outer::Outer;
use crate::played::{Played, recording};
use crate::private_tmux::{PrivateTmux, behind_ssh};
#[cfg(feature = "lab")]
use crate::run::command;
use crate::run::shadow;

/// What a replay says of the turns: how each began, its prompt, how it ended, its answer.
fn turns(path: &str) -> Vec<[Value; 4]> {
    let run = shadow(&["replay", path], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let events = run.json();
    let ended = events.iter().filter(|event| event["event"] == "turn_ended");
    ended
        .map(|event| {
            let record = &event["record"];
            [
                &record["how"],
                &record["prompt"],
                &record["outcome"],
                &record["answer"]["text"],
            ]
            .map(Value::clone)
        })
        .collect()
}

#[test]
fn a_recorded_command_replays_to_the_same_turns() {
    let played = Played::new("claude/2.0.31/basic-120x40", "record", 60.0);
    let cast = played.path("again.cast");
    let argv = [
        env!("CARGO_BIN_EXE_shadow"),
        "record",
        "-o",
        &cast,
        "--",
        &played.program(),
        &played.script(),
    ];
    let (code, text) = Outer::start(&argv, (120, 40)).end();
    assert_eq!(code, 0, "{text:?}");

    let original = recording("claude/2.0.31/basic-120x40/stream.cast");
    let original = turns(&original.display().to_string());
    let again = turns(&cast);
    assert!(again.len() >= original.len());
    assert_eq!(again[0], original[0]);

    let text = fs::read_to_string(&cast).expect("a recording");
    for marker in ["\"turn_started\"", "\"operator_blocked\"", "\"turn_ended\""] {
        assert!(text.contains(&format!("\"m\",{marker}")), "{marker}");
    }
    let folder = played.path("again.captures");
    let run = shadow(&["replay", &folder], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let blocked = run
        .json()
        .into_iter()
        .any(|event| event["event"] == "operator_blocked");
    assert!(blocked, "the captures tell of the approval");
    assert_eq!(turns(&folder), again, "the captures tell the same turns");
    let markers = text
        .lines()
        .filter(|line| line.contains(",\"m\",\"turn_ended\""));
    assert_eq!(turn_ends(&folder), markers.count());
    #[cfg(feature = "lab")]
    holds_what_it_tells(&folder, &cast);
}

/// How many captures were taken at the end of a turn.
#[cfg(feature = "lab")]
fn turn_ends(folder: &str) -> usize {
    let session = SessionDir::read(folder.as_ref()).expect("a session");
    let captures: Result<Vec<_>, _> = session.captures().collect();
    let captures = captures.expect("its screens");
    let ends = captures
        .iter()
        .filter(|it| it.case.name.ends_with("-turn_ended"));
    ends.count()
}

/// How many captures were taken at the end of a turn.
#[cfg(not(feature = "lab"))]
fn turn_ends(folder: &str) -> usize {
    let captures = fs::read_dir(folder).expect("a folder");
    let captures = captures.map(|entry| entry.expect("a file").file_name());
    let ends = captures.filter(|name| name.to_string_lossy().ends_with("-turn_ended.ansi"));
    ends.count()
}

/// The captures' session names the turns of the recording, and a test of it holds.
#[cfg(feature = "lab")]
fn holds_what_it_tells(folder: &str, cast: &str) {
    let session = SessionDir::read(folder.as_ref()).expect("a session");
    let named = session.session.turns.expect("its turns");
    let told = turns(cast);
    assert_eq!(named.len(), told.len());
    for (named, [how, prompt, outcome, _]) in named.iter().zip(&told) {
        assert_eq!(named.how.as_deref(), how.as_str());
        assert_eq!(named.prompt.as_deref(), Some(prompt.as_str().unwrap_or("")));
        assert_eq!(named.outcome.as_deref(), outcome.as_str());
        let witness = named.witness.as_deref().unwrap_or_default();
        assert!(witness.contains("check it by eye"), "{witness}");
    }
    let cases = CaseFolder::new("record-test");
    let run = cases.shadow(&["test", "--id", "/turns", folder]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("1 cases: 1 held"), "{}", run.stdout);
}

#[cfg(feature = "lab")]
#[test]
fn the_captures_are_a_session_that_the_lab_takes() {
    let played = Played::new("claude/2.0.31/basic-120x40", "fixture", 7.5);
    let cast = played.path("again.cast");
    let argv = [
        env!("CARGO_BIN_EXE_shadow"),
        "record",
        "--cli-version",
        "2.0.31",
        "-o",
        &cast,
        "--",
        &played.program(),
        &played.script(),
    ];
    assert_eq!(Outer::start(&argv, (120, 40)).end().0, 0);
    let (from, to) = (played.path("again.captures"), played.path("corpus"));
    let run = shadow(&["lab", "add", &from, "--to", &to], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let added = fs::read_to_string(format!("{to}/claude/2.0.31/recorded-120x40/session.toml"));
    let added = added.expect("it was added");
    assert!(added.contains("business_state = \"working\""), "{added}");
    assert!(added.contains("check it by eye"), "{added}");
    assert!(added.contains("[[turn]]\noutcome = \"success\""), "{added}");
}

#[test]
fn a_pane_is_recorded_as_it_looked() {
    let capture = capture_file("claude/2.1.330/basic-120x40/idle-fresh");
    let script = behind_ssh(&format!(
        "stty -echo; sleep 0.7; head -c -1 '{}'; sleep 1.5",
        capture.display()
    ));
    let Some(tmux) = PrivateTmux::start("record", "exec sleep 60") else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "off"]));
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    assert!(tmux.run(&["new-window", "-d", &script]));
    let socket = tmux.socket().display().to_string();
    let cast = tmux.folder().join("pane.cast").display().to_string();
    let args = [
        "record",
        "%1",
        "--socket",
        &socket,
        "-o",
        &cast,
        "--interval",
        "0.05",
    ];
    let run = shadow(&args, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let replayed = shadow(&["replay", &cast], "").json();
    let ready = |event: &&Value| event["submit_ready"] == true;
    assert!(replayed.iter().any(|event| ready(&event)), "{replayed:?}");
}

/// A pane goes on when its recording is ended: the turn that ended in it is in the recording, too.
#[cfg(feature = "lab")]
#[test]
fn a_recording_that_a_signal_ends_tells_the_turn_that_ended_before() {
    let Some(tmux) = PrivateTmux::start("record-signal", "exec sleep 60") else {
        return;
    };
    shows("claude/2.1.330/basic-120x40", "idle-fresh")
        .then(1, "waiting")
        .then(1, "answered")
        .play(&tmux, "work");
    let socket = tmux.socket().display().to_string();
    let path = |name: &str| tmux.folder().join(name).display().to_string();
    let (cast, captures) = (path("pane.cast"), path("pane.captures"));
    let args = ["record", "%1", "--socket", &socket, "--out", &cast];
    let mut record = command(&args).spawn().expect("the binary starts");
    let marked = |label: &str| {
        let text = || fs::read_to_string(&cast).unwrap_or_default();
        tmux.wait_until_said(text, &format!("\"m\",\"{label}\""));
    };
    marked("surface_changed");
    assert!(tmux.run(&["send-keys", "-t", "%1", "x"]));
    marked("turn_started");
    assert!(tmux.run(&["send-keys", "-t", "%1", "x"]));
    marked("turn_ended");
    signal(&record.id().to_string(), "-INT");
    assert!(record.wait().expect("it ends").success());

    let session = SessionDir::read(captures.as_ref()).expect("a session");
    let named = session.session.turns.expect("its turns");
    let told: Vec<_> = named.iter().map(|turn| turn.outcome.as_deref()).collect();
    assert_eq!(told, [Some("success")]);
    assert_eq!(turns(&captures), turns(&cast));
    assert_eq!(turns(&captures).len(), 1);
    let cases = CaseFolder::new("record-signal-test");
    let run = cases.shadow(&["test", "--id", "/turns", &captures]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
}

#[test]
fn a_recording_is_never_overwritten() {
    let path = std::env::temp_dir().join(format!("shadow-there-{}", std::process::id()));
    fs::write(&path, "mine").expect("written");
    let run = shadow(
        &["record", "-o", &path.display().to_string(), "--", "true"],
        "",
    );
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
    assert_eq!(fs::read_to_string(&path).expect("there"), "mine");
    fs::remove_file(path).expect("cleaned");
}
