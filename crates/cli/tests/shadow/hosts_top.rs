//! `shadow top` over the panes of other machines.

use std::fs;

use crate::acted::{shows, typed};
use crate::machines::Machines;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;

/// `shadow top` in a pane of 120x40.
pub struct Dashboard(PrivateTmux);

impl Dashboard {
    /// Begins `command` with the programs of these machines.
    pub fn start(name: &str, machines: &Machines, command: &str) -> Self {
        let screen = PrivateTmux::start(name, "exec sleep 600").expect("tmux is there");
        assert!(screen.run(&["resize-window", "-t", "%0", "-x", "120", "-y", "40"]));
        let command = machines.in_pane(command);
        assert!(screen.run(&["respawn-pane", "-k", "-t", "%0", &command]));
        Self(screen)
    }

    /// Waits until it shows these words.
    pub fn sees(&self, words: &str) {
        self.0.wait_for("%0", words);
    }

    pub fn press(&self, keys: &[&str]) {
        let args = [&["send-keys", "-t", "%0"], keys].concat();
        assert!(self.0.run(&args));
    }

    pub fn shown(&self) -> String {
        self.0.shown(&["capture-pane", "-p", "-t", "%0"])
    }

    /// Says yes to the dialog of a machine.
    pub fn answers(&self, host: &str) {
        self.press(&["a"]);
        self.sees(&format!("answer {host}/"));
        self.press(&["Enter"]);
        self.sees("answered");
    }
}

#[test]
fn a_dialog_of_another_machine_is_answered_in_the_dashboard() {
    let Some(agents) = PrivateTmux::start("hosts-top-agents", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/approvals-120x40", "approval-edit")
        .then(1, "edited")
        .play(&agents, "api");
    let machines = Machines::of(&agents);
    let screen = Dashboard::start("hosts-top", &machines, "top --host devbox --host away");
    screen.sees("! blocked");
    screen.sees("No route to host");
    screen.answers("devbox");
    let keys = typed(&agents, "api", "approval-edit");
    assert_eq!(fs::read(keys).expect("keys"), b"1");
    // What is shown there is shown here, and what comes after it.
    until("no dialog waits", || !screen.shown().contains("! blocked"));
    crate::hosts::kill_relays(&agents);
    screen.sees("the connection to devbox is lost");
    until("it is there again", || {
        !screen.shown().contains("devbox is lost")
    });
    screen.press(&["q"]);
}
