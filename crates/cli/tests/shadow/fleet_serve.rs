//! `shadow serve`, `mcp` and `top` over machines of a real NATS server.

use std::fs;

use serde_json::{Value, json};

use crate::acted::{shows, typed};
use crate::fleet_faults::faketime;
use crate::hosts::run;
use crate::hosts_serve::{answered, listed, machine, path, post};
use crate::hosts_top::Dashboard;
use crate::machines::Machines;
use crate::mcp::Client;
use crate::nats_server::{Nats, Published, Stranger};
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::serve::server::Server;

const APPROVALS: &str = "claude/2.1.330/approvals-120x40";
const BASIC: &str = "claude/2.1.330/basic-120x40";

/// Two machines and a NATS server that runs.
struct Fleet {
    /// Its pane asks for an edit, and shows it as done after a key.
    asks: PrivateTmux,
    /// Its pane is idle.
    idles: PrivateTmux,
    machines: Machines,
    nats: Nats,
}

impl Fleet {
    fn start(name: &str) -> Option<Self> {
        let asks = PrivateTmux::start(name, "exec sleep 600")?;
        shows(APPROVALS, "approval-edit")
            .then(1, "edited")
            .play(&asks, "api");
        let idles = PrivateTmux::start(&format!("{name}-other"), "exec sleep 600")?;
        shows(BASIC, "answered").play(&idles, "web");
        let machines = Machines::of(&asks);
        let nats = Nats::start(&machines, "")?;
        Some(Self {
            asks,
            idles,
            machines,
            nats,
        })
    }

    /// The machine that asks begins to publish.
    fn laptop(&self) -> Published {
        Published::start(&self.asks, &self.nats.url(""), "laptop")
    }

    /// The machine that is idle begins to publish.
    fn devbox(&self) -> Published {
        Published::start(&self.idles, &self.nats.url(""), "devbox")
    }

    fn serving(&self) -> Server {
        let args = ["serve", "--listen", "127.0.0.1:0"];
        let command = self.machines.command(&args);
        Server::begun(command, &self.asks.folder().join("token"))
    }

    /// The keys that the pane which asks has got.
    fn keys(&self) -> Vec<u8> {
        fs::read(typed(&self.asks, "api", "approval-edit")).unwrap_or_default()
    }
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
    let Some(fleet) = Fleet::start("fleet-serve") else {
        return;
    };
    let _laptop = fleet.laptop();
    let server = fleet.serving();
    let pane = in_need(&server, "laptop", "blocked");
    // One that joins later needs no other server.
    let devbox = fleet.devbox();
    let idle = in_need(&server, "devbox", "idle");
    let list = server.json("/api/v1/panes");
    assert_eq!(machine(&list, "laptop")["link"], "up", "{list}");
    assert_eq!(list["panes"].as_array().map(Vec::len), Some(2), "{list}");

    let kept = kept_looks(&fleet);
    assert!(kept.contains("Do you want to make this edit"), "{kept}");
    assert!(
        !kept.contains("Claude Code v2.1.330"),
        "a screen is kept: {kept}"
    );
    assert!(text(&server, &idle["key"]).contains("Claude Code v2.1.330"));
    let name = &pane["placed"]["there"];
    assert!(text(&server, name).contains("Do you want to make this edit"));

    answered(&server, name, &pane["operator_block"]);
    assert_eq!(fleet.keys(), b"1");
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
    let _devbox = fleet.devbox();
    in_need(&server, "devbox", "idle");
}

/// The latest looks that the server keeps, as any reader of it sees them.
fn kept_looks(fleet: &Fleet) -> String {
    let folder = fleet.machines.path("jetstream");
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
    assert!(!kept.is_empty(), "the server keeps nothing");
    kept
}

#[test]
fn a_pane_whose_end_did_not_reach_the_server_is_not_shown() {
    let Some(fleet) = Fleet::start("fleet-stale") else {
        return;
    };
    let _laptop = fleet.laptop();
    let mut stranger = Stranger::connect(&fleet.nats.url(""), None);
    let (stored, keys) = ("$JS.API.DIRECT.GET.KV_shadow", "$KV.shadow.look.laptop.>");
    let mut look = Value::Null;
    until("a look", || {
        let first = json!({ "seq": 1, "next_by_subj": keys });
        look = stranger.ask(stored, &first).unwrap_or_default();
        look["look"].is_object()
    });
    look["look"]["pane"]["id"] = json!("%99");
    stranger.publish("$KV.shadow.look.laptop.s.=2599", &look);
    let server = fleet.serving();
    in_need(&server, "laptop", "blocked");
    listed(&server, |list| {
        let ids = list["panes"].as_array().expect("panes").iter();
        let ids: Vec<&Value> = ids.map(|it| &it["placed"]["pane"]).collect();
        ids.len() == 1 && machine(list, "laptop")["link"] == "up"
    });
    // A look that comes now is taken. The machine knows that there is no such pane.
    look["number"] = json!(1_000_000);
    stranger.publish("$KV.shadow.look.laptop.s.=2599", &look);
    let mut gone = Value::Null;
    listed(&server, |list| {
        let mut panes = list["panes"].as_array().expect("panes").iter();
        let pane = panes.find(|it| it["placed"]["pane"] == "%99");
        gone = pane.map(|it| it["key"].clone()).unwrap_or_default();
        pane.is_some()
    });
    let (status, body) = server.ask("GET", &path(&gone, ""), None);
    assert_eq!(status, 410, "{body}");
}

