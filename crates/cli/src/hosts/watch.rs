//! Watching the panes of another machine, over a connection that comes back by itself.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use shadow_live::{Source, Step};
use shadow_tmux::{Bell, PaneId};
use shadow_tui::event::{Event, EventBody, Happening, Stamp, SurfaceAxes};

use super::link::{Link, asks_cheaply, fault};
use super::names::Servers;
#[cfg(any(feature = "serve", feature = "top"))]
use super::showing::News;
use super::showing::Showing;
use super::wire::{LONGEST, PANES, PAUSE};
use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure};
use crate::host_name::HostName;

/// Lines that are taken in one step.
const AT_ONCE: usize = 1000;

/// The longest one if a try is one message to a NATS server, and not a connection.
const LONGEST_CHEAP: Duration = Duration::from_secs(4);

/// Runs of the relay whose last numbers are kept, so that none of their events is taken twice.
const LIVES: usize = 8;

/// Characters of the path of a socket.
const SOCKET: usize = 1024;

/// Tries after which the pause is the longest.
const REFUSED: u32 = 8;

/// How far the connection is.
enum State {
    /// It is tried again then.
    Rests(Instant),
    Opens(Receiver<Result<Link, Failure>>),
    Is(Box<Link>),
}

/// A pane by the socket of its server and its id.
type PaneAddress = (Option<String>, PaneId);

/// A pane that was heard of.
struct Known {
    name: String,
    socket: Option<String>,
    /// The number of its last event in each of the last runs of the relay. The run that was heard of last comes last.
    lives: Vec<(String, u64)>,
    /// Whether the next event of its has the next number. After a state that was kept, some events may have been before.
    counts: bool,
    gone: bool,
    /// What it showed last.
    surface: Option<SurfaceAxes>,
    /// Whether it was said here that it is unknown, and nothing was heard of its surface since.
    is_unknown: bool,
    /// How many of its events were made here.
    made: u64,
}

impl Known {
    /// Whether its last event was of this run of the relay.
    fn is_of(&self, life: &str) -> bool {
        self.lives.last().is_some_and(|(of, _)| of == life)
    }
}

/// The panes of another machine, watched by its relay.
pub struct WatchedHost {
    host: HostName,
    /// The panes that are meant, by their names there; all agents if there is none.
    named: Vec<String>,
    bell: Bell,
    state: State,
    tries: u32,
    /// Whether it was said that the machine cannot be reached.
    is_away: bool,
    servers: Servers,
    panes: BTreeMap<PaneAddress, Known>,
    /// After which event the machine's events go on, if they outlive a connection.
    place: Option<Value>,
    is_over: bool,
    /// Who is shown how the panes look.
    showing: Option<Showing>,
    /// What was said of its clock.
    apart: Option<String>,
    /// Whether it was said that some panes are left out, or that an event was not understood.
    said: bool,
}

impl WatchedHost {
    /// The agents of a machine, or the panes of it that are named.
    pub fn new(host: HostName, named: Vec<String>) -> Self {
        Self {
            host,
            named,
            bell: Bell::default(),
            state: State::Rests(Instant::now()),
            tries: 0,
            is_away: false,
            servers: Servers::default(),
            panes: BTreeMap::new(),
            place: None,
            is_over: false,
            showing: None,
            apart: None,
            said: false,
        }
    }

    /// Also shows how the panes look, and whether the machine answers; no notes say the latter then.
    #[cfg(any(feature = "serve", feature = "top"))]
    pub fn showing(mut self, all: bool, tell: impl FnMut(News) + Send + 'static) -> Self {
        self.showing = Some(Showing::new(all, tell));
        self
    }

    fn open(&mut self) {
        let (sent, opened) = channel();
        let (host, bell) = (self.host.clone(), self.bell.clone());
        thread::spawn(move || {
            let ring = bell.clone();
            // Where nobody waits for it any more, the connection ends with this.
            let _ = sent.send(Link::open(&host, move || ring.ring()));
            bell.ring();
        });
        self.state = State::Opens(opened);
    }

    /// The connection is there: the panes are watched.
    fn connected(&mut self, mut link: Link, step: &mut Step) {
        let mut request = Map::new();
        request.insert("do".to_owned(), json!("watch"));
        request.insert("panes".to_owned(), json!(self.named));
        if let Some(place) = &self.place {
            request.insert("after".to_owned(), place.clone());
        }
        let showing = self.showing.as_mut();
        let asked = match showing {
            None => link.ask(request).map(drop),
            Some(showing) => {
                showing.extend(&mut request);
                let watch = link.ask(request);
                watch.and_then(|watch| showing.begin(&mut link, watch))
            }
        };
        match asked {
            Err(failure) => self.lose(&failure, step),
            Ok(()) => {
                if std::mem::take(&mut self.is_away) && self.showing.is_none() {
                    step.notes.push(format!("{} is there again", self.host));
                }
                self.compare_clocks(&link, step);
                self.state = State::Is(Box::new(link));
            }
        }
    }

