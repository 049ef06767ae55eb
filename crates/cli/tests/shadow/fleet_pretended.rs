//! Relays that are no shadow, on a real NATS server: states of a moment that a real one hardly ever has.

use std::collections::BTreeSet;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use shadow_tui::contract::SCHEMA_VERSION;

use crate::fleet::{listed, world};
use crate::hosts::Watch;
use crate::machines::Machines;
use crate::nats_server::{Nats, Published, Stranger};
use crate::private_tmux::PrivateTmux;
use crate::waited::Then;

/// The run of every relay here.
const LIFE: &str = "pretended";

/// A host whose relay answers with its first line alone, and says that it is there.
struct Pretended {
    host: &'static str,
    stranger: Arc<Stranger>,
    hello: Arc<Mutex<Value>>,
    ends: Option<Sender<()>>,
    beats: Option<JoinHandle<()>>,
}

impl Pretended {
    fn start(nats: &Nats, host: &'static str) -> Self {
        let hello = json!({
            "relay": 1, "life": LIFE, "clock": 1.0, "version": "1", "schema_version": SCHEMA_VERSION, "made": 1, "at": 1,
        });
        let hello = Arc::new(Mutex::new(hello));
        let stranger = Arc::new(Stranger::connect(&nats.url(""), None));
        let said = Arc::clone(&hello);
        stranger.answers(&format!("shadow.ask.v1.{host}.*"), move |_| {
            said.lock().expect("a line").to_string()
        });
        let (ends, ended) = channel();
        let (said, beating) = (Arc::clone(&hello), Arc::clone(&stranger));
        let beats = thread::spawn(move || {
            let pause = Duration::from_millis(200);
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let beat = said.lock().expect("a line").clone();
                beating.publish(&format!("$KV.shadow.beat.{host}"), &beat);
            }
        });
        let (ends, beats) = (Some(ends), Some(beats));
        Self {
            host,
            stranger,
            hello,
            ends,
            beats,
        }
    }

    /// Changes what it says of itself.
    fn says(&self, field: &str, value: u64) {
        self.hello.lock().expect("a line")[field] = json!(value);
    }

    /// Keeps an event as the latest state of a pane.
    fn keeps(&self, event: &Value, pane: u64, seq: u64, state: &str) {
        let mut event = event.clone();
        event["life"] = json!(LIFE);
        event["pane"] = json!(format!("%{pane}"));
        event["seq"] = json!(seq);
        event["business_state"] = json!(state);
        let key = format!("$KV.shadow.pane.{}.s.=25{pane}", self.host);
        let value = json!({ "at": 1, "event": event });
        self.stranger.publish(&key, &value);
    }
}

impl Drop for Pretended {
    fn drop(&mut self) {
        drop(self.ends.take());
        self.beats.take().map(JoinHandle::join);
    }
}

/// A fleet with one real relay, and a state that this has published.
fn fleet(name: &str) -> Option<(PrivateTmux, Machines, Nats, Published, Value)> {
    let (tmux, machines, nats) = world(name, Then::Works)?;
    let relay = Published::start(&tmux, &nats.url(""), "dev.box");
    listed(&machines, &tmux);
    let watch = Watch::start(&machines, &[]);
    let idle = watch.event(|it| it["business_state"] == "idle");
    Some((tmux, machines, nats, relay, idle))
}

#[test]
fn an_old_state_is_not_shown_while_newer_events_wait_at_the_relay() {
    let Some((_tmux, machines, nats, _relay, idle)) = fleet("fleet-behind") else {
        return;
    };
    let slow = Pretended::start(&nats, "slow");
    slow.says("taken", 2);
    slow.says("stored", 1);
    slow.keeps(&idle, 7, 1, "idle");
    let watch = Watch::start(&machines, &[]);
    let mut shown = Vec::new();
    let mut next = |host: &str| {
        watch.event(|it| {
            shown.push((it["host"].clone(), it["business_state"].clone()));
            it["host"] == host
        })
    };
    next("dev.box");
    slow.keeps(&idle, 7, 2, "working");
    slow.says("stored", 2);
    next("slow");
    let of_slow = shown.iter().find(|(host, _)| host == "slow");
    assert_eq!(
        of_slow.map(|it| &it.1),
        Some(&json!("working")),
        "{shown:?}"
    );
}

#[test]
fn a_host_with_more_panes_than_one_answer_holds_is_read_whole() {
    const PANES: u64 = 1500;
    let Some((_tmux, machines, nats, _relay, idle)) = fleet("fleet-big") else {
        return;
    };
    let big = Pretended::start(&nats, "big");
    for pane in 1..=PANES {
        big.keeps(&idle, pane, 1, "idle");
    }
    let watch = Watch::start(&machines, &[]);
    let mut panes = BTreeSet::new();
    watch.event(|it| {
        if it["host"] == "big" {
            panes.insert(it["pane"].to_string());
        }
        panes.len() as u64 == PANES
    });
}

#[test]
fn a_server_whose_stream_hands_messages_on_is_not_used() {
    let Some((tmux, machines, nats)) = world("fleet-handed", Then::Answers) else {
        return;
    };
    let mut stranger = Stranger::connect(&nats.url(""), None);
    let made = stranger.ask(
        "$JS.API.STREAM.CREATE.SHADOW",
        &json!({
            "name": "SHADOW", "subjects": ["shadow.v1.*.*.*.*"], "retention": "limits", "storage": "file",
            "republish": {"src": "shadow.v1.>", "dest": "elsewhere.>"},
        }),
    );
    assert!(made.is_some_and(|it| it["error"].is_null()));
    let _relay = Published::start(&tmux, &nats.url(""), "laptop");
    nats.used_by(&machines, "");
    let watch = Watch::start(&machines, &[]);
    watch.note("its stream SHADOW takes other messages than those of shadow, or hands them on");
}
