//! Other machines over a real NATS server: list, watch, wait and act by `HOST/SERVER/PANE`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use shadow_tui::contract::SCHEMA_VERSION;

use crate::acted::{shows, typed, types_nothing};
use crate::hosts::{Watch, killed_in_mid_act, plain, relays, run};
use crate::machines::Machines;
use crate::nats_server::{Nats, Published, Stranger};
use crate::network::free_port;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::relaying::{on, state};
use crate::run::feed;
use crate::waited::{PROMPT, Then, answering};

/// An agent in a pane, the settings of a viewer, and a server of NATS; none where one of them is not to be had.
pub fn world(name: &str, then: Then) -> Option<(PrivateTmux, Machines, Nats)> {
    let tmux = answering(name, then)?;
    let machines = Machines::of(&tmux);
    let nats = Nats::start(&machines, "")?;
    Some((tmux, machines, nats))
}

/// The name of the pane of the test once the fleet lists it.
pub fn listed(machines: &Machines, tmux: &PrivateTmux) -> String {
    let socket = tmux.socket().display().to_string();
    let mut name = None;
    until("a pane of the fleet", || {
        let panes = run(machines, &["panes", "--json"]).json();
        let pane = panes.into_iter().find(|it| it["socket"] == socket);
        name = pane.and_then(|it| Some((it["host"].clone(), it["name"].as_str()?.to_owned())));
        name.is_some()
    });
    let (host, name) = name.expect("a name");
    assert_eq!(host, "dev.box");
    name
}

/// The events of a pane that a watch has printed have the numbers of one run of the relay, without a gap. Those that the watch
/// has made itself have none.
pub fn have_no_gap(events: &[Value]) {
    let counted = events.iter().filter(|event| event["life"].is_string());
    let numbers: Vec<_> = counted
        .map(|it| (it["life"].clone(), it["seq"].as_u64().expect("a number")))
        .collect();
    let (life, first) = numbers[0].clone();
    let expected = (first..).map(|seq| (life.clone(), seq));
    let expected: Vec<_> = expected.take(numbers.len()).collect();
    assert_eq!(numbers, expected, "{events:#?}");
}

/// A turn begins and ends there, by a command on that machine.
pub fn turn_there(tmux: &PrivateTmux) {
    let socket = tmux.socket().display().to_string();
    let wait = ["--wait", "completed", "--socket", &socket];
    let send = [&["send", "%1", PROMPT][..], &wait].concat();
    let sent = feed(on(tmux, &send), Vec::new());
    assert_eq!(sent.code, 0, "{}", sent.stderr);
}

#[test]
fn no_event_is_lost_or_doubled_while_the_nats_server_is_away() {
    let Some((tmux, machines, mut nats)) = world("fleet-watch", Then::Answers) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "dev.box");
    let name = listed(&machines, &tmux);
    assert!(
        name.starts_with("dev.box/") && name.ends_with("/%1"),
        "{name}"
    );
    let log = machines.path("turns.ndjson");
    let watch = Watch::start(&machines, &["--log", &log.display().to_string()]);
    let mut events = Vec::new();
    let mut next = |holds: &dyn Fn(&Value) -> bool| {
        watch.event(|event| {
            events.push(event.clone());
            holds(event)
        })
    };
    let idle = next(&|it| it["business_state"] == "idle");
    assert_eq!(
        (&idle["host"], &idle["pane"]),
        (&json!("dev.box"), &json!(name))
    );
    nats.stop();
    let unknown = next(&|it| it["business_state"] == "unknown");
    assert_eq!(unknown["submit_ready"], false);
    watch.note("unknown until it answers again");
    let away = run(&machines, &["panes", "--json"]);
    assert_eq!(away.code, 4, "{}", away.stderr);
    assert!(away.stdout.contains("cannot be asked"), "{}", away.stdout);
    turn_there(&tmux);
    nats.start_again();
    watch.note("dev.box is there again");
    let ended = next(&|it| it["event"] == "turn_ended");
    assert_eq!(ended["outcome"], "success");
    // A short absence between two looks loses and doubles nothing, either.
    nats.stop();
    nats.start_again();
    watch.note("dev.box is there again");
    drop(watch);
    // Before the events of now comes the latest state, whose number is older.
    have_no_gap(&events[1..]);
    let turns = fs::read_to_string(log).expect("a log");
    assert_eq!(turns.lines().count(), 1, "{turns}");
}

