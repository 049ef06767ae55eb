//! Every door by which shadow could say yes to a dialog: none does where the dialog does not show all that it asks to approve.

use serde_json::{Value, json};

use crate::act::{act, codes, showing_file, typed};
use crate::case_folder::cut;
use crate::private_tmux::PrivateTmux;
use crate::relaying::Relay;
use crate::run::{command, feed, shadow};

/// The commands that can press keys in a pane, by their names in the help.
const DOORS: [&str; 9] = [
    "top",
    "serve",
    "mcp",
    "relay",
    "parse",
    "send",
    "ask",
    "choose",
    "interrupt",
];

/// The commands that press none: they read, or host a program and pass on what its own person types. What tmux is given by
/// `tmux` opens `top`.
const NO_DOORS: [&str; 17] = [
    "demo", "panes", "explain", "extract", "replay", "watch", "wait", "run", "record", "turns",
    "timeline", "tmux", "review", "report", "coverage", "test", "schema",
];

/// Commands for people who work on shadow or set up their machine; they press no keys either.
const WORKSHOP: [&str; 5] = ["fleet", "lab", "completions", "doctor", "help"];

#[test]
fn every_command_is_a_door_or_none() {
    let help = shadow(&["--help"], "").stdout;
    let (_, commands) = help.split_once("\nLook:\n").expect("a list");
    let (commands, _) = commands.split_once("\nOptions:").expect("its end");
    let names = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty());
    let known = [&DOORS[..], &NO_DOORS, &WORKSHOP].concat();
    let unknown: Vec<&str> = names.filter(|name| !known.contains(name)).collect();
    assert!(unknown.is_empty(), "is it a door to a yes? {unknown:?}");
}

fn block(tmux: &PrivateTmux) -> Value {
    let socket = tmux.socket().display().to_string();
    let parsed = shadow(&["parse", "--pane", "%0", "--socket", &socket], "");
    parsed.json()[0]["surface_assessment"]["operator_block"].clone()
}

#[test]
fn no_command_approves_what_is_not_shown_whole() {
    let screen = cut("doors");
    let Some(tmux) = showing_file("doors", &screen) else {
        return;
    };
    let block = block(&tmux);
    assert_eq!(block["subject_whole"], json!(false), "{block:#}");
    let signature = block["signature"].as_str().expect("a signature");
    let under = ["--signature", signature];
    let options = block["options"].as_array().expect("options");
    let no = options.len().to_string();
    assert_eq!(options.len(), 4, "{block:#}");
    for (args, code) in [
        (&["choose", "--option", "1"][..], "subject_not_whole"),
        (&["choose", "--option", "2"], "subject_not_whole"),
        (&["choose", "--option", "3", "--force"], "subject_not_whole"),
        (
            &["choose", "--match", "switch to auto"],
            "subject_not_whole",
        ),
        (&["send", "1", "--timeout", "3"], "dialog_open"),
        (
            &["send", "y", "--allow-draft", "--timeout", "3"],
            "dialog_open",
        ),
        (&["ask", "1", "--timeout", "3"], "dialog_open"),
        (&["interrupt"], "dialog_open"),
        (&["interrupt", "--force"], "dialog_open"),
    ] {
        let under = if args[0] == "choose" { &under[..] } else { &[] };
        let run = act(&tmux, &[args, under].concat());
        assert_eq!(
            (run.code, codes(&run)),
            (1, vec![code.to_owned()]),
            "{args:?}"
        );
        run.complains_in_one_line();
        let told = run.stderr.contains("look at the terminal") && run.stderr.contains("--unseen");
        assert!(told || code == "dialog_open", "{}", run.stderr);
    }
    through_the_coprocess(&tmux, signature);
    through_the_relay(&tmux, signature);
    for wait in [
        &["wait", "--until", "blocked"][..],
        &["wait", "--until", "ready", "--timeout", "1"],
    ] {
        act(&tmux, wait);
    }
    assert_eq!(typed(&tmux), "");
    // A no always works, and so does a person's own word.
    act(&tmux, &[&["choose", "--option", &no][..], &under].concat());
    let keys = |at: usize| options[at]["keys"][0].as_str().expect("a key").to_owned();
    assert_eq!(typed(&tmux), keys(3));
    act(
        &tmux,
        &[&["choose", "--option", "1", "--unseen"][..], &under].concat(),
    );
    assert_eq!(typed(&tmux), keys(3) + &keys(0));
    std::fs::remove_file(screen).expect("cleaned");
}

/// Requests that act, with and without `--act`.
fn through_the_coprocess(tmux: &PrivateTmux, signature: &str) {
    let request =
        json!({"text": "x", "session": 1, "unseen": true, "input": {"submit": true, "text": "1"}});
    shadow(&["parse", "--ndjson"], request.to_string());
    let choose =
        json!({"id": 1, "do": "choose", "pane": "%0", "option": 1, "signature": signature});
    let unseen = json!({"id": 2, "do": "choose", "pane": "%0", "option": 1, "signature": signature, "unseen": true});
    let send = json!({"id": 3, "do": "send", "pane": "%0", "text": "1", "timeout": 3});
    let ask = json!({"id": 4, "do": "ask", "pane": "%0", "text": "1", "timeout": 3});
    let stop = json!({"id": 5, "do": "interrupt", "pane": "%0", "force": true});
    let lines = [choose, unseen, send, ask, stop].map(|it| it.to_string());
    let talk = |args: &[&str]| {
        let mut command = command(args);
        command.env("TMUX", format!("{},1,0", tmux.socket().display()));
        let run = feed(command, lines.join("\n").into_bytes());
        let mut said = run.json();
        said.sort_by_key(|it| it["id"].as_u64());
        said
    };
    for (said, why) in talk(&["parse", "--ndjson", "--act"]).iter().zip([
        "subject_not_whole",
        "unseen",
        "dialog_open",
        "dialog_open",
        "dialog_open",
    ]) {
        assert!(said.to_string().contains(why), "{why}: {said}");
    }
    for said in talk(&["parse", "--ndjson"]) {
        assert!(
            said["outcome"].is_null() && said["action"].is_null(),
            "{said}"
        );
    }
}