    /// Says it if the machine's clock is wrong, once for each difference.
    fn compare_clocks(&mut self, link: &Link, step: &mut Step) {
        let apart = link.apart().map(str::to_owned);
        if let Some(words) = apart.as_ref().filter(|_| self.showing.is_none())
            && apart != self.apart
        {
            let words = format!(
                "{}: {words}; the times of its events are its own",
                self.host
            );
            step.notes.push(words);
        }
        self.apart = apart;
    }

    /// The connection is lost, or cannot be made: what the panes show is unknown until it is back.
    fn lose(&mut self, why: &Failure, step: &mut Step) {
        if let Some(showing) = &mut self.showing {
            showing.lose(why);
        }
        if !std::mem::replace(&mut self.is_away, true) {
            if self.showing.is_none() {
                let words = "its agents are unknown until it answers again";
                step.notes.push(format!("{}; {words}", why.message()));
            }
            let host = self.host.to_string();
            let there = self.panes.values_mut().filter(|pane| !pane.gone);
            let unknown = there.map(|pane| {
                pane.is_unknown = true;
                shows(&host, pane, SurfaceAxes::default())
            });
            step.events.extend(unknown);
        }
        let pause = PAUSE * 2_u32.saturating_pow(self.tries.min(REFUSED));
        self.tries += 1;
        let longest = match asks_cheaply(&self.host) {
            true => LONGEST_CHEAP,
            false => LONGEST,
        };
        self.state = State::Rests(Instant::now() + pause.min(longest));
    }

    /// Takes what has come over the connection.
    fn take(&mut self, step: &mut Step) {
        for _ in 0..AT_ONCE {
            let State::Is(link) = &mut self.state else {
                return;
            };
            match link.next(Some(Instant::now())) {
                Ok(None) => return,
                Ok(Some(line)) => {
                    let life = link.life().to_owned();
                    self.tries = 0;
                    self.line(line, life, step);
                }
                Err(failure) => return self.lose(&failure, step),
            }
        }
        self.bell.ring();
    }

    fn line(&mut self, mut line: Value, life: String, step: &mut Step) {
        if let Some(showing) = &mut self.showing {
            line = match showing.take((&self.host, &life), &mut self.servers, line) {
                Ok(Some(line)) => line,
                Ok(None) => return,
                Err(failure) => {
                    // It would be so again.
                    self.tries = REFUSED;
                    return self.lose(&failure, step);
                }
            };
        }
        if let Some(failure) = line.as_object().and_then(|it| fault(&self.host, it)) {
            step.notes.push(failure.message().to_owned());
            self.is_over |= !self.named.is_empty() && failure.exit() > Exit::NotHeld;
            return;
        }
        if let Some(place) = line.as_object_mut().and_then(|it| it.remove("place")) {
            self.place = Some(place);
        }
        if line["caught_up"] == true {
            return self.caught_up(&life, step);
        }
        let is_kept = line["kept"] == true;
        match serde_json::from_value::<Event>(line) {
            Ok(event) => self.event(event, (life, is_kept), step),
            Err(error) => self.say(&format!("an event cannot be read: {error}"), step),
        }
    }

    /// The pane of an event, if there is room for it. Those that are gone make room.
    fn place(&mut self, id: &str, socket: Option<String>) -> Result<PaneAddress, String> {
        let is_long = socket.as_ref().is_some_and(|it| it.len() > SOCKET);
        let pane = id.parse().ok().filter(|_| !is_long);
        let key = (socket, pane.ok_or("an event names no pane")?);
        let is_full = |panes: &BTreeMap<_, _>| panes.len() >= PANES && !panes.contains_key(&key);
        if is_full(&self.panes) {
            self.panes.retain(|_, pane| !pane.gone);
        }
        match is_full(&self.panes) {
            true => Err(format!("more than {PANES} panes; the others are left out")),
            false => Ok(key),
        }
    }

