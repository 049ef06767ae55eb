//! Live panes: `shadow panes`, `parse --pane`, and what they say when nothing is there.

use std::path::Path;
use std::process::Command;

use crate::case_folder::capture_file;
use crate::private_tmux::{PrivateTmux, behind_ssh};
use crate::run::{Run, command, feed};

/// Runs shadow where only the servers below `folder`, and the machine's own, can be found.
fn shadow_at(folder: &Path, args: &[&str]) -> Run {
    let mut shadow = command(args);
    shadow.env("TMUX_TMPDIR", folder);
    feed(shadow, Vec::new())
}

/// A program that bears a CLI's name, shows a line with hostile bytes, and waits.
fn named_like_an_agent(tmux: &PrivateTmux, name: &str) -> String {
    let program = tmux.folder().join(name);
    std::fs::copy("/bin/sleep", &program).expect("a copy");
    let shown = r"printf '\033]0;a\033[31m title\033\\ready \302\233 %s\n' now";
    format!("{shown}; exec {} 60", program.display())
}

#[test]
fn a_live_pane_is_parsed_by_its_id() {
    let Some(tmux) = PrivateTmux::start("parse", "printf 'one\\ntwo\\n'; exec sleep 60") else {
        return;
    };
    tmux.wait_for("%0", "two");
    let socket = tmux.socket();
    let socket = socket.to_str().expect("a plain path");
    let run = feed(
        command(&["parse", "--pane", "%0", "--socket", socket]),
        Vec::new(),
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let payload = &run.json()[0];
    assert_eq!(payload["id"], "%0");
    let text = payload["dialog_projection"]["normalized_text"].as_str();
    assert!(text.is_some_and(|text| text.starts_with("one\ntwo\n")));
    let channels = payload["mode_diagnostics"]["channels"].to_string();
    assert!(
        channels.contains(
            r#"{"age_seconds":null,"channel":"cursor","reason":null,"said":null,"weight":"used"}"#
        ),
        "{channels}"
    );
}

#[test]
fn a_dead_pane_is_known_to_have_exited() {
    let Some(tmux) = PrivateTmux::start("dead", "sleep 60") else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", "sleep 0.3"]));
    // The line that tmux draws into a dead pane is missing at times; its flag is not.
    tmux.wait_until(
        &["display-message", "-p", "-t", "%0", "dead=#{pane_dead}"],
        "dead=1",
    );
    let socket = tmux.socket();
    let args = [
        "parse",
        "--pane",
        "%0",
        "--socket",
        socket.to_str().expect("a path"),
    ];
    let payload = &feed(command(&args), Vec::new()).json()[0];
    assert_eq!(
        payload["surface_assessment"]["availability"],
        "disconnected"
    );
}

#[test]
fn panes_lists_agents_and_with_all_the_rest() {
    let Some(tmux) = PrivateTmux::start("panes", "exec sleep 60") else {
        return;
    };
    let agent = named_like_an_agent(&tmux, "codex");
    assert!(tmux.run(&["split-window", "-d", "-t", "%0", &agent]));
    assert!(tmux.run(&["set-option", "-w", "-t", "%1", "synchronize-panes", "on"]));
    tmux.wait_for("%1", "ready");
    let ids = |run: &Run| {
        run.json()
            .iter()
            .map(|p| p["id"].clone())
            .collect::<Vec<_>>()
    };
    let socket = tmux.socket().display().to_string();
    let agents = shadow_at(
        tmux.folder(),
        &["panes", "--format", "ndjson", "--socket", &socket],
    );
    assert_eq!(ids(&agents), ["%1"], "{}", agents.stderr);
    let pane = &agents.json()[0]["pane"];
    assert_eq!(pane["command"], "codex");
    assert_eq!(pane["synchronized"], true);
    assert_eq!(agents.json()[0]["parser_metadata"]["provider_id"], "codex");
    let all = shadow_at(
        tmux.folder(),
        &["panes", "--all", "--format", "ndjson", "--socket", &socket],
    );
    assert_eq!(ids(&all), ["%0", "%1"]);
    let table = shadow_at(tmux.folder(), &["panes"]);
    assert!(table.stdout.starts_with("PANE"), "{}", table.stdout);
    assert!(table.stdout.contains("synchronized"), "{}", table.stdout);
    let raw = |c: char| c.is_control() && c != '\n';
    assert!(!(table.stdout + &all.stdout).contains(raw));
}

/// A shell command that shows a capture of the corpus and waits.
fn shows(capture: &str) -> String {
    let capture = capture_file(capture);
    let capture = capture.display();
    behind_ssh(&format!(
        "printf '\\033[2J\\033[H%s' \"$(cat '{capture}')\"; exec sleep 60"
    ))
}

#[test]
fn agents_are_recognized_by_their_screens_alone() {
    let Some(tmux) = PrivateTmux::start("screens", "printf 'plain shell\\n'; exec sleep 60") else {
        return;
    };
    let screens = [
        (
            "claude/2.1.330/basic-120x40/approval-command",
            "claude",
            "awaiting_operator",
        ),
        ("claude/1.0.109/basic-120x40/draft", "claude", "idle"),
        (
            "codex/0.169.0/approval-command-120x40/approved",
            "codex",
            "idle",
        ),
    ];
    for (capture, _, _) in screens {
        let size = ["new-session", "-d", "-x", "120", "-y", "40"];
        assert!(tmux.run(&[&size[..], &[&shows(capture)]].concat()));
    }
    for pane in ["%1", "%2", "%3"] {
        tmux.wait_for(pane, "o");
    }
    let socket = tmux.socket().display().to_string();
    let run = shadow_at(
        tmux.folder(),
        &["panes", "--format", "ndjson", "--socket", &socket],
    );
    let found: Vec<_> = run
        .json()
        .iter()
        .map(|p| {
            let state = p["surface_assessment"]["business_state"].clone();
            (
                p["id"].clone(),
                p["parser_metadata"]["provider_id"].clone(),
                state,
            )
        })
        .collect();
    let expected = screens.iter().zip(1..).map(|((_, provider, state), n)| {
        (format!("%{n}").into(), (*provider).into(), (*state).into())
    });
    assert_eq!(found, expected.collect::<Vec<_>>(), "{}", run.stderr);
}

#[test]
fn an_unknown_pane_is_gone_and_the_rest_answered() {
    let Some(tmux) = PrivateTmux::start("unknown", "exec sleep 60") else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let args = [
        "parse", "--pane", "%77", "--pane", "%0", "--socket", &socket,
    ];
    let run = feed(command(&args), Vec::new());
    assert_eq!(run.code, 4);
    run.complains_in_one_line();
    assert!(run.stderr.contains("%77"));
    assert_eq!(run.json()[0]["id"], "%0");
}

#[test]
fn no_server_is_gone_and_says_what_to_do() {
    let nowhere = std::env::temp_dir().join("shadow-no-such-socket");
    let nowhere = nowhere.to_str().expect("a path");
    for args in [
        &["panes", "--socket", nowhere][..],
        &["parse", "--pane", "%0", "--socket", nowhere],
        &["explain", "--pane", "%0", "--socket", nowhere],
    ] {
        let run = feed(command(args), Vec::new());
        assert_eq!(run.code, 4, "{args:?}");
        run.complains_in_one_line();
        assert!(run.stderr.contains("tmux"), "{}", run.stderr);
    }
}

#[test]
fn without_tmux_a_line_says_how_to_get_it() {
    let mut bare = command(&["panes"]);
    bare.env("PATH", "/nonexistent");
    let run = feed(bare, Vec::new());
    assert_eq!(run.code, 4);
    run.complains_in_one_line();
    assert!(run.stderr.contains("install"));
}

#[test]
fn bad_pane_ids_and_needless_options_are_usage_errors() {
    for args in [
        &["parse", "--pane", ":3"][..],
        &["parse", "--pane", "%"],
        &["parse", "--pane", "%1;kill-server"],
        &["parse", "--pane", "%0", "--size", "80x24"],
        &["parse", "--pane", "%0", "--ndjson"],
    ] {
        let run = feed(command(args), Vec::new());
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        run.complains_in_one_line();
    }
}

#[test]
fn a_stopped_server_does_not_hang_the_command() {
    let Some(tmux) = PrivateTmux::start("stopped", "exec sleep 60") else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let output = Command::new("tmux")
        .args(["-S", &socket, "display-message", "-p", "#{pid}"])
        .output();
    let pid = String::from_utf8(output.expect("tmux runs").stdout).expect("digits");
    let signal = |name: &str| Command::new("kill").args([name, pid.trim()]).status();
    assert!(signal("-STOP").expect("kill runs").success());
    let run = feed(command(&["panes", "--socket", &socket]), Vec::new());
    assert!(signal("-CONT").expect("kill runs").success());
    assert_eq!(run.code, 4);
    run.complains_in_one_line();
    assert!(run.stderr.contains("no answer"), "{}", run.stderr);
}
