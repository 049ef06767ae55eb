//! One live pane: a session whose events are numbered, and whose processes are counted.
//!
//! It is pure as the session is: the caller looks, and gives the time. Whatever watches a live program builds on it.

use crate::contract::{Parts, Payload};
use crate::event::{Event, EventBody, Happening, Stamp};
use crate::parser::{Observed, ProviderChoice, Stack};
use crate::screen::Screen;
use crate::session::Session;
use crate::snapshot::{ProcessState, Snapshot};

/// One live pane over time, with its [`Session`].
///
/// Times are seconds of the caller's clock and never run backwards: an earlier one counts as the last.
#[derive(Clone)]
pub struct Followed {
    stack: Stack,
    wanted: ProviderChoice<'static>,
    session: Session,
    stamp: Stamp,
    /// The process in the pane, and how many there have been.
    process: Option<u32>,
    generation: u64,
    /// When the session was last stepped.
    stepped: f64,
}

/// The result of a look at a live pane.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Taken {
    /// The payload, with `lifecycle`.
    pub payload: Payload,
    /// The events, in order.
    pub events: Vec<Event>,
}

impl Followed {
    /// A pane before its first look. The stack recognizes its CLI.
    #[must_use]
    pub fn new(stack: Stack, stamp: Stamp) -> Self {
        Self {
            stack,
            wanted: ProviderChoice::Auto,
            session: Session::default(),
            stamp,
            process: None,
            generation: 0,
            stepped: 0.0,
        }
    }

    /// Reads the pane as this provider does.
    #[must_use]
    pub fn wanting(mut self, provider: ProviderChoice<'static>) -> Self {
        self.wanted = provider;
        self
    }

    /// Numbers dialogs from the number after `before` on ([`Session::numbering_after`]).
    #[must_use]
    pub fn numbering_after(mut self, before: u64) -> Self {
        self.session = self.session.numbering_after(before);
        self
    }

    /// Says which process is in the pane, by its id. Another one than before is the next generation.
    pub fn process(&mut self, id: u32) {
        if self.process.replace(id) != Some(id) {
            self.generation += 1;
        }
    }

    /// The number of the process in the pane, from 1; none as long as none was named.
    #[must_use]
    pub fn generation(&self) -> Option<u64> {
        (self.generation > 0).then_some(self.generation)
    }

    /// Reads a snapshot of the pane as it is now.
    pub fn look(&mut self, snapshot: &Snapshot, now: f64) -> Taken {
        let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
        self.look_at(Observed::loaded(&screen, snapshot), now)
    }

    /// Reads a screen of the pane that is already built.
    pub fn look_at(&mut self, observed: Observed<'_>, now: f64) -> Taken {
        let now = self.step(now);
        let look = self
            .session
            .look_at(&self.stack, self.wanted, observed, Parts::ALL, now);
        Taken {
            payload: look.payload,
            events: self.stamped(look.events),
        }
    }

    /// Takes a screen that was visible for a moment since the last look ([`Session::look_back`]).
    pub fn look_back(&mut self, observed: Observed<'_>, then: f64) -> Vec<Event> {
        let then = self.step(then);
        let happenings = self
            .session
            .look_back(&self.stack, self.wanted, observed, then);
        self.stamped(happenings)
    }

    /// The caller has submitted a prompt.
    pub fn submit(&mut self, text: &str, now: f64) -> Vec<Event> {
        let now = self.step(now);
        let happenings = self.session.submit(text, now);
        self.stamped(happenings)
    }

    /// The caller has sent an interrupt.
    pub fn interrupt(&mut self, now: f64) -> Vec<Event> {
        let now = self.step(now);
        let happenings = self.session.interrupt(now);
        self.stamped(happenings)
    }

    /// Time has passed, and the pane is as it was.
    pub fn tick(&mut self, now: f64) -> Vec<Event> {
        let now = self.step(now);
        let happenings = self.session.tick(now);
        self.stamped(happenings)
    }

    /// The pane is gone, and what ran in it has ended. What comes back in its place is another process.
    pub fn lose(&mut self, now: f64) -> Vec<Event> {
        let mut snapshot = Snapshot::default();
        snapshot.channels.process = ProcessState::Exited;
        snapshot.channels.generation = self.generation();
        self.process = None;
        let mut events = self.look(&snapshot, now).events;
        events.push(self.event(EventBody::PaneGone, now));
        events
    }

    /// An event of the pane that its session does not know of.
    pub fn event(&mut self, body: EventBody, now: f64) -> Event {
        self.stamp.event(Happening {
            at: now,
            turn: None,
            body,
        })
    }

    /// When it must be looked at or ticked at the latest; none where time alone changes nothing.
    #[must_use]
    pub fn deadline(&self) -> Option<f64> {
        self.session.next_deadline().filter(|at| *at > self.stepped)
    }

    /// The stack that reads it.
    #[must_use]
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    fn step(&mut self, now: f64) -> f64 {
        self.stepped = self.stepped.max(now);
        self.stepped
    }

    fn stamped(&mut self, happenings: Vec<Happening>) -> Vec<Event> {
        let stamp = &mut self.stamp;
        happenings.into_iter().map(|it| stamp.event(it)).collect()
    }
}
