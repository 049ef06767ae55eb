//! What is known of every pane, now and over time, and the events of late. No HTTP.
//!
//! - `counts`: what is counted since the server began, for the metrics
//! - `history`: the history of a pane: its states, its turns and notable events, each with a bound
//! - `key`: which pane is meant, among all servers, and its name in an address
//! - `machines`: the other machines whose panes are shown
//! - `panes`: one pane as it looks now
//! - `ring`: recent events, with a bound
//! - `state`: the board: every pane as it looks now, its history and the recent events, behind one lock
//! - `summary`: the summary of a pane: a line of `shadow top`, in fields

mod counts;
mod history;
mod key;
mod machines;
mod panes;
mod ring;
mod state;
mod summary;

pub use counts::{BUCKETS, Seconds};
pub use history::{History, Mark, StateSpan, TurnSpan};
pub use key::PaneKey;
pub use machines::{Link, Machine};
pub use panes::{PaneLook, PaneNow};
pub use ring::{Frame, Missed, Ring};
pub use state::{Board, Inner};
pub use summary::PaneSummary;
