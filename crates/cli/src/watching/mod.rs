//! Live panes over time: which to look at when, and what each look tells.

mod between;
mod clock;
mod departure;
#[cfg(any(feature = "serve", feature = "top"))]
mod follow;
mod pacing;
mod pane;
mod search;
mod server;
mod suspend;
mod watcher;

pub use clock::Clock;
pub use departure::Departure;
#[cfg(feature = "serve")]
pub use follow::Round;
#[cfg(any(feature = "serve", feature = "top"))]
pub use follow::follow;
pub use pacing::{Changed, Pace};
pub use pane::Seen;
pub use search::Search;
pub use watcher::{Scope, Watcher};
