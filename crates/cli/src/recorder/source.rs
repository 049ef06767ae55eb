//! Looks at a pane that is being recorded: when it has changed, as its control client tells, and at every interval
//! where there is none.

use std::time::{Duration, Instant};

use shadow_live::pacing::{Changed, Pace};
use shadow_tmux::{Bell, Feed, Heard, PaneId, Server, TmuxError, View};

/// Seconds between two listings of the server's panes: a pane may move to another session.
const LISTING: f64 = 2.0;

/// The longest sleep, so that a signal is answered.
const NAP: f64 = 0.2;

/// One pane, followed.
pub struct Source {
    feed: Feed,
    bell: Bell,
    id: PaneId,
    interval: f64,
    started: Instant,
    looked: Option<f64>,
    listing: f64,
}

impl Source {
    /// A pane of a server; `interval` is the shortest time between two looks, in seconds.
    pub fn new(server: &Server, id: PaneId, interval: f64) -> Self {
        let bell = Bell::default();
        Self {
            feed: Feed::new(server.socket(), &bell),
            bell,
            id,
            interval,
            started: Instant::now(),
            looked: None,
            listing: 0.0,
        }
    }

    /// Seconds since the recording began.
    pub fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// A view and what the pane has said of itself, if it is time for one.
    pub fn look(&mut self) -> Result<Option<(View, Heard)>, TmuxError> {
        let now = self.now();
        self.follow(now)?;
        if self.due() > now {
            return Ok(None);
        }
        self.looked = Some(now);
        let views = self.feed.views(&[self.id]);
        let view = views.into_iter().next().transpose()?;
        let heard = self.feed.take_heard(self.id).unwrap_or_default();
        Ok(view.map(|view| (view, heard)))
    }

    /// Sleeps until a look may be due, or until `latest`.
    pub fn sleep(&self, latest: Option<f64>) {
        let now = self.now();
        let due = self.due().min(now + NAP);
        let until = latest.map_or(due, |latest| due.min(latest));
        self.bell
            .sleep(Duration::from_secs_f64((until - now).max(0.001)));
    }

    /// Follows the pane, wherever it is now.
    fn follow(&mut self, now: f64) -> Result<(), TmuxError> {
        let lost = !self.feed.mend().is_empty();
        if now < self.listing && !lost && !self.feed.take_topology() {
            return Ok(());
        }
        self.listing = now + LISTING;
        let mut panes = self.feed.panes()?;
        panes.retain(|pane| pane.id == self.id);
        self.feed.follow(&panes);
        Ok(())
    }

    fn due(&self) -> f64 {
        let seconds = |at: Instant| at.saturating_duration_since(self.started).as_secs_f64();
        let told = self.feed.changed().into_iter();
        let mut told = told
            .filter(|(pane, _)| *pane == self.id)
            .map(|(_, change)| {
                let [first, last] = [change.first, change.last].map(seconds);
                Changed::new(first, last, change.drawing)
            });
        let pace = Pace::new(self.interval).looked(self.looked);
        match self.feed.follows(self.id) {
            true => pace.followed(told.next()).due(),
            false => pace.due(),
        }
    }
}
