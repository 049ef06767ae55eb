//! `shadow serve` over the panes of other machines.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shadow_tui::contract::SCHEMA_VERSION;

use crate::acted::{shows, typed};
use crate::hosts::kill_relays;
use crate::machines::Machines;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::relaying::Relay;
use crate::serve::browser::Browser;
use crate::serve::server::Server;
use crate::waited::{PROMPT, Then, answering};

/// A server over the panes of these machines.
fn serving(machines: &Machines, tmux: &PrivateTmux, hosts: &[&str]) -> Server {
    let asked = hosts.iter().flat_map(|host| ["--host", host]);
    let args: Vec<&str> = ["serve", "--listen", "127.0.0.1:0"]
        .into_iter()
        .chain(asked)
        .collect();
    Server::begun(machines.command(&args), &tmux.folder().join("token"))
}

/// The list, once it is so.
pub fn listed(server: &Server, mut holds: impl FnMut(&Value) -> bool) -> Value {
    let mut list = Value::Null;
    until("the list", || {
        list = server.json("/api/v1/panes");
        holds(&list)
    });
    list
}

/// The list, once its only pane has a state.
fn in_need(server: &Server, need: &str) -> Value {
    let list = listed(server, |list| list["panes"][0]["need"] == need);
    assert_eq!(list["panes"].as_array().map(Vec::len), Some(1), "{list}");
    list["panes"][0].clone()
}

pub fn machine<'l>(list: &'l Value, host: &str) -> &'l Value {
    let machines = list["machines"].as_array().expect("machines");
    machines.iter().find(|it| it["host"] == host).expect(host)
}

/// A path of a pane, by its name.
pub fn path(name: &Value, what: &str) -> String {
    let name = name.as_str().expect("a name");
    let name = name.replace('%', "%25").replace('/', "%2F");
    format!("/api/v1/panes/{name}{what}")
}

pub fn post(server: &Server, name: &Value, what: &str, body: &Value) -> (u16, Value) {
    let (status, answer) = server.ask("POST", &path(name, what), Some(body));
    (status, serde_json::from_str(&answer).expect("JSON"))
}

/// What a stream tells: the name of each frame, and its data.
fn stream(server: &Server, query: &str) -> Receiver<(String, Value)> {
    let mut stream = TcpStream::connect(&server.address).expect("connected");
    let head = format!(
        "GET /api/v1/events?{query} HTTP/1.0\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
        server.address, server.token
    );
    stream.write_all(head.as_bytes()).expect("asked");
    let (sent, frames) = channel();
    thread::spawn(move || {
        let mut event = String::new();
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if let Some(name) = line.strip_prefix("event: ") {
                event = name.to_owned();
            }
            let data = line.strip_prefix("data: ");
            let data = data.map(|data| serde_json::from_str(data).expect("JSON"));
            if data.is_some_and(|data| sent.send((event.clone(), data)).is_err()) {
                return;
            }
        }
    });
    frames
}

fn frame(frames: &Receiver<(String, Value)>, holds: impl Fn(&str, &Value) -> bool) -> Value {
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        let patience = deadline.saturating_duration_since(Instant::now());
        let (name, data) = frames.recv_timeout(patience).expect("a frame");
        if holds(&name, &data) {
            return data;
        }
    }
}

/// A pane that asks for an edit, and shows it as done after a key.
fn approval(name: &str) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec sleep 600")?;
    shows("claude/2.1.330/approvals-120x40", "approval-edit")
        .then(1, "edited")
        .play(&tmux, "api");
    Some(tmux)
}

/// What comes of the yes to this dialog, after another dialog of the same words was refused.
pub fn answered(server: &Server, name: &Value, block: &Value) -> Value {
    let mut answer = json!({ "option": 1, "signature": block["signature"] });
    answer["appearance"] = json!(block["appearance"].as_u64().expect("a number") + 1);
    let (status, refused) = post(server, name, "/choose", &answer);
    assert_eq!(status, 409, "another dialog of the same words: {refused}");
    answer["appearance"] = block["appearance"].clone();
    let (status, told) = post(server, name, "/choose", &answer);
    assert_eq!(status, 200, "{told}");
    told
}