#[test]
fn a_prompt_is_sent_and_waited_for_over_nats() {
    let Some((tmux, machines, nats)) = world("fleet-send", Then::Answers) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "dev.box");
    let name = listed(&machines, &tmux);
    let ready = run(
        &machines,
        &["wait", &name, "--until", "safe", "--timeout", "60"],
    );
    assert_eq!(ready.code, 0, "{}", ready.stderr);
    let send = ["send", &name, PROMPT, "--key", "once-and-no-more"];
    let sent = run(&machines, &send);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    assert_eq!(
        (&sent.json()[0]["outcome"], &sent.json()[0]["turn"]),
        (&json!("done"), &json!(1))
    );
    let ended = run(
        &machines,
        &["wait", &name, "--turn", "1", "--timeout", "60"],
    );
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    types_nothing(&tmux, || {
        assert_eq!(run(&machines, &send).json(), sent.json());
    });
    // By the flag, without settings; a named pane is watched alone.
    fs::remove_file(machines.path("empty/shadow/config.toml")).expect("removed");
    let url = nats.url("");
    let panes = run(&machines, &["panes", "--fleet", &url]);
    assert!(panes.stdout.contains(&name), "{}", panes.stdout);
    let watch = Watch::start(&machines, &[&name, "--fleet", &url]);
    let shown = watch.event(|it| it["event"] == "surface_changed");
    assert_eq!(shown["pane"], name);
    let gone = run(
        &machines,
        &["watch", "dev.box/default/%77", "--fleet", &url],
    );
    assert_eq!(gone.code, 4, "{}", gone.stderr);
    let audit = fs::read_to_string(state(&tmux).join("shadow/acts.ndjson")).expect("a list");
    assert!(audit.contains("\"from\":\"anyone\""), "{audit}");
}

#[test]
fn an_answer_is_given_and_a_relay_killed_in_mid_act_leaves_it_uncertain_over_nats() {
    let Some(tmux) = PrivateTmux::start("fleet-killed", "exec sleep 600") else {
        return;
    };
    let machines = Machines::of(&tmux);
    let Some(nats) = Nats::start(&machines, "") else {
        return;
    };
    let session = "claude/2.1.330/questions-120x40";
    let asks = shows(session, "question").then(1, "question");
    asks.play(&tmux, "work");
    let _relay = Published::start(&tmux, &nats.url(""), "dev.box");
    let name = listed(&machines, &tmux);
    let blocked = ["wait", &name, "--until", "blocked", "--timeout", "60"];
    let blocked = run(&machines, &blocked);
    assert_eq!(blocked.code, 0, "{}", blocked.stderr);
    let signature = blocked.json()[0]["operator_block"]["signature"].clone();
    let signature = signature.as_str().expect("a dialog").to_owned();
    let ended = killed_in_mid_act(&machines, &tmux, &name, &signature);
    assert_eq!(
        ended.json()[0]["outcome"],
        "uncertain",
        "{} {}",
        ended.stdout,
        ended.stderr
    );
    let answered = shows(session, "question").then(1, "question-answered");
    answered.play(&tmux, "other");
    let name = name.replace("%1", "%2");
    let choose = ["choose", &name, "--option", "1", "--signature", &signature];
    let told = run(&machines, &choose);
    assert_eq!(
        (told.code, &told.json()[0]["outcome"]),
        (0, &json!("done")),
        "{}",
        told.stderr
    );
}

/// The first line of a relay, once it answers.
fn first_line(stranger: &mut Stranger, subject: &str) -> Value {
    let mut hello = None;
    until("a relay", || {
        hello = stranger.ask(subject, &json!({"do": "hello"}));
        hello.is_some()
    });
    hello.expect("a first line")
}

/// The response to a request is an error with these words.
fn is_refused(stranger: &mut Stranger, subject: &str, request: &Value, why: &str) {
    let said = stranger.ask(subject, request).expect("an answer");
    assert_eq!(said["id"], request["id"]);
    let error = said["error"].as_str().unwrap_or_default();
    assert!(error.contains(why), "{said}");
}

