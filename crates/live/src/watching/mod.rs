//! Live panes over time: which to look at when, and what each look tells.
//!
//! - `between`: the screens of a pane between two looks, drawn from its output
//! - `departure`: the end of a watch from outside: it finishes what it does and detaches its clients before its process ends
//! - `follow`: a watch in its own thread, for programs that show panes meanwhile
//! - `pacing`: when to look at a pane
//! - `pane`: one pane that is watched: compare a view with the last, and tell the session what is new
//! - `rules`: what holds for a whole watch, and what a step of it yields
//! - `search`: looking for servers that have come since
//! - `server`: one server whose panes are watched: which come and go, and which are due
//! - `source`: panes that another program watches, such as the relay of another machine
//! - `suspend`: ctrl-Z: a watch lets go of its clients before it is stopped
//! - `wait`: waiting until a pane is ready, safe, blocked, done, idle or gone
//! - `watcher`: watching panes of one or more servers

mod between;
mod departure;
mod follow;
pub mod pacing;
mod pane;
mod rules;
mod search;
mod server;
mod source;
mod suspend;
mod wait;
mod watcher;

pub use departure::Departure;
pub use follow::{Round, follow};
pub use pane::Seen;
pub use rules::{Scope, Step};
pub use source::Source;
pub use wait::{Until, Waited, wait};
pub(crate) use watcher::Tell;
pub use watcher::Watcher;
