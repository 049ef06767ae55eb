//! `shadow relay --stdio` without a second machine: looking, and acts that are done once.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::acted::{shows, typed};
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::relaying::{Relay, on, state};
use crate::run::feed;
use crate::waited::{PROMPT, Then, answering};

/// The list of acts of a test.
fn audit(tmux: &PrivateTmux) -> Vec<Value> {
    let text = fs::read_to_string(state(tmux).join("shadow/acts.ndjson")).expect("a list");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn send(id: u64) -> Value {
    json!({"id": id, "do": "send", "pane": "%1", "text": PROMPT, "timeout": 60})
}

#[test]
fn a_relay_lists_watches_and_waits() {
    let Some(tmux) = answering("relay-look", Then::Answers) else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let mut relay = Relay::start(&tmux);
    assert_eq!(relay.hello["relay"], 1, "{}", relay.hello);
    let listed = relay.ask(&json!({"id": 1, "do": "panes"}));
    let panes = listed["panes"].as_array().expect("panes").iter();
    let here: Vec<&Value> = panes.filter(|it| it["socket"] == socket).collect();
    assert_eq!(here.len(), 1, "{listed:#}");
    assert_eq!(
        (&here[0]["id"], &here[0]["agent"], &here[0]["safe_to_type"]),
        (&json!("%1"), &json!(true), &json!(true))
    );
    relay.send(&json!({"id": 2, "do": "watch", "panes": ["%1"]}));
    let first = relay.response(2);
    assert_eq!(first["seq"], 0, "{first}");
    relay.send(&json!({"id": 3, "do": "wait", "pane": "%1", "until": "completed", "timeout": 100}));
    let request = relay.ticket("looked-at-once", send(4));
    let told = relay.ask(&request);
    assert_eq!(
        (&told["outcome"], &told["turn"]),
        (&json!("done"), &json!(1))
    );
    let waited = relay.response(3);
    assert_eq!(
        (&waited["event"], &waited["outcome"]),
        (&json!("turn_ended"), &json!("success"))
    );
    let ended = relay.line(|line| line["id"] == 2 && line["event"] == "turn_ended");
    assert_eq!(ended["record"]["outcome"], "success");
    let late =
        relay.ask(&json!({"id": 5, "do": "wait", "pane": "%1", "until": "blocked", "timeout": 0}));
    assert_eq!(late["exit"], 1, "{late}");
    let gone = relay.ask(&json!({"id": 6, "do": "wait", "pane": "%77", "until": "idle"}));
    assert_eq!(gone["exit"], 4, "{gone}");
    assert!(relay.line(|line| line["clock"].is_f64())["id"].is_null());
    relay.end();
}

#[test]
fn an_act_is_done_once_for_its_key() {
    let Some(tmux) = answering("relay-once", Then::Works) else {
        return;
    };
    let mut relay = Relay::start(&tmux);
    let request = relay.ticket("only-once", send(1));
    let told = relay.ask(&request);
    assert_eq!(told["outcome"], "done", "{told:#}");
    assert_eq!(told["key"], "only-once");
    let keys = || fs::read(typed(&tmux, "work", "idle-fresh")).expect("keys");
    let once = keys();
    assert_eq!(relay.ask(&request), told);
    let mut other = request.clone();
    other["text"] = json!("something else");
    let refused = relay.ask(&other)["error"].to_string();
    assert!(refused.contains("another request"), "{refused}");
    relay.end();
    // Another run of the relay knows it, too.
    let mut relay = Relay::start(&tmux);
    let again = relay.ticket("only-once", send(1));
    assert_eq!(relay.ask(&again), told);
    assert_eq!(
        relay.ask(&json!({"id": 1, "do": "act", "key": "only-once"})),
        told
    );
    let unknown = relay.ask(&json!({"id": 2, "do": "act", "key": "never-seen"}));
    assert_eq!(unknown["exit"], 1, "{unknown}");
    assert_eq!(keys(), once, "nothing was typed again");
    let audit = audit(&tmux);
    let came: Vec<&str> = audit.iter().filter_map(|it| it["came"].as_str()).collect();
    assert_eq!(came, ["asked", "done"], "{audit:#?}");
    assert_eq!(
        (&audit[0]["by"], &audit[0]["asked"]["text"]),
        (&json!("me@there"), &json!(PROMPT))
    );
    for path in ["acts/only-once", "acts.ndjson"] {
        let about = fs::metadata(state(&tmux).join("shadow").join(path)).expect(path);
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{path}");
    }
}

#[test]
fn a_request_that_is_too_old_or_meant_for_another_run_does_nothing() {
    let Some(tmux) = answering("relay-old", Then::Works) else {
        return;
    };
    let mut relay = Relay::start(&tmux);
    let clock = relay.hello["clock"].as_f64().expect("a clock");
    for (id, key, field, value, why) in [
        (1, "too-old-one", "before", json!(clock - 0.5), "too old"),
        (
            2,
            "another-run",
            "life",
            json!("0123456789abcdef"),
            "another run",
        ),
        (3, "far-ahead", "before", json!(clock + 9000.0), "not known"),
    ] {
        let mut request = relay.ticket(key, send(id));
        request[field] = value;
        let refused = relay.ask(&request);
        let words = refused["error"].as_str().expect("an error");
        assert!(
            words.contains(why) && words.contains("nothing was pressed"),
            "{words}"
        );
    }
    assert!(
        !typed(&tmux, "work", "idle-fresh").exists()
            || fs::read(typed(&tmux, "work", "idle-fresh"))
                .expect("keys")
                .is_empty()
    );
    let audit = audit(&tmux);
    assert!(audit.iter().all(|it| it["came"] == "refused"), "{audit:#?}");
    // A refused request has no key: with a fresh age it is done.
    let request = relay.ticket("too-old-one", send(4));
    assert_eq!(relay.ask(&request)["outcome"], "done");
}

#[test]
fn an_act_that_a_killed_relay_broke_off_is_uncertain_and_never_done_again() {
    let Some(tmux) = PrivateTmux::start("relay-killed", "exec sleep 600") else {
        return;
    };
    let session = "claude/2.1.330/questions-120x40";
    // The dialog stands after the key, so the act goes on.
    shows(session, "question")
        .then(1, "question")
        .play(&tmux, "work");
    let socket = tmux.socket().display().to_string();
    let parsed = feed(
        on(&tmux, &["parse", "--pane", "%1", "--socket", &socket]),
        Vec::new(),
    );
    let block = &parsed.json()[0]["surface_assessment"]["operator_block"];
    let choose = json!({"id": 1, "do": "choose", "pane": "%1", "option": 1, "signature": block["signature"], "timeout": 600});
    let mut relay = Relay::start(&tmux);
    let request = relay.ticket("cut-in-two", choose.clone());
    relay.send(&request);
    let keys = typed(&tmux, "work", "question");
    let pressed = || fs::read(&keys).unwrap_or_default();
    until("a key", || !pressed().is_empty());
    relay.kill();
    let mut relay = Relay::start(&tmux);
    let told = relay.ask(&json!({"id": 2, "do": "act", "key": "cut-in-two"}));
    assert_eq!(
        (&told["outcome"], &told["action"]),
        (&json!("uncertain"), &json!("choose"))
    );
    let again = relay.ticket("cut-in-two", choose);
    assert_eq!(relay.ask(&again)["outcome"], "uncertain");
    assert_eq!(pressed().len(), 1, "no key was pressed again");
}

#[test]
fn a_watch_says_how_panes_look_as_its_session_knows_them() {
    let Some(tmux) = PrivateTmux::start("relay-looks", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/questions-120x40", "question").play(&tmux, "work");
    let mut relay = Relay::start(&tmux);
    relay.send(&json!({"id": 1, "do": "watch", "looks": true}));
    let look = relay.line(|line| {
        let life = &line["look"]["lifecycle"];
        life["readiness"] == "blocked"
    });
    let look = &look["look"];
    assert_eq!(look["socket"], tmux.socket().display().to_string());
    assert_eq!(look["pane"]["id"], "%1");
    let dialog = &look["dialog_projection"];
    assert_eq!(dialog["raw_text"], "");
    assert!(!dialog["normalized_text"].to_string().is_empty());
    let number = &look["surface_assessment"]["operator_block"]["appearance"];
    assert!(number.is_u64(), "{look}");
    let event = relay.line(|line| line["event"] == "operator_blocked");
    assert_eq!(&event["operator_block"]["appearance"], number);
    // Panes without an agent are watched where that is asked for.
    let mut all = Relay::start(&tmux);
    all.send(&json!({"id": 1, "do": "watch", "looks": true, "all": true}));
    all.line(|line| line["look"]["pane"]["id"] == "%0");
}

#[test]
fn a_strange_line_costs_that_line_alone() {
    let Some(tmux) = PrivateTmux::start("relay-strange", "exec sleep 600") else {
        return;
    };
    let mut relay = Relay::start(&tmux);
    let long = format!(
        "{{\"id\":1,\"do\":\"send\",\"text\":\"{}",
        "x".repeat(2 << 20)
    );
    for (id, line, why) in [
        (1, long, "longer than"),
        (2, json!({"id": 2, "text": "$ "}).to_string(), "not a request"),
        (3, json!({"id": 3, "do": "fly"}).to_string(), "fly"),
        (4, send(4).to_string(), "needs `key`"),
        (5, json!({"id": 5, "do": "ask", "pane": "%1", "text": "x"}).to_string(), "takes no `ask`"),
        (6, relay.ticket("../../x", send(6)).to_string(), "letters, digits"),
        (7, relay.ticket("unseen-yes", json!({"id": 7, "do": "choose", "pane": "%0", "option": 1, "signature": "x", "unseen": true})).to_string(), "unseen"),
    ] {
        relay.send_line(&line);
        let error = relay.response(id)["error"].to_string();
        assert!(error.contains(why), "{why}: {error}");
    }
    relay.end();
}