    /// An event of this run, or of the one that it names, with the names that it has here; `is_kept` if it is a latest state.
    fn event(&mut self, mut event: Event, (life, is_kept): (String, bool), step: &mut Step) {
        let id = event.pane.take().unwrap_or_default();
        let key = match self.place(&id, event.socket.clone()) {
            Ok(key) => key,
            Err(words) => return self.say(&words, step),
        };
        // Of this run, or of an earlier one whose events come late.
        let life = event.life.take().unwrap_or(life);
        let known = self.panes.get(&key);
        let mut lives = known.map(|known| known.lives.clone()).unwrap_or_default();
        let Some(missing) = count(&mut lives, &life, event.seq) else {
            return;
        };
        if let Some(known) = known.filter(|known| known.counts && missing > 0) {
            step.notes.push(format!(
                "{}: {missing} events of {} are missing",
                self.host, known.name
            ));
        }
        let socket = event.socket.as_deref().unwrap_or_default();
        let name = self.servers.name(&self.host, socket, &id);
        let gone = matches!(event.body, EventBody::PaneGone);
        if gone && let Some(showing) = &mut self.showing {
            showing.gone(socket, &id);
        }
        event.pane = Some(name.clone());
        event.host = Some(self.host.to_string());
        event.life = Some(life);
        // These are of this machine's servers alone.
        event.key = None;
        event.recording = None;
        let (surface, is_unknown) = match &event.body {
            EventBody::SurfaceChanged(axes) => (Some(*axes), false),
            _ => {
                let surface = known.and_then(|known| known.surface);
                (surface, known.is_some_and(|known| known.is_unknown))
            }
        };
        let known = Known {
            name,
            socket: event.socket.clone(),
            lives,
            counts: !is_kept,
            gone,
            surface,
            is_unknown,
            made: known.map_or(0, |known| known.made),
        };
        self.panes.insert(key, known);
        step.events.push(event);
    }

    /// All that was missed has come: what has not changed meanwhile shows what it showed.
    fn caught_up(&mut self, life: &str, step: &mut Step) {
        let host = self.host.to_string();
        let unchanged = self.panes.values_mut();
        let unchanged = unchanged.filter(|pane| pane.is_unknown && !pane.gone && pane.is_of(life));
        let shown = unchanged.filter_map(|pane| {
            pane.is_unknown = false;
            let surface = pane.surface?;
            Some(shows(&host, pane, surface))
        });
        step.events.extend(shown);
    }

    /// Says something once.
    fn say(&mut self, words: &str, step: &mut Step) {
        if !std::mem::replace(&mut self.said, true) {
            step.notes.push(format!("{}: {words}", self.host));
        }
    }
}

/// Takes the number of an event of a run of the relay: how many are missing before it; none if it was taken already.
fn count(lives: &mut Vec<(String, u64)>, life: &str, seq: u64) -> Option<u64> {
    let known = lives.iter().find(|(of, _)| of == life);
    let missing = match known {
        Some((_, last)) => seq.checked_sub(last + 1)?,
        None => 0,
    };
    lives.retain(|(of, _)| of != life);
    lives.push((life.to_owned(), seq));
    if lives.len() > LIVES {
        lives.remove(0);
    }
    Some(missing)
}

/// The event that is made here and says what a pane shows. It has no `life`: no run of the relay counts it.
fn shows(host: &str, pane: &mut Known, surface: SurfaceAxes) -> Event {
    let stamp = Stamp::pane(pane.name.clone(), 0.0);
    let mut stamp = match &pane.socket {
        Some(socket) => stamp.on(socket.clone()),
        None => stamp,
    };
    let mut event = stamp.event(Happening {
        at: since_epoch().as_secs_f64(),
        turn: None,
        body: EventBody::SurfaceChanged(surface),
    });
    event.seq = pane.made;
    pane.made += 1;
    event.host = Some(host.to_owned());
    event
}

impl Source for WatchedHost {
    fn begin(&mut self, bell: Bell) {
        self.bell = bell;
    }

    fn step(&mut self, step: &mut Step) {
        if matches!(self.state, State::Rests(until) if Instant::now() >= until) {
            self.open();
        }
        if let State::Opens(opened) = &self.state {
            match opened.try_recv() {
                Ok(Ok(link)) => self.connected(link, step),
                Ok(Err(failure)) => self.lose(&failure, step),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    let words = format!("{} cannot be reached", self.host);
                    self.lose(&Failure::gone(words), step);
                }
            }
        }
        self.take(step);
    }

    fn due(&self) -> Duration {
        let now = Instant::now();
        match &self.state {
            State::Rests(until) => until.saturating_duration_since(now),
            State::Opens(_) => LONGEST,
            State::Is(link) => link.wake().saturating_duration_since(now),
        }
    }

    fn is_over(&self) -> bool {
        let all_gone = || self.panes.values().all(|pane| pane.gone);
        let is_named = !self.named.is_empty() && self.panes.len() >= self.named.len();
        self.is_over || is_named && all_gone()
    }
}
