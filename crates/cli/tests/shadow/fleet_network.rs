//! Machines in networks of their own, over a real NATS server and a real ssh: what is cut off is unknown, and nothing that
//! happens meanwhile is lost, reported twice or done twice.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::acted::{typed, types_nothing};
use crate::fleet::turn_there;
use crate::hosts::{Watch, run};
use crate::machines::Machines;
use crate::nats_server::{Nats, Published};
use crate::network::Network;
use crate::patience::until;
use crate::private_tmux::PrivateTmux;
use crate::run::feed;
use crate::sshd::Sshd;
use crate::waited::{PROMPT, Then, answering};

/// The place of the viewer, and those of the machines behind it.
const VIEWER: usize = 1;
const FIRST: usize = 2;

/// With `SHADOW_ALL_FAULTS` set, a fault lasts a minute, and the times that shadow promises are checked.
fn is_long() -> bool {
    std::env::var_os("SHADOW_ALL_FAULTS").is_some()
}

/// Keeps a fault for as long as it has to last.
fn lasts() {
    if is_long() {
        thread::sleep(Duration::from_secs(60));
    }
}

/// Seconds after which the panes of a machine that cannot be reached are unknown, and how late a busy machine may be.
const UNKNOWN: Duration = Duration::from_secs(10);
const LATE: Duration = Duration::from_secs(1);

/// The time since a fault is not longer than shadow promises.
fn is_in_time(begun: Instant) {
    let took = begun.elapsed();
    assert!(!is_long() || took <= UNKNOWN + LATE, "{took:?}");
}

/// Machines with an agent each, a server on the hub, and a viewer.
struct World {
    network: Network,
    agents: Vec<PrivateTmux>,
    machines: Machines,
    nats: Nats,
    relays: Vec<Published>,
}

const NAMES: [&str; 3] = ["left", "middle", "right"];

fn world(name: &str, hosts: usize) -> Option<World> {
    let network = Network::start(hosts + 1)?;
    let names = &NAMES[..hosts];
    let agents = names
        .iter()
        .map(|host| answering(&format!("{name}-{host}"), Then::Answers));
    let agents = agents.collect::<Option<Vec<_>>>()?;
    let machines = Machines::of(&agents[0]).seen_from(network.place(VIEWER));
    let nats = Nats::at(&machines, "", network.place(0))?;
    let each = agents.iter().zip(names).enumerate();
    let relays = each.map(|(at, (tmux, host))| {
        let place = network.place(FIRST + at);
        Published::within(tmux, &nats.url(""), host, |relay| place.run(&relay))
    });
    let relays = relays.collect();
    Some(World {
        network,
        agents,
        machines,
        nats,
        relays,
    })
}

impl World {
    /// The names of the panes of all machines, once they are listed.
    fn panes(&self) -> Vec<String> {
        let mut names = Vec::new();
        until("the panes of all machines", || {
            let listed = run(&self.machines, &["panes", "--json"]).json();
            let own = |it: &&Value| it["id"] == "%1" && it["host"].is_string();
            let own = listed.iter().filter(own);
            names = own
                .map(|it| it["name"].to_string().replace('"', ""))
                .collect();
            names.len() == self.agents.len()
        });
        names.sort();
        names
    }

    /// A watch that keeps a log, once it has seen each machine idle.
    fn watch(&self) -> (Watch, std::path::PathBuf) {
        let log = self.machines.path("turns.ndjson");
        let watch = Watch::start(&self.machines, &["--log", &log.display().to_string()]);
        let mut idle = BTreeSet::new();
        watch.event(|it| {
            if it["business_state"] == "idle" {
                idle.insert(it["host"].to_string());
            }
            idle.len() == self.agents.len()
        });
        (watch, log)
    }
}

/// The machines of the turns in a log.
fn hosts_of(log: &std::path::Path) -> Vec<Value> {
    let turns = fs::read_to_string(log).expect("a log");
    let turns = turns.lines();
    let hosts = turns.map(|it| serde_json::from_str::<Value>(it).expect("JSON")["host"].clone());
    let mut hosts: Vec<Value> = hosts.collect();
    hosts.sort_by_key(Value::to_string);
    hosts
}

