//! Faults between a relay, a NATS server and a viewer: full disks, doubled and reordered messages, slow readers, wrong clocks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::acted::{typed, types_nothing};
use crate::fleet::{have_no_gap, listed, turn_there, world};
use crate::hosts::{Watch, kill_relays, relays, run};
use crate::nats_server::{Published, Stranger};
use crate::network::wrapped;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::relaying::state;
use crate::unruly::Unruly;
use crate::waited::{PROMPT, Then};

/// A relay whose state is on a disk of its own with little room. None, with a message, where there is no right to make one.
struct Disk {
    relay: Published,
    tmux_state: PathBuf,
}

/// Makes the disk, and runs the rest on it.
const ON_DISK: &str = r#"mount -t tmpfs -o size=256k none "$XDG_STATE_HOME" && exec "$@""#;

impl Disk {
    fn start(tmux: &PrivateTmux, url: &str) -> Option<Self> {
        let own = ["unshare", "--mount", "--propagation", "private", "--"];
        let mut tried = Command::new(own[0]);
        tried
            .args(&own[1..])
            .args(["mount", "-t", "tmpfs", "none", "/mnt"]);
        if !tried.status().is_ok_and(|status| status.success()) {
            eprintln!("skipped: no disk can be made (root and unshare are needed)");
            return None;
        }
        let words = [&own[..], &["sh", "-c", ON_DISK, "sh"]].concat();
        let relay = Published::within(tmux, url, "dev.box", |relay| wrapped(&words, &relay));
        Some(Self {
            relay,
            tmux_state: state(tmux),
        })
    }

    /// The folder of the relay's state, as the relay sees it.
    fn folder(&self, tmux: &PrivateTmux) -> PathBuf {
        let mut id = None;
        until("a relay", || {
            id = relays(tmux).first().copied();
            id.is_some()
        });
        let root = format!("/proc/{}/root", id.expect("a relay"));
        Path::new(&root).join(self.tmux_state.strip_prefix("/").expect("a path"))
    }

    /// Takes all room.
    fn fill(&self, tmux: &PrivateTmux) {
        let path = self.folder(tmux).join("fill");
        let filled = fs::write(path, vec![b'x'; 1 << 20]);
        let why = filled.expect_err("it is small");
        assert_eq!(why.kind(), std::io::ErrorKind::StorageFull);
    }

    /// Leaves room for one small file.
    fn leave_little(&self, tmux: &PrivateTmux) {
        let path = self.folder(tmux).join("fill");
        let fill = fs::OpenOptions::new().write(true).open(path);
        let fill = fill.expect("the file that fills the disk");
        let length = fill.metadata().expect("its length").len();
        fill.set_len(length - 4096).expect("it is shorter");
    }

    /// Gives the room back.
    fn clear(&self, tmux: &PrivateTmux) {
        fs::remove_file(self.folder(tmux).join("fill")).expect("removed");
    }
}

#[test]
fn a_full_disk_of_a_relay_loses_no_event() {
    let Some((tmux, machines, mut nats)) = world("fleet-full", Then::Answers) else {
        return;
    };
    let Some(disk) = Disk::start(&tmux, &nats.url("")) else {
        return;
    };
    listed(&machines, &tmux);
    let log = machines.path("turns.ndjson");
    let watch = Watch::start(&machines, &["--log", &log.display().to_string()]);
    watch.event(|it| it["business_state"] == "idle");
    nats.stop();
    watch.event(|it| it["business_state"] == "unknown");
    disk.fill(&tmux);
    turn_there(&tmux);
    nats.start_again();
    let mut events = Vec::new();
    watch.event(|it| {
        events.push(it.clone());
        it["event"] == "turn_ended"
    });
    drop(watch);
    have_no_gap(&events);
    let turns = fs::read_to_string(log).expect("a log");
    assert_eq!(turns.lines().count(), 1, "{turns}");
    drop(disk.relay);
}

