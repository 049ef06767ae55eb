//! Who is in front of a real pane's terminal.

use shadow_tmux::{PaneId, Server};

use crate::{PrivateTmux, until};

/// The names in front of `%0` once the last of them is this one, and whether the terminal hands on whole lines.
fn front(tmux: &PrivateTmux, last: &str) -> (Vec<String>, Option<bool>) {
    let server = Server::new(tmux.socket());
    let pane: PaneId = "%0".parse().expect("an id");
    until(last, || {
        let front = server.view(pane).expect("a pane").pane.foreground;
        let names: Vec<String> = front.programs.into_iter().map(|it| it.name).collect();
        (names.last().map(String::as_str) == Some(last)).then_some((names, front.line_mode))
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
    let (names, line_mode) = front(&tmux, "sleep");
    assert_eq!(names[1..], ["tail", "sleep"]);
    assert_eq!(line_mode, Some(false));
    // With it, what was put into the background has a group of its own.
    let shell = "exec bash --norc -i -c 'tail -f /dev/null & sleep 60; true'";
    tmux.run(&["respawn-pane", "-k", "-t", "%0", shell]);
    let (names, _) = front(&tmux, "sleep");
    assert_eq!(names, ["sleep"]);
}

#[test]
fn who_is_in_front_of_a_terminal_that_is_hosted_counts_too() {
    let hosting = "exec script -qc 'sleep 60; true' /dev/null";
    let Some(tmux) = PrivateTmux::start("hosted", hosting) else {
        return;
    };
    let (names, _) = front(&tmux, "sleep");
    assert_eq!(names[0], "script");
    // What hosts in the background has no keys.
    let beside = "exec bash --norc -i -c 'script -qc \"sleep 61; true\" /dev/null & exec cat'";
    tmux.run(&["respawn-pane", "-k", "-t", "%0", beside]);
    let (names, _) = front(&tmux, "cat");
    assert_eq!(names, ["cat"]);
}