#[test]
fn a_machine_that_is_cut_off_is_unknown_and_its_turn_comes_once_when_it_is_back() {
    let Some(world) = world("fleet-cut", 3) else {
        return;
    };
    let names = world.panes();
    let (watch, log) = world.watch();
    world.network.cut(FIRST);
    let begun = Instant::now();
    watch.event(|it| it["host"] == "left" && it["business_state"] == "unknown");
    is_in_time(begun);
    let refused = |words: &[&str]| {
        let refused = run(&world.machines, words);
        assert_eq!(refused.code, 4, "{}", refused.stderr);
        refused
    };
    let listed = thread::scope(|scope| {
        scope.spawn(|| refused(&["send", &names[0], PROMPT]));
        refused(&["panes", "--json"])
    });
    let line = |of: &str, field: &str| {
        let mut lines = listed.json().into_iter();
        lines.find(|it| it[field] == of).unwrap_or_default()
    };
    let why = line("left", "id")["error"].to_string();
    assert!(why.contains("cannot be reached"), "{}", listed.stdout);
    let there = &line(&names[1], "name")["surface_assessment"];
    assert_eq!(there["business_state"], "idle", "{}", listed.stdout);
    // Beside the fault, everything else goes on.
    turn_there(&world.agents[0]);
    let sent = run(&world.machines, &["send", &names[1], PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    watch.event(|it| it["host"] == "middle" && it["event"] == "turn_ended");
    lasts();
    types_nothing(&world.agents[0], || {
        world.network.join(FIRST);
        watch.note("left is there again");
        watch.event(|it| it["host"] == "left" && it["event"] == "turn_ended");
    });
    drop(watch);
    assert_eq!(hosts_of(&log), [json!("left"), json!("middle")]);
    drop(world.relays);
    drop(world.nats);
}

#[test]
fn a_viewer_that_is_cut_off_in_mid_act_learns_what_came_of_it() {
    let Some(world) = world("fleet-viewer", 1) else {
        return;
    };
    let names = world.panes();
    let (watch, log) = world.watch();
    let send = world.machines.command(&["send", &names[0], PROMPT]);
    let keys = typed(&world.agents[0], "work", "idle-fresh");
    let typed = || fs::read(&keys).unwrap_or_default();
    let sent = thread::scope(|scope| {
        let send = scope.spawn(|| feed(send, Vec::new()));
        until("a key", || !typed().is_empty());
        world.network.cut(VIEWER);
        let begun = Instant::now();
        watch.event(|it| it["business_state"] == "unknown");
        is_in_time(begun);
        world.network.join(VIEWER);
        send.join().expect("it ends")
    });
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    assert_eq!(sent.json()[0]["outcome"], "done", "{}", sent.stdout);
    watch.event(|it| it["event"] == "turn_ended");
    drop(watch);
    let pasted = String::from_utf8_lossy(&typed()).matches(PROMPT).count();
    assert_eq!(pasted, 1, "the prompt was pasted once");
    assert_eq!(hosts_of(&log), [json!("left")]);
}

#[test]
fn a_machine_that_is_cut_off_is_unknown_over_ssh_until_it_is_back() {
    let Some(network) = Network::start(FIRST) else {
        return;
    };
    let Some(tmux) = answering("sshd-cut", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux).seen_from(network.place(VIEWER));
    let Some(_sshd) = Sshd::at(&machines, &tmux, network.place(FIRST)) else {
        return;
    };
    let name = crate::hosts::name(&machines, &tmux);
    let watch = Watch::start(&machines, &["--host", "devbox"]);
    watch.event(|it| it["business_state"] == "idle");
    network.cut(FIRST);
    let begun = Instant::now();
    watch.event(|it| it["business_state"] == "unknown");
    is_in_time(begun);
    lasts();
    network.join(FIRST);
    watch.note("devbox is there again");
    watch.event(|it| it["business_state"] == "idle");
    let sent = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    watch.event(|it| it["event"] == "turn_ended");
}