#[test]
fn nothing_is_pressed_if_the_disk_has_no_room_for_the_intent() {
    let Some((tmux, machines, nats)) = world("fleet-intent", Then::Answers) else {
        return;
    };
    let Some(disk) = Disk::start(&tmux, &nats.url("")) else {
        return;
    };
    let name = listed(&machines, &tmux);
    let ready = ["wait", &name, "--until", "safe", "--timeout", "60"];
    assert_eq!(run(&machines, &ready).code, 0);
    let send = ["send", &name, PROMPT, "--key", "no-room-no-room"];
    let refused = || {
        let refused = run(&machines, &send);
        let said = format!("{} {}", refused.stdout, refused.stderr);
        assert_eq!(refused.code, 3, "{said}");
        refused.complains_in_one_line();
        assert!(said.contains("nothing was pressed"), "{said}");
    };
    disk.fill(&tmux);
    refused();
    // The intent has room, and its line in the list of acts has none.
    disk.leave_little(&tmux);
    refused();
    let keys = fs::read(typed(&tmux, "work", "idle-fresh")).unwrap_or_default();
    assert_eq!(keys, b"", "nothing was typed");
    // The key is free again.
    disk.clear(&tmux);
    let sent = run(&machines, &send);
    assert_eq!(sent.code, 0, "{} {}", sent.stdout, sent.stderr);
    let folder = disk.folder(&tmux).join("shadow");
    let audit = fs::read_to_string(folder.join("acts.ndjson")).expect("a list");
    for line in audit.lines() {
        serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("{audit}"));
    }
    types_nothing(&tmux, || {
        assert_eq!(run(&machines, &send).json()[0]["outcome"], "done");
    });
}

#[test]
fn doubled_and_reordered_messages_lose_and_repeat_nothing() {
    let Some((tmux, machines, nats)) = world("fleet-unruly", Then::Answers) else {
        return;
    };
    let unruly = Unruly::start(nats.port());
    let url = format!("nats://127.0.0.1:{}", unruly.port);
    let _relay = Published::start(&tmux, &url, "dev.box");
    let settings = format!("fleet = '{url}'\n");
    fs::write(machines.path("empty/shadow/config.toml"), settings).expect("settings");
    let name = listed(&machines, &tmux);
    let log = machines.path("turns.ndjson");
    let watch = Watch::start(&machines, &["--log", &log.display().to_string()]);
    let mut events = Vec::new();
    let mut next = |holds: &dyn Fn(&Value) -> bool| {
        watch.event(|event| {
            events.push(event.clone());
            holds(event)
        })
    };
    next(&|it| it["business_state"] == "idle");
    let sent = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    assert_eq!(sent.json()[0]["outcome"], "done", "{}", sent.stdout);
    next(&|it| it["event"] == "turn_ended");
    let keys = fs::read(typed(&tmux, "work", "idle-fresh")).expect("keys");
    let pasted = String::from_utf8_lossy(&keys).matches(PROMPT).count();
    assert_eq!(pasted, 1, "the prompt was pasted once");
    assert!(unruly.has_meddled());
    // What comes again later, without the id by which the server would drop it, in any order.
    let stranger = Stranger::connect(&nats.url(""), None);
    let ended = events.last().expect("an event").clone();
    let counted = events.iter().filter(|event| event["life"].is_string());
    let mut again: Vec<Value> = counted.cloned().collect();
    again.reverse();
    for mut event in again.into_iter().chain([ended]) {
        event["pane"] = json!("%1");
        stranger.publish("shadow.v1.dev=2Ebox.s.p.again", &event);
    }
    let mut marker = events[0].clone();
    marker["pane"] = json!("%99");
    marker["life"] = json!("marker");
    stranger.publish("shadow.v1.dev=2Ebox.s.p.marker", &marker);
    let mut later = Vec::new();
    watch.event(|event| {
        later.push(event.clone());
        event["life"] == "marker"
    });
    later.pop();
    drop(watch);
    events.extend(later);
    have_no_gap(&events[1..]);
    let turns = fs::read_to_string(log).expect("a log");
    assert_eq!(turns.lines().count(), 1, "{turns}");
}

#[test]
fn a_relay_that_is_killed_while_the_server_is_away_leaves_its_events_to_the_next_one() {
    let Some((tmux, machines, mut nats)) = world("fleet-heir", Then::Answers) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "dev.box");
    listed(&machines, &tmux);
    let log = machines.path("turns.ndjson");
    let watch = Watch::start(&machines, &["--log", &log.display().to_string()]);
    watch.event(|it| it["business_state"] == "idle");
    nats.stop();
    watch.event(|it| it["business_state"] == "unknown");
    turn_there(&tmux);
    let kept = state(&tmux).join("shadow/events/dev=2Ebox");
    let is_kept = || fs::read_to_string(&kept).is_ok_and(|it| it.contains("turn_ended"));
    until("the end of the turn on the disk", is_kept);
    kill_relays(&tmux);
    nats.start_again();
    let ended = watch.event(|it| it["event"] == "turn_ended");
    let idle = watch.event(|it| it["business_state"] == "idle" && it["life"] != ended["life"]);
    assert_eq!(idle["host"], "dev.box");
    drop(watch);
    let turns = fs::read_to_string(log).expect("a log");
    assert_eq!(turns.lines().count(), 1, "{turns}");
}

