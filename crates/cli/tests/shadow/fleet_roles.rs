//! The roles that `shadow fleet init` writes, as a real NATS server enforces them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::acted::typed;
use crate::fleet::listed;
use crate::hosts::{Watch, run};
use crate::machines::Machines;
use crate::nats_server::{Nats, Published, Stranger};
use crate::patience::until;
use crate::run::shadow;
use crate::waited::{PROMPT, Then, answering};

/// What is written for two hosts: the rights of the server's users. TLS is for real machines.
fn rights(folder: &Path) -> String {
    let path = folder.display().to_string();
    let args = [
        "fleet", "init", &path, "--host", "dev.box", "--host", "other",
    ];
    let written = shadow(&args, "");
    assert_eq!(written.code, 0, "{}", written.stderr);
    for name in [
        "host-dev=2Ebox.nk",
        "host-other.nk",
        "viewer.nk",
        "operator.nk",
    ] {
        assert!(written.stdout.contains(name), "{}", written.stdout);
        let about = fs::metadata(folder.join(name)).expect(name);
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{name}");
    }
    let settings = fs::read_to_string(folder.join("nats-server.conf")).expect("settings");
    assert!(settings.contains("tls {"), "{settings}");
    assert!(
        !written.stdout.contains("SU") && !settings.contains("SUA"),
        "no seed is shown"
    );
    let again = shadow(&args, "");
    assert_eq!(again.code, 3, "keys that are there stay");
    again.complains_in_one_line();
    let at = settings.find("authorization {").expect("rights");
    settings[at..].to_owned()
}

#[test]
fn a_viewer_looks_an_operator_acts_and_a_host_speaks_for_itself() {
    let Some(tmux) = answering("fleet-roles", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let folder = machines.path("nats");
    let Some(nats) = Nats::start(&machines, &rights(&folder)) else {
        return;
    };
    let file = |name: &str| folder.join(name).display().to_string();
    let by = |name: &str| format!("?nkey={}", file(name));
    let _relay = Published::start(&tmux, &nats.url(&by("host-dev=2Ebox.nk")), "dev.box");
    nats.used_by(&machines, &by("viewer.nk"));
    let name = listed(&machines, &tmux);

    let watch = Watch::start(&machines, &[]);
    watch.event(|it| it["business_state"] == "idle");
    let refused = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(refused.code, 1, "{}", refused.stdout);
    refused.complains_in_one_line();
    assert!(refused.stderr.contains("may not act"), "{}", refused.stderr);
    let keys = fs::read(typed(&tmux, "work", "idle-fresh")).unwrap_or_default();
    assert_eq!(keys, b"", "nothing was typed");
    let fleet = |machines: &Machines| {
        let findings = run(machines, &["doctor", "--json"]).json();
        let found = findings.into_iter().find(|it| it["name"] == "fleet");
        found.expect("a finding")["found"].to_string()
    };
    let found = fleet(&machines);
    assert!(
        found.contains("may look and not act") && found.contains("1 host"),
        "{found}"
    );

    nats.used_by(&machines, &by("operator.nk"));
    let found = fleet(&machines);
    assert!(found.contains("may act"), "{found}");
    let sent = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    watch.event(|it| it["event"] == "turn_ended");
    let audit = crate::relaying::state(&tmux).join("shadow/acts.ndjson");
    let audit = fs::read_to_string(audit).expect("a list");
    let seed = fs::read_to_string(file("operator.nk")).expect("a seed");
    let key = nkeys::KeyPair::from_seed(seed.trim()).expect("a seed");
    assert!(audit.contains(&key.public_key()), "{audit}");

    nats.used_by(&machines, "");
    let away = run(&machines, &["panes"]);
    assert!(
        away.stdout.contains("refuses these credentials"),
        "{}",
        away.stdout
    );

    strangers_are_refused(&nats, &file);
}

/// What no role lets its user do.
fn strangers_are_refused(nats: &Nats, file: &dyn Fn(&str) -> String) {
    let hello = json!({"do": "hello"});
    let publish = |stranger: &Stranger, subjects: &[String]| {
        for subject in subjects {
            stranger.publish(subject, &hello);
            until("a refusal", || stranger.was_refused(subject));
        }
    };
    let read = |stranger: &Stranger, subjects: &[&str]| {
        for subject in subjects {
            stranger.subscribe(subject);
            until("a refusal", || stranger.was_refused(subject));
        }
    };
    let connect = |name: &str| {
        let seed = fs::read_to_string(file(name)).expect("a seed");
        Stranger::connect(&nats.url(""), Some(seed.trim()))
    };
    let host = connect("host-other.nk");
    let own = host.key().to_owned();
    let subjects = [
        "shadow.v1.dev=2Ebox.s.p.turn_ended",
        "$KV.shadow.beat.dev=2Ebox",
        "$KV.shadow.pane.dev=2Ebox.s.p",
        "$JS.API.DIRECT.GET.KV_shadow",
        "$JS.API.CONSUMER.CREATE.SHADOW.x.shadow.v1.dev=2Ebox.*.*.*",
        "$JS.API.STREAM.INFO.SHADOW",
        "$JS.API.STREAM.PURGE.SHADOW",
    ];
    let requests = ["ask", "act"].map(|kind| format!("shadow.{kind}.v1.dev=2Ebox.{own}"));
    publish(
        &host,
        &[&subjects.map(str::to_owned)[..], &requests].concat(),
    );
    read(
        &host,
        &[
            "shadow.v1.>",
            "$KV.shadow.>",
            "shadow.act.v1.dev=2Ebox.*",
            "_INBOX.>",
        ],
    );

    let viewer = connect("viewer.nk");
    let own = viewer.key().to_owned();
    let operator = connect("operator.nk").key().to_owned();
    let subjects = [
        format!("shadow.act.v1.dev=2Ebox.{own}"),
        format!("shadow.act.v1.dev=2Ebox.{operator}"),
        "shadow.v1.dev=2Ebox.s.p.turn_ended".to_owned(),
        "$JS.API.STREAM.DELETE.SHADOW".to_owned(),
    ];
    publish(&viewer, &subjects);
    read(
        &viewer,
        &["shadow.act.v1.>", &format!("_INBOX.{operator}.>")],
    );
    let mut operator = connect("operator.nk");
    let subject = format!("shadow.act.v1.dev=2Ebox.{}", operator.key());
    let said: Option<Value> = operator.ask(&subject, &hello);
    assert!(said.expect("a first line")["life"].is_string());
}
