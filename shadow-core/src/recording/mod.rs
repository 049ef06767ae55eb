//! Recordings, replayed on a virtual clock through screen, parser and reducer.
//!
//! Text in, events out: reading files is the caller's business. The same recording and options
//! give the same events, byte for byte.

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