/// Turns that a slow viewer has to take, and the numbers that are left to the agent itself before them.
const TURNS: u64 = 2000;
const BEHIND: u64 = 100;

#[test]
fn a_viewer_that_stands_still_takes_every_turn_once_afterwards() {
    let Some((tmux, machines, nats)) = world("fleet-slow", Then::Answers) else {
        return;
    };
    let _relay = Published::start(&tmux, &nats.url(""), "dev.box");
    listed(&machines, &tmux);
    let log = machines.path("turns.ndjson");
    let watch = Watch::start(&machines, &["--log", &log.display().to_string()]);
    watch.event(|it| it["business_state"] == "idle");
    turn_there(&tmux);
    let ended = watch.event(|it| it["event"] == "turn_ended");
    let number = |it: &Value| it["seq"].as_u64().expect("a number");
    watch.signal("-STOP");
    let stranger = Stranger::connect(&nats.url(""), None);
    let padding = "It needs no change. ".repeat(100);
    for turn in 1..=TURNS {
        let mut event = ended.clone();
        event["pane"] = json!("%1");
        event["seq"] = json!(number(&ended) + BEHIND + turn);
        event["turn"] = json!(turn + 1);
        event["record"]["answer"]["text"] = json!(padding);
        stranger.publish("shadow.v1.dev=2Ebox.s.p.turn_ended", &event);
    }
    watch.signal("-CONT");
    let mut taken = Vec::new();
    watch.event(|event| {
        if event["event"] == "turn_ended" {
            taken.push(event["turn"].as_u64().expect("a number"));
        }
        event["turn"] == TURNS + 1
    });
    assert!(taken.into_iter().eq(2..=TURNS + 1), "each once, in order");
    until("the log", || {
        let turns = fs::read_to_string(&log).expect("a log");
        turns.lines().count() as u64 == TURNS + 1
    });
}

/// The library that moves the clock of a program, where it is installed.
pub fn faketime() -> Option<String> {
    let found = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
    ]
    .map(|folder| Path::new(folder).join("faketime/libfaketime.so.1"));
    let found = found.into_iter().find(|path| path.exists());
    if found.is_none() {
        eprintln!("skipped: libfaketime is not installed");
    }
    Some(found?.display().to_string())
}

#[test]
fn a_clock_that_is_an_hour_off_is_shown_and_changes_nothing() {
    let Some(faketime) = faketime() else { return };
    let Some((tmux, machines, nats)) = world("fleet-clock", Then::Answers) else {
        return;
    };
    let _relay = Published::within(&tmux, &nats.url(""), "dev.box", |mut relay| {
        relay.env("LD_PRELOAD", faketime).env("FAKETIME", "+1h");
        relay.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        relay
    });
    let name = listed(&machines, &tmux);
    let log = machines.path("turns.ndjson");
    let watch = Watch::start(&machines, &["--log", &log.display().to_string()]);
    watch.note("60 min ahead of the one here");
    watch.event(|it| it["business_state"] == "idle");
    let sent = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    assert_eq!(sent.json()[0]["outcome"], "done", "{}", sent.stdout);
    watch.event(|it| it["event"] == "turn_ended");
    drop(watch);
    let turns = fs::read_to_string(log).expect("a log");
    assert_eq!(turns.lines().count(), 1, "{turns}");
    let panes = run(&machines, &["panes"]);
    assert_eq!(panes.code, 0, "{}", panes.stderr);
    panes.complains_in_one_line();
    assert!(panes.stderr.contains("60 min ahead"), "{}", panes.stderr);
    let findings = run(&machines, &["doctor", "--json"]).json();
    let host = findings.iter().find(|it| it["name"] == "host dev.box");
    let host = host.expect("a finding");
    assert_eq!(host["ok"], false, "{host}");
    assert!(host["found"].to_string().contains("60 min ahead"), "{host}");
}
