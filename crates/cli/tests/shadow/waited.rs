//! `shadow send --wait completed`: the turn's end as it is told and logged, whatever becomes of the pane, the command or the
//! log meanwhile.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::act::{showing, typed};
use crate::acted::shows;
use crate::outer::kill;
use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed};

/// What the agent of a test does once it works.
pub enum Then {
    /// It goes on.
    Works,
    /// It answers.
    Answers,
    /// It answers, and an agent goes on in the background.
    Delegates,
    /// The same, and then it ends; its pane stays.
    Dies,
}

/// An agent that takes a prompt and works, by captures of one session.
pub fn answering(name: &str, then: Then) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec sleep 600")?;
    let session = "claude/2.1.330/basic-120x40";
    let pasted = "\u{1b}[200~\u{1b}[201~".len() + PROMPT.len();
    let part = shows(session, "idle-fresh")
        .then(pasted, "draft")
        .then(1, "streaming");
    let part = match then {
        Then::Works => part,
        Then::Answers => part.after(2.0, "answered"),
        Then::Delegates | Then::Dies => part
            .after(2.0, "answered")
            .edited("Sautéed for 2s · done 10:52 PM", WAITS)
            .edited(
                "? for shortcuts · ← for agents",
                "/tasks to see subagents · ↓ to manage",
            ),
    };
    match then {
        Then::Dies => {
            assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
            part.ends(6.0).play(&tmux, "work");
        }
        _ => part.play(&tmux, "work"),
    }
    Some(tmux)
}

pub const PROMPT: &str = "please look at the parser";

/// What Claude Code 2.1.330 shows at the end of a turn that leaves an agent behind.
const WAITS: &str = "Waiting for 1 background agent to finish";

/// Sends to the agent and waits. Once it is told that the prompt was sent something may be done; that is given the turn
/// log. The lines of the log come back besides.
fn send_and_wait(tmux: &PrivateTmux, meanwhile: impl FnOnce(&Path)) -> (Run, Vec<Value>) {
    let log = tmux.folder().join("turns.ndjson");
    let (socket, file) = (
        tmux.socket().display().to_string(),
        log.display().to_string(),
    );
    let args = [
        &[
            "send",
            "%1",
            PROMPT,
            "--wait",
            "completed",
            "--after-background",
        ][..],
        &["--timeout", "60", "--log", &file, "--socket", &socket],
    ];
    let mut send = command(&args.concat());
    send.stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = send.spawn().expect("the binary starts");
    let mut said = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut stdout = String::new();
    said.read_line(&mut stdout).expect("a line");
    meanwhile(&log);
    said.read_to_string(&mut stdout).expect("the rest");
    let ended = child.wait_with_output().expect("the binary ends");
    let run = Run {
        code: ended.status.code().expect("no signal ended it"),
        stdout,
        stderr: String::from_utf8(ended.stderr).expect("UTF-8"),
    };
    let turns = logged(&log);
    (run, turns)
}

/// The lines of a turn log.
fn logged(log: &Path) -> Vec<Value> {
    let lines = std::fs::read_to_string(log).unwrap_or_default();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines.collect()
}

#[test]
fn a_prompt_is_sent_and_its_turn_waited_for() {
    let Some(tmux) = answering("waited", Then::Answers) else {
        return;
    };
    let (run, turns) = send_and_wait(&tmux, |_| {});
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = run.json();
    assert_eq!(told[0]["outcome"], "done");
    let ended = &told[1];
    assert_eq!(
        (&ended["event"], &ended["outcome"]),
        (&"turn_ended".into(), &"success".into())
    );
    assert_eq!(ended["record"]["prompt"], PROMPT);
    let answer = ended["record"]["answer"]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(answer.contains("It needs no change."), "{ended:#}");
    assert_eq!(ended["socket"], tmux.socket().display().to_string());
    assert_eq!(&turns, std::slice::from_ref(ended));
}

#[test]
fn a_turn_whose_pane_is_killed_is_told_and_logged() {
    let Some(tmux) = answering("killed", Then::Works) else {
        return;
    };
    let kill = |_: &Path| assert!(tmux.run(&["kill-pane", "-t", "%1"]));
    let (run, turns) = send_and_wait(&tmux, kill);
    assert_eq!(run.code, 4, "{}", run.stderr);
    run.complains_in_one_line();
    assert!(run.stderr.contains("ended with it"), "{}", run.stderr);
    let ended = &run.json()[1];
    assert_eq!(ended["event"], "turn_ended");
    assert_eq!(ended["outcome"], "disconnected");
    assert_eq!(&turns, std::slice::from_ref(ended));
}

