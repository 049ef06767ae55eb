//! What is said after acting holds however late it is followed, and what `choose` says where no answer is given.

use std::process::Command;

use crate::act::{act, codes, showing, typed};
use crate::acted::shows;
use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed, shadow};

const BASIC: &str = "claude/2.1.330/basic-120x40";
const ASKS: &str = "claude/2.1.330/basic-120x40/approval-command";
const PROMPT: &str = "please look at the parser";
const PASTED: usize = "\u{1b}[200~\u{1b}[201~".len() + PROMPT.len();

/// Runs the binary on a server, with state of the test's own.
fn on(tmux: &PrivateTmux, args: &[&str]) -> Run {
    let socket = tmux.socket().display().to_string();
    let mut command = command(&[args, &["--socket", &socket]].concat());
    command.env("XDG_STATE_HOME", tmux.folder().join("state"));
    feed(command, Vec::new())
}

/// The command that a message names in backquotes, run by a shell as a person would run it.
fn followed(tmux: &PrivateTmux, said: &str, begins: &str) -> Run {
    let at = said
        .find(&format!("`{begins}"))
        .unwrap_or_else(|| panic!("{begins}: {said}"));
    let words = said[at + 1..].split('`').next().expect("its end");
    let words = words.replacen("shadow", env!("CARGO_BIN_EXE_shadow"), 1);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{words} --timeout 20")]);
    shell.env("XDG_STATE_HOME", tmux.folder().join("state"));
    feed(shell, Vec::new())
}

#[test]
fn the_end_of_a_turn_is_waited_for_long_after_it_has_ended() {
    let Some(tmux) = PrivateTmux::start("late", "exec sleep 600") else {
        return;
    };
    shows(BASIC, "idle-fresh")
        .then(PASTED, "draft")
        .then(1, "streaming")
        .then(1, "answered")
        .play(&tmux, "work");
    let run = on(
        &tmux,
        &[
            "send",
            "%1",
            PROMPT,
            "--wait",
            "completed",
            "--timeout",
            "3",
        ],
    );
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(run.json()[0]["turn"], 1, "{}", run.stdout);
    run.complains_in_one_line();
    // A key lets the agent finish; then the advice is followed, and once more.
    assert!(tmux.run(&["send-keys", "-t", "%1", "x"]));
    tmux.wait_for("%1", "It needs no change.");
    for _ in 0..2 {
        let waited = followed(&tmux, &run.stderr, "shadow wait %1 --turn 1");
        assert_eq!(
            (waited.code, waited.stderr.as_str()),
            (0, ""),
            "{}",
            waited.stdout
        );
        assert_eq!(waited.json().len(), 1);
    }
    let other = on(&tmux, &["wait", "%1", "--turn", "2"]);
    assert_eq!(other.code, 2, "{}", other.stderr);
    other.complains_in_one_line();
    assert!(
        other.stderr.contains("has begun 1 there so far"),
        "{}",
        other.stderr
    );
}

#[test]
fn a_dialog_is_answered_and_the_end_of_its_turn_waited_for() {
    let Some(tmux) = PrivateTmux::start("late-asks", "exec sleep 600") else {
        return;
    };
    shows(BASIC, "approval-command")
        .then(1, "streaming")
        .after(2.0, "answered")
        .play(&tmux, "work");
    let shown = on(&tmux, &["choose", "%1"]);
    assert_eq!(shown.code, 2, "{}", shown.stderr);
    shown.complains_in_one_line();
    let parsed = on(&tmux, &["parse", "--pane", "%1"]).json();
    let block = &parsed[0]["surface_assessment"]["operator_block"];
    let signature = block["signature"].as_str().expect("a signature");
    let wait = ["--wait", "completed", "--timeout", "30"];
    let answer = ["choose", "%1", "--option", "1", "--signature", signature];
    let run = on(&tmux, &[&answer[..], &wait].concat());
    assert_eq!(run.code, 0, "{} {}", run.stdout, run.stderr);
    let told = run.json();
    assert_eq!(told[0]["outcome"], "done", "{}", run.stdout);
    assert_eq!(told[1]["event"], "turn_ended", "{}", run.stdout);
    assert_eq!(run.stderr, "", "the answered dialog is not reported again");
}

#[test]
fn choose_without_a_signature_shows_the_dialog_and_presses_nothing() {
    let Some(tmux) = showing("late-choose", ASKS) else {
        return;
    };
    for args in [&["choose"][..], &["choose", "--option", "1"]] {
        let run = act(&tmux, args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        run.complains_in_one_line();
        for part in [
            "nothing is pressed",
            "touch made.txt",
            "1 “Yes”",
            "--signature ",
        ] {
            assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
        }
    }
    assert_eq!(typed(&tmux), "");
    let Some(idle) = showing("late-choose-idle", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    let run = act(&idle, &["choose"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("no dialog is open"), "{}", run.stderr);
}

#[test]
fn a_label_is_read_from_standard_input_and_not_from_the_arguments() {
    let Some(tmux) = showing("late-label", ASKS) else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let choose = |label: &str| {
        shadow(
            &[
                "choose",
                "%0",
                "--match",
                "-",
                "--signature",
                "of-another",
                "--socket",
                &socket,
            ],
            label,
        )
    };
    let run = choose("no, and tell\n");
    assert_eq!(
        (run.code, codes(&run)),
        (1, vec!["other_dialog".to_owned()]),
        "{}",
        run.stderr
    );
    let empty = choose("\n");
    assert_eq!(empty.code, 2, "{}", empty.stderr);
    empty.complains_in_one_line();
    let twice = shadow(
        &[
            "choose",
            "%0",
            "--match",
            "-",
            "--whole",
            "-",
            "--signature",
            "x",
            "--socket",
            &socket,
        ],
        "x",
    );
    assert_eq!(twice.code, 2, "{}", twice.stderr);
    assert_eq!(typed(&tmux), "");
}
