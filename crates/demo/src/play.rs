//! Playing a recording: output into the grid, and a moment to look at whenever the screen rests.

use shadow_tui::contract::Payload;
use shadow_tui::event::Stamp;
use shadow_tui::recording::{Cast, CastEvent, CastKind};
use shadow_tui::screen::{Grid, Screen};
use shadow_tui::{Followed, Observed, Stack};

/// Seconds without output after which the screen rests: shorter pauses may stand inside a frame.
const REST: f64 = 0.05;

/// A screen at rest, and the verdict on it.
pub struct Moment {
    /// Seconds from the start of the recording.
    pub at: f64,
    /// Seconds until the screen changes again; zero at the end.
    pub lasts: f64,
    /// The screen.
    pub screen: Screen,
    /// What the engine makes of it.
    pub payload: Payload,
}

/// A recording on its way through the engine.
pub struct Playback {
    grid: Grid,
    followed: Followed,
    events: std::iter::Peekable<std::vec::IntoIter<CastEvent>>,
}

impl Playback {
    /// A recording from its start.
    pub fn new(stack: &Stack, cast: Cast) -> Self {
        Self {
            grid: Grid::new(cast.size().0, cast.size().1),
            followed: Followed::new(stack.clone(), Stamp::recording("")),
            events: cast.into_events().into_iter().peekable(),
        }
    }

    fn take(&mut self, event: &CastEvent) {
        let size = || {
            let (cols, rows) = event.data.split_once('x')?;
            Some((cols.parse().ok()?, rows.parse().ok()?))
        };
        match event.kind {
            CastKind::Output => self.grid.feed(event.data.as_bytes()),
            CastKind::Resize => {
                if let Some((cols, rows)) = size() {
                    self.grid.resize(cols, rows);
                }
            }
            _ => {}
        }
    }

    fn look(&mut self, at: f64, lasts: f64) -> Moment {
        let mut screen = Screen::default();
        self.grid.write_screen(&mut screen);
        let channels = self.grid.channels();
        self.grid.clear_notifications();
        let looked = self
            .followed
            .look_at(Observed::drawn(&screen, &channels), at);
        Moment {
            at,
            lasts,
            screen,
            payload: looked.payload,
        }
    }
}

impl Iterator for Playback {
    type Item = Moment;

    /// The next time that the screen rests.
    fn next(&mut self) -> Option<Moment> {
        loop {
            let event = self.events.next()?;
            self.take(&event);
            let next = self.events.peek().map(|next| next.at - event.at);
            match next {
                None => return Some(self.look(event.at, 0.0)),
                Some(pause) if pause >= REST && self.grid.is_settled() => {
                    return Some(self.look(event.at, pause));
                }
                Some(_) => {}
            }
        }
    }
}
