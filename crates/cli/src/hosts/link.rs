//! The connection to the relay of a machine, whatever carries it: one JSON object a line.
//!
//! What the machine writes is bounded, and cleaned of what acts on a terminal. A relay writes a line every two seconds. So a
//! connection on which nothing comes is lost, whatever its carrier knows of it.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use shadow_legible::excerpt;
use shadow_tui::contract::SCHEMA_VERSION;

use super::by_ssh;
use super::clocks;
use super::wire::{Came, SHOWN, Wire, lost, unreachable};
use crate::exit::{Exit, Failure};
use crate::host_name::HostName;
use crate::wire::relay::{Hello, RELAY};

/// How long the first line is waited for.
const OPENING: Duration = Duration::from_secs(9);

/// How long a relay may write nothing.
const SILENCE: Duration = Duration::from_secs(8);

/// Time between two lines that say that we are there.
const BEAT: Duration = Duration::from_secs(5);

/// Lines before the first one of the relay: what the settings of a shell print.
const STRANGE: usize = 64;

/// A connection.
pub struct Link {
    host: HostName,
    wire: Wire,
    life: String,
    /// Whether that run outlives the connection.
    lasts: bool,
    version: String,
    /// How the machine's wall clock differs from the one here, if it does.
    apart: Option<String>,
    /// The clock of the relay, as it was read, and when that was.
    clock: (f64, Instant),
    heard: Instant,
    beat: Instant,
    asked: u64,
}

impl Link {
    /// Connects and waits for the first line of the relay, at most nine seconds. `ring` is called whenever something has come.
    pub fn open(host: &HostName, ring: impl Fn() + Send + 'static) -> Result<Self, Failure> {
        let wire = wire(host, ring)?;
        let now = Instant::now();
        let mut link = Self {
            host: host.clone(),
            wire,
            life: String::new(),
            lasts: false,
            version: String::new(),
            apart: None,
            clock: (0.0, now),
            heard: now,
            beat: now,
            asked: 0,
        };
        let hello = link.hello()?;
        link.apart = clocks::difference(hello.time);
        if hello.relay != RELAY || major(&hello.schema_version) != major(SCHEMA_VERSION) {
            return Err(link.other_version(&hello));
        }
        link.life = hello.life;
        link.lasts = hello.made.is_some();
        link.version = excerpt(&hello.version, SHOWN);
        link.clock = (hello.clock, Instant::now());
        Ok(link)
    }

    /// The run of the relay.
    pub fn life(&self) -> &str {
        &self.life
    }

    /// Whether the run of the relay outlives the connection, so that it knows what was seen over an earlier one.
    pub fn lasts(&self) -> bool {
        self.lasts
    }

    /// The version of the shadow there.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// How the wall clock there differs from the one here, in words, if it does.
    pub fn apart(&self) -> Option<&str> {
        self.apart.as_deref()
    }

    /// The clock of the relay now, or earlier: the time that its line was under way is left out.
    pub fn clock(&self) -> f64 {
        let (clock, read) = self.clock;
        clock + read.elapsed().as_secs_f64()
    }

    /// Sends a request; gives its number.
    pub fn ask(&mut self, mut request: Map<String, Value>) -> Result<u64, Failure> {
        self.asked += 1;
        request.insert("id".to_owned(), self.asked.into());
        self.send(&Value::Object(request))?;
        Ok(self.asked)
    }

    /// The response to a request. Other lines are dropped.
    pub fn answer(&mut self, id: u64) -> Result<Map<String, Value>, Failure> {
        loop {
            if let Some(line) = self.response(id, None)? {
                return Ok(line);
            }
        }
    }

    /// The response to a request that takes no time there.
    pub fn answer_soon(&mut self, id: u64) -> Result<Map<String, Value>, Failure> {
        let response = self.response(id, Some(Self::late()))?;
        response.ok_or_else(|| self.silent())
    }

    /// It does not answer, though the connection is there.
    pub fn silent(&self) -> Failure {
        unreachable(&self.host, "it does not answer within 9 s")
    }

    /// When an answer that takes no time there is late.
    pub fn late() -> Instant {
        Instant::now() + OPENING
    }

