//! `shadow demo`, with and without a terminal.

use crate::private_tmux::PrivateTmux;
use crate::run::{command, feed, shadow};

#[test]
fn without_a_terminal_each_verdict_is_printed_once_within_80_columns() {
    let run = shadow(&["demo"], "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(!run.stdout.contains(|c: char| c.is_control() && c != '\n'));
    for line in run.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for word in [
        "Claude Code",
        "Codex",
        "working",
        "awaiting_operator",
        "READY",
        "because",
    ] {
        assert!(run.stdout.contains(word), "{word}");
    }
    let frames = run.stdout.matches('┌').count();
    assert!((8..200).contains(&frames), "{frames} frames");
}

#[test]
fn fast_is_the_same_and_usage_is_checked() {
    assert_eq!(
        shadow(&["demo", "--fast"], "").stdout,
        shadow(&["demo"], "").stdout
    );
    for args in [
        &["demo", "--speed", "0"][..],
        &["demo", "--speed", "x"],
        &["demo", "--fast", "--speed", "2"],
    ] {
        let run = feed(command(args), Vec::new());
        assert_eq!(run.code, 2, "{args:?}");
        run.complains_in_one_line();
    }
}

#[test]
fn in_a_terminal_of_80_by_24_it_is_drawn_in_place() {
    let Some(tmux) = PrivateTmux::start("demo", "exec sleep 60") else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "default-size", "80x24"]));
    let binary = env!("CARGO_BIN_EXE_shadow");
    let demo = format!("{binary} demo --speed 200; echo ended $?; exec sleep 60");
    assert!(tmux.run(&["new-session", "-d", "-x", "80", "-y", "24", &demo]));
    tmux.wait_for("%1", "ended 0");
    tmux.wait_for("%1", "These were recordings");
    tmux.wait_for("%1", "│ READY, safe to type");
}

/// Behind a shell elsewhere no process tells it from the agents that it shows: its title does, until it ends, by a key too.
#[test]
fn its_pane_is_marked_while_it_plays() {
    let Some(tmux) = PrivateTmux::start("demo-title", "exec sleep 60") else {
        return;
    };
    let binary = env!("CARGO_BIN_EXE_shadow");
    let demo = format!("trap : INT; {binary} demo; echo ended; exec sleep 60");
    assert!(tmux.run(&["new-session", "-d", "-x", "80", "-y", "24", &demo]));
    let title = ["display-message", "-p", "-t", "%1", "#{pane_title}"];
    let marked = "shadow: dashboard";
    tmux.wait_until(&title, marked);
    assert!(tmux.run(&["send-keys", "-t", "%1", "C-c"]));
    tmux.wait_for("%1", "ended");
    assert!(!tmux.shown(&title).contains(marked));
}
