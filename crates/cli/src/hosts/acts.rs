//! Acts on a pane of another machine, each with a key: if the connection is lost, the relay is asked again by the key, and
//! does nothing twice.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::args::There;
use super::link::{Link, fault};
use super::waiting::dialog;
use super::wire::PAUSE;
use crate::acting::asked_there;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::output::Output;
use crate::wire::relay::NO_TURN;

/// Seconds after the beginning of the command in which the act may begin.
const HOLDS: f64 = 30.0;

/// Seconds that an act is given where the arguments say none.
const GIVEN: f64 = 60.0;

/// How long a lost connection is tried again.
const PATIENCE: Duration = Duration::from_secs(60);

/// An act that is asked for.
pub struct Act<'a> {
    there: &'a There,
    request: Map<String, Value>,
    key: String,
    begun: Instant,
    /// The run of the relay and the turn that were read: the act is meant for that turn alone.
    turn: Option<(String, u64)>,
    /// Seconds from then on in which something must come of the turn.
    within: Option<f64>,
    /// Where the act is asked for, and under which number.
    asked: Option<(Link, u64)>,
    /// Whether only what came of it was asked for, since it may not begin any more: then there is no second response.
    looked: bool,
    /// Whether it is not known what came of it.
    unsure: bool,
    /// Gets a line for a person if the connection is lost.
    note: fn(&str),
}

impl<'a> Act<'a> {
    /// An act of these fields, within so many seconds, and under a key of the requester's or a new one.
    pub fn new(
        there: &'a There,
        mut request: Map<String, Value>,
        (timeout, key): (Option<f64>, Option<&str>),
    ) -> Self {
        request.insert("pane".to_owned(), there.pane.to_string().into());
        request.insert("timeout".to_owned(), timeout.unwrap_or(GIVEN).into());
        let random = || RandomState::new().build_hasher().finish();
        let key = key.map_or_else(
            || format!("{:016x}{:016x}", random(), random()),
            str::to_owned,
        );
        Self {
            there,
            request,
            key,
            begun: Instant::now(),
            turn: None,
            within: timeout,
            asked: None,
            looked: false,
            unsure: false,
            note: complain,
        }
    }

    /// Only while this is the last turn of the pane, as this run of the relay counts them. Through ssh, the run that acts does not
    /// know what another one has counted.
    #[cfg(any(feature = "top", feature = "serve"))]
    pub fn of_turn(mut self, turn: Option<(String, u64)>) -> Self {
        self.turn = turn;
        self
    }

    /// Writes nothing on standard error.
    #[cfg(any(feature = "top", feature = "serve"))]
    pub fn quietly(mut self) -> Self {
        self.note = |_| {};
        self
    }

    /// Whether it is not known what came of it, after an error.
    #[cfg(feature = "serve")]
    pub fn is_unsure(&self) -> bool {
        self.unsure
    }