#[test]
fn panes_of_all_machines_are_one_list_and_have_their_names() {
    let Some(tmux) = approval("hosts-serve") else {
        return;
    };
    let machines = Machines::of(&tmux);
    let server = serving(&machines, &tmux, &["devbox", "away"]);
    let pane = in_need(&server, "blocked");
    let placed = &pane["placed"];
    assert_eq!(
        (&placed["host"], &placed["pane"]),
        (&json!("devbox"), &json!("%1"))
    );
    let name = &placed["there"];
    let whole = server.json(&path(name, ""));
    assert_eq!(whole["summary"]["key"], pane["key"]);
    let text = whole["payload"]["dialog_projection"]["normalized_text"].to_string();
    assert!(text.contains("Do you want to make this edit"), "{text}");
    let by_place = format!("devbox/{}", placed["place"].as_str().expect("a place"));
    assert_eq!(
        server.json(&path(&json!(by_place), "/turns"))["key"],
        pane["key"]
    );
    // Its id alone means a pane of this machine.
    assert_eq!(server.ask("GET", "/api/v1/panes/%251", None).0, 404);
    for what in ["/screen", "/picture.svg", "/explain"] {
        let (status, body) = server.ask("GET", &path(name, what), None);
        assert_eq!(status, 409, "{body}");
        assert!(body.contains("\"elsewhere\""), "{body}");
    }
    let list = listed(&server, |list| machine(list, "away")["link"] == "down");
    assert_eq!(machine(&list, "devbox")["link"], "up");
    let why = machine(&list, "away")["error"].to_string();
    assert!(why.contains("No route to host"), "{why}");
}

#[test]
fn a_dialog_of_another_machine_is_told_and_answered() {
    let Some(tmux) = approval("hosts-serve-answer") else {
        return;
    };
    let machines = Machines::of(&tmux);
    let server = serving(&machines, &tmux, &["devbox"]);
    let pane = in_need(&server, "blocked");
    let name = &pane["placed"]["there"];
    let only = path(name, "").replace("/api/v1/panes/", "pane=");
    let frames = stream(&server, &format!("states=true&{only}"));
    frame(&frames, |name, data| {
        name == "pane" && data["key"] == pane["key"]
    });
    let block = &pane["operator_block"];
    let answer = json!({ "option": 1, "signature": "0123456789abcdef" });
    let (status, refused) = post(&server, name, "/choose", &answer);
    assert_eq!((status, &refused["code"]), (409, &json!("refused")));
    assert_eq!(refused["report"]["reasons"][0]["code"], "other_dialog");
    let told = answered(&server, name, block);
    assert_eq!((&told["pane"], &told["outcome"]), (name, &json!("done")));
    let keys = typed(&tmux, "api", "approval-edit");
    assert_eq!(fs::read(keys).expect("keys"), b"1");
    let event = frame(&frames, |name, _| name == "operator_unblocked");
    assert_eq!(
        (&event["host"], &event["pane"], &event["key"]),
        (&json!("devbox"), name, &pane["key"])
    );
    assert!(event["life"].is_string(), "{event}");
}

#[test]
fn a_machine_that_is_gone_says_so_and_its_panes_are_unknown_until_it_is_back() {
    let Some(tmux) = answering("hosts-serve-away", Then::Works) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let ssh = fs::read_to_string(machines.path("here/ssh")).expect("a script");
    let server = serving(&machines, &tmux, &["devbox"]);
    let pane = in_need(&server, "idle");
    let name = &pane["placed"]["there"];
    let frames = stream(&server, "states=true&last_event_id=of-0");
    frame(&frames, |name, data| {
        name == "surface_changed" && data["business_state"] == "idle"
    });
    machines.ssh(
        "#!/bin/sh\necho 'ssh: connect to host devbox port 22: Connection refused' >&2\nexit 255\n",
    );
    kill_relays(&tmux);
    in_need(&server, "unknown");
    let unknown = frame(&frames, |name, data| {
        name == "surface_changed" && data["business_state"] == "unknown"
    });
    assert_eq!(unknown["key"], pane["key"]);
    let down = frame(&frames, |name, data| {
        name == "machines" && data.to_string().contains("Connection refused")
    });
    assert_eq!(machine(&down, "devbox")["link"], "down");
    let (status, refused) = post(&server, name, "/send", &json!({ "text": PROMPT }));
    assert_eq!((status, &refused["code"]), (503, &json!("unreachable")));
    let (_, metrics) = server.ask("GET", "/metrics", None);
    assert!(
        metrics.contains("shadow_machine_up{host=\"devbox\"} 0"),
        "{metrics}"
    );
    machines.ssh(&ssh);
    in_need(&server, "idle");
    let list = server.json("/api/v1/panes");
    assert_eq!(machine(&list, "devbox")["link"], "up", "{list}");
    // A pane that has gone is gone here, too.
    assert!(tmux.run(&["kill-server"]));
    listed(&server, |list| list["panes"] == json!([]));
}

