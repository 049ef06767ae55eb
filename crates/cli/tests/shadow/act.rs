//! `shadow send`, `choose` and `interrupt` on a real tmux server: refusals on real screens, and keys that reach the pane.

use std::path::Path;

use serde_json::Value;

use crate::acted::shows;
use crate::case_folder::capture_file;
use crate::private_tmux::{PrivateTmux, behind_ssh, program_named};
use crate::run::{Run, command, feed};

/// Waits until a program is in front of the pane.
fn wait_for_front(tmux: &PrivateTmux, program: &str) {
    let front = [
        "display-message",
        "-p",
        "-t",
        "%0",
        "#{pane_current_command}",
    ];
    tmux.wait_until(&front, program);
}

/// A pane of 120x40 that shows a capture of the corpus, and then what is typed into it.
pub fn showing(name: &str, capture: &str) -> Option<PrivateTmux> {
    showing_file(name, &capture_file(capture))
}

/// A pane of 120x40 that shows a file so.
pub fn showing_file(name: &str, capture: &Path) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec sleep 60")?;
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    let capture = capture.display();
    // The last line end would scroll the screen by one.
    let show = format!("printf '\\033[2J\\033[H'; head -c -1 '{capture}'");
    let typed = tmux.folder().join("typed");
    // What is typed goes to a file and not to the screen.
    let take = format!(
        "stty raw -echo; printf '\\033[?2004h'; exec cat >{}",
        typed.display()
    );
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    assert!(tmux.run(&[
        "respawn-pane",
        "-k",
        "-t",
        "%0",
        &behind_ssh(&format!("{show}; {take}"))
    ]));
    wait_for_front(&tmux, "cat");
    Some(tmux)
}

/// Runs a command on the pane.
pub fn act(tmux: &PrivateTmux, args: &[&str]) -> Run {
    let socket = tmux.socket().display().to_string();
    let args = [&args[..1], &["%0"], &args[1..], &["--socket", &socket]].concat();
    feed(command(&args), Vec::new())
}

/// What was typed into the pane.
pub fn typed(tmux: &PrivateTmux) -> String {
    std::fs::read_to_string(tmux.folder().join("typed")).unwrap_or_default()
}

