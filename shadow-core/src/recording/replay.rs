//! Replaying: poll by poll on a virtual clock, as a watcher would have polled the live pane.

use std::sync::Arc;

use super::cast::Cast;
use super::pane::{CastPane, RecordedPane};
use crate::contract::{Parts, Payload};
use crate::event::Happening;
use crate::parser::{Observed, ProviderChoice, Stack};
use crate::reducer::{Lifecycle, Limits, Observation};
use crate::screen::Screen;
use crate::session::Session;
use crate::snapshot::Channels;
use crate::surface::ChannelFacts;

/// How long a synchronized frame may stay open before the pane is looked at all the same.
const FRAME_PATIENCE: f64 = 1.0;

/// Options of a replay.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayOptions {
    /// The provider that reads the screens.
    pub provider: Option<String>,
    /// The CLI's version, if known.
    pub cli_version: Option<String>,
    /// Seconds between two polls, unless the recording consists of looks.
    pub interval: f64,
    /// The time of the first poll.
    pub phase: f64,
    /// The reducer's limits.
    pub limits: Limits,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            provider: None,
            cli_version: None,
            interval: 0.1,
            phase: 0.0,
            limits: Limits::default(),
        }
    }
}

/// The shortest interval between two polls.
const MIN_INTERVAL: f64 = 0.001;

/// One look of a replay.
pub struct Sighting<'a> {
    /// The time in seconds from the start of the recording.
    pub at: f64,
    /// The channels beside the text.
    pub channels: &'a Channels,
    /// What the channels say about the turn.
    pub said: ChannelFacts,
    /// The result of the look.
    pub payload: &'a Payload,
    /// The observation for the reducer.
    pub given: Option<&'a Arc<Observation>>,
}

/// A replay at work. [`Replay::advance`] moves it; an iterator over all events is
/// [`Replay::finish`].
pub struct Replay<'s, P> {
    stack: &'s Stack,
    pane: P,
    options: ReplayOptions,
    session: Session,
    screen: Screen,
    polls: u64,
    looked: f64,
    /// The last time at which the pane could not be looked at, or was.
    tried: f64,
}

impl<'s, 'c> Replay<'s, CastPane<'c>> {
    /// A replay of an asciicast.
    #[must_use]
    pub fn of_cast(cast: &'c Cast, stack: &'s Stack, options: ReplayOptions) -> Self {
        Self::new(CastPane::new(cast), stack, options)
    }
}

impl<'s, P: RecordedPane> Replay<'s, P> {
    /// A replay of a recorded pane.
    #[must_use]
    pub fn new(pane: P, stack: &'s Stack, mut options: ReplayOptions) -> Self {
        options.interval = options.interval.max(MIN_INTERVAL);
        Self {
            session: Session::new(options.limits),
            stack,
            pane,
            options,
            screen: Screen::default(),
            polls: 0,
            looked: 0.0,
            tried: f64::NEG_INFINITY,
        }
    }

    /// Replays until a time and returns the events.
    pub fn advance(&mut self, until: f64) -> Vec<Happening> {
        self.advance_seeing(until, &mut |_| {})
    }

    /// Also calls the function for every look at a changed screen.
    fn advance_seeing(&mut self, until: f64, see: &mut dyn FnMut(Sighting<'_>)) -> Vec<Happening> {
        let mut events = Vec::new();
        loop {
            self.skip_idle_polls(until);
            let poll = self.next_poll();
            let due = self.session.next_deadline();
            let due = due.filter(|due| *due < poll && *due > self.tried);
            let now = due.unwrap_or(poll).max(self.looked);
            if now > until {
                return events;
            }
            if due.is_none() {
                self.polls += 1;
            }
            self.look(now, &mut events, see);
        }
    }

    /// Replays until the end of the recording and returns the events.
    pub fn finish(&mut self) -> Vec<Happening> {
        self.finish_seeing(&mut |_| {})
    }

    /// Also calls the function for every look at a changed screen.
    pub fn finish_seeing(&mut self, see: &mut dyn FnMut(Sighting<'_>)) -> Vec<Happening> {
        let end = self.pane.end();
        let mut events = self.advance_seeing(end, see);
        self.look(end.max(self.looked), &mut events, see);
        events
    }

    /// Readiness and turn at this time.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        self.session.lifecycle()
    }

    /// Leaves out the polls before the pane's next change: what follows from time alone follows at deadlines. So a
    /// recording that stands still for a year, or whose times are a clock's, takes no longer than another.
    fn skip_idle_polls(&mut self, until: f64) {
        let change = self.pane.next_change().unwrap_or(f64::INFINITY).min(until);
        let polls = (change - self.options.phase) / self.options.interval;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a conversion that ends at the type's bounds is what is wanted"
        )]
        let polls = polls as u64;
        self.polls = self.polls.max(polls);
    }

    fn next_poll(&self) -> f64 {
        if self.pane.is_made_of_looks() {
            return self.pane.next_change().unwrap_or(f64::INFINITY);
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of polls")]
        let polls = self.polls as f64;
        self.options.phase + polls * self.options.interval
    }

    fn look(&mut self, now: f64, events: &mut Vec<Happening>, see: &mut dyn FnMut(Sighting<'_>)) {
        self.pane.advance(now);
        self.tried = now;
        if !self.pane.is_settled() && now - self.looked < FRAME_PATIENCE {
            return;
        }
        self.looked = now;
        if !self.pane.take_changed() {
            events.extend(self.session.tick(now));
            return;
        }
        let mut channels = self.pane.look(&mut self.screen);
        channels.cli_version.clone_from(&self.options.cli_version);
        let wanted = match &self.options.provider {
            Some(name) => ProviderChoice::Named(name),
            None => ProviderChoice::Auto,
        };
        let observed = Observed::drawn(&self.screen, &channels).below(self.pane.above());
        let look = self
            .session
            .look_at(self.stack, wanted, observed, Parts::ALL, now);
        see(Sighting {
            at: now,
            channels: &channels,
            said: self.session.said(),
            payload: &look.payload,
            given: self.session.observed(),
        });
        events.extend(look.events);
    }
}