/// A turn whose CLI is killed, in a pane that stays.
#[test]
fn a_turn_whose_cli_is_killed_ends_with_it() {
    let Some(tmux) = answering("cli-killed", Then::Works) else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    let pid = tmux.shown(&["display-message", "-p", "-t", "%1", "#{pane_pid}"]);
    let (run, turns) = send_and_wait(&tmux, |_| kill("KILL", &pid));
    assert_eq!(run.code, 4, "{}", run.stderr);
    let ended = &run.json()[1];
    assert_eq!(ended["outcome"], "disconnected");
    assert_eq!(&turns, std::slice::from_ref(ended));
}

/// The turn that was waited for succeeded, and stands in the log as it was told.
fn told_and_logged(run: &Run, turns: &[Value]) {
    let ended = &run.json()[1];
    assert_eq!(
        (&ended["event"], &ended["outcome"]),
        (&"turn_ended".into(), &"success".into())
    );
    assert_eq!(turns, std::slice::from_ref(ended));
}

/// With the CLI ends what worked in the background: nothing more is waited for, though its pane stays.
#[test]
fn a_dead_pane_has_nothing_in_the_background() {
    let Some(tmux) = answering("dead", Then::Dies) else {
        return;
    };
    let (run, turns) = send_and_wait(&tmux, |_| {});
    assert_eq!(run.code, 0, "{}", run.stderr);
    told_and_logged(&run, &turns);
}

#[test]
fn a_turn_that_several_tell_stands_in_the_log_once() {
    let Some(tmux) = answering("told-twice", Then::Answers) else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let [log, one, two] = ["turns.ndjson", "one", "two"].map(|name| tmux.folder().join(name));
    let mut watchers = [&one, &two].map(|said| {
        let file = |end: &str| File::create(said.with_extension(end)).expect("a file");
        let mut watch = command(&["watch", "--log", &log.display().to_string()]);
        watch.args(["--socket", &socket]).stdin(Stdio::null());
        let watch = watch.stdout(file("out")).stderr(file("err"));
        watch.spawn().expect("the binary starts")
    });
    let read = |said: &Path, end: &str| {
        std::fs::read_to_string(said.with_extension(end)).unwrap_or_default()
    };
    for said in [&one, &two] {
        tmux.wait_until_said(|| read(said, "out"), "readiness_changed");
    }
    let (run, _) = send_and_wait(&tmux, |_| {});
    assert_eq!(run.code, 0, "{}", run.stderr);
    for said in [&one, &two] {
        tmux.wait_until_said(|| read(said, "out"), "turn_ended");
    }
    let words = "another shadow writes turns of the same panes";
    let both = || read(&one, "err") + &read(&two, "err");
    tmux.wait_until_said(both, words);
    for watcher in &mut watchers {
        watcher.kill().expect("it ends");
        watcher.wait().expect("it has ended");
    }
    assert_eq!(logged(&log).len(), 1, "{:#?}", logged(&log));
    for said in [&one, &two] {
        assert!(read(said, "err").lines().count() <= 1, "said once");
    }
}

/// The turn has ended, and an agent works on in the background: it is logged at once, and stays told when the pane goes.
#[test]
fn a_turn_that_ended_before_its_pane_was_killed_is_told_and_logged() {
    let Some(tmux) = answering("killed-later", Then::Delegates) else {
        return;
    };
    let kill = |log: &Path| {
        let turns = || std::fs::read_to_string(log).unwrap_or_default();
        tmux.wait_until_said(turns, "\"outcome\":\"success\"");
        assert!(tmux.run(&["kill-pane", "-t", "%1"]));
    };
    let (run, turns) = send_and_wait(&tmux, kill);
    assert_eq!(run.code, 4, "{}", run.stderr);
    run.complains_in_one_line();
    assert!(run.stderr.contains("had ended before"), "{}", run.stderr);
    told_and_logged(&run, &turns);
}

