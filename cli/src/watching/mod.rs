//! Live panes over time: which to look at when, and what each look tells.

mod clock;
mod pacing;
mod pane;
mod server;
mod suspend;
mod watcher;

pub use clock::Clock;
pub use pane::Seen;
pub use watcher::{Scope, Watcher};
