//! `shadow watch`, `wait` and `turns` on a real tmux server, whose pane shows real captures.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;

use serde_json::{Value, json};

use crate::acted::shows;
use crate::case_folder::capture_file;
use crate::played::recording;
use crate::private_tmux::{PrivateTmux, behind_ssh};
use crate::run::{command, feed, shadow};

/// A capture of the corpus: Claude Code 2.1.330 at 120x40.
fn capture(name: &str) -> String {
    let file = capture_file(&format!("claude/2.1.330/basic-120x40/{name}"));
    file.display().to_string()
}

/// A pane of 120x40 that shows captures one after the other, each for so many seconds; the first one also until a watch
/// has connected.
fn playing(name: &str, scenes: &[(&str, f64)]) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec sleep 60")?;
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "off"]));
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    let show = |(index, (scene, seconds)): (usize, &(&str, f64))| {
        let file = capture(scene);
        let gate = match index == 0 && scenes.len() > 1 {
            true => "until tmux list-clients | grep -q .; do sleep 0.05; done; ",
            false => "",
        };
        // The last line end would scroll the screen by one.
        format!("printf '\\033[2J\\033[H'; head -c -1 '{file}'; {gate}sleep {seconds}; ")
    };
    let script: String = scenes.iter().enumerate().map(show).collect();
    let script = behind_ssh(&format!("stty -echo; {script}"));
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &script]));
    Some(tmux)
}

fn socket(tmux: &PrivateTmux) -> String {
    tmux.socket().display().to_string()
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("shadow-watch-{}-{name}", std::process::id()))
}

#[test]
fn a_watch_tells_a_turn_and_the_end_of_the_pane() {
    let scenes = [
        ("idle-fresh", 2.0),
        ("waiting", 1.5),
        ("streaming", 1.5),
        ("answered", 3.0),
    ];
    let Some(tmux) = playing("watch", &scenes) else {
        return;
    };
    let (socket, log) = (socket(&tmux), scratch("log"));
    fs::write(&log, "{\"event\":\"torn").expect("a file");
    let path = log.display().to_string();
    let args = [
        "watch", "%0", "--socket", &socket, "--log", &path, "--for", "30",
    ];
    let run = feed(command(&args), Vec::new());
    assert_eq!(run.code, 4, "{}", run.stderr);
    let events = run.json();
    let names: Vec<&str> = events.iter().filter_map(|e| e["event"].as_str()).collect();
    let turn: Vec<&Value> = events
        .iter()
        .filter(|e| e["event"] == "turn_ended")
        .collect();
    assert_eq!(turn.len(), 1, "{names:?}");
    assert_eq!(turn[0]["outcome"], "success");
    assert_eq!(turn[0]["pane"], "%0");
    assert_eq!(
        turn[0]["record"]["prompt"],
        "please look at the parser today"
    );
    assert_eq!(names.last(), Some(&"pane_gone"));
    assert_eq!(fs::read_to_string(&log).expect("a log").lines().count(), 1);
    let turns = shadow(&["turns", "--format", "ndjson", &path], "").json();
    assert_eq!(&turns[0], turn[0]);
    fs::remove_file(log).expect("cleaned");
}

#[test]
fn a_wait_ends_with_the_event_it_waited_for() {
    let scenes = [
        ("idle-fresh", 2.0),
        ("waiting", 2.0),
        ("approval-command", 60.0),
    ];
    let Some(tmux) = playing("wait", &scenes) else {
        return;
    };
    let socket = socket(&tmux);
    let wait = |until: &str| {
        let args = [
            "wait",
            "%0",
            "--until",
            until,
            "--timeout",
            "120",
            "--socket",
            &socket,
        ];
        feed(command(&args), Vec::new())
    };
    let safe = wait("safe");
    assert_eq!(
        (safe.code, safe.json()[0]["safe_to_type"].clone()),
        (0, json!(true))
    );
    let blocked = wait("blocked");
    assert_eq!(blocked.code, 0, "{}", blocked.stderr);
    assert_eq!(
        blocked.json()[0]["operator_block"]["kind"],
        "approval_command"
    );
    let args = [
        "wait",
        "%0",
        "--until",
        "ready",
        "--timeout",
        "1",
        "--socket",
        &socket,
    ];
    let late = feed(command(&args), Vec::new());
    assert_eq!((late.code, late.stdout.as_str()), (1, ""));
    late.complains_in_one_line();
}

/// Codex 0.77 shows nothing of a turn's end: silence settles it, and the wait ends with that.
#[test]
fn a_wait_for_a_silent_version_ends_with_its_silence() {
    let Some(tmux) = PrivateTmux::start("wait-silence", "exec sleep 600") else {
        return;
    };
    shows("codex/0.77.0/basic-120x40", "answered").play(&tmux, "work");
    let socket = socket(&tmux);
    let wait = |until: &str| {
        let args = ["wait", "%1", "--timeout", "120", "--socket", &socket];
        let until = ["--until", until];
        feed(command(&[&args[..], &until].concat()), Vec::new())
    };
    let runs = thread::scope(|scope| {
        ["idle", "safe"]
            .map(|until| (until, scope.spawn(move || wait(until))))
            .map(|(until, run)| (until, run.join().expect("the binary ends")))
    });
    for (until, run) in runs {
        assert_eq!(run.code, 0, "{until}: {}", run.stderr);
        let event = &run.json()[0];
        assert_eq!(event["event"], "readiness_changed", "{until}");
        assert_eq!(event["inferred_by_silence"], true, "{until}");
    }
}

