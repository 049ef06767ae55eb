//! `shadow top` as a person sees and drives it: in a pane of one server, over panes of another that
//! show real captures.

use std::path::Path;

use crate::private_tmux::PrivateTmux;

/// A shell command that shows a capture of the corpus on an empty screen and stays.
fn show(capture: &str) -> String {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/corpus");
    let capture = corpus.join(capture);
    assert!(capture.exists(), "{}", capture.display());
    format!("clear; cat '{}'; exec sleep 600", capture.display())
}

/// Two agents on one server; `shadow top` over them on another, 100x20.
fn started(name: &str) -> Option<(PrivateTmux, PrivateTmux)> {
    let approval = "claude/2.1.330/approvals-120x40/approval-edit.ansi";
    let agents = PrivateTmux::start(&format!("{name}-agents"), "sleep 600")?;
    for capture in ["codex/0.142.5/retry-120x40/retrying-server.ansi", approval] {
        let command = show(capture);
        let new = ["new-session", "-d", "-x", "120", "-y", "40", &command];
        assert!(agents.run(&new), "a pane that shows {capture}");
    }
    let shadow = env!("CARGO_BIN_EXE_shadow");
    let socket = agents.socket();
    let command = format!(
        "{shadow} top --socket '{}'; echo left; sleep 600",
        socket.display()
    );
    let screen = PrivateTmux::start(&format!("{name}-screen"), &command)?;
    Some((agents, screen))
}

fn keys(screen: &PrivateTmux, keys: &str) {
    assert!(screen.run(&["send-keys", "-t", "%0", keys]), "{keys}");
}

#[test]
fn agents_are_listed_previewed_filtered_and_left() {
    let Some((_agents, screen)) = started("top-list") else {
        return;
    };
    screen.wait_for("%0", "! 1 blocked");
    screen.wait_for("%0", "* 1 working");
    screen.wait_for("%0", "Do you want to make this edit to notes.txt?");
    screen.wait_for("%0", "Esc to cancel · Tab to amend");
    keys(&screen, "z");
    screen.wait_for("%0", "dialog│");
    keys(&screen, "/");
    for letter in ["c", "o", "d", "e", "x"] {
        keys(&screen, letter);
    }
    keys(&screen, "Enter");
    screen.wait_for("%0", "filter: codex");
    screen.wait_for("%0", "composer│");
    keys(&screen, "?");
    screen.wait_for("%0", "select a pane");
    keys(&screen, "?");
    keys(&screen, "q");
    screen.wait_for("%0", "left");
}

#[test]
fn what_a_key_asks_for_goes_through_the_guards() {
    let Some((agents, screen)) = started("top-act") else {
        return;
    };
    screen.wait_for("%0", "! 1 blocked");
    keys(&screen, "s");
    screen.wait_for("%0", "would not be a prompt");
    keys(&screen, "a");
    screen.wait_for("%0", "enter presses: 1;");
    // Another dialog takes the first one's place: its answer must not be pressed.
    let other = show("claude/2.1.330/approvals-120x40/approval-write-second.ansi");
    let panes = agents.shown(&["list-panes", "-a", "-F", "#{pane_id} #{session_name}"]);
    let last = panes.lines().last().and_then(|line| line.split(' ').next());
    let pane = last.expect("the pane with the dialog");
    assert!(agents.run(&["respawn-pane", "-k", "-t", pane, &other]));
    agents.wait_for(pane, "hello.py");
    keys(&screen, "Enter");
    screen.wait_for("%0", "it is another dialog now");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_shadow"))
        .arg("top")
        .output()
        .expect("shadow runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("shadow panes"), "{said}");
}
