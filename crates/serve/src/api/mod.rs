//! The API: what is asked and answered over HTTP. What is known comes from the board.

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
