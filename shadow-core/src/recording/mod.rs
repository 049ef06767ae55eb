//! Recordings, replayed on a virtual clock through screen, parser and reducer.
//!
//! Text in, events out: reading files is the caller's business. The same recording and options
//! give the same events, byte for byte.
//!
//! - `captures`: a row of captures in order of time: what is left of a pane that was polled
//! - `cast`: asciicast, version 2 (times from the start) and 3 (times from the event before)
//! - `error`: the one error of recordings: text that is none
//! - `pane`: a pane that a recording moves, and the one that an asciicast moves
//! - `replay`: replaying: poll by poll on a virtual clock, as a watcher would have polled the live pane

mod captures;
mod cast;
mod error;
mod pane;
mod replay;

pub use captures::{Capture, Captures};
pub use cast::{Cast, CastEvent, CastKind};
pub use error::RecordingError;
pub use pane::RecordedPane;
pub use replay::{Replay, ReplayOptions, Sighting};
