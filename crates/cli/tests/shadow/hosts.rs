//! Panes of other machines: list, watch, wait and act by `HOST/SERVER/PANE`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use shadow_tui::contract::SCHEMA_VERSION;

use crate::acted::{shows, typed, types_nothing};
use crate::machines::Machines;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::relaying::state;
use crate::run::{Run, feed};
use crate::waited::{PROMPT, Then, answering};

/// What a command says of these machines.
pub fn run(machines: &Machines, args: &[&str]) -> Run {
    feed(machines.command(args), Vec::new())
}

/// The name of the pane of the test, as it is listed. On a busy machine, a relay can say nothing for so long that a
/// listing takes its machine for lost.
pub fn name(machines: &Machines, tmux: &PrivateTmux) -> String {
    let socket = tmux.socket().display().to_string();
    let mut found = None;
    until("the pane of the other machine", || {
        let listed = run(machines, &["panes", "--host", "devbox", "--json"]).json();
        found = listed.into_iter().find(|it| it["socket"] == socket);
        found.is_some()
    });
    let pane = found.expect("it was found");
    assert_eq!(
        (&pane["host"], &pane["id"]),
        (&json!("devbox"), &json!("%1"))
    );
    pane["name"].as_str().expect("a name").to_owned()
}

#[test]
fn a_machine_that_cannot_be_asked_has_a_row_that_says_so() {
    let Some(tmux) = answering("hosts-rows", Then::Works) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    assert!(
        name.starts_with("devbox/") && name.ends_with("/%1"),
        "{name}"
    );
    let hosts = ["devbox", "away", "silent", "bare"];
    let asked: Vec<&str> = hosts.iter().flat_map(|host| ["--host", host]).collect();
    let listed = run(&machines, &[&["panes", "--json"], &asked[..]].concat());
    assert_eq!(listed.code, 4, "{}", listed.stderr);
    let lines = listed.json();
    assert!(lines.iter().any(|line| line["name"] == name), "{lines:?}");
    for (host, why) in [
        ("away", "No route to host"),
        ("silent", "does not answer within 9 s"),
        ("bare", "scp"),
    ] {
        let line = lines.iter().find(|line| line["id"] == host).expect(host);
        assert!(line["error"].to_string().contains(why), "{line}");
    }
    let table = run(&machines, &["panes", "--host", "devbox", "--host", "away"]).stdout;
    let row = |of: &str| {
        table
            .lines()
            .find(|row| row.starts_with(of))
            .expect(of)
            .to_owned()
    };
    assert!(row("devbox/").contains("idle"), "{table}");
    assert!(row("away").contains("unreachable"), "{table}");
    // The names of the settings are asked, too.
    fs::create_dir_all(machines.path("empty/shadow")).expect("a folder");
    fs::write(
        machines.path("empty/shadow/config.toml"),
        "hosts = ['away']",
    )
    .expect("settings");
    let listed = run(&machines, &["panes", "--json"]);
    assert!(
        listed.stdout.contains("No route to host"),
        "{}",
        listed.stdout
    );
}

#[test]
fn doctor_says_what_is_wrong_with_a_machine() {
    let Some(tmux) = answering("hosts-doctor", Then::Works) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let args = ["doctor", "--json", "--host", "devbox", "--host", "away"];
    let findings = run(&machines, &args).json();
    let of = |name: &str| {
        let found = findings.iter().find(|it| it["name"] == name);
        found.unwrap_or_else(|| panic!("{findings:?}"))
    };
    let (there, away) = (of("host devbox"), of("host away"));
    assert_eq!((&there["ok"], &away["ok"]), (&json!(true), &json!(false)));
    let version = format!("shadow {}", env!("CARGO_PKG_VERSION"));
    let found = there["found"].as_str().expect("words");
    assert!(
        found.starts_with(&version) && found.ends_with(", 1 agent"),
        "{there}"
    );
    assert!(
        away["found"].to_string().contains("No route to host"),
        "{away}"
    );
    let rows = run(&machines, &["doctor", "--host", "away"]).stdout;
    let row = rows.lines().find(|row| row.contains("host away"));
    assert!(row.is_some_and(|row| row.starts_with("wrong")), "{rows}");
}

