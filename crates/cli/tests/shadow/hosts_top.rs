//! `shadow top` over the panes of other machines.

use std::fs;

use crate::acted::{shows, typed};
use crate::machines::Machines;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;

#[test]
fn a_dialog_of_another_machine_is_answered_in_the_dashboard() {
    let Some(agents) = PrivateTmux::start("hosts-top-agents", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/approvals-120x40", "approval-edit")
        .then(1, "edited")
        .play(&agents, "api");
    let screen = PrivateTmux::start("hosts-top", "exec sleep 600").expect("tmux is there");
    let machines = Machines::of(&agents);
    assert!(screen.run(&["resize-window", "-t", "%0", "-x", "120", "-y", "40"]));
    let top = machines.in_pane("top --host devbox --host away");
    assert!(screen.run(&["respawn-pane", "-k", "-t", "%0", &top]));
    screen.wait_for("%0", "! blocked");
    screen.wait_for("%0", "No route to host");
    let press = |keys: &[&str]| {
        let args = [&["send-keys", "-t", "%0"], keys].concat();
        assert!(screen.run(&args));
    };
    press(&["a"]);
    screen.wait_for("%0", "answer devbox/");
    press(&["Enter"]);
    screen.wait_for("%0", "answered");
    let keys = typed(&agents, "api", "approval-edit");
    assert_eq!(fs::read(keys).expect("keys"), b"1");
    // What is shown there is shown here, and what comes after it.
    let list = || screen.shown(&["capture-pane", "-p", "-t", "%0"]);
    until("no dialog waits", || !list().contains("! blocked"));
    crate::hosts::kill_relays(&agents);
    screen.wait_for("%0", "the connection to devbox is lost");
    until("it is there again", || !list().contains("devbox is lost"));
    press(&["q"]);
}
