//! A recording read once, frame by frame, and the reducer driven over it by any schedule: reading a
//! screen costs a thousand times what a step does.

use std::sync::Arc;

use shadow_tui::event::Happening;
use shadow_tui::recording::{Cast, Replay};
use shadow_tui::reducer::{Lifecycle, Limits, Observation, ReducerInput, State, advance};
use shadow_tui::{ProcessState, Stack};

use super::recorded::Recorded;

/// Seconds between two frames at the least: what shows for less is as good as never shown.
pub const FRAME: f64 = 0.01;

/// Seconds for which the last frame stands on after a last look. Then the pane is gone, as it went when
/// the recording was made: what has begun comes to its end.
const TAIL: f64 = 0.01;

/// Share of an interval that passes before the first steady poll.
const PHASE: f64 = 0.31;

/// What stood on the pane from a time on.
#[derive(Clone)]
pub struct Frame {
    /// From when, in seconds of the recording.
    pub at: f64,
    /// What it showed.
    pub seen: Arc<Observation>,
}

/// A recording, frame by frame.
pub struct Film {
    /// What stood there, in order.
    pub frames: Vec<Frame>,
    /// When the pane is gone.
    pub end: f64,
}

impl Film {
    /// Reads a recording.
    pub fn of(recorded: &Recorded, stack: &Stack) -> Self {
        let mut frames = Vec::new();
        let cast: &Cast = &recorded.cast;
        let mut replay = Replay::of_cast(cast, stack, recorded.options(FRAME, 0.0));
        replay.finish_seeing(&mut |sighting| {
            let Some(given) = sighting.given else { return };
            let mut seen = Observation::clone(given);
            seen.reports.notifications.clear();
            frames.push(Frame {
                at: sighting.at,
                seen: Arc::new(seen),
            });
        });
        let end = cast.end() + TAIL;
        if let Some(last) = frames.last() {
            let mut seen = Arc::clone(&last.seen);
            Arc::make_mut(&mut seen).process = ProcessState::Exited;
            frames.push(Frame { at: end, seen });
        }
        Self { frames, end }
    }

    /// What happens when it is polled at these times, and at the reducer's deadlines, while the pane
    /// lives on.
    pub fn followed(&self, polls: &[f64]) -> Vec<Happening> {
        let mut drive = Drive::of(self);
        drive.go(polls, self.end - TAIL);
        drive.look(self.end - TAIL);
        drive.events
    }

    /// What happens when it is polled at these times, and at the reducer's deadlines; and when it was
    /// looked at.
    pub fn polled(&self, polls: &[f64]) -> (Vec<Happening>, Vec<f64>) {
        let mut drive = Drive::of(self);
        drive.go(polls, self.end - TAIL);
        drive.look(self.end - TAIL / 2.0);
        drive.look(self.end);
        (drive.events, drive.looks)
    }

    /// What happens when it is polled at these times, and at the reducer's deadlines, and a prompt is known to be sent at
    /// one of its own.
    pub fn sent(&self, polls: &[f64], at: f64, text: &str) -> Vec<Happening> {
        let mut drive = Drive::of(self);
        drive.go(polls, at);
        drive.take(ReducerInput::Submit { text }, at);
        drive.go(polls, self.end - TAIL);
        drive.look(self.end - TAIL / 2.0);
        drive.look(self.end);
        drive.events
    }

    /// When it is polled steadily, every so many seconds.
    #[must_use]
    pub fn steady(&self, interval: f64) -> Vec<f64> {
        let mut now = interval * PHASE;
        let mut polls = Vec::new();
        while now <= self.end {
            polls.push(now);
            now += interval;
        }
        polls
    }

    /// The same recording, whose last frame stands on for so many seconds before the pane is gone: what it stopped in the
    /// midst of comes to its end.
    #[must_use]
    pub fn lingering(&self, seconds: f64) -> Self {
        let mut frames = self.frames.clone();
        if let Some(last) = frames.last_mut() {
            last.at += seconds;
        }
        let end = self.end + seconds;
        Self { frames, end }
    }

    /// For how long the surface that shows at a time has stood.
    pub fn stood(&self, at: f64) -> f64 {
        let past = self.frames.iter().rev().skip_while(|frame| frame.at > at);
        let mut past = past.peekable();
        let Some(axes) = past.peek().map(|frame| frame.seen.axes) else {
            return 0.0;
        };
        let since = past.take_while(|frame| frame.seen.axes == axes).last();
        since.map_or(0.0, |frame| at - frame.at)
    }

    /// What a session says at each of these times, polled so, and when it had looked last; and all that
    /// happens.
    pub fn told_at(&self, polls: &[f64], times: &[f64]) -> (Vec<(Lifecycle, f64)>, Vec<Happening>) {
        let mut drive = Drive::of(self);
        let mut told = Vec::new();
        for &time in times {
            drive.go(polls, time.min(self.end - TAIL));
            told.push((drive.state.lifecycle(), drive.looked));
        }
        drive.go(polls, self.end - TAIL);
        drive.look(self.end - TAIL / 2.0);
        drive.look(self.end);
        (told, drive.events)
    }
}

/// The reducer, driven over a film.
struct Drive<'f> {
    film: &'f Film,
    state: State,
    events: Vec<Happening>,
    looks: Vec<f64>,
    deadline: Option<f64>,
    /// Frames that have begun by the last look.
    past: usize,
    looked: f64,
}

impl<'f> Drive<'f> {
    fn of(film: &'f Film) -> Self {
        Self {
            film,
            state: State::new(Limits::default()),
            events: Vec::new(),
            looks: Vec::new(),
            deadline: None,
            past: 0,
            looked: f64::NEG_INFINITY,
        }
    }

    /// Makes the looks that are due until a time: polls and deadlines.
    fn go(&mut self, polls: &[f64], until: f64) {
        let polls = &polls[..polls.partition_point(|poll| *poll < self.film.end - TAIL)];
        let from = polls.partition_point(|poll| *poll <= self.looked);
        for &poll in polls[from..].iter().chain([&f64::INFINITY]) {
            while let Some(due) = self.deadline.filter(|due| *due < poll && *due <= until) {
                self.look(due);
            }
            if poll > until {
                return;
            }
            self.look(poll);
        }
    }

    fn look(&mut self, at: f64) {
        let at = at.max(self.looked);
        let new = self.film.frames[self.past..].iter();
        let new = new.take_while(|frame| frame.at <= at).count();
        self.past += new;
        let seen = self.past.checked_sub(1).filter(|_| new > 0);
        let input = match seen {
            Some(frame) => ReducerInput::Observation(&self.film.frames[frame].seen),
            None => ReducerInput::Tick,
        };
        self.take(input, at);
        self.looks.push(at);
    }

    fn take(&mut self, input: ReducerInput<'_>, at: f64) {
        let done = advance(&mut self.state, input, at);
        self.events.extend(done.events);
        self.deadline = done.next_deadline.filter(|due| *due > at);
        self.looked = at;
    }
}