#[test]
fn a_prompt_is_sent_to_another_machine_and_its_answer_comes_back() {
    let Some(tmux) = answering("hosts-serve-ask", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let server = serving(&machines, &tmux, &["devbox"]);
    let pane = in_need(&server, "idle");
    let name = &pane["placed"]["there"];
    let (status, asked) = post(&server, name, "/ask", &json!({ "text": PROMPT }));
    assert_eq!(
        (status, &asked["result"]),
        (200, &json!("ended")),
        "{asked}"
    );
    let answer = asked["record"]["answer"]["text"].to_string();
    assert!(answer.contains("It needs no change."), "{answer}");
    let turns = server.json(&path(name, "/turns"));
    assert_eq!(turns["turns"][0]["outcome"], "success", "{turns}");
    let (status, refused) = post(&server, name, "/interrupt", &json!({}));
    assert_eq!(status, 409, "{refused}");
    assert_eq!(
        refused["report"]["reasons"][0]["code"], "no_turn",
        "{refused}"
    );
}

/// A look of the only pane of a relay.
fn a_look(tmux: &PrivateTmux) -> Value {
    let mut relay = Relay::start(tmux);
    relay.send(&json!({ "id": 1, "do": "watch", "looks": true }));
    relay.line(|line| line["look"].is_object())
}

#[test]
fn nothing_that_a_hostile_machine_says_acts_on_the_page_or_hides_another_pane() {
    let Some(tmux) = answering("hosts-serve-hostile", Then::Works) else {
        return;
    };
    let mut look = a_look(&tmux);
    assert_eq!(look["look"]["dialog_projection"]["raw_text"], "", "{look}");
    let machines = Machines::of(&tmux);
    let bad = "\u{1b}]0;owned\u{7}\u{202e}<img src=x onerror=document.title=1>\"\nx";
    let hello = json!({"relay": 1, "life": bad, "clock": 0.0, "version": bad, "schema_version": SCHEMA_VERSION});
    let same = look.clone();
    look["look"]["socket"] = json!(format!("/tmp/{bad}/s"));
    for field in ["session", "command", "title"] {
        look["look"]["pane"][field] = json!(bad);
    }
    look["look"]["parser_metadata"]["provider_id"] = json!(bad);
    let event = json!({
        "id": 1, "event": "turn_started", "how": "explicit_submit", "prompt": bad, "seq": 0, "at": 1.0, "pane": "%1",
        "socket": look["look"]["socket"], "host": "devbox", "key": "1-00000000", "schema_version": SCHEMA_VERSION,
    });
    machines.says(&format!("{hello}\n{look}\n{same}\n{event}\n"));
    let server = serving(&machines, &tmux, &["strange", "devbox"]);
    let list = listed(&server, |list| {
        list["panes"].as_array().is_some_and(|it| it.len() == 3)
    });
    let hosts = |host: &str| {
        let panes = list["panes"].as_array().expect("panes").iter();
        panes.filter(|it| it["placed"]["host"] == host).count()
    };
    assert_eq!(
        (hosts("strange"), hosts("devbox")),
        (2, 1),
        "equal names there are no equal panes"
    );
    let panes = list["panes"].as_array().expect("panes");
    let strange = panes.iter().find(|it| it["provider"] != "claude");
    let key = &strange.expect("a strange pane")["key"];
    for path in [
        "/api/v1/panes",
        &path(key, ""),
        &path(key, "/timeline"),
        "/metrics",
    ] {
        let (status, body) = server.ask("GET", path, None);
        assert_eq!(status, 200, "{path}: {body}");
        let acts = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!body.contains(acts), "{path}: {body:?}");
    }
    let timeline = server.json(&path(key, "/timeline"));
    let began = timeline["turns"].as_array().expect("turns").len();
    assert_eq!(began, 1, "it speaks for itself alone: {timeline}");
    let Some(browser) = Browser::start("hosts-serve-hostile") else {
        return;
    };
    browser.open(&server.page());
    browser.until("panes", "document.querySelectorAll('.pane').length === 3");
    browser.sees("#list", "devbox/");
    browser.sees("#list", "<img src=x onerror=document.title=1>");
    assert_eq!(browser.count("img"), 0);
    assert_eq!(browser.run("return document.title"), json!("shadow"));
}

#[test]
fn the_page_shows_the_panes_of_all_machines_and_answers_there() {
    let Some(browser) = Browser::start("hosts-serve-page") else {
        return;
    };
    let Some(tmux) = approval("hosts-serve-page") else {
        return;
    };
    let machines = Machines::of(&tmux);
    let server = serving(&machines, &tmux, &["devbox", "away"]);
    browser.open(&server.page());
    browser.sees("#list .machine[data-link=down]", "No route to host");
    browser.sees(".pane[data-need=blocked] .where", "devbox/");
    browser.sees("#head", "devbox");
    browser.sees("#screen", "Do you want to make this edit to notes.txt?");
    browser.finds("#reasons li");
    assert_eq!(
        browser.run("return getComputedStyle(document.getElementById('picture')).display"),
        json!("none")
    );
    browser.press("g");
    browser.sees("h2.session", "devbox api");
    browser.click("#dialog input");
    browser.click("#dialog button");
    browser.sees("#said", "answered");
    let keys = typed(&tmux, "api", "approval-edit");
    assert_eq!(fs::read(keys).expect("keys"), b"1");
    browser.until(
        "no dialog waits",
        "!document.querySelector('.pane[data-need=blocked]')",
    );
}
