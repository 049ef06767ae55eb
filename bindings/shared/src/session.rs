//! A session with timers of its own: bytes go in, events come out, and a thread looks when a look is due.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use shadow_legible::json_line;
use shadow_tui::event::{Event, Stamp};
use shadow_tui::{Channels, Followed, Terminal};

use crate::fault::{Fault, guarded};
use crate::reading::{choice, stack};

/// Events that wait for a slow reader. Then the oldest goes; a gap in `seq` shows it.
pub const MOST_EVENTS: usize = 4096;

/// What a reader of events gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// An event, as a line of JSON.
    Event(String),
    /// Nothing came in time.
    Nothing,
    /// The session has ended, and all its events were read.
    Ended,
}

/// Called when an event has come, or the session has ended.
type Waker = Box<dyn Fn() + Send>;

struct Pane {
    terminal: Terminal,
    cli_version: Option<String>,
    started: Instant,
    /// Events that no reader has taken, and how many there were in all.
    events: VecDeque<String>,
    told: u64,
    waker: Option<Waker>,
    ended: bool,
    fault: Option<Fault>,
}

struct Shared {
    pane: Mutex<Pane>,
    /// Something was fed, or the session has ended: the timers look again.
    fed: Condvar,
    /// An event has come, or the session has ended.
    come: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pane> {
        self.pane.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One terminal of which the caller owns the pty.
pub struct Session(Arc<Shared>);

impl Session {
    /// A session of an empty terminal, from 1 to 65535 columns and rows. It starts one thread.
    ///
    /// # Errors
    /// When the size is 0 or the provider is unknown, or no thread can be started.
    pub fn new(
        size: (u16, u16),
        provider: Option<&str>,
        cli_version: Option<String>,
        name: &str,
    ) -> Result<Self, Fault> {
        let wanted = choice(provider)?;
        let (cols, rows) = checked(size)?;
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        let stamp = Stamp::pane(name, epoch.unwrap_or_default().as_secs_f64());
        let terminal = || {
            let followed = Followed::new(stack().clone(), stamp).wanting(wanted);
            Ok(Terminal::new(cols, rows, followed))
        };
        let pane = Pane {
            terminal: guarded(terminal)?,
            cli_version,
            started: Instant::now(),
            events: VecDeque::new(),
            told: 0,
            waker: None,
            ended: false,
            fault: None,
        };
        let shared = Arc::new(Shared {
            pane: Mutex::new(pane),
            fed: Condvar::new(),
            come: Condvar::new(),
        });
        let timed = Arc::clone(&shared);
        thread::Builder::new()
            .name("shadow-session".to_owned())
            .spawn(move || keep_time(&timed))
            .map_err(|error| Fault::input(format!("no thread for the timers: {error}")))?;
        Ok(Self(shared))
    }

    /// Takes what the program has written.
    ///
    /// # Errors
    /// When the session has ended.
    pub fn feed(&self, bytes: &[u8]) -> Result<(), Fault> {
        self.change(|pane, now| pane.terminal.feed(bytes, now))
    }

    /// Changes the size.
    ///
    /// # Errors
    /// When the size is 0, or the session has ended.
    pub fn resize(&self, size: (u16, u16)) -> Result<(), Fault> {
        let (cols, rows) = checked(size)?;
        self.change(|pane, now| pane.terminal.resize(cols, rows, now))
    }

    /// Takes a prompt that the caller has typed and submitted.
    ///
    /// # Errors
    /// When the session has ended.
    pub fn submit(&self, text: &str) -> Result<(), Fault> {
        self.change(|pane, now| {
            let events = pane.terminal.submit(text, now);
            pane.keep(&events);
        })
    }

    /// Takes an interrupt that the caller has sent.
    ///
    /// # Errors
    /// When the session has ended.
    pub fn interrupt(&self) -> Result<(), Fault> {
        self.change(|pane, now| {
            let events = pane.terminal.interrupt(now);
            pane.keep(&events);
        })
    }

    /// Takes the end of the program: its last events come, then `pane_gone`, and then none.
    ///
    /// # Errors
    /// When the session has ended before.
    pub fn end(&self) -> Result<(), Fault> {
        self.change(|pane, now| {
            let events = pane.terminal.end(now, beside(pane.cli_version.as_deref()));
            pane.keep(&events);
            pane.ended = true;
        })
    }

    /// Ends the session without further events. Its thread ends too.
    pub fn close(&self) {
        let mut pane = self.0.lock();
        pane.ended = true;
        self.tell(&mut pane);
    }

    /// What a terminal would have answered to the program, to be written to the pty where nothing else answers.
    #[must_use]
    pub fn take_replies(&self) -> Vec<u8> {
        let mut replies = Vec::new();
        self.0.lock().terminal.take_replies(&mut replies);
        replies
    }

    /// The payload of the last look, with `lifecycle`, as a line of JSON; none before the first.
    ///
    /// # Errors
    /// When an earlier call met an error of shadow's own.
    pub fn payload_line(&self) -> Result<Option<String>, Fault> {
        let pane = self.0.lock();
        match &pane.fault {
            Some(fault) => Err(fault.clone()),
            None => guarded(|| Ok(pane.terminal.seen().map(|(_, payload)| json_line(payload)))),
        }
    }

    /// Waits for the next event, at most so long.
    ///
    /// # Errors
    /// When an earlier call met an error of shadow's own.
    pub fn next(&self, patience: Duration) -> Result<Next, Fault> {
        let deadline = Instant::now().checked_add(patience);
        let mut pane = self.0.lock();
        loop {
            if let Some(event) = pane.events.pop_front() {
                return Ok(Next::Event(event));
            }
            if let Some(fault) = &pane.fault {
                return Err(fault.clone());
            }
            if pane.ended {
                return Ok(Next::Ended);
            }
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Ok(Next::Nothing);
            }
            let left = left.unwrap_or(Duration::from_secs(3600));
            let waited = self.0.come.wait_timeout(pane, left);
            (pane, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Calls `waker` whenever an event has come or the session has ended, from any thread. It must not call the session.
    pub fn wake_by(&self, waker: impl Fn() + Send + 'static) {
        let mut pane = self.0.lock();
        if !pane.events.is_empty() || pane.ended || pane.fault.is_some() {
            waker();
        }
        pane.waker = Some(Box::new(waker));
    }

    fn change(&self, work: impl FnOnce(&mut Pane, f64)) -> Result<(), Fault> {
        let mut pane = self.0.lock();
        if let Some(fault) = &pane.fault {
            return Err(fault.clone());
        }
        if pane.ended {
            return Err(Fault::usage("the session has ended"));
        }
        let before = pane.told;
        let now = pane.now();
        let done = guarded(|| {
            work(&mut pane, now);
            Ok(())
        });
        pane.fault = done.clone().err();
        if pane.told != before || pane.ended || pane.fault.is_some() {
            self.tell(&mut pane);
        }
        self.0.fed.notify_one();
        done
    }

    fn tell(&self, pane: &mut Pane) {
        self.0.fed.notify_one();
        pane.tell(&self.0.come);
        if pane.ended {
            // Nothing comes any more.
            pane.waker = None;
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.close();
    }
}

impl Pane {
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn look(&mut self, now: f64) {
        let known = beside(self.cli_version.as_deref());
        let events = self.terminal.look(now, known);
        self.keep(&events);
    }

    fn keep(&mut self, events: &[Event]) {
        for event in events {
            if self.events.len() == MOST_EVENTS {
                self.events.pop_front();
            }
            self.told += 1;
            self.events.push_back(json_line(event));
        }
    }

    fn tell(&self, come: &Condvar) {
        come.notify_all();
        if let Some(waker) = &self.waker {
            waker();
        }
    }
}

/// Adds what is known beside the screen. The terminal holds one process: the caller tells of no other.
fn beside(cli_version: Option<&str>) -> impl FnOnce(&mut Channels) {
    move |channels| {
        channels.cli_version = cli_version.map(str::to_owned);
        channels.generation = Some(1);
    }
}

/// Looks when a look is due, until the session ends.
fn keep_time(shared: &Shared) {
    let mut pane = shared.lock();
    while !pane.ended && pane.fault.is_none() {
        let now = pane.now();
        let due = pane.terminal.next_look();
        if due.is_some_and(|at| at <= now) {
            let before = pane.told;
            let looked = guarded(|| {
                pane.look(now);
                Ok(())
            });
            pane.fault = looked.err();
            if pane.told != before || pane.fault.is_some() {
                pane.tell(&shared.come);
            }
            continue;
        }
        let wait = due.map_or(3600.0, |at| at - now).clamp(0.0, 3600.0);
        let waited = shared.fed.wait_timeout(pane, Duration::from_secs_f64(wait));
        (pane, _) = waited.unwrap_or_else(PoisonError::into_inner);
    }
}

fn checked((cols, rows): (u16, u16)) -> Result<(u16, u16), Fault> {
    match cols == 0 || rows == 0 {
        true => Err(Fault::usage("a terminal has at least 1 column and 1 row")),
        false => Ok((cols, rows)),
    }
}