/// The codes of its reasons.
pub fn codes(run: &Run) -> Vec<String> {
    let reasons = run.json()[0]["reasons"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let code = |reason: &Value| reason["code"].as_str().unwrap_or_default().to_owned();
    reasons.iter().map(code).collect()
}

#[test]
fn a_prompt_is_refused_with_its_reason_and_nothing_is_typed() {
    let cases = [
        (
            "claude/2.1.330/basic-120x40/approval-command",
            "dialog_open",
        ),
        ("claude/2.1.330/basic-120x40/waiting", "turn_running"),
        ("claude/1.0.109/basic-120x40/draft", "draft_present"),
        (
            "codex/0.169.0/approval-command-120x40/approval-command",
            "dialog_open",
        ),
    ];
    for (capture, code) in cases {
        let Some(tmux) = showing("refuse", capture) else {
            return;
        };
        let run = act(&tmux, &["send", "hello"]);
        assert_eq!(run.code, 1, "{capture}: {}", run.stderr);
        run.complains_in_one_line();
        assert_eq!(codes(&run), [code], "{capture}");
        assert_eq!(run.json()[0]["draft"], "not_typed");
        assert_eq!(typed(&tmux), "", "{capture}");
    }
}

#[test]
fn a_suspended_cli_is_not_told_as_ended() {
    let Some(tmux) = PrivateTmux::start("suspended", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/suspend-120x40", "suspended-idle").play(&tmux, "work");
    let socket = tmux.socket().display().to_string();
    let send = ["send", "%1", "hello", "--socket", &socket];
    let run = feed(command(&send), Vec::new());
    assert_eq!((run.code, codes(&run)), (1, vec!["suspended".to_owned()]));
    run.complains_in_one_line();
    assert!(run.stderr.contains("`fg`"), "{}", run.stderr);
}

#[test]
fn a_pane_that_takes_no_keys_is_refused() {
    let Some(tmux) = showing("flags", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    assert!(tmux.run(&["select-pane", "-d", "-t", "%0"]));
    assert!(tmux.run(&["set-option", "-w", "-t", "%0", "synchronize-panes", "on"]));
    assert!(tmux.run(&["copy-mode", "-t", "%0"]));
    let run = act(&tmux, &["send", "hello"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(codes(&run), ["copy_mode", "input_off", "synchronized"]);
    run.complains_in_one_line();
}

#[test]
fn a_shell_is_no_agent_and_a_dead_pane_is_gone() {
    let Some(tmux) = PrivateTmux::start("noagent", "printf 'user@box:~$ '; exec sleep 60") else {
        return;
    };
    tmux.wait_for("%0", "$");
    let run = act(&tmux, &["send", "hello"]);
    assert_eq!(
        (run.code, codes(&run)),
        (1, vec!["not_an_agent".to_owned()]),
        "{}",
        run.stderr
    );
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", "true"]));
    tmux.wait_until(
        &["display-message", "-p", "-t", "%0", "dead=#{pane_dead}"],
        "dead=1",
    );
    let run = act(&tmux, &["send", "hello"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert_eq!(codes(&run)[0], "pane_dead");
}

#[test]
fn a_text_is_pasted_in_brackets_and_never_entered_unseen() {
    let Some(tmux) = showing("paste", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    // The screen does not change, so the draft is not seen: no Enter follows.
    let run = act(
        &tmux,
        &["send", "two\nlines; and $HOME 'quotes' #{pane_id}"],
    );
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(codes(&run), ["paste_not_seen"]);
    let told = &run.json()[0];
    assert_eq!(
        (&told["step"], &told["presses"]),
        (&"verify".into(), &0.into())
    );
    let text = "two\nlines; and $HOME 'quotes' #{pane_id}";
    assert_eq!(typed(&tmux), format!("\u{1b}[200~{text}\u{1b}[201~"));
    let kept = told["unsent"].as_str().expect("the text is kept");
    assert_eq!(std::fs::read_to_string(kept).expect("a file"), text);
    std::fs::remove_file(kept).expect("cleaned");
}

#[test]
fn a_cli_that_ends_below_a_shell_while_it_is_typed_to_is_told_so() {
    let Some(tmux) = showing("ends", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    let idle = capture_file("claude/2.1.330/basic-120x40/idle-fresh");
    let idle = idle.display();
    // An interactive shell gives the program in front a group of its own, and is in front itself when it has ended.
    let ssh = program_named("ssh", "sleep");
    let body = format!(
        "printf '\\033[2J\\033[H'; head -c -1 '{idle}'; stty raw -echo; '{}' 4; read x",
        ssh.display()
    );
    let pane = ["bash", "--norc", "-i", "-c", &body];
    assert!(tmux.run(&[&["respawn-pane", "-k", "-t", "%0"][..], &pane].concat()));
    wait_for_front(&tmux, "ssh");
    let run = act(&tmux, &["send", "hello"]);
    assert_eq!(
        (run.code, codes(&run)),
        (4, vec!["exited".to_owned()]),
        "{}",
        run.stderr
    );
    let told = &run.json()[0];
    assert_eq!(
        (&told["step"], &told["presses"]),
        (&"verify".into(), &0.into())
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_prompt() {
    let Some(tmux) = showing("bom", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    let file = tmux.folder().join("prompt");
    std::fs::write(&file, "\u{feff}with a mark").expect("written");
    let file = file.display().to_string();
    act(&tmux, &["send", "--file", &file, "--timeout", "10"]);
    assert_eq!(typed(&tmux), "\u{1b}[200~with a mark\u{1b}[201~");
}

#[test]
fn escapes_cannot_leave_the_paste() {
    for text in ["a\u{1b}[201~\rrm -rf x", "\u{3}", ""] {
        let run = feed(command(&["send", "%0", text]), Vec::new());
        assert_eq!(run.code, 2, "{text:?}: {}", run.stderr);
        run.complains_in_one_line();
    }
    let run = feed(command(&["send", "%0", "--file", "/nowhere"]), Vec::new());
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
    let run = feed(command(&["send", "%0", "-"]), vec![0xff, 0xfe]);
    assert_eq!(run.code, 3);
}

#[test]
fn the_time_may_run_out_before_anything_is_typed() {
    let Some(tmux) = showing("late", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    let run = act(&tmux, &["send", "hello", "--timeout", "0"]);
    assert_eq!((run.code, codes(&run)), (1, vec!["timed_out".to_owned()]));
    assert_eq!(typed(&tmux), "");
}

#[test]
fn a_dialog_gets_the_keys_of_its_option_only_under_its_signature() {
    let Some(tmux) = showing("choose", "claude/2.1.330/basic-120x40/approval-command") else {
        return;
    };
    let other = act(
        &tmux,
        &["choose", "--option", "1", "--signature", "0123456789abcdef"],
    );
    assert_eq!(
        (other.code, codes(&other)),
        (1, vec!["other_dialog".to_owned()])
    );
    let signature = other.json()[0]["signature"]
        .as_str()
        .expect("what stands there")
        .to_owned();
    assert!(other.stderr.contains(&signature), "{}", other.stderr);
    assert_eq!(typed(&tmux), "");
    let unmeant = act(
        &tmux,
        &[
            "choose",
            "--match",
            "no such label",
            "--signature",
            &signature,
        ],
    );
    assert_eq!(codes(&unmeant), ["no_such_option"]);
    // The screen does not change: the keys are pressed once, and that the dialog stands is told.
    let run = act(
        &tmux,
        &["choose", "--option", "1", "--signature", &signature],
    );
    assert_eq!(
        (run.code, codes(&run)),
        (1, vec!["dialog_stands".to_owned()])
    );
    assert_eq!(typed(&tmux).len(), 1, "{:?}", typed(&tmux));
}

#[test]
fn an_interrupt_is_refused_where_no_turn_runs_or_a_dialog_stands() {
    let cases = [
        ("claude/2.1.330/basic-120x40/idle-fresh", "no_turn"),
        (
            "claude/2.1.330/basic-120x40/approval-command",
            "dialog_open",
        ),
    ];
    for (capture, code) in cases {
        let Some(tmux) = showing("interrupt", capture) else {
            return;
        };
        let run = act(&tmux, &["interrupt"]);
        assert_eq!(
            (run.code, codes(&run)),
            (1, vec![code.to_owned()]),
            "{capture}"
        );
        assert_eq!(typed(&tmux), "");
    }
}

#[test]
fn a_running_turn_gets_the_key() {
    let Some(tmux) = showing("stop", "claude/2.1.330/basic-120x40/waiting") else {
        return;
    };
    // The time bounds the waiting for the turn's end, not the looks before the key.
    for (time, keys) in [("0", "\u{1b}"), ("2", "\u{1b}\u{1b}")] {
        let run = act(&tmux, &["interrupt", "--timeout", time]);
        assert_eq!((run.code, codes(&run)), (1, vec!["timed_out".to_owned()]));
        assert!(run.stderr.contains("the key was pressed"), "{}", run.stderr);
        tmux.wait_until_said(|| typed(&tmux), keys);
        assert_eq!(typed(&tmux), keys);
    }
}

#[test]
fn a_pane_that_is_not_there_is_gone() {
    let Some(tmux) = PrivateTmux::start("actgone", "exec sleep 60") else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    for args in [
        &["send", "%77", "hello"][..],
        &["choose", "%77", "--option", "1", "--signature", "0"],
        &["interrupt", "%77"],
    ] {
        let run = feed(
            command(&[args, &["--socket", &socket]].concat()),
            Vec::new(),
        );
        assert_eq!(run.code, 4, "{args:?}: {}", run.stderr);
        run.complains_in_one_line();
    }
}