#[test]
fn the_clock_of_a_machine_that_is_wrong_is_shown() {
    let Some(faketime) = faketime() else { return };
    let Some(fleet) = Fleet::start("fleet-clocks") else {
        return;
    };
    let url = fleet.nats.url("");
    let _relay = Published::within(&fleet.asks, &url, "laptop", |mut relay| {
        relay.env("LD_PRELOAD", faketime).env("FAKETIME", "+1h");
        relay.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        relay
    });
    let server = fleet.serving();
    in_need(&server, "laptop", "blocked");
    let ahead = "its clock is 60 min ahead of the one here";
    let list = server.json("/api/v1/panes");
    assert_eq!(machine(&list, "laptop")["clock"], ahead, "{list}");
    let mut client = Client::begun(fleet.machines.command(&["mcp", "--fleet", &url]));
    until("the clock", || {
        let list = client.call("panes", &json!({})).expect("a list");
        list["clocks"] == json!([{ "host": "laptop", "clock": ahead }])
    });
    let top = format!("top --fleet {url}");
    let screen = Dashboard::start("fleet-clocks-screen", &fleet.machines, &top);
    screen.sees("its clock is 60 min ahead");
    screen.press(&["q"]);
}

#[test]
fn a_relay_that_redacts_gives_a_screen_without_its_words() {
    let Some(fleet) = Fleet::start("fleet-redact") else {
        return;
    };
    let _relay = Published::start_with(&fleet.idles, &fleet.nats.url(""), "devbox", "--redact");
    let server = fleet.serving();
    let pane = in_need(&server, "devbox", "idle");
    let shown = text(&server, &pane["key"]);
    assert!(shown.contains('❯'), "its structure stays: {shown}");
    let name = pane["placed"]["there"].as_str().expect("a name");
    let parsed = run(&fleet.machines, &["parse", "--pane", name]);
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
    let listed = run(&fleet.machines, &["panes", "--json"]);
    let listed = listed.json().remove(0);
    assert_eq!(
        (&listed["name"], &listed["safe_to_type"]),
        (&json!(name), &json!(true))
    );
    let shown = &listed["dialog_projection"];
    for (field, empty) in [
        ("raw_text", json!("")),
        ("normalized_text", json!("")),
        ("cells", json!([])),
    ] {
        assert_eq!(shown[field], empty, "{field}");
    }
    assert!(
        !listed.to_string().contains("Claude Code v2.1.330"),
        "{listed}"
    );
}

#[test]
fn an_agent_reads_the_fleet_and_acts_only_where_it_may() {
    let Some(fleet) = Fleet::start("fleet-mcp") else {
        return;
    };
    let url = fleet.nats.url("");
    let _laptop = fleet.laptop();
    let _devbox = fleet.devbox();
    let client = |more: &[&str]| {
        let args = [&["mcp", "--fleet", &url][..], more].concat();
        Client::begun(fleet.machines.command(&args))
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
    let refused = looks.call("pane_answer", &answer);
    assert_eq!(refused.expect_err("refused"), "not_allowed");
    assert_eq!(fleet.keys(), b"", "nothing was typed");
    let mut acts = client(&["--allow", "approve", "--panes", "laptop/api"]);
    blocked(&mut acts);
    acts.call("pane_answer", &answer).expect("answered");
    assert_eq!(fleet.keys(), b"1");
}

#[test]
fn top_shows_the_fleet_and_a_machine_that_joins_later() {
    let Some(fleet) = Fleet::start("fleet-top") else {
        return;
    };
    let _laptop = fleet.laptop();
    let top = format!("top --fleet {}", fleet.nats.url(""));
    let screen = Dashboard::start("fleet-top-screen", &fleet.machines, &top);
    screen.sees("laptop/api:0.0");
    // The screen of the selected pane is asked for.
    screen.sees("Do you want to make this edit to notes.txt?");
    let devbox = fleet.devbox();
    screen.sees("devbox/web:0.0");
    screen.sees("> 1 idle");
    screen.answers("laptop");
    assert_eq!(fleet.keys(), b"1");
    drop(devbox);
    screen.sees("? 1 away");
    let shown = screen.shown();
    let row = shown.lines().find(|row| row.contains("devbox/web:0.0"));
    assert!(
        row.is_some_and(|row| row.starts_with("? unknown")),
        "{shown}"
    );
    screen.press(&["q"]);
}
