//! Simulated hosts of a fleet: each speaks to a NATS server as the relay of a machine does, with panes that only it knows.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::nats::{Message, Sender, Taker, connect};

/// Time between two signs that a host is there.
const BEAT: Duration = Duration::from_secs(2);

/// Bytes of a response that one message holds.
const PART: usize = 1_000_000;

/// What a pane shows, by its turn.
const STATES: [&str; 2] = ["idle", "working"];

/// What all hosts of a run share.
pub struct Fleet {
    port: u16,
    panes: usize,
    /// A pane as `shadow panes --json` lists it, in each of its states.
    reports: [Value; 2],
    schema: String,
    /// Thousandths of a second between two changes of a pane; 0 if none changes.
    pace: AtomicU64,
    ends: AtomicBool,
    /// Events that were published, and those that the server has kept.
    published: AtomicU64,
    kept: AtomicU64,
}

/// The seconds of the epoch.
#[must_use]
pub fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64()
}

impl Fleet {
    /// A fleet of hosts with so many panes each, on the server at a port.
    #[must_use]
    pub fn new(port: u16, panes: usize, reports: [Value; 2]) -> Arc<Self> {
        let schema = reports[0]["schema_version"].as_str().unwrap_or_default();
        Arc::new(Self {
            port,
            panes,
            schema: schema.to_owned(),
            reports,
            pace: AtomicU64::new(0),
            ends: AtomicBool::new(false),
            published: AtomicU64::new(0),
            kept: AtomicU64::new(0),
        })
    }

    /// From now on each pane changes once in this time; never if it is none.
    pub fn set_pace(&self, pace: Option<Duration>) {
        let thousandths = pace.map_or(0, |pace| pace.as_millis() as u64);
        self.pace.store(thousandths, Ordering::Relaxed);
    }

    /// Ends all hosts.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }

    fn ends(&self) -> bool {
        self.ends.load(Ordering::Relaxed)
    }

    /// How many events were published so far, and how many of them the server has kept.
    #[must_use]
    pub fn events(&self) -> [u64; 2] {
        [&self.published, &self.kept].map(|it| it.load(Ordering::Relaxed))
    }

    /// Starts the host of a number. When this returns, the server knows it and its panes.
    ///
    /// # Errors
    /// If the server is not there.
    pub fn host(self: &Arc<Self>, number: usize) -> io::Result<()> {
        let (sender, taker) = connect(self.port)?;
        let host = Arc::new(Host {
            fleet: Arc::clone(self),
            name: format!("host{number}"),
            begun: Instant::now(),
            at: AtomicU64::new(0),
            states: Mutex::new(vec![(0, 0); self.panes]),
            sender,
        });
        host.sender
            .subscribe(&format!("shadow.ask.v1.{}.*", host.name), 1)?;
        host.sender.subscribe(&host.inbox(), 2)?;
        for pane in 0..self.panes {
            host.change(pane)?;
        }
        host.beat()?;
        let (answers, beats) = (Arc::clone(&host), Arc::clone(&host));
        thread::spawn(move || answers.answer(taker));
        thread::spawn(move || {
            while !beats.fleet.ends() && beats.beat().is_ok() {
                thread::sleep(BEAT);
            }
        });
        thread::spawn(move || host.live());
        Ok(())
    }
}

/// A host.
struct Host {
    fleet: Arc<Fleet>,
    name: String,
    begun: Instant,
    /// The number of its newest event in the stream.
    at: AtomicU64,
    /// The events of each pane so far, and its state.
    states: Mutex<Vec<(u64, usize)>>,
    sender: Sender,
}

impl Host {
    fn inbox(&self) -> String {
        format!("_INBOX.simulated.{}", self.name)
    }

    fn socket(&self) -> String {
        format!("/tmp/tmux-0/{}", self.name)
    }

    fn hello(&self) -> Value {
        json!({
            "relay": 1, "life": self.name, "clock": self.begun.elapsed().as_secs_f64(), "time": now(), "version": "0",
            "schema_version": self.fleet.schema, "at": self.at.load(Ordering::Relaxed), "made": 1,
        })
    }