/// These requests to a relay.
fn through_the_relay(tmux: &PrivateTmux, signature: &str) {
    let mut relay = Relay::start(tmux);
    let choose =
        json!({"id": 1, "do": "choose", "pane": "%0", "option": 1, "signature": signature});
    let unseen = json!({"id": 2, "do": "choose", "pane": "%0", "option": 1, "signature": signature, "unseen": true});
    let send = json!({"id": 3, "do": "send", "pane": "%0", "text": "1", "timeout": 3});
    let stop = json!({"id": 4, "do": "interrupt", "pane": "%0", "force": true});
    for (key, request, why) in [
        ("relay-choose", choose, "subject_not_whole"),
        ("relay-unseen", unseen, "unseen"),
        ("relay-send", send, "dialog_open"),
        ("relay-interrupt", stop, "dialog_open"),
    ] {
        let request = relay.ticket(key, request);
        let said = relay.ask(&request).to_string();
        assert!(said.contains(why), "{why}: {said}");
    }
    relay.end();
}

#[cfg(feature = "top")]
#[test]
fn no_key_of_top_approves_what_is_not_shown_whole() {
    let screen = cut("doors-top");
    let Some(tmux) = showing_file("doors-top", &screen) else {
        return;
    };
    let socket = tmux.socket().display();
    let top = format!(
        "exec {} top --socket {socket}",
        env!("CARGO_BIN_EXE_shadow")
    );
    let person = PrivateTmux::start("doors-person", &top).expect("a terminal");
    assert!(person.run(&["resize-window", "-x", "100", "-y", "40"]));
    person.wait_for("%0", "1 blocked");
    person.run(&["send-keys", "-t", "%0", "a"]);
    person.wait_for("%0", "not answered here");
    for key in ["Enter", "1", "Enter", "2", "Enter", "3", "Enter", "y"] {
        assert!(person.run(&["send-keys", "-t", "%0", key]));
    }
    person.wait_for("%0", "a part of what it asks to approve");
    assert_eq!(typed(&tmux), "");
    assert!(person.run(&["send-keys", "-t", "%0", "4"]));
    person.wait_for("%0", "enter presses: 4");
    assert!(person.run(&["send-keys", "-t", "%0", "Enter"]));
    tmux.wait_until_said(|| typed(&tmux), "4");
    std::fs::remove_file(screen).expect("cleaned");
}

#[cfg(feature = "serve")]
fn only_known_doors(server: &crate::serve::server::Server) {
    let document: Value =
        serde_json::from_str(&server.ask("GET", "/openapi.json", None).1).expect("JSON");
    let routes = document["paths"].as_object().expect("routes").iter();
    let doors: Vec<&str> = routes
        .filter(|(_, methods)| methods.get("post").is_some())
        .filter_map(|(path, _)| path.rsplit('/').next())
        .collect();
    assert_eq!(
        doors,
        ["ask", "choose", "interrupt", "send", "wait"],
        "is a new one a door to a yes?"
    );
}

#[cfg(feature = "serve")]
#[test]
fn no_request_approves_what_is_not_shown_whole() {
    use crate::serve::server::Server;

    let screen = cut("doors-serve");
    let Some(tmux) = showing_file("doors-serve", &screen) else {
        return;
    };
    let server = Server::start(&tmux, "127.0.0.1:0");
    let pane = server.first_pane();
    let block = &pane["operator_block"];
    let signature = &block["signature"];
    assert_eq!(pane["unseen"]["options"], json!([0, 1, 2]), "{pane:#}");
    let path = format!("/api/v1/panes/{}", pane["key"].as_str().expect("a key"));
    only_known_doors(&server);
    let prompt = json!({"text": "1", "timeout": 3});
    for (door, body, status, code) in [
        (
            "choose",
            json!({"option": 1, "signature": signature}),
            409,
            "subject_not_whole",
        ),
        (
            "choose",
            json!({"match": "always allow", "signature": signature, "appearance": block["appearance"]}),
            409,
            "subject_not_whole",
        ),
        (
            "choose",
            json!({"option": 1, "signature": signature, "unseen": true}),
            400,
            "unseen",
        ),
        (
            "choose",
            json!({"option": 4, "signature": signature, "appearance": 77}),
            409,
            "other_dialog",
        ),
        ("send", prompt.clone(), 409, "dialog_open"),
        ("ask", prompt, 409, "dialog_open"),
        ("wait", json!({"turn": 1, "timeout": 0}), 200, "\"result\""),
        ("interrupt", json!({"force": true}), 409, "dialog_open"),
    ] {
        let (answered, said) = server.ask("POST", &format!("{path}/{door}"), Some(&body));
        assert_eq!(answered, status, "{body}: {said}");
        assert!(said.contains(code), "{body}: {said}");
    }
    assert_eq!(typed(&tmux), "");
    let no = json!({"option": 4, "signature": signature, "appearance": block["appearance"], "timeout": 5});
    server.ask("POST", &format!("{path}/choose"), Some(&no));
    assert_eq!(typed(&tmux), "4");
    std::fs::remove_file(screen).expect("cleaned");
}
