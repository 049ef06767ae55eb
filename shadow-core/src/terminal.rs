//! One terminal over time: what a program writes goes in, events come out. It decides when the screen is read.

use crate::contract::Payload;
use crate::event::{Event, EventBody};
use crate::followed::Followed;
use crate::parser::Observed;
use crate::reducer::Lifecycle;
use crate::screen::{Grid, History, Screen};
use crate::snapshot::{Channels, ProcessState};

/// Seconds of quiet after which a screen is read.
const QUIET: f64 = 0.03;
/// Seconds after which a screen is read that never comes to rest.
const RESTLESS: f64 = 0.1;
/// Seconds after a look until which a whole frame waits: a CLI may draw a question over a prompt within some hundredths of a
/// second.
const WHOLE: f64 = 0.01;
/// Seconds for which a synchronized frame may stay open before the screen is read anyway.
const FRAME_PATIENCE: f64 = 1.0;

/// The terminal of one program over time: it takes the bytes of a pty and returns events.
///
/// It has no clock. The caller gives the time in seconds, and calls [`Terminal::look`] when [`Terminal::next_look`] has come.
pub struct Terminal {
    grid: Grid,
    screen: Screen,
    followed: Followed,
    exited: bool,
    /// When the first output came that was not looked at, and the last.
    unseen: Option<(f64, f64)>,
    /// What was not looked at is a whole frame.
    whole: bool,
    looked: f64,
    read_at: f64,
    seen: Option<(Channels, Payload)>,
}

impl Terminal {
    /// An empty terminal of this size, from 1 to [`MAX_GRID_COLS`](crate::screen::MAX_GRID_COLS) columns and
    /// [`MAX_GRID_ROWS`](crate::screen::MAX_GRID_ROWS) rows. `followed` reads its screens.
    #[must_use]
    pub fn new(cols: u16, rows: u16, followed: Followed) -> Self {
        let mut grid = Grid::new(cols, rows);
        grid.keep_history(History::default());
        Self {
            grid,
            screen: Screen::default(),
            followed,
            exited: false,
            unseen: None,
            whole: false,
            looked: 0.0,
            read_at: 0.0,
            seen: None,
        }
    }

    /// Says which process runs in the terminal ([`Followed::process`]).
    pub fn process(&mut self, id: u32) {
        self.followed.process(id);
    }

    /// Takes what the program wrote at `now`.
    pub fn feed(&mut self, bytes: &[u8], now: f64) {
        let before = self.grid.frames_ended();
        self.grid.feed(bytes);
        self.changed(now);
        self.whole = self.grid.frames_ended() > before;
    }

    /// Changes the size.
    pub fn resize(&mut self, cols: u16, rows: u16, now: f64) {
        self.grid.resize(cols, rows);
        self.changed(now);
    }

    /// Takes what a terminal would have answered the program.
    pub fn take_replies(&mut self, into: &mut Vec<u8>) {
        self.grid.take_replies(into);
    }

    /// When to look next; none while nothing has come and nothing follows from time alone.
    #[must_use]
    pub fn next_look(&self) -> Option<f64> {
        let rest = self.unseen.map(|(first, last)| match self.whole {
            true => last.max(self.looked + WHOLE),
            false => (last + QUIET).min(first.max(self.looked) + RESTLESS),
        });
        let deadline = self.followed.deadline();
        let next = rest.into_iter().chain(deadline).min_by(f64::total_cmp)?;
        match self.grid.is_settled() {
            true => Some(next),
            false => Some(next.max(self.looked + FRAME_PATIENCE)),
        }
    }

    /// Reads the screen if it may have changed, else only lets time pass. `beside` adds what is known beside the screen.
    pub fn look(&mut self, now: f64, beside: impl FnOnce(&mut Channels)) -> Vec<Event> {
        self.looked = now;
        self.whole = false;
        if self.unseen.take().is_none() {
            return self.followed.tick(now);
        }
        self.read_at = now;
        self.grid.write_screen(&mut self.screen);
        let mut channels = self.grid.channels();
        self.grid.clear_notifications();
        channels.generation = self.followed.generation();
        channels.process = match self.exited {
            true => ProcessState::Exited,
            false => ProcessState::Running,
        };
        beside(&mut channels);
        let observed = Observed::drawn(&self.screen, &channels).below(self.grid.history());
        let taken = self.followed.look_at(observed, now);
        self.seen = Some((channels, taken.payload));
        taken.events
    }

    /// Takes the end of the program and reads its last screen. The last event is `pane_gone`.
    pub fn end(&mut self, now: f64, beside: impl FnOnce(&mut Channels)) -> Vec<Event> {
        self.exited = true;
        self.grid.process_ended();
        self.changed(now);
        let mut events = self.look(now, beside);
        events.push(self.followed.event(EventBody::PaneGone, now));
        events
    }

    /// Takes a prompt that the caller has submitted.
    pub fn submit(&mut self, text: &str, now: f64) -> Vec<Event> {
        self.followed.submit(text, now)
    }

    /// Takes an interrupt that the caller has sent.
    pub fn interrupt(&mut self, now: f64) -> Vec<Event> {
        self.followed.interrupt(now)
    }

    /// Readiness and turn.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        self.followed.session().lifecycle()
    }

    /// The screen at the last look that read it.
    #[must_use]
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The time of the last look: what it reports happened then.
    #[must_use]
    pub fn looked(&self) -> f64 {
        self.looked
    }

    /// The time when the screen was last read: it has not changed since then.
    #[must_use]
    pub fn read_at(&self) -> f64 {
        self.read_at
    }

    /// The channels and the payload of the last look that read the screen.
    #[must_use]
    pub fn seen(&self) -> Option<&(Channels, Payload)> {
        self.seen.as_ref()
    }

    fn changed(&mut self, now: f64) {
        let first = self.unseen.map_or(now, |(first, _)| first);
        self.unseen = Some((first, now));
    }
}