#[test]
fn a_request_that_is_late_or_repeated_or_from_elsewhere_does_nothing() {
    let Some((tmux, _machines, nats)) = world("fleet-late", Then::Answers) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "box");
    let mut stranger = Stranger::connect(&nats.url(""), None);
    let (ask, act) = ("shadow.ask.v1.box.anyone", "shadow.act.v1.box.anyone");
    let hello = first_line(&mut stranger, ask);
    let clock = hello["clock"].as_f64().expect("a clock");
    let send = |id: u64, key: &str, life: &Value, before: f64| {
        json!({
            "id": id, "do": "send", "pane": "%1", "text": PROMPT, "key": key, "life": life, "before": before, "by": "me",
        })
    };
    let life = &hello["life"];
    for (request, why) in [
        (send(1, "late-late", life, clock - 1.0), "too old"),
        (send(2, "ahead-ahead", life, clock + 9e9), "ahead of"),
        (
            send(3, "other-life", &json!("0123"), clock + 30.0),
            "another run",
        ),
        (
            json!({"id": 4, "do": "send", "pane": "%1", "text": PROMPT}),
            "needs `key`",
        ),
    ] {
        is_refused(&mut stranger, act, &request, why);
    }
    // A subject without the right to act, and inboxes that are not the requester's.
    let good = |id, key| send(id, key, life, clock + 500.0);
    is_refused(&mut stranger, ask, &good(5, "ask-to-act"), "may not act");
    for inbox in [
        "$JS.ACK.SHADOW.x.1.1.1.1.0",
        "_INBOX.UOTHER.x",
        "shadow.act.v1.box.anyone",
    ] {
        stranger.ask_as(inbox, act, &good(6, "elsewhere"));
    }
    let looked = json!({"id": 7, "do": "act", "key": "elsewhere"});
    is_refused(&mut stranger, ask, &looked, "no act with the key");
    let keys = fs::read(typed(&tmux, "work", "idle-fresh")).unwrap_or_default();
    assert_eq!(keys, b"", "nothing was typed");
    let audit = fs::read_to_string(state(&tmux).join("shadow/acts.ndjson")).expect("a list");
    assert!(audit.contains("\"came\":\"refused\""), "{audit}");
    // What holds is done once, however often it comes.
    let done = stranger.ask(act, &good(8, "good-good")).expect("an answer");
    assert_eq!(done["outcome"], "done", "{done}");
    types_nothing(&tmux, || {
        let again = stranger.ask(act, &good(9, "good-good")).expect("an answer");
        assert_eq!(again["outcome"], "done");
    });
}

#[test]
fn an_interrupt_is_for_the_turn_that_was_read() {
    let Some((tmux, machines, nats)) = world("fleet-turn", Then::Works) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "box");
    let mut stranger = Stranger::connect(&nats.url(""), None);
    let act = "shadow.act.v1.box.anyone";
    let hello = first_line(&mut stranger, "shadow.ask.v1.box.anyone");
    let watch = Watch::start(&machines, &[]);
    watch.event(|it| it["business_state"] == "idle");
    let clock = hello["clock"].as_f64().expect("a clock");
    let asked = |id: u64, key: &str, mut request: Value| {
        let ticket = json!({
            "id": id, "pane": "%1", "key": key, "life": hello["life"], "before": clock + 500.0, "by": "me",
        });
        let fields = ticket.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(fields);
        request
    };
    let send = |turn| json!({"do": "send", "text": PROMPT, "if_turn": turn});
    types_nothing(&tmux, || {
        let early = asked(1, "early-early", send(json!(7)));
        is_refused(&mut stranger, act, &early, "is not the last one");
    });
    let sent = asked(2, "first-first", send(Value::Null));
    let sent = stranger.ask(act, &sent).expect("an answer");
    assert_eq!(sent["outcome"], "done", "{sent}");
    let started = watch.event(|it| it["event"] == "turn_started");
    let turn = started["turn"].as_u64().expect("a number");
    let stop = |turn: u64| json!({"do": "interrupt", "turn": turn, "timeout": 3});
    types_nothing(&tmux, || {
        let other = asked(3, "other-other", stop(turn + 1));
        is_refused(&mut stranger, act, &other, "is not the last one");
    });
    let stopped = asked(4, "this-this", stop(turn));
    let stopped = stranger.ask(act, &stopped).expect("an answer");
    assert!(stopped["presses"].as_u64() > Some(0), "{stopped}");
}

