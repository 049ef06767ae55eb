//! `shadow serve`, `mcp` and `top` over machines of a real NATS server.

use std::fs;

use serde_json::{Value, json};

use crate::acted::{shows, typed};
use crate::hosts::run;
use crate::hosts_serve::{listed, machine, path, post};
use crate::machines::Machines;
use crate::mcp::Client;
use crate::nats_server::{Nats, Published};
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::serve::server::Server;

const APPROVALS: &str = "claude/2.1.330/approvals-120x40";
const BASIC: &str = "claude/2.1.330/basic-120x40";

/// A machine with a pane that asks for an edit and shows it as done after a key, and one with an idle pane.
fn two_machines(name: &str) -> Option<[PrivateTmux; 2]> {
    let asks = PrivateTmux::start(name, "exec sleep 600")?;
    shows(APPROVALS, "approval-edit")
        .then(1, "edited")
        .play(&asks, "api");
    let idles = PrivateTmux::start(&format!("{name}-other"), "exec sleep 600")?;
    shows(BASIC, "answered").play(&idles, "web");
    Some([asks, idles])
}

fn serving(machines: &Machines, tmux: &PrivateTmux) -> Server {
    let args = ["serve", "--listen", "127.0.0.1:0"];
    Server::begun(machines.command(&args), &tmux.folder().join("token"))
}

/// The list, once the pane of a machine has a need.
fn in_need(server: &Server, host: &str, need: &str) -> Value {
    let mut found = Value::Null;
    listed(server, |list| {
        let mut panes = list["panes"].as_array().into_iter().flatten();
        let pane = panes.find(|it| it["placed"]["host"] == host && it["need"] == need);
        found = pane.cloned().unwrap_or_default();
        pane.is_some()
    });
    found
}

/// The words of a pane's screen.
fn text(server: &Server, name: &Value) -> String {
    let whole = server.json(&path(name, ""));
    whole["payload"]["dialog_projection"]["normalized_text"].to_string()
}

#[test]
fn the_panes_of_the_fleet_are_listed_shown_on_request_and_answered() {
    let Some([asks, idles]) = two_machines("fleet-serve") else {
        return;
    };
    let machines = Machines::of(&asks);
    let Some(nats) = Nats::start(&machines, "") else {
        return;
    };
    let url = nats.url("");
    let _laptop = Published::start(&asks, &url, "laptop");
    let server = serving(&machines, &asks);
    let pane = in_need(&server, "laptop", "blocked");
    // One that joins later needs no other server.
    let devbox = Published::start(&idles, &url, "devbox");
    let idle = in_need(&server, "devbox", "idle");
    let list = server.json("/api/v1/panes");
    assert_eq!(machine(&list, "laptop")["link"], "up", "{list}");
    assert_eq!(list["panes"].as_array().map(Vec::len), Some(2), "{list}");

    let kept = kept_looks(&nats, &machines);
    assert!(kept.contains("Do you want to make this edit"), "{kept}");
    assert!(
        !kept.contains("Claude Code v2.1.330"),
        "a screen is kept: {kept}"
    );
    assert!(text(&server, &idle["key"]).contains("Claude Code v2.1.330"));
    let name = &pane["placed"]["there"];
    assert!(text(&server, name).contains("Do you want to make this edit"));

    let block = &pane["operator_block"];
    let mut answer = json!({ "option": 1, "signature": block["signature"] });
    answer["appearance"] = json!(block["appearance"].as_u64().expect("a number") + 1);
    let (status, refused) = post(&server, name, "/choose", &answer);
    assert_eq!(status, 409, "another dialog of the same words: {refused}");
    answer["appearance"] = block["appearance"].clone();
    let (status, told) = post(&server, name, "/choose", &answer);
    assert_eq!(status, 200, "{told}");
    let keys = typed(&asks, "api", "approval-edit");
    assert_eq!(fs::read(keys).expect("keys"), b"1");
    let done = in_need(&server, "laptop", "idle");
    assert_eq!(done["key"], pane["key"]);

    drop(devbox);
    let lost = in_need(&server, "devbox", "unknown");
    assert_eq!(
        (&lost["submit_ready"], &lost["takes_a_prompt"]),
        (&json!(false), &json!(false))
    );
    let list = server.json("/api/v1/panes");
    assert_eq!(machine(&list, "devbox")["link"], "down", "{list}");
    let (status, refused) = post(&server, &idle["key"], "/send", &json!({ "text": "go on" }));
    assert_eq!((status, &refused["code"]), (503, &json!("unreachable")));
    let _devbox = Published::start(&idles, &url, "devbox");
    in_need(&server, "devbox", "idle");
}

/// The latest looks that the server keeps, as any reader of it sees them.
fn kept_looks(nats: &Nats, machines: &Machines) -> String {
    let folder = machines.path("jetstream");
    let mut kept = String::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => kept += &String::from_utf8_lossy(&fs::read(path).unwrap_or_default()),
            }
        }
    }
    assert!(!kept.is_empty(), "{} keeps nothing", nats.url(""));
    kept
}