#[test]
fn a_wait_outlives_neither_pane_nor_server() {
    let Some(tmux) = playing("gone", &[("idle-fresh", 60.0)]) else {
        return;
    };
    let socket = socket(&tmux);
    let started = |until: &str| {
        let args = ["wait", "%0", "--timeout", "600", "--socket", &socket];
        let mut wait = command(&[&args[..], &["--until", until]].concat());
        wait.stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        wait.spawn().expect("the binary starts")
    };
    let (blocked, gone) = (started("blocked"), started("gone"));
    tmux.wait_until(&["list-clients", "-F", "one"], "one\none");
    assert!(tmux.run(&["kill-server"]));
    let codes = [blocked, gone].map(|child| child.wait_with_output().expect("ends").status.code());
    assert_eq!(codes, [Some(4), Some(0)]);
    let unknown = feed(
        command(&["wait", "%0", "--until", "idle", "--socket", &socket]),
        Vec::new(),
    );
    assert_eq!(unknown.code, 4);
    unknown.complains_in_one_line();
    let already = feed(
        command(&["wait", "%0", "--until", "gone", "--socket", &socket]),
        Vec::new(),
    );
    assert_eq!((already.code, already.stderr.as_str()), (0, ""));
    let event = &already.json()[0];
    assert_eq!(
        (&event["event"], &event["pane"]),
        (&json!("pane_gone"), &json!("%0"))
    );
}

#[test]
fn what_holds_already_ends_a_wait_however_little_time_it_has() {
    let Some(tmux) = playing("at-once", &[("idle-fresh", 60.0)]) else {
        return;
    };
    tmux.wait_for("%0", "for shortcuts");
    let socket = socket(&tmux);
    let wait = |until: &str, time: &str| {
        let args = ["wait", "%0", "--until", until, "--timeout", time];
        feed(
            command(&[&args[..], &["--socket", &socket]].concat()),
            Vec::new(),
        )
    };
    for time in ["0", "0.01", "0.1"] {
        for until in ["ready", "safe", "idle"] {
            let run = wait(until, time);
            assert_eq!(run.code, 0, "{until} {time}: {}", run.stderr);
        }
    }
    for until in ["blocked", "completed", "gone"] {
        let run = wait(until, "0");
        assert_eq!(run.code, 1, "{until}");
        run.complains_in_one_line();
    }
}

/// tmux keeps a pane whose program has ended: nothing will come of it.
#[test]
fn a_wait_does_not_outlive_the_panes_program() {
    let Some(tmux) = playing("ended", &[("idle-fresh", 60.0)]) else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    assert!(tmux.run(&["new-window", "-d", "exec cat"]));
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", "exec true"]));
    let socket = socket(&tmux);
    for (until, code) in [("blocked", 4), ("ready", 4), ("completed", 4), ("gone", 0)] {
        let told = shadow(&["wait", "%0", "--until", until, "--socket", &socket], "");
        assert_eq!(told.code, code, "{until}");
        if code == 4 {
            told.complains_in_one_line();
        }
    }
}

#[test]
fn turns_are_filtered_and_summed_and_bad_lines_are_told_of() {
    let stream = recording("claude/2.1.330/basic-120x40/stream.cast");
    let events = shadow(&["replay", &stream.to_string_lossy()], "").stdout;
    let run = shadow(&["turns", "-"], events.clone());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("2 turns in"), "{}", run.stdout);
    assert!(run.stdout.contains("2 success"));
    let none = shadow(&["turns", "--outcome", "interrupted", "-"], events.clone());
    assert!(none.stdout.contains("0 turns in"));
    let torn = shadow(&["turns", "-"], format!("{events}{{\"event\":"));
    assert_eq!((torn.code, torn.stderr.as_str()), (0, ""));
    let bad = shadow(&["turns", "-"], format!("nonsense\n{events}"));
    assert_eq!(bad.code, 3);
    bad.complains_in_one_line();
    assert!(bad.stdout.contains("2 turns in"));
    assert_eq!(shadow(&["turns", "/nowhere"], "").code, 3);
}

#[test]
fn a_file_that_is_no_turn_log_is_refused_in_one_line() {
    for text in [
        "# A title\n\nwords\nmore words\n",
        "words",
        "{\"a\":1}\n{\"b\":2}\n",
    ] {
        let run = shadow(&["turns", "-"], text);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{text:?}");
        run.complains_in_one_line();
        assert!(run.stderr.contains("is no turn log"), "{}", run.stderr);
    }
    for text in ["", "{\"event\":"] {
        assert_eq!(shadow(&["turns", "-"], text).code, 0, "{text:?}");
    }
    let some = shadow(
        &["turns", "-"],
        "words\n{\"event\":\"anomaly\"}\nwords\nwords\n{}\n",
    );
    assert_eq!(some.code, 3);
    some.complains_in_one_line();
    assert!(some.stderr.contains("4 lines"), "{}", some.stderr);
    for last in [
        "words\n",
        "words",
        "{\"event\":\"turn_ended\"}",
        "{\"event\":\n",
        "null\n",
    ] {
        let run = shadow(
            &["turns", "-"],
            format!("{{\"event\":\"anomaly\"}}\n{last}"),
        );
        assert_eq!(run.code, 3, "{last:?}");
        run.complains_in_one_line();
        assert!(run.stdout.contains("0 turns in"), "{}", run.stdout);
    }
}