    /// Asks for it and gives what came of it.
    pub fn done(&mut self) -> Result<Map<String, Value>, Failure> {
        let mut lost: Option<Instant> = None;
        loop {
            let why = match self.try_once(lost.is_some()) {
                Ok(response) => return self.told(response),
                // Nothing was asked for, so nothing was done.
                Err(failure) if self.asked.is_none() && lost.is_none() => return Err(failure),
                Err(failure) => failure,
            };
            self.asked = None;
            if lost.is_none() {
                (self.note)(&format!("{}; asking again what came of it", why.message()));
            }
            if lost.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                self.unsure = true;
                return Err(self.unknown(&why));
            }
            thread::sleep(PAUSE);
        }
    }

    /// Waits for what comes of the turn after an act that was done (with `wait` in its request), and prints it: its end, a
    /// dialog, or that it still runs.
    pub fn end(&mut self, sent: &Map<String, Value>) -> Outcome {
        let There { host, pane } = self.there;
        let turn = sent.get("turn").filter(|it| it.is_u64());
        let what = turn.map_or("--until idle".to_owned(), |turn| format!("--turn {turn}"));
        let goes_on = format!("`shadow wait {host}/{pane} {what}` waits for its turn");
        if self.looked {
            let words = "the act was done, and the connection was lost meanwhile";
            return Err(Failure::new(Exit::NotHeld, format!("{words}; {goes_on}")));
        }
        let come = self.come().map_err(|failure| {
            let words = format!("{}; the act was done: {goes_on}", failure.message());
            Failure::new(failure.exit(), words)
        })?;
        let Some(come) = come else {
            Output::new().json(&self.told(running(sent))?)?;
            complain(&format!("{host}/{pane}: the time has run out; {goes_on}"));
            return Ok(Exit::NotHeld);
        };
        if come.get("result") == Some(&json!(NO_TURN)) {
            complain(&format!(
                "{host}/{pane}: no turn runs after the answer, so none is waited for"
            ));
            return Ok(Exit::Done);
        }
        Output::new().json(&come)?;
        let block = come.get("operator_block").filter(|it| !it.is_null());
        if let Some(block) = block {
            let block = dialog(self.there, block.clone())?;
            complain(&asked_there(&format!("{host}/{pane}"), &block));
        }
        let text = |name: &str| come.get(name).and_then(Value::as_str);
        Ok(match (text("result"), text("outcome")) {
            (Some("ended"), Some("success")) => Exit::Done,
            (Some("ended"), Some("disconnected")) => Exit::Gone,
            _ => Exit::NotHeld,
        })
    }

    /// The second response; none where the time has run out.
    fn come(&mut self) -> Result<Option<Map<String, Value>>, Failure> {
        let Some((link, id)) = &mut self.asked else {
            return Err(Failure::gone("the act was not asked for"));
        };
        let within = self
            .within
            .and_then(|it| Duration::try_from_secs_f64(it).ok());
        let until = within.and_then(|within| self.begun.checked_add(within));
        let response = link.response(*id, until)?;
        response.map(|response| self.told(response)).transpose()
    }

    fn try_once(&mut self, again: bool) -> Result<Map<String, Value>, Failure> {
        let link = Link::open(&self.there.host, || {})?;
        let left = HOLDS - self.begun.elapsed().as_secs_f64();
        let mut request = self.request.clone();
        let turn = self.turn.as_ref().filter(|_| link.lasts());
        let is_other = turn.is_some_and(|(life, _)| life != link.life());
        if is_other && !again {
            let words =
                "its relay was started again, so the turn that you have read is not known to it";
            let words = format!("{}: {words}; nothing was pressed", self.there.host);
            return Err(Failure::new(Exit::NotHeld, words));
        }
        if let Some((_, turn)) = turn {
            let is_send = request.get("do") == Some(&json!("send"));
            let name = if is_send { "if_turn" } else { "turn" };
            request.insert(name.to_owned(), json!(turn));
        }
        self.looked = again && (left <= 0.0 || is_other);
        if self.looked {
            request = Map::new();
            request.insert("do".to_owned(), json!("act"));
            request.insert("key".to_owned(), json!(self.key));
        } else {
            let ticket = [
                ("key", json!(self.key)),
                ("life", json!(link.life())),
                ("before", json!(link.clock() + left)),
                ("by", json!(requester())),
            ];
            request.extend(ticket.map(|(name, value)| (name.to_owned(), value)));
        }
        let (link, id) = self.asked.insert((link, 0));
        *id = link.ask(request)?;
        link.answer(*id)
    }

    /// A response, or the error that it holds.
    fn told(&self, mut response: Map<String, Value>) -> Result<Map<String, Value>, Failure> {
        let There { host, pane } = self.there;
        if let Some(failure) = fault(host, &response) {
            return Err(failure);
        }
        response.insert("pane".to_owned(), json!(format!("{host}/{pane}")));
        response.insert("host".to_owned(), json!(host.as_str()));
        Ok(response)
    }

    fn unknown(&self, why: &Failure) -> Failure {
        Failure::gone(format!(
            "{}, and it is not known what came of the act; repeat the command with --key {} to ask: it does nothing twice",
            why.message(),
            self.key
        ))
    }

    /// Prints what came of the act, with a line for a person if it was not done; gives the exit code.
    pub fn tell(&self, response: &Map<String, Value>) -> Result<Exit, Failure> {
        Output::new().json(response)?;
        let text = |name: &str| response.get(name).and_then(Value::as_str);
        if let Some(words) = text("words") {
            complain(&format!("{}: {words}", self.there.host));
        }
        Ok(match text("outcome") {
            Some("done") => Exit::Done,
            Some("gone") => Exit::Gone,
            _ => Exit::NotHeld,
        })
    }
}

/// The second response that is made here if the time runs out.
fn running(sent: &Map<String, Value>) -> Map<String, Value> {
    let kept = ["schema_version", "key", "turn"];
    let kept = kept.into_iter().filter_map(|name| sent.get_key_value(name));
    let mut running: Map<String, Value> = kept
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    running.insert("result".to_owned(), json!("running"));
    running
}

/// Asks for an act of these fields, and prints what came of it; where its request says `wait`, also what comes of the turn.
pub fn carry_out(
    there: &There,
    request: Map<String, Value>,
    limits: (Option<f64>, Option<&str>),
) -> Outcome {
    let waits = request.get("wait").is_some_and(|it| *it == json!(true));
    let mut act = Act::new(there, request, limits);
    let response = act.done()?;
    match (act.tell(&response)?, waits) {
        (Exit::Done, true) => act.end(&response),
        (exit, _) => Ok(exit),
    }
}

/// Who asks: the user, as the environment calls them. sshd adds the address there.
fn requester() -> String {
    let name = |name| std::env::var(name).ok();
    let user = name("USER").or_else(|| name("LOGNAME"));
    user.unwrap_or_else(|| rustix::process::geteuid().as_raw().to_string())
}
