//! `shadow mcp` over the panes of other machines.

use std::fs;

use serde_json::json;

use crate::acted::{shows, typed};
use crate::hosts::kill_relays;
use crate::machines::Machines;
use crate::mcp::Client;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;

/// A client that asks for the panes of `devbox`, with more arguments.
fn client(machines: &Machines, more: &[&str]) -> Client {
    Client::begun(machines.command(&[&["mcp", "--host", "devbox"], more].concat()))
}

#[test]
fn an_agent_reads_and_answers_a_dialog_of_another_machine_within_its_scope() {
    let Some(tmux) = PrivateTmux::start("hosts-mcp", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/questions-120x40", "question")
        .then(1, "question")
        .play(&tmux, "api");
    let machines = Machines::of(&tmux);
    // No folder and no session of this machine is one of another.
    let folder = tmux.folder().display().to_string();
    for scope in [["--panes", "api"], ["--cwd", "/"], ["--cwd", &folder]] {
        let mut client = client(&machines, &[&["--allow", "answer"], &scope[..]].concat());
        let pane = client.pane();
        assert_eq!(
            (&pane["host"], &pane["self"], &pane["in_scope"]),
            (&json!("devbox"), &json!(false), &json!(false)),
            "{scope:?}"
        );
        let asked = json!({ "pane": pane["pane"], "signature": "x", "option": 1 });
        let refused = client.call("pane_answer", &asked);
        assert_eq!(refused.expect_err("refused"), "out_of_scope");
    }
    let mut client = client(
        &machines,
        &["--allow", "answer,send", "--panes", "devbox/api"],
    );
    let pane = client.pane();
    assert_eq!(
        (&pane["need"], &pane["in_scope"]),
        (&json!("blocked"), &json!(true))
    );
    let named = "devbox/api:0.0";
    let parts = json!(["question", "screen"]);
    let read = json!({ "pane": named, "parts": parts });
    let read = client.call("pane_read", &read).expect("a pane");
    assert_eq!(read["pane"], pane["pane"]);
    assert!(!read["screen"]["text"].to_string().is_empty(), "{read}");
    let question = &read["question"];
    let sent = json!({ "pane": named, "text": "go on" });
    let refused = client.call("pane_send", &sent).expect_err("refused");
    assert_eq!(refused, "dialog_open");
    let mut asked = json!({
        "pane": named, "signature": question["signature"], "appearance": question["appearance"], "option": 1,
    });
    asked["key"] = json!("once");
    // The agent of the test asks the same again.
    let unsure = client.call("pane_answer", &asked);
    assert_eq!(client.call("pane_answer", &asked), unsure);
    let keys = typed(&tmux, "api", "question");
    assert_eq!(fs::read(keys).expect("keys").len(), 1, "{unsure:?}");
    machines.ssh("#!/bin/sh\nexit 255\n");
    kill_relays(&tmux);
    until("it is away", || {
        let list = client.call("panes", &json!({})).expect("a list");
        list["away"] == json!(["devbox"]) && list["panes"][0]["need"] == "unknown"
    });
    let refused = client.call("pane_send", &sent).expect_err("refused");
    assert_eq!(refused, "unreachable");
}
