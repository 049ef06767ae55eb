//! The demo: bundled recordings of real sessions, played through the engine, frame beside verdict.

mod frame;
mod layout;
mod panel;
mod play;
mod recordings;

pub use layout::Layout;
pub use play::{Moment, Playback};
pub use recordings::{RECORDINGS, Recording};
