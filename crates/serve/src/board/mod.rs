//! What is known of every pane, now and over time, and the events of late. No HTTP.

mod counts;
mod history;
mod key;
mod panes;
mod ring;
mod state;
mod summary;

pub use counts::{BUCKETS, Seconds};
pub use history::{History, Mark, StateSpan, TurnSpan};
pub use key::PaneKey;
pub use panes::{Look, PaneNow};
pub use ring::{Frame, Missed, Ring};
pub use state::{Board, Inner};
pub use summary::PaneSummary;