#[test]
fn a_dialog_that_comes_up_while_a_turn_is_waited_for_is_told_at_once() {
    let Some(tmux) = PrivateTmux::start("asks", "exec sleep 600") else {
        return;
    };
    let pasted = "\u{1b}[200~\u{1b}[201~".len() + PROMPT.len();
    shows("claude/2.1.330/basic-120x40", "idle-fresh")
        .then(pasted, "draft")
        .then(1, "streaming")
        .after(1.5, "approval-command")
        // The dialog belongs to the turn that was sent.
        .edited("✻", " ")
        .edited("Sautéed for 2s · done 10:52 PM", "")
        .edited(
            "❯ \u{1b}[38;2;255;255;255mmake the file",
            "  I will make the file.",
        )
        .play(&tmux, "work");
    let socket = tmux.socket().display().to_string();
    let wait = [
        "--wait",
        "completed",
        "--timeout",
        "15",
        "--socket",
        &socket,
    ];
    let run = feed(
        command(&[&["send", "%1", PROMPT][..], &wait].concat()),
        Vec::new(),
    );
    assert_eq!(run.code, 1, "{}", run.stderr);
    let asked = &run.json()[1];
    assert_eq!(asked["event"], "operator_blocked");
    let block = &asked["operator_block"];
    let signature = block["signature"].as_str().expect("a signature");
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.stderr);
    let answer = format!("shadow choose %1 --option N --signature {signature}");
    for line in &lines {
        assert!(line.contains(&answer), "{line}");
    }
    let label = block["options"][0]["label"].as_str().expect("a label");
    assert!(lines[0].contains(&format!("1 “{label}”")), "{}", lines[0]);
    assert!(lines[1].contains("--wait completed`"), "{}", lines[1]);
}

/// A prompt that is being sent to a pane, ended by SIGTERM once `begun` has returned, which may read what it prints. Gives its
/// line for a person, and the rest of what it printed.
fn terminated(
    tmux: &PrivateTmux,
    args: &[&str],
    begun: impl FnOnce(&mut BufReader<ChildStdout>),
) -> (String, String) {
    let socket = tmux.socket().display().to_string();
    let mut command = command(&[&["send"], args, &["--socket", &socket]].concat());
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut printed = BufReader::new(child.stdout.take().expect("a pipe"));
    begun(&mut printed);
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(killed.expect("kill").success(), "it had ended before");
    let mut rest = String::new();
    printed.read_to_string(&mut rest).expect("UTF-8");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.signal(), Some(15), "{:?}", output.status);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(said.lines().count(), 1, "{said:?}");
    assert!(said.starts_with("shadow: %"), "{said:?}");
    (said, rest)
}

#[test]
fn a_prompt_that_is_stopped_after_its_paste_is_told_unsent() {
    let Some(tmux) = showing("term", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    let text = "please look at the parser";
    let whole = format!("\u{1b}[200~{text}\u{1b}[201~");
    // The screen does not change, so it goes on looking for the draft.
    let (said, printed) = terminated(&tmux, &["%0", text], |_| {
        tmux.wait_until_said(|| typed(&tmux), &whole);
    });
    assert!(said.contains("composer, unsent"), "{said}");
    let told: Value = serde_json::from_str(&printed).expect("a line of JSON");
    assert_eq!(told["reasons"][0]["code"], "stopped");
    assert_eq!(told["outcome"], "failed");
    // No Enter followed, and the text is kept as well.
    assert_eq!((typed(&tmux), &told["presses"]), (whole, &0.into()));
    let kept = told["unsent"].as_str().expect("the text is kept");
    assert!(said.contains(kept), "{said}");
    assert_eq!(std::fs::read_to_string(kept).expect("a file"), text);
    std::fs::remove_file(kept).expect("cleaned");
}

#[test]
fn a_prompt_that_is_stopped_while_its_turn_runs_was_sent() {
    let Some(tmux) = answering("termturn", Then::Works) else {
        return;
    };
    let mut first = String::new();
    let args = ["%1", PROMPT, "--wait", "completed"];
    let (said, rest) = terminated(&tmux, &args, |printed| {
        printed.read_line(&mut first).expect("a line");
    });
    let told: Value = serde_json::from_str(&first).expect("a line of JSON");
    assert_eq!(told["outcome"], "done");
    assert!(said.contains("the prompt was sent"), "{said}");
    assert_eq!(rest, "");
}
