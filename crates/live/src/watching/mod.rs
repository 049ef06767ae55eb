//! Live panes over time: which to look at when, and what each look tells.

mod between;
mod departure;
mod follow;
pub mod pacing;
mod pane;
mod rules;
mod search;
mod server;
mod suspend;
mod wait;
mod watcher;

pub use departure::Departure;
pub use follow::{Round, follow};
pub use pane::Seen;
pub use rules::{Scope, Step};
pub use wait::{Until, Waited, wait};
pub use watcher::Watcher;