#[test]
fn waits_without_end_leave_room_for_everything_else() {
    let Some((tmux, _machines, nats)) = world("fleet-waits", Then::Works) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "box");
    let mut stranger = Stranger::connect(&nats.url(""), None);
    let ask = "shadow.ask.v1.box.anyone";
    first_line(&mut stranger, ask);
    let wait = json!({"id": 1, "do": "wait", "pane": "%1", "until": "gone"});
    let inbox = format!("_INBOX.{}.waits", stranger.key());
    // A wait answers only when it is refused. Some at a time: on a busy machine the first would end, for their viewer is silent,
    // before as many are under way as there may be.
    until("a refusal", || {
        for _ in 0..4 {
            stranger.ask_as(&inbox, ask, &wait);
        }
        let looked = stranger.ask(
            ask,
            &json!({"id": 2, "do": "wait", "pane": "%1", "until": "blocked", "timeout": 0}),
        );
        looked.is_some_and(|it| it["error"].to_string().contains("are under way"))
    });
    // All waits look at one tmux server, which may be late.
    until("the panes", || {
        let listed = stranger.ask(ask, &json!({"id": 3, "do": "panes"}));
        listed.expect("an answer")["panes"][0]["id"] == "%1"
    });
}

#[test]
fn a_host_that_says_nothing_is_unknown_until_it_speaks_again() {
    let Some((tmux, machines, nats)) = world("fleet-silent", Then::Works) else {
        return;
    };
    let relay = Published::start(&tmux, &nats.url(""), "dev.box");
    listed(&machines, &tmux);
    let watch = Watch::start(&machines, &[]);
    watch.event(|it| it["business_state"] == "idle");
    let signal = |name: &str| {
        for id in relays(&tmux) {
            let sent = Command::new("kill").args([name, &id.to_string()]).status();
            assert!(sent.expect("kill runs").success());
        }
    };
    signal("-STOP");
    let unknown = watch.event(|it| it["business_state"] == "unknown");
    assert_eq!(
        (&unknown["availability"], &unknown["life"]),
        (&json!("unknown"), &Value::Null)
    );
    let panes = run(&machines, &["panes"]);
    assert_eq!(panes.code, 4);
    assert!(
        panes.stdout.contains("unreachable") && !panes.stdout.contains("idle"),
        "{}",
        panes.stdout
    );
    signal("-CONT");
    watch.note("dev.box is there again");
    let idle = watch.event(|it| it["business_state"] == "idle");
    assert_eq!(idle["life"], Value::Null, "nothing has happened there");
    // A relay that ends is away at once.
    drop(relay);
    let shown = || run(&machines, &["panes"]).stdout;
    until("it is away", || shown().contains("its relay does not run"));
}

/// The event as a watch prints it. It is published again until then: the first one may come before the watch reads.
fn heard(watch: &Watch, stranger: &Stranger, event: &Value) -> Value {
    let (heard, ended) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(Duration::from_millis(200)) == Err(RecvTimeoutError::Timeout) {
                stranger.publish("shadow.v1.evil.s.p.turn_started", event);
            }
        });
        let event = watch.event(|it| it["event"] == "turn_started");
        drop(heard);
        event
    })
}

/// An event that names no pane is left out, and the next one is not.
fn no_pane_is_left_out(watch: &Watch, stranger: &Stranger, forged: &Value) {
    let bad = &forged["life"];
    for (field, strange) in [("pane", bad.clone()), ("socket", json!("x".repeat(5000)))] {
        let mut event = forged.clone();
        event[field] = strange;
        event["prompt"] = json!("of no pane");
        stranger.publish("shadow.v1.evil.s.p.turn_started", &event);
    }
    let mut last = forged.clone();
    last["seq"] = json!(1);
    stranger.publish("shadow.v1.evil.s.p.turn_started", &last);
    watch.event(|it| {
        assert_ne!(it["prompt"], "of no pane", "{it}");
        it["seq"] == 1
    });
}

