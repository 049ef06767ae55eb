//! Five hundred panes on twenty machines: who needs a person is found at once, on a small terminal and on a phone.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shadow_tui::contract::SCHEMA_VERSION;

use crate::acted::shows;
use crate::machines::Machines;
use crate::private_tmux::PrivateTmux;
use crate::relaying::Relay;
use crate::serve::browser::Browser;
use crate::serve::server::Server;

const APPROVALS: &str = "claude/2.1.330/approvals-120x40";
const BASIC: &str = "claude/2.1.330/basic-120x40";
const WORK: &str = "claude/2.1.330/work-120x40";

/// Machines with panes, panes of each, and machines that cannot be reached.
const HOSTS: usize = 20;
const PANES: usize = 25;
const AWAY: usize = 5;

/// What stands in place of ssh: a machine writes what is kept for it and goes on to say that it is there.
const SSH: &str = r#"#!/bin/sh
while [ "$1" != -- ]; do shift; done
case "$2" in
away*) echo "ssh: connect to host $2 port 22: No route to host" >&2; exit 255 ;;
esac
cat "{folder}/$2"
while sleep 2; do echo '{"clock":1}'; done
"#;

/// A look of each of three panes: one asks, one is idle, one works.
fn three_looks(tmux: &PrivateTmux) -> [Value; 3] {
    let mut relay = Relay::start(tmux);
    relay.send(&json!({ "id": 1, "do": "watch", "looks": true }));
    ["awaiting_operator", "idle", "working"].map(|state| {
        relay.line(|line| line["look"]["surface_assessment"]["business_state"] == state)
    })
}

/// The machines. Of their panes, one in ten is idle; a pane of `host-07` and one of `host-13` ask; all others work.
fn many(name: &str) -> Option<(Machines, Vec<String>, PrivateTmux)> {
    let tmux = PrivateTmux::start(name, "exec sleep 600")?;
    shows(APPROVALS, "approval-edit").play(&tmux, "asks");
    shows(BASIC, "idle-fresh").play(&tmux, "idle");
    shows(WORK, "streaming-long").play(&tmux, "works");
    let [asks, idle, works] = three_looks(&tmux);
    let machines = Machines::of(&tmux);
    let folder = machines.path("").display().to_string();
    machines.ssh(&SSH.replace("{folder}", &folder));
    let hello = json!({"relay": 1, "life": "1", "clock": 0.0, "version": "1", "schema_version": SCHEMA_VERSION});
    let mut hosts = Vec::new();
    for host in 1..=HOSTS {
        let mut says = format!("{hello}\n");
        for pane in 0..PANES {
            let mut look = match (host, pane) {
                (7 | 13, 20) => asks.clone(),
                (_, pane) if pane % 10 == 3 => idle.clone(),
                _ => works.clone(),
            };
            look["look"]["socket"] = json!("/tmp/tmux-1000/default");
            look["look"]["pane"]["id"] = json!(format!("%{pane}"));
            look["look"]["pane"]["session"] = json!(format!("project-{}", pane / 5));
            says += &format!("{look}\n");
        }
        let name = format!("host-{host:02}");
        fs::write(Path::new(&folder).join(&name), says).expect("a file");
        hosts.push(name);
    }
    hosts.extend((1..=AWAY).map(|host| format!("away-{host}")));
    Some((machines, hosts, tmux))
}

fn named(hosts: &[String]) -> Vec<&str> {
    hosts.iter().flat_map(|host| ["--host", host]).collect()
}

