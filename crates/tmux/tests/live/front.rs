//! Who is in front of a real pane's terminal.

use shadow_tmux::{PaneId, Server};

use crate::{PrivateTmux, until};

/// Waits until the names in front of `%0`, leader first, are right; then whether the terminal hands on whole lines.
///
/// A child bears its shell's name until it has become its own program: one right name tells nothing of the others.
fn front(tmux: &PrivateTmux, what: &str, are_right: impl Fn(&[&str]) -> bool) -> Option<bool> {
    let server = Server::new(tmux.socket());
    let pane: PaneId = "%0".parse().expect("an id");
    until(what, || {
        let front = server.view(pane).expect("a pane").pane.foreground;
        let names: Vec<&str> = front.programs.iter().map(|it| it.name.as_str()).collect();
        are_right(&names).then_some(front.line_mode)
    })
}

#[test]
fn the_group_in_front_is_told_leader_first_and_what_is_in_the_background_is_not() {
    // Without job control both are of one group.
    let Some(tmux) =
        PrivateTmux::start("front", "stty -icanon; tail -f /dev/null & sleep 60; true")
    else {
        return;
    };
    let group = "the shell, tail and sleep are in front";
    let line_mode = front(&tmux, group, |names| matches!(names, [_, "tail", "sleep"]));
    assert_eq!(line_mode, Some(false));
    // With it, what was put into the background has a group of its own.
    let shell = "exec bash --norc -i -c 'tail -f /dev/null & sleep 60; true'";
    tmux.run(&["respawn-pane", "-k", "-t", "%0", shell]);
    front(&tmux, "sleep alone is in front", |names| names == ["sleep"]);
}

#[test]
fn who_is_in_front_of_a_terminal_that_is_hosted_counts_too() {
    let hosting = "exec script -qc 'sleep 60; true' /dev/null";
    let Some(tmux) = PrivateTmux::start("hosted", hosting) else {
        return;
    };
    front(&tmux, "script and its sleep are in front", |names| {
        matches!(names, ["script", .., "sleep"])
    });
    // What hosts in the background has no keys.
    let beside = "exec bash --norc -i -c 'script -qc \"sleep 61; true\" /dev/null & exec cat'";
    tmux.run(&["respawn-pane", "-k", "-t", "%0", beside]);
    front(&tmux, "cat alone is in front", |names| names == ["cat"]);
}