    /// The response to a request; none if it has not come until then. Other lines are dropped.
    pub fn response(
        &mut self,
        id: u64,
        until: Option<Instant>,
    ) -> Result<Option<Map<String, Value>>, Failure> {
        while let Some(line) = self.next(until)? {
            let Value::Object(mut line) = line else {
                continue;
            };
            if line.get("id") == Some(&id.into()) {
                line.remove("id");
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The next line; none if nothing has come until then.
    pub fn next(&mut self, until: Option<Instant>) -> Result<Option<Value>, Failure> {
        loop {
            let now = Instant::now();
            if now >= self.beat {
                self.beat = now + BEAT;
                self.send(&json!({"do": "beat"}))?;
            }
            let wake = until.map_or(self.wake(), |until| self.wake().min(until));
            match self
                .wire
                .lines
                .recv_timeout(wake.saturating_duration_since(now))
            {
                Ok(Came::Line(line)) => {
                    self.heard = Instant::now();
                    match line["clock"].as_f64().filter(|_| line["id"].is_null()) {
                        Some(clock) => self.clock = (clock, self.heard),
                        None => return Ok(Some(line)),
                    }
                }
                Ok(Came::Strange) => {
                    return Err(lost(&self.host, "what came is no line of a relay"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.wire.carrier.ended(&self.host));
                }
                Err(RecvTimeoutError::Timeout) if self.heard.elapsed() >= SILENCE => {
                    return Err(lost(&self.host, "nothing comes any more"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// When something is due even if nothing comes.
    pub fn wake(&self) -> Instant {
        self.beat.min(self.heard + SILENCE)
    }

    fn send(&mut self, line: &Value) -> Result<(), Failure> {
        let mut bytes = line.to_string().into_bytes();
        bytes.push(b'\n');
        match self.wire.carrier.send(bytes) {
            true => Ok(()),
            false => Err(lost(&self.host, "nothing is taken any more")),
        }
    }

    /// The first line of the relay.
    fn hello(&mut self) -> Result<Hello, Failure> {
        let deadline = Instant::now() + OPENING;
        for _ in 0..STRANGE {
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.wire.lines.recv_timeout(wait) {
                Ok(Came::Line(line)) => {
                    if let Ok(hello) = serde_json::from_value(line) {
                        return Ok(hello);
                    }
                }
                Ok(Came::Strange) => {}
                Err(RecvTimeoutError::Timeout) => return Err(self.silent()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.wire.carrier.refused(&self.host));
                }
            }
        }
        Err(unreachable(
            &self.host,
            "what its shell prints is no line of a relay",
        ))
    }

    fn other_version(&self, hello: &Hello) -> Failure {
        let host = &self.host;
        Failure::gone(format!(
            "{host} has shadow {} with the interface {}, and this one has {SCHEMA_VERSION}; {}",
            excerpt(&hello.version, SHOWN),
            excerpt(&hello.schema_version, SHOWN),
            self.wire.carrier.bring(host)
        ))
    }
}

/// The way to a machine.
fn wire(host: &HostName, ring: impl Fn() + Send + 'static) -> Result<Wire, Failure> {
    #[cfg(feature = "fleet")]
    if let Some(fleet) = super::fleet::of(host)? {
        return super::by_nats::wire(&fleet, host, ring);
    }
    by_ssh::wire(host, ring)
}

/// Whether a machine is asked over a connection that is there anyway.
pub fn asks_cheaply(host: &HostName) -> bool {
    #[cfg(feature = "fleet")]
    let cheaply = super::fleet::has(host);
    #[cfg(not(feature = "fleet"))]
    let cheaply = {
        let _ = host;
        false
    };
    cheaply
}

fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or_default()
}

/// The error that a response holds, if it holds one.
pub fn fault(host: &HostName, response: &Map<String, Value>) -> Option<Failure> {
    let error = response.get("error")?.as_str()?;
    let exit = response.get("exit").and_then(Value::as_u64);
    let exit = exit.and_then(|exit| u8::try_from(exit).ok());
    let exit = exit.map_or(Exit::NotHeld, Exit::of);
    // An error is no success, whatever the machine says.
    let exit = exit.max(Exit::NotHeld);
    Some(Failure::new(exit, format!("{host}: {error}")))
}