#[test]
fn nothing_that_a_hostile_host_publishes_acts_here() {
    let Some((tmux, machines, nats)) = world("fleet-hostile", Then::Works) else {
        return;
    };
    let relay = Published::start(&tmux, &nats.url(""), "dev.box");
    listed(&machines, &tmux);
    let pane = run(&machines, &["panes", "--json"]).json().remove(0);
    drop(relay);
    let bad = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}x";
    let hello = json!({
        "relay": 1, "life": bad, "clock": 1.0, "version": bad, "schema_version": SCHEMA_VERSION, "made": 1,
    });
    let stranger = Stranger::connect(&nats.url(""), None);
    let forged = json!({
        "event": "turn_started", "how": "explicit_submit", "prompt": bad, "seq": 0, "at": 1.0, "pane": "%1", "socket": bad,
        "host": "other", "life": bad, "id": 7, "clock": 3.0, "schema_version": SCHEMA_VERSION,
    });
    let mut listed = pane;
    listed["pane"]["session"] = json!(bad);
    listed["socket"] = json!(format!("/tmp/{bad}/s; touch {bad}"));
    listed["parser_metadata"]["provider_id"] = json!(bad);
    let first = hello.to_string();
    stranger.answers("shadow.ask.v1.evil.*", move |asked| {
        match asked["do"].as_str() {
            Some("hello") => first.clone(),
            _ => json!({"id": asked["id"], "panes": [listed], "left_off": 7}).to_string(),
        }
    });
    stranger.publish("$KV.shadow.beat.evil", &hello);
    // A host whose name leads anywhere else is none.
    stranger.publish("$KV.shadow.beat.=2DoProxyCommand=3Dx", &hello);
    for format in ["table", "ndjson"] {
        let shown = run(&machines, &["panes", "--format", format]);
        assert!(shown.stdout.contains("evil"), "{}", shown.stdout);
        assert!(!shown.stdout.contains("ProxyCommand"), "{}", shown.stdout);
        assert!(
            plain(&shown.stdout) && plain(&shown.stderr),
            "{:?}",
            shown.stdout
        );
        let stderr = &shown.stderr;
        assert!(
            stderr.contains("evil: 7 more panes are left out"),
            "{stderr}"
        );
    }
    let watch = Watch::start(&machines, &[]);
    watch.note("dev.box cannot be reached");
    let event = heard(&watch, &stranger, &forged);
    assert_eq!(event["host"], "evil", "it cannot speak for another machine");
    assert!(plain(&event.to_string()), "{event}");
    no_pane_is_left_out(&watch, &stranger, &forged);
}

#[test]
fn an_old_server_and_a_secret_in_an_address_are_refused_in_one_line() {
    let Some(tmux) = answering("fleet-refused", Then::Works) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let secret = "nats://me:hunter2@127.0.0.1:1";
    for args in [
        &["panes", "--fleet", secret][..],
        &["relay", "--nats", secret],
        &[
            "send",
            "x/y/%1",
            "hello",
            "--fleet",
            "tls://hunter2@127.0.0.1:1",
        ],
    ] {
        let refused = run(&machines, args);
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        refused.complains_in_one_line();
        assert!(!refused.stderr.contains("hunter2"), "{}", refused.stderr);
    }
    let port = free_port();
    let old = TcpListener::bind(("127.0.0.1", port)).expect("a port");
    thread::spawn(move || {
        for stream in old.incoming() {
            let mut stream = stream.expect("a client");
            let info = json!({"server_id": "x", "version": "2.9.10", "max_payload": 1_048_576, "headers": true, "proto": 1});
            let _ = write!(stream, "INFO {info}\r\n");
            let lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            for line in lines.map_while(Result::ok) {
                if line.starts_with("PING") {
                    let _ = stream.write_all(b"PONG\r\n");
                }
            }
        }
    });
    let url = format!("nats://127.0.0.1:{port}");
    let panes = run(&machines, &["panes", "--fleet", &url]);
    assert_eq!(panes.code, 4, "{}", panes.stderr);
    assert!(
        panes.stdout.contains("2.9.10; shadow needs 2.11 or newer"),
        "{}",
        panes.stdout
    );
    let relay = feed(
        on(&tmux, &["relay", "--nats", &url, "--host", "box"]),
        Vec::new(),
    );
    assert_eq!(relay.code, 1, "{}", relay.stderr);
    relay.complains_in_one_line();
    assert!(relay.stderr.contains("2.11 or newer"), "{}", relay.stderr);
}