#[test]
fn a_relay_that_redacts_gives_a_screen_without_its_words() {
    let Some([_, idles]) = two_machines("fleet-redact") else {
        return;
    };
    let machines = Machines::of(&idles);
    let Some(nats) = Nats::start(&machines, "") else {
        return;
    };
    let _relay = Published::start_with(&idles, &nats.url(""), "devbox", "--redact");
    let server = serving(&machines, &idles);
    let pane = in_need(&server, "devbox", "idle");
    let shown = text(&server, &pane["key"]);
    assert!(shown.contains('❯'), "its structure stays: {shown}");
    let name = pane["placed"]["there"].as_str().expect("a name");
    let parsed = run(&machines, &["parse", "--pane", name]);
    assert_eq!(parsed.code, 0, "{}", parsed.stderr);
    let parsed = &parsed.json()[0];
    assert_eq!(parsed["id"], name);
    assert_eq!(parsed["surface_assessment"]["business_state"], "idle");
    let said = parsed["dialog_projection"]["dialog_text"].to_string();
    let is_blank = |letter: char| !letter.is_alphabetic() || "xX".contains(letter);
    assert!(
        said.contains('x') && said.replace("\\n", "").chars().all(is_blank),
        "{said}"
    );
}

#[test]
fn an_agent_reads_the_fleet_and_acts_only_where_it_may() {
    let Some([asks, idles]) = two_machines("fleet-mcp") else {
        return;
    };
    let machines = Machines::of(&asks);
    let Some(nats) = Nats::start(&machines, "") else {
        return;
    };
    let url = nats.url("");
    let _laptop = Published::start(&asks, &url, "laptop");
    let _devbox = Published::start(&idles, &url, "devbox");
    let client = |more: &[&str]| {
        let args = [&["mcp", "--fleet", &url][..], more].concat();
        Client::begun(machines.command(&args))
    };
    let blocked = |client: &mut Client| {
        let mut found = Value::Null;
        until("both panes", || {
            let list = client.call("panes", &json!({})).expect("a list");
            let panes = list["panes"].as_array().expect("panes");
            let pane = panes.iter().find(|it| it["need"] == "blocked");
            found = pane.cloned().unwrap_or_default();
            panes.len() == 2 && pane.is_some()
        });
        found
    };
    let mut looks = client(&[]);
    let pane = blocked(&mut looks);
    assert_eq!(pane["host"], "laptop");
    let read = json!({ "pane": pane["pane"], "parts": ["question", "screen"] });
    let read = looks.call("pane_read", &read).expect("a pane");
    let screen = read["screen"]["text"].to_string();
    assert!(screen.contains("Do you want to make this edit"), "{read}");
    let question = &read["question"];
    let answer = json!({
        "pane": pane["pane"], "signature": question["signature"], "appearance": question["appearance"], "option": 1,
    });
    let keys = || fs::read(typed(&asks, "api", "approval-edit")).unwrap_or_default();
    let refused = looks.call("pane_answer", &answer);
    assert_eq!(refused.expect_err("refused"), "not_allowed");
    assert_eq!(keys(), b"", "nothing was typed");
    let mut acts = client(&["--allow", "approve", "--panes", "laptop/api"]);
    blocked(&mut acts);
    acts.call("pane_answer", &answer).expect("answered");
    assert_eq!(keys(), b"1");
}

#[test]
fn top_shows_the_fleet_and_a_machine_that_joins_later() {
    let Some([asks, idles]) = two_machines("fleet-top") else {
        return;
    };
    let machines = Machines::of(&asks);
    let Some(nats) = Nats::start(&machines, "") else {
        return;
    };
    let url = nats.url("");
    let _laptop = Published::start(&asks, &url, "laptop");
    let screen = PrivateTmux::start("fleet-top-screen", "exec sleep 600").expect("tmux is there");
    assert!(screen.run(&["resize-window", "-t", "%0", "-x", "120", "-y", "40"]));
    let top = machines.in_pane(&format!("top --fleet {url}"));
    assert!(screen.run(&["respawn-pane", "-k", "-t", "%0", &top]));
    screen.wait_for("%0", "laptop/api:0.0");
    // The screen of the selected pane is asked for.
    screen.wait_for("%0", "Do you want to make this edit to notes.txt?");
    let devbox = Published::start(&idles, &url, "devbox");
    screen.wait_for("%0", "devbox/web:0.0");
    screen.wait_for("%0", "> 1 idle");
    let press = |keys: &[&str]| {
        let args = [&["send-keys", "-t", "%0"], keys].concat();
        assert!(screen.run(&args));
    };
    press(&["a"]);
    screen.wait_for("%0", "answer laptop/");
    press(&["Enter"]);
    screen.wait_for("%0", "answered");
    let keys = typed(&asks, "api", "approval-edit");
    assert_eq!(fs::read(keys).expect("keys"), b"1");
    drop(devbox);
    screen.wait_for("%0", "? 1 away");
    let shown = screen.shown(&["capture-pane", "-p", "-t", "%0"]);
    let row = shown.lines().find(|row| row.contains("devbox/web:0.0"));
    assert!(
        row.is_some_and(|row| row.starts_with("? unknown")),
        "{shown}"
    );
    press(&["q"]);
}
