//! The asciicast and the captures together.

use std::path::{Path, PathBuf};

use shadow_live::{Hosted, Listener, Size};
use shadow_tui::event::Event;
use shadow_tui::reducer::Outcome;

use super::captures::{Captures, Shown};
use super::cast::CastWriter;
use crate::exit::{Failure, complain};
use shadow_legible::capture;

/// A recording that is being made.
pub struct Recorder {
    path: PathBuf,
    cast: CastWriter,
    captures: Option<Captures>,
    /// How the turns ended that have been told so far.
    ended: Vec<Outcome>,
}

impl Recorder {
    /// Begins one; with captures in a folder beside it, named after it.
    pub fn begin(
        path: &Path,
        (cols, rows): (u16, u16),
        command: &str,
        captures: bool,
    ) -> Result<Self, Failure> {
        let dir = path.with_extension("captures");
        Ok(Self {
            path: path.to_owned(),
            cast: CastWriter::begin(path, cols, rows, command)?,
            captures: captures.then(|| Captures::begin(&dir)).transpose()?,
            ended: Vec::new(),
        })
    }

    /// The asciicast.
    pub fn cast(&mut self) -> &mut CastWriter {
        &mut self.cast
    }

    /// Marks events, and captures the screen on which they happened.
    pub fn mark<'a>(
        &mut self,
        at: f64,
        events: &[Event],
        shown: impl FnOnce() -> Option<Shown<'a>>,
    ) {
        self.ended
            .extend(events.iter().filter_map(|event| event.body.outcome()));
        let captures = self.captures.as_mut().filter(|_| !events.is_empty());
        let name = captures.and_then(|captures| captures.take(at, events, shown()?));
        for label in events.iter().map(|event| event.body.name()).chain(name) {
            self.cast.marker(at, &label);
        }
        self.cast.flush();
    }
}

impl Listener for Recorder {
    fn output(&mut self, at: f64, bytes: &[u8]) {
        self.cast.output(at, bytes);
    }

    fn resized(&mut self, at: f64, size: Size) {
        self.cast.resized(at, size.cols, size.rows);
    }

    fn happened(&mut self, at: f64, events: Vec<Event>, hosted: &Hosted) {
        self.mark(at, &events, || {
            let (channels, payload) = hosted.seen()?;
            Some(Shown {
                since: hosted.read_at(),
                text: capture(hosted.screen()),
                channels,
                payload,
            })
        });
    }

    fn ended(&mut self, at: f64, code: i32) {
        self.cast.exited(at, code);
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let cast = self.cast.finish();
        let captures = self.captures.as_mut();
        let captures = captures.map(|captures| captures.finish(&self.path, &self.ended));
        for complaint in cast.into_iter().chain(captures.into_iter().flatten()) {
            complain(&complaint);
        }
    }
}
