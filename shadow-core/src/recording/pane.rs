//! A pane that a recording moves, and the one that an asciicast moves.

use super::cast::{Cast, CastKind};
use crate::screen::{Grid, History, Screen};
use crate::snapshot::{Channels, ProcessState};

/// A pane on a virtual clock.
pub trait RecordedPane {
    /// Moves the pane to a time, in seconds from the start.
    fn advance(&mut self, to: f64);

    /// Whether anything has changed since the last call.
    fn take_changed(&mut self) -> bool;

    /// The time of the next change; in the past if it has changed already, `None` if it never changes again.
    fn next_change(&self) -> Option<f64>;

    /// Whether a look is possible, which is not so in the middle of a synchronized frame.
    fn is_settled(&self) -> bool;

    /// Fills a screen with the pane's content and returns the channels.
    fn look(&mut self, screen: &mut Screen) -> Channels;

    /// The rows that scrolled off its top, if known.
    fn above(&self) -> Option<&History> {
        None
    }

    /// The end of the recording, in seconds.
    fn end(&self) -> f64;

    /// Whether it consists of looks. Then the replay looks at each of its changes, and not at its own polls.
    fn is_made_of_looks(&self) -> bool {
        false
    }
}

/// A pane that an asciicast moves.
#[derive(Debug)]
pub struct CastPane<'c> {
    cast: &'c Cast,
    grid: Grid,
    past: usize,
    changed: bool,
    exited: bool,
}

impl<'c> CastPane<'c> {
    /// The pane before the first event.
    #[must_use]
    pub fn new(cast: &'c Cast) -> Self {
        let mut grid = Grid::new(cast.size().0, cast.size().1);
        grid.keep_history(History::default());
        Self {
            grid,
            cast,
            past: 0,
            changed: true,
            exited: false,
        }
    }

    fn play(&mut self, kind: CastKind, data: &str) {
        match kind {
            CastKind::Output => {
                self.grid.feed(data.as_bytes());
                self.grid.take_replies(&mut Vec::new());
            }
            CastKind::Resize => {
                let side = |text: &str| text.trim().parse::<u16>().ok();
                let sides = data.split_once('x');
                if let Some((cols, rows)) = sides.and_then(|(c, r)| side(c).zip(side(r))) {
                    self.grid.resize(cols, rows);
                }
            }
            CastKind::Exit => {
                self.grid.process_ended();
                self.exited = true;
            }
            CastKind::Input | CastKind::Marker | CastKind::Other => return,
        }
        self.changed = true;
    }
}

impl RecordedPane for CastPane<'_> {
    fn advance(&mut self, to: f64) {
        let cast = self.cast;
        while let Some(event) = cast.events().get(self.past).filter(|event| event.at <= to) {
            self.past += 1;
            self.play(event.kind, &event.data);
        }
    }

    fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn next_change(&self) -> Option<f64> {
        let next = self.cast.events().get(self.past).map(|event| event.at);
        if self.changed { Some(0.0) } else { next }
    }

    fn is_settled(&self) -> bool {
        self.grid.is_settled()
    }

    fn look(&mut self, screen: &mut Screen) -> Channels {
        self.grid.write_screen(screen);
        let mut channels = self.grid.channels();
        self.grid.clear_notifications();
        if self.exited {
            channels.process = ProcessState::Exited;
        }
        channels
    }

    fn above(&self) -> Option<&History> {
        self.grid.history()
    }

    fn end(&self) -> f64 {
        self.cast.end()
    }
}
