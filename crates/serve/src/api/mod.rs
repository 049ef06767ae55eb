//! The API: what is asked and answered over HTTP. What is known comes from the board.
//!
//! - `asking`: a prompt and what comes of it, and waiting for that once more
//! - `doing`: acts, one at a time in a pane, with their results
//! - `elsewhere`: answers outside the API
//! - `events`: the stream of events, resumed by id, and of looks, the latest alone
//! - `health`: whether the server answers: for those that start it and watch over it
//! - `listed`: the list of panes, one of them, and its name in a path
//! - `metrics`: counters, gauges and histograms in Prometheus' text format
//! - `over_time`: one pane over time: its turns, and its states on a line
//! - `requests`: what is asked for in bodies, checked before anything is done
//! - `seen`: the screen of one pane: drawn, explained, as a picture

mod asking;
mod doing;
mod elsewhere;
mod events;
mod health;
mod listed;
mod metrics;
mod over_time;
mod requests;
mod seen;

pub use asking::{ask, wait};
pub use doing::{choose, interrupt, send};
pub use elsewhere::{not_found, wrong_method};
pub use events::events;
pub use health::health;
pub use listed::{PaneDetail, PaneList, pane, panes};
pub use metrics::metrics;
pub use over_time::{Timeline, TurnList, timeline, turns};
pub use requests::{AskRequest, ChooseRequest, InterruptRequest, SendRequest, WaitRequest};
pub use seen::{Explanation, ScreenView, explain, picture, screen};
