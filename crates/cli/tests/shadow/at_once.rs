//! Several who act on one pane at once: one at a time does, and the others look anew or are refused.

use std::fs::File;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::acted::{shows, typed};
use crate::faults::signal;
use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed};

const SESSION: &str = "claude/2.1.330/basic-120x40";
const FIRST: &str = "please look at the parser";

/// A server with a pane `%1` whose agent shows nothing of what is typed: a sender goes on looking for its draft.
fn deaf(name: &str) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec sleep 600")?;
    shows(SESSION, "idle-fresh").play(&tmux, "work");
    Some(tmux)
}

fn said(tmux: &PrivateTmux) -> String {
    std::fs::read_to_string(typed(tmux, "work", "idle-fresh")).unwrap_or_default()
}

/// Begins to send, and waits until the text has been pasted.
fn begin(tmux: &PrivateTmux) -> Child {
    let socket = tmux.socket().display().to_string();
    let mut send = command(&["send", "%1", FIRST, "--socket", &socket]);
    send.stdin(Stdio::null()).stdout(Stdio::piped());
    let child = send.stderr(Stdio::piped()).spawn();
    tmux.wait_until_said(|| said(tmux), "[201~");
    child.expect("the binary starts")
}

fn act(tmux: &PrivateTmux, args: &[&str]) -> Run {
    let socket = tmux.socket().display().to_string();
    feed(
        command(&[args, &["--socket", &socket]].concat()),
        Vec::new(),
    )
}

fn codes(told: &Value) -> Vec<&str> {
    let reasons = told["reasons"].as_array().expect("reasons").iter();
    reasons.filter_map(|it| it["code"].as_str()).collect()
}

#[test]
fn whoever_comes_second_types_nothing_while_the_first_acts() {
    let Some(tmux) = deaf("second") else {
        return;
    };
    let mut first = begin(&tmux);
    let before = said(&tmux);
    let run = act(&tmux, &["send", "%1", "me, too", "--timeout", "0.5"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    run.complains_in_one_line();
    let told = &run.json()[0];
    assert_eq!(codes(told), ["busy"]);
    assert_eq!(
        (&told["outcome"], &told["draft"]),
        (&"refused".into(), &"not_typed".into())
    );
    let kept = told["unsent"].as_str().expect("the text is kept");
    assert_eq!(std::fs::read_to_string(kept).expect("a file"), "me, too");
    std::fs::remove_file(kept).expect("cleaned");
    for args in [
        &["interrupt", "%1", "--force", "--timeout", "0"][..],
        &[
            "choose",
            "%1",
            "--option",
            "1",
            "--signature",
            "0",
            "--timeout",
            "0",
        ],
    ] {
        let run = act(&tmux, args);
        assert_eq!((run.code, codes(&run.json()[0])), (1, vec!["busy"]));
    }
    assert_eq!(said(&tmux), before);

    // One that is killed holds nobody up.
    signal(&first.id().to_string(), "-KILL");
    first.wait().expect("it ends");
    let run = act(&tmux, &["interrupt", "%1", "--timeout", "60"]);
    assert_eq!(codes(&run.json()[0]), ["no_turn"], "{}", run.stderr);
}

#[test]
fn whoever_waits_for_the_first_says_so_and_looks_anew() {
    let Some(tmux) = PrivateTmux::start("anew", "exec sleep 600") else {
        return;
    };
    let pasted = "\u{1b}[200~\u{1b}[201~".len() + FIRST.len();
    shows(SESSION, "idle-fresh")
        .then(pasted, "draft")
        .then(1, "streaming")
        .play(&tmux, "work");
    // The first stops where it holds the pane; it goes on when the second has said that it waits.
    let first = begin(&tmux);
    signal(&first.id().to_string(), "-STOP");
    let socket = tmux.socket().display().to_string();
    let mut second = command(&["send", "%1", "me, too", "--socket", &socket]);
    let stderr = tmux.folder().join("second");
    let second = second.stdin(Stdio::null()).stdout(Stdio::piped());
    let second = second.stderr(File::create(&stderr).expect("a file"));
    let second = second.spawn().expect("it starts");
    let stderr = || std::fs::read_to_string(&stderr).expect("text");
    tmux.wait_until_said(stderr, &format!("process {}", first.id()));
    signal(&first.id().to_string(), "-CONT");
    let first = first.wait_with_output().expect("it ends");
    assert!(first.status.success(), "{first:?}");
    let second = second.wait_with_output().expect("it ends");
    assert_eq!(second.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&second.stdout).expect("a line");
    assert_eq!(codes(&told), ["turn_running"]);
    assert_eq!(stderr().lines().count(), 2, "{}", stderr());
    assert_eq!(said(&tmux).matches("[200~").count(), 1);
}

/// What is waited for after the turn began is nobody's to hold: others may interrupt it.
#[test]
fn a_turn_that_is_waited_for_can_be_interrupted() {
    let Some(tmux) = PrivateTmux::start("waits", "exec sleep 600") else {
        return;
    };
    let pasted = "\u{1b}[200~\u{1b}[201~".len() + FIRST.len();
    shows(SESSION, "idle-fresh")
        .then(pasted, "draft")
        .then(1, "streaming")
        .then(1, "answered")
        .play(&tmux, "work");
    let socket = tmux.socket().display().to_string();
    let args = [
        "send",
        "%1",
        FIRST,
        "--wait",
        "completed",
        "--socket",
        &socket,
    ];
    let mut waits = command(&args);
    let mut waits = waits
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    tmux.wait_until_said(|| said(&tmux), "\r");
    tmux.wait_for("%1", "esc to interrupt");
    let run = act(&tmux, &["interrupt", "%1", "--timeout", "120"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    waits.wait().expect("it ends");
}
