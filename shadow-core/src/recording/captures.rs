//! A row of captures in order of time: what is left of a pane that was polled.

use super::pane::RecordedPane;
use crate::screen::Screen;
use crate::snapshot::Channels;

/// One capture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Capture {
    /// When it was taken, in seconds from the start.
    pub at: f64,
    /// Its text, with or without SGR.
    pub text: Vec<u8>,
    /// The channels beside it.
    pub channels: Channels,
}

/// Captures being replayed.
#[derive(Debug, Clone)]
pub struct Captures {
    captures: Vec<Capture>,
    /// How many are over.
    past: usize,
    changed: bool,
}

impl Captures {
    /// Captures, put in order of time.
    #[must_use]
    pub fn new(mut captures: Vec<Capture>) -> Self {
        captures.sort_by(|one, other| one.at.total_cmp(&other.at));
        Self {
            captures,
            past: 0,
            changed: false,
        }
    }
}

impl RecordedPane for Captures {
    fn advance(&mut self, to: f64) {
        let before = self.past;
        while self
            .captures
            .get(self.past)
            .is_some_and(|next| next.at <= to)
        {
            self.past += 1;
        }
        self.changed |= self.past != before;
    }

    fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn next_change(&self) -> Option<f64> {
        let next = self.captures.get(self.past).map(|next| next.at);
        if self.changed { Some(0.0) } else { next }
    }

    fn is_settled(&self) -> bool {
        self.past > 0
    }

    fn look(&mut self, screen: &mut Screen) -> Channels {
        let Some(current) = self.past.checked_sub(1).map(|at| &self.captures[at]) else {
            return Channels::default();
        };
        screen.load(&current.text, &current.channels);
        current.channels.clone()
    }

    fn end(&self) -> f64 {
        self.captures.last().map_or(0.0, |last| last.at)
    }

    fn is_made_of_looks(&self) -> bool {
        true
    }
}
