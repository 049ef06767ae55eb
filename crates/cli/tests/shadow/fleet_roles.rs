//! The roles that `shadow fleet init` writes, as a real NATS server enforces them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

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
    let connect = |name: &str| {
        let seed = fs::read_to_string(file(name)).expect("a seed");
        Stranger::connect(&nats.url(""), Some(seed.trim()))
    };
    let mut operator = connect("operator.nk");
    host_is_refused(&connect("host-other.nk"), operator.key());
    viewer_is_refused(&connect("viewer.nk"), operator.key());
    let subject = format!("shadow.act.v1.dev=2Ebox.{}", operator.key());
    let said = operator.ask(&subject, &json!({"do": "hello"}));
    assert!(said.expect("a first line")["life"].is_string());
}

/// The server refuses to take a message on each of these subjects.
fn publishes_none(stranger: &Stranger, subjects: &[&str]) {
    for subject in subjects {
        stranger.publish(subject, &json!({"do": "hello"}));
        until("a refusal", || stranger.was_refused(subject));
    }
}

/// The server refuses to let it read each of these subjects.
fn reads_none(stranger: &Stranger, subjects: &[&str]) {
    for subject in subjects {
        stranger.subscribe(subject);
        until("a refusal", || stranger.was_refused(subject));
    }
}

/// A host does nothing in the name of another one, asks none and reads none. It answers what it was asked, and nothing else.
fn host_is_refused(host: &Stranger, operator: &str) {
    let inbox = format!("_INBOX.{operator}.x");
    let requests = ["ask", "act"].map(|kind| format!("shadow.{kind}.v1.dev=2Ebox.{}", host.key()));
    let subjects = [
        "shadow.v1.dev=2Ebox.s.p.turn_ended",
        "$KV.shadow.beat.dev=2Ebox",
        "$KV.shadow.pane.dev=2Ebox.s.p",
        "$JS.API.DIRECT.GET.KV_shadow",
        "$JS.API.CONSUMER.CREATE.SHADOW.x.shadow.v1.dev=2Ebox.*.*.*",
        "$JS.API.STREAM.INFO.SHADOW",
        "$JS.API.STREAM.PURGE.SHADOW",
        &requests[0],
        &requests[1],
        &inbox,
    ];
    publishes_none(host, &subjects);
    let subjects = [
        "shadow.v1.>",
        "$KV.shadow.>",
        "shadow.act.v1.dev=2Ebox.*",
        "_INBOX.>",
    ];
    reads_none(host, &subjects);
}

/// A viewer does not act, in its own name or in an operator's, and reads no other inbox.
fn viewer_is_refused(viewer: &Stranger, operator: &str) {
    let acts = [viewer.key(), operator].map(|key| format!("shadow.act.v1.dev=2Ebox.{key}"));
    let subjects = [
        &acts[0],
        &acts[1],
        "shadow.v1.dev=2Ebox.s.p.turn_ended",
        "$JS.API.STREAM.DELETE.SHADOW",
    ];
    publishes_none(viewer, &subjects);
    reads_none(
        viewer,
        &["shadow.act.v1.>", &format!("_INBOX.{operator}.>")],
    );
}
