//! A hosted program's screen over time: bytes in, events out.

use std::time::Duration;

use shadow_core::contract::Payload;
use shadow_core::event::{Event, EventBody, Stamp};
use shadow_core::screen::{Grid, History, Screen};
use shadow_core::{Channels, Followed, Observed, ProcessState, Stack};
use shadow_pty::Size;
use shadow_tmux::PaneId;

use super::status::record;
use crate::agent::Hint;
use crate::clock::Clock;

/// Seconds of quiet after which a screen is looked at.
const QUIET: f64 = 0.03;
/// Seconds after which one is looked at that never comes to rest.
const RESTLESS: f64 = 0.1;
/// Seconds after a look until which a whole frame waits: one may be drawn over within some hundredths of a
/// second (a prompt by a question, Claude Code 2.1.62).
const WHOLE: f64 = 0.01;
/// Seconds for which a synchronized frame may stay open before it is looked at all the same.
const FRAME_PATIENCE: f64 = 1.0;

/// A hosted program that is being watched.
pub struct Hosted {
    hint: Hint,
    grid: Grid,
    screen: Screen,
    followed: Followed,
    clock: Clock,
    /// When the first output came that was not looked at, and the last.
    unseen: Option<(f64, f64)>,
    /// What was not looked at is a whole frame.
    whole: bool,
    looked: f64,
    /// When the screen was last read: since then it has stood.
    read_at: f64,
    exited: bool,
    /// The process that leads the program's session, and the device of its terminal.
    process: Option<(u32, Option<String>)>,
    status: Option<String>,
    seen: Option<(Channels, Payload)>,
}

impl Hosted {
    /// A program that has written nothing.
    pub(crate) fn new(
        stack: Stack,
        hint: Hint,
        size: Size,
        pane: Option<(String, PaneId)>,
    ) -> Self {
        let clock = Clock::start();
        let stamp = match pane {
            Some((socket, pane)) => Stamp::pane(pane.to_string(), clock.epoch()).on(socket),
            None => Stamp::pane(format!("run:{}", std::process::id()), clock.epoch()),
        };
        let mut grid = Grid::new(size.cols, size.rows);
        grid.keep_history(History::default());
        Self {
            followed: Followed::new(stack, stamp).wanting(hint.provider),
            hint,
            grid,
            screen: Screen::default(),
            clock,
            unseen: None,
            whole: false,
            looked: 0.0,
            read_at: 0.0,
            exited: false,
            process: None,
            status: None,
            seen: None,
        }
    }

    /// Seconds since it was begun.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.clock.now()
    }

    /// The program is there.
    pub(crate) fn started(&mut self, process: u32, device: Option<&str>) {
        self.followed.process(process);
        self.process = Some((process, device.map(str::to_owned)));
    }

    /// The program wrote.
    pub(crate) fn output(&mut self, bytes: &[u8]) {
        let before = self.grid.frames_ended();
        self.grid.feed(bytes);
        self.changed();
        self.whole = self.grid.frames_ended() > before;
    }

    /// The terminal's size changed.
    pub(crate) fn resized(&mut self, size: Size) {
        self.grid.resize(size.cols, size.rows);
        self.changed();
    }

    fn changed(&mut self) {
        let now = self.now();
        let first = self.unseen.map_or(now, |(first, _)| first);
        self.unseen = Some((first, now));
    }

    /// What a terminal would have answered.
    pub(crate) fn replies(&mut self, into: &mut Vec<u8>) {
        self.grid.take_replies(into);
    }

    /// The program status record that holds.
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.status.as_deref()
    }

    /// The screen as it was last looked at.
    #[must_use]
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// When it was last looked at: what happened happened then.
    #[must_use]
    pub fn looked(&self) -> f64 {
        self.looked
    }

    /// Since when the screen has stood.
    #[must_use]
    pub fn read_at(&self) -> f64 {
        self.read_at
    }

    /// What was known beside it, and what was made of it.
    #[must_use]
    pub fn seen(&self) -> Option<&(Channels, Payload)> {
        self.seen.as_ref()
    }

    /// How long until the next look.
    pub(crate) fn due(&self) -> Option<Duration> {
        let wait = (self.next_look()? - self.now()).clamp(0.0, 3600.0);
        Some(Duration::from_secs_f64(wait))
    }

    /// When to look next.
    fn next_look(&self) -> Option<f64> {
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

    /// Looks, if it is time.
    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let now = self.now();
        match self.next_look() {
            Some(at) if at <= now => self.look(now),
            _ => Vec::new(),
        }
    }

    /// The program has ended.
    pub(crate) fn end(&mut self) -> Vec<Event> {
        self.exited = true;
        self.grid.process_ended();
        let now = self.now();
        self.unseen = Some((now, now));
        let mut events = self.look(now);
        events.push(self.followed.event(EventBody::PaneGone, now));
        events
    }

    fn look(&mut self, now: f64) -> Vec<Event> {
        self.looked = now;
        self.whole = false;
        let events = match self.unseen.take() {
            None => self.followed.tick(now),
            Some(_) => self.read(now),
        };
        if let Some((_, payload)) = &self.seen {
            let lifecycle = self.followed.session().lifecycle();
            self.status = record(payload, &lifecycle).or(self.status.take());
        }
        events
    }

    fn read(&mut self, now: f64) -> Vec<Event> {
        self.read_at = now;
        self.grid.write_screen(&mut self.screen);
        let mut channels = self.grid.channels();
        self.grid.clear_notifications();
        channels.cli_version.clone_from(&self.hint.cli_version);
        channels.generation = self.followed.generation();
        channels.process = match self.exited {
            true => ProcessState::Exited,
            false => ProcessState::Running,
        };
        if let Some((process, device)) = self.process.as_ref().filter(|_| !self.exited) {
            channels.foreground = shadow_front::of(*process, device.as_deref());
        }
        let observed = Observed::drawn(&self.screen, &channels).below(self.grid.history());
        let look = self.followed.look_at(observed, now);
        self.seen = Some((channels, look.payload));
        look.events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When a watcher that has not looked yet looks next, and when the last of these pieces of output came.
    fn next(output: &[&[u8]]) -> (f64, f64) {
        let size = Size {
            cols: 20,
            rows: 5,
            pixels: (0, 0),
        };
        let stack = shadow_tui::stack();
        let mut hosted = Hosted::new(stack, Hint::default(), size, None);
        output.iter().for_each(|piece| hosted.output(piece));
        let came = hosted.unseen.map_or(0.0, |(_, last)| last);
        (hosted.next_look().unwrap_or(f64::INFINITY), came)
    }

    #[test]
    fn a_whole_frame_is_looked_at_before_it_can_be_drawn_over() {
        let (look, came) = next(&[b"\x1b[?2026h> two\x1b[?2026l"]);
        assert!(look <= came + WHOLE);
        let (look, came) = next(&[b"> two"]);
        assert!(look >= came + QUIET);
        let (look, _) = next(&[b"\x1b[?2026h> two"]);
        assert!(look >= FRAME_PATIENCE);
    }

    #[test]
    fn the_end_of_a_frame_is_heard_in_pieces_and_among_other_modes() {
        let frame: [&[u8]; 3] = [b"\x1b[?2026h> two\x1b[?20", b"26", b"l"];
        let (look, came) = next(&frame);
        assert!(look <= came + WHOLE);
        let (look, came) = next(&[b"\x1b[?2026h> two\x1b[?25;2026l"]);
        assert!(look <= came + WHOLE);
    }
}