    fn beat(&self) -> io::Result<()> {
        let subject = format!("$KV.shadow.beat.{}", self.name);
        self.sender
            .publish(&subject, "", None, self.hello().to_string().as_bytes())
    }

    /// A pane changes: the event, and the latest state behind it.
    fn change(&self, pane: usize) -> io::Result<()> {
        let (seq, state) = {
            let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
            let (seq, state) = states[pane];
            states[pane] = (seq + 1, (state + 1) % STATES.len());
            (seq, state)
        };
        let event = json!({
            "schema_version": self.fleet.schema, "event": "surface_changed", "seq": seq, "at": now(), "pane": format!("%{pane}"),
            "socket": self.socket(), "life": self.name, "availability": "supported", "business_state": STATES[state],
            "input_mode": "freeform", "ui_context": "normal_prompt", "ui_context_base": "normal_prompt", "submit_ready": state == 0, "safe_to_type": state == 0,
        });
        let place = format!("{}.=2Ftmp=2Ftmux-0=2F{}.=25{pane}", self.name, self.name);
        let id = format!("{}/{pane}/{seq}", self.name);
        let subject = format!("shadow.v1.{place}.surface_changed");
        self.fleet.published.fetch_add(1, Ordering::Relaxed);
        self.sender.publish(
            &subject,
            &self.inbox(),
            Some(("Nats-Msg-Id", &id)),
            event.to_string().as_bytes(),
        )?;
        let state = json!({"at": 0, "event": event}).to_string();
        self.sender.publish(
            &format!("$KV.shadow.pane.{place}"),
            "",
            None,
            state.as_bytes(),
        )
    }

    /// The panes change in turn, evenly over the time.
    fn live(&self) {
        let mut pane = 0;
        let mut next = Instant::now();
        while !self.fleet.ends() {
            let pace = self.fleet.pace.load(Ordering::Relaxed);
            if pace == 0 {
                thread::sleep(Duration::from_millis(50));
                next = Instant::now();
                continue;
            }
            next += Duration::from_millis(pace) / u32::try_from(self.fleet.panes).unwrap_or(1);
            thread::sleep(next.saturating_duration_since(Instant::now()));
            if self.change(pane).is_err() {
                return;
            }
            pane = (pane + 1) % self.fleet.panes;
        }
    }

    /// Answers requests, and keeps what the server says of events.
    fn answer(&self, mut taker: Taker) {
        while let Ok(message) = taker.message() {
            if message.subject == self.inbox() {
                let kept: Value = serde_json::from_slice(&message.payload).unwrap_or_default();
                if let Some(at) = kept["seq"].as_u64() {
                    self.at.store(at, Ordering::Relaxed);
                    self.fleet.kept.fetch_add(1, Ordering::Relaxed);
                }
                continue;
            }
            if self.fleet.ends() || self.response(&message).is_err() {
                return;
            }
        }
    }

    fn response(&self, message: &Message) -> io::Result<()> {
        let asked: Value = serde_json::from_slice(&message.payload).unwrap_or_default();
        let Some(inbox) = &message.reply else {
            return Ok(());
        };
        let said = match asked["do"].as_str() {
            Some("hello") => self.hello(),
            Some("panes") => json!({"id": asked["id"], "panes": self.panes(), "left_off": 0}),
            _ => json!({"id": asked["id"], "error": "a simulated host", "exit": 2}),
        };
        let said = said.to_string();
        let mut parts = said.as_bytes().chunks(PART).peekable();
        while let Some(part) = parts.next() {
            let goes_on = parts.peek().is_some();
            self.sender
                .publish(inbox, "", goes_on.then_some(("Shadow-More", "1")), part)?;
        }
        Ok(())
    }

    fn panes(&self) -> Vec<Value> {
        let states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let each = states.iter().enumerate();
        each.map(|(pane, (_, state))| {
            // The state that it shows is the one before the next.
            let mut report = self.fleet.reports[(state + 1) % STATES.len()].clone();
            report["id"] = json!(format!("%{pane}"));
            report["pane"]["id"] = json!(format!("%{pane}"));
            report["socket"] = json!(self.socket());
            report
        })
        .collect()
    }
}