#[test]
fn a_prompt_is_sent_and_waited_for_by_the_name_that_is_listed() {
    let Some(tmux) = answering("hosts-send", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let ready = run(
        &machines,
        &["wait", &name, "--until", "safe", "--timeout", "60"],
    );
    assert_eq!(ready.code, 0, "{}", ready.stderr);
    assert_eq!(ready.json()[0]["pane"], name);
    let late = run(
        &machines,
        &["wait", &name, "--until", "blocked", "--timeout", "0"],
    );
    assert_eq!(late.code, 1, "{}", late.stderr);
    late.complains_in_one_line();
    let send = ["send", &name, PROMPT, "--key", "once-and-no-more"];
    let sent = run(&machines, &send);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    let told = &sent.json()[0];
    assert_eq!(
        (&told["outcome"], &told["pane"], &told["turn"], &told["key"]),
        (
            &json!("done"),
            &json!(name),
            &json!(1),
            &json!("once-and-no-more")
        )
    );
    let ended = run(
        &machines,
        &["wait", &name, "--turn", "1", "--timeout", "60"],
    );
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    types_nothing(&tmux, || {
        assert_eq!(run(&machines, &send).json(), sent.json());
    });
    let gone = run(&machines, &["send", "devbox/default/%77", PROMPT]);
    assert_eq!(gone.code, 4, "{}", gone.stderr);
    for args in [
        &["send", &name, PROMPT, "--force"][..],
        &["send", &name, PROMPT, "--wait", "completed", "--log", "x"],
        &[
            "choose",
            &name,
            "--option",
            "1",
            "--signature",
            "x",
            "--unseen",
        ],
    ] {
        let refused = run(&machines, args);
        assert_eq!(refused.code, 2, "{args:?} {}", refused.stderr);
        refused.complains_in_one_line();
    }
}

#[test]
fn an_answer_of_another_machine_comes_in_one_line() {
    let Some(tmux) = answering("hosts-ask", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let asked = run(&machines, &["ask", &name, PROMPT, "--timeout", "60"]);
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    let told = asked.json();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        (&told[0]["result"], &told[0]["pane"]),
        (&json!("ended"), &json!(name))
    );
    let answer = told[0]["record"]["answer"]["text"].to_string();
    assert!(answer.contains("It needs no change."), "{answer}");
}

#[test]
fn the_end_of_a_turn_there_is_waited_for_as_long_as_it_may_take() {
    let Some(tmux) = PrivateTmux::start("hosts-wait", "exec sleep 600") else {
        return;
    };
    let pasted = "\u{1b}[200~\u{1b}[201~".len() + PROMPT.len();
    let session = "claude/2.1.330/basic-120x40";
    shows(session, "idle-fresh")
        .then(pasted, "draft")
        .then(1, "streaming")
        .then(1, "answered")
        .play(&tmux, "work");
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let send = ["send", &name, PROMPT, "--key", "wait-for-its-end"];
    let wait = ["--wait", "completed", "--timeout", "10"];
    let late = run(&machines, &[&send[..], &wait].concat());
    assert_eq!(late.code, 1, "{}", late.stderr);
    late.complains_in_one_line();
    let advice = format!("`shadow wait {name} --turn 1`");
    assert!(late.stderr.contains(&advice), "{}", late.stderr);
    let told = late.json();
    let kinds = [&told[0]["outcome"], &told[1]["result"], &told[1]["turn"]];
    assert_eq!(kinds, [&json!("done"), &json!("running"), &json!(1)]);
    // A key lets the agent finish.
    assert!(tmux.run(&["send-keys", "-t", "%1", "x"]));
    let ended = run(
        &machines,
        &["wait", &name, "--turn", "1", "--timeout", "60"],
    );
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}

#[test]
fn a_dialog_there_is_shown_and_answered_and_its_turn_waited_for() {
    let Some(tmux) = PrivateTmux::start("hosts-dialog", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/basic-120x40", "approval-command")
        .then(1, "streaming")
        .after(2.0, "answered")
        .play(&tmux, "work");
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let shown = run(&machines, &["choose", &name]);
    assert_eq!((shown.code, shown.stdout.as_str()), (2, ""));
    shown.complains_in_one_line();
    let command = format!("`shadow choose {name} --option N --signature ");
    let signature = shown.stderr.split(&command).nth(1);
    let signature = signature.unwrap_or_else(|| panic!("{}", shown.stderr));
    let signature = signature.split('`').next().expect("a signature");
    let answer = ["choose", &name, "--option", "1", "--signature", signature];
    let wait = ["--wait", "completed", "--timeout", "60"];
    let answered = run(&machines, &[&answer[..], &wait].concat());
    assert_eq!(answered.code, 0, "{}", answered.stderr);
    let told = answered.json();
    let kinds = [&told[0]["outcome"], &told[1]["result"], &told[1]["pane"]];
    assert_eq!(kinds, [&json!("done"), &json!("ended"), &json!(name)]);
    let none = run(&machines, &["choose", &name]);
    assert_eq!(none.code, 1, "{}", none.stderr);
    assert!(none.stderr.contains("no dialog is open"), "{}", none.stderr);
}

#[test]
fn an_answer_there_without_a_turn_is_not_waited_for() {
    let Some(tmux) = PrivateTmux::start("hosts-no-turn", "exec sleep 600") else {
        return;
    };
    shows("claude/2.1.330/panels-120x40", "panel-model")
        .then(1, "panels-closed")
        .play(&tmux, "work");
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let socket = tmux.socket().display().to_string();
    let parsed = ["parse", "--pane", "%1", "--socket", &socket];
    let parsed = run(&machines, &parsed).json();
    let signature = parsed[0]["surface_assessment"]["operator_block"]["signature"].as_str();
    let signature = signature.expect("a dialog");
    let answer = ["choose", &name, "--option", "1", "--signature", signature];
    let wait = ["--wait", "completed", "--timeout", "60"];
    let answered = run(&machines, &[&answer[..], &wait].concat());
    assert_eq!(answered.code, 0, "{} {}", answered.stdout, answered.stderr);
    answered.complains_in_one_line();
    assert!(
        answered.stderr.contains("no turn runs"),
        "{}",
        answered.stderr
    );
}

/// The processes of a test's relays.
pub fn relays(tmux: &PrivateTmux) -> Vec<i32> {
    let own = format!("XDG_STATE_HOME={}", state(tmux).display());
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let processes = processes.filter_map(|it| it.file_name().to_str()?.parse().ok());
    let is_one = |id: &i32| {
        let read = |name| fs::read(format!("/proc/{id}/{name}")).unwrap_or_default();
        let has = |bytes: &[u8], text: &str| {
            bytes
                .split(|byte| *byte == 0)
                .any(|it| it == text.as_bytes())
        };
        has(&read("cmdline"), "relay") && has(&read("environ"), &own)
    };
    processes.filter(is_one).collect()
}

pub fn kill_relays(tmux: &PrivateTmux) {
    for id in relays(tmux) {
        let killed = std::process::Command::new("kill")
            .args(["-9", &id.to_string()])
            .status();
        assert!(killed.expect("kill runs").success());
    }
}

/// What a choice of the first option says whose relay is killed when its key is pressed; no other key is.
pub fn killed_in_mid_act(
    machines: &Machines,
    tmux: &PrivateTmux,
    name: &str,
    signature: &str,
) -> Run {
    let dialog = ["choose", name, "--option", "1", "--signature", signature];
    let choose = machines.command(&[&dialog[..], &["--timeout", "600"]].concat());
    let keys = typed(tmux, "work", "question");
    let pressed = || fs::read(&keys).unwrap_or_default();
    let ended = thread::scope(|scope| {
        let choose = scope.spawn(|| feed(choose, Vec::new()));
        until("a key", || !pressed().is_empty());
        kill_relays(tmux);
        choose.join().expect("it ends")
    });
    assert_eq!(pressed().len(), 1, "no key was pressed again");
    ended
}

#[test]
fn a_relay_that_is_killed_in_mid_act_leaves_it_uncertain_and_the_dialog_alone() {
    let Some(tmux) = PrivateTmux::start("hosts-killed", "exec sleep 600") else {
        return;
    };
    let session = "claude/2.1.330/questions-120x40";
    shows(session, "question")
        .then(1, "question")
        .play(&tmux, "work");
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let blocked = run(
        &machines,
        &["wait", &name, "--until", "blocked", "--timeout", "60"],
    );
    let signature = blocked.json()[0]["operator_block"]["signature"].clone();
    let signature = signature.as_str().expect("a dialog").to_owned();
    let other = run(
        &machines,
        &[
            "choose",
            &name,
            "--option",
            "1",
            "--signature",
            "0123456789abcdef",
        ],
    );
    assert_eq!(other.code, 1, "{}", other.stderr);
    assert_eq!(other.json()[0]["outcome"], "refused");
    let ended = killed_in_mid_act(&machines, &tmux, &name, &signature);
    let told = &ended.json()[0];
    assert_eq!(told["outcome"], "uncertain", "{told}");
    assert_eq!(ended.code, 1);
    assert!(
        ended.stderr.contains("look at the pane"),
        "{}",
        ended.stderr
    );
}

/// A watch of other machines, and what it says.
pub struct Watch {
    child: Child,
    events: Receiver<Value>,
    notes: Receiver<String>,
}

impl Watch {
    pub fn start(machines: &Machines, args: &[&str]) -> Self {
        let mut watch = machines.command(&[&["watch"], args].concat());
        watch
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = watch.spawn().expect("the binary starts");
        let (event, events) = channel();
        let (note, notes) = channel();
        let said = BufReader::new(child.stdout.take().expect("stdout"));
        let told = BufReader::new(child.stderr.take().expect("stderr"));
        thread::spawn(move || {
            let lines = said.lines().map_while(Result::ok);
            let events = lines.map(|line| serde_json::from_str(&line).expect("JSON"));
            events.for_each(|it| drop(event.send(it)));
        });
        thread::spawn(move || {
            told.lines()
                .map_while(Result::ok)
                .for_each(|it| drop(note.send(it)))
        });
        Self {
            child,
            events,
            notes,
        }
    }

    pub fn event(&self, mut holds: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let patience = Duration::from_secs(120);
            let event = self.events.recv_timeout(patience).expect("an event");
            if holds(&event) {
                return event;
            }
        }
    }

    /// Sends it a signal, by its name for `kill`.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &id])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    pub fn note(&self, text: &str) {
        loop {
            let patience = Duration::from_secs(120);
            let note = self.notes.recv_timeout(patience).expect(text);
            if note.contains(text) {
                return;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_watch_says_what_is_unknown_and_goes_on_when_the_machine_is_there_again() {
    let Some(tmux) = answering("hosts-watch", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let name = name(&machines, &tmux);
    let socket = tmux.socket().display().to_string();
    let watch = Watch::start(&machines, &["--host", "devbox", "--host", "away"]);
    watch.note("away cannot be reached");
    let idle = watch.event(|it| it["socket"] == socket && it["business_state"] == "idle");
    assert_eq!(idle["host"], "devbox", "{idle}");
    let pane = idle["pane"].as_str().expect("a name");
    assert!(
        pane.starts_with("devbox/") && pane.ends_with("/%1"),
        "{idle}"
    );
    let life = idle["life"].as_str().expect("a life").to_owned();
    kill_relays(&tmux);
    let unknown = watch.event(|it| it["socket"] == socket && it["business_state"] == "unknown");
    assert_eq!(
        (&unknown["availability"], &unknown["submit_ready"]),
        (&json!("unknown"), &json!(false))
    );
    assert_eq!(unknown["life"], Value::Null, "no relay has said it");
    watch.note("unknown until it answers again");
    watch.note("devbox is there again");
    let idle = watch.event(|it| it["socket"] == socket && it["business_state"] == "idle");
    assert_ne!(idle["life"], life, "another run of the relay");
    assert_eq!(run(&machines, &["send", &name, PROMPT]).code, 0);
    let ended = watch.event(|it| it["socket"] == socket && it["event"] == "turn_ended");
    assert_eq!(
        (&ended["outcome"], &ended["socket"]),
        (&json!("success"), &json!(socket))
    );
}

#[test]
fn nothing_that_a_hostile_machine_says_acts_here() {
    let Some(tmux) = answering("hosts-hostile", Then::Works) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let listed = run(&machines, &["panes", "--host", "devbox", "--json"]);
    let mut pane = listed.json()[0].clone();
    let bad = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}x";
    pane["pane"]["session"] = json!(bad);
    pane["socket"] = json!(format!("/tmp/{bad}/s; touch {bad}"));
    pane["parser_metadata"]["provider_id"] = json!(bad);
    let hello = json!({"relay": 1, "life": bad, "clock": 0.0, "version": bad, "schema_version": SCHEMA_VERSION});
    let panes = json!({"id": 1, "panes": [pane], "left_off": 0});
    machines.says(&format!("{bad} a banner\n{hello}\n{panes}\n"));
    for format in ["table", "ndjson"] {
        let shown = run(
            &machines,
            &["panes", "--host", "strange", "--format", format],
        );
        assert_eq!(shown.code, 0, "{}", shown.stderr);
        assert!(
            plain(&shown.stdout) && plain(&shown.stderr),
            "{:?}",
            shown.stdout
        );
    }
    // An error that claims success.
    let error = json!({"id": 1, "error": bad, "exit": 0});
    machines.says(&format!("{hello}\n{error}\n"));
    let failed = run(&machines, &["send", "strange/s/%1", "x"]);
    assert_eq!(failed.code, 1, "{}", failed.stderr);
    assert!(
        plain(&failed.stderr) && plain(&failed.stdout),
        "{:?}",
        failed.stderr
    );
}

/// Whether a text holds nothing that acts or hides.
pub fn plain(text: &str) -> bool {
    !text.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}')
}

#[test]
fn a_hostile_machine_speaks_for_itself_alone_and_its_words_start_nothing() {
    let Some(tmux) = PrivateTmux::start("hosts-speaks", "exec sleep 600") else {
        return;
    };
    let machines = Machines::of(&tmux);
    let bad = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}x";
    let hello = json!({"relay": 1, "life": bad, "clock": 0.0, "version": bad, "schema_version": SCHEMA_VERSION});
    let event = json!({
        "id": 1, "event": "turn_started", "how": "explicit_submit", "prompt": bad, "seq": 0, "at": 1.0, "pane": "%1",
        "socket": bad, "host": "devbox", "schema_version": SCHEMA_VERSION,
    });
    // Before it comes an event of what is no pane, which is left out.
    let mut strange = event.clone();
    strange["pane"] = json!(bad);
    strange["prompt"] = json!("of no pane");
    machines.says(&format!("{hello}\n{strange}\n{event}\n"));
    let watch = Watch::start(&machines, &["--host", "strange"]);
    let told = watch.event(|it| it["event"] == "turn_started");
    assert_eq!(
        told["host"], "strange",
        "it cannot speak for another machine"
    );
    assert_ne!(told["prompt"], "of no pane", "{told}");
    drop(watch);
    let text = [
        "watch", "--host", "strange", "--format", "text", "--for", "3",
    ];
    let shown = run(&machines, &text);
    assert!(
        shown.stdout.contains("began") && plain(&shown.stdout),
        "{:?}",
        shown.stdout
    );
    // Its names reach no argument list.
    let arguments = fs::read_to_string(machines.path("arguments")).expect("a list");
    let arguments: Vec<&str> = arguments.lines().collect();
    let ends = arguments
        .iter()
        .enumerate()
        .filter(|(_, word)| **word == "--");
    for (at, _) in ends {
        assert_eq!(arguments[at + 1], "strange", "{arguments:?}");
        assert!(
            arguments[at + 2].starts_with("exec sh -c "),
            "{arguments:?}"
        );
    }
    let other = hello.to_string().replace(SCHEMA_VERSION, "9.0");
    machines.says(&format!("{other}\n"));
    let refused = run(&machines, &["panes", "--host", "strange"]);
    assert!(refused.stdout.contains("9.0"), "{}", refused.stdout);
    let named = run(&machines, &["panes", "--host", "-oProxyCommand=x"]);
    assert_eq!(named.code, 2, "{}", named.stderr);
}