#[test]
fn top_shows_who_needs_a_person_among_500_panes_at_80x24() {
    let Some((machines, hosts, _tmux)) = many("many-top") else {
        return;
    };
    let screen = PrivateTmux::start("many-top-screen", "exec sleep 600").expect("tmux is there");
    assert!(screen.run(&["resize-window", "-t", "%0", "-x", "80", "-y", "24"]));
    let top = machines.in_pane(&format!("top {}", named(&hosts).join(" ")));
    assert!(screen.run(&["respawn-pane", "-k", "-t", "%0", &top]));
    let rows = || -> Vec<String> {
        let shown = screen.shown(&["capture-pane", "-p", "-t", "%0"]);
        shown.lines().map(str::to_owned).collect()
    };
    let press = |keys: &[&str]| {
        let args = [&["send-keys", "-t", "%0"], keys].concat();
        assert!(screen.run(&args));
    };
    for part in ["! 2 blocked", "> 60 idle", "* 438 working", "? 5 away"] {
        screen.wait_for("%0", part);
    }
    let first = rows();
    assert!(first[2].starts_with("! blocked"), "{first:#?}");
    assert!(first[3].starts_with("! blocked"), "{first:#?}");
    let away = first.iter().find(|row| row.starts_with("? away"));
    assert!(
        away.is_some_and(|row| row.ends_with("No route to host")),
        "{first:#?}"
    );
    // All of the machines that cannot be reached do not hide the panes.
    assert!(first[4].starts_with("> idle"), "{first:#?}");
    press(&["g", "p"]);
    screen.wait_for("%0", "away-5");
    let grouped = rows();
    let of = |row: &str, host: &str| row.contains(&format!("{host}/project-4"));
    assert!(grouped[2].starts_with("! blocked"), "{grouped:#?}");
    let leads = if of(&grouped[2], "host-07") {
        "host-07"
    } else {
        "host-13"
    };
    assert!(
        of(&grouped[3], leads),
        "its session goes with it: {grouped:#?}"
    );
    press(&["/"]);
    assert!(screen.run(&["send-keys", "-t", "%0", "-l", "blocked"]));
    press(&["Enter"]);
    screen.wait_for("%0", "filter: blocked");
    let filtered = rows();
    assert!(filtered[3].starts_with("! blocked"), "{filtered:#?}");
    press(&["Escape", "End"]);
    screen.wait_for("%0", "* working");
    press(&["q"]);
}

#[test]
fn the_page_shows_who_needs_a_person_among_500_panes_on_a_phone() {
    let Some(browser) = Browser::start("many-page") else {
        return;
    };
    let Some((machines, hosts, tmux)) = many("many-page") else {
        return;
    };
    let args = [&["serve", "--listen", "127.0.0.1:0"][..], &named(&hosts)].concat();
    let server = Server::begun(machines.command(&args), &tmux.folder().join("token"));
    browser.resize(390, 844, true);
    browser.open(&server.page());
    browser.until("all", "document.querySelectorAll('.pane').length === 500");
    browser.sees("#list summary", "5 machines do not answer");
    let wide = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(browser.run(wide), json!(true));
    let needs =
        "return [...document.querySelectorAll('.pane')].slice(0, 3).map((it) => it.dataset.need)";
    assert_eq!(browser.run(needs), json!(["blocked", "blocked", "idle"]));
    let bottom = "return document.querySelectorAll('.pane')[1].getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(browser.run(bottom), json!(true), "both are in view");
    browser.click("#list summary");
    browser.sees("#list .machine", "No route to host");
    browser.click("#grouped");
    browser.until(
        "groups",
        "document.querySelectorAll('h2.session').length === 100",
    );
    let heads =
        "return [...document.querySelectorAll('h2.session')].slice(0, 6).map((it) => it.innerText)";
    let heads = browser.run(heads);
    let heads: Vec<&str> = heads
        .as_array()
        .expect("heads")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(heads[0].ends_with("project-4"), "{heads:?}");
    let host = heads[0].split(' ').next().expect("a machine");
    assert!(["host-07", "host-13"].contains(&host), "{heads:?}");
    assert!(
        heads[..5].iter().all(|it| it.starts_with(host)),
        "{heads:?}"
    );
    assert!(!heads[5].starts_with(host), "{heads:?}");
}
