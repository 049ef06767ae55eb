//! The co-process: requests on standard input, answers on standard output, in order.
//!
//! - `acts`: requests of the co-process that act on live panes
//! - `answer`: one line in, one line out
//! - `following`: the events of a watch, and how its panes look
//! - `seeing`: what a relay is asked for its panes: which there are, and how one looks now
//! - `sessions`: sessions by name, bounded: the one unused for longest makes room
//! - `waits`: the waits of a co-process or a relay: how many there are, and when they end

mod acts;
mod answer;
mod following;
mod seeing;
mod sessions;
mod waits;

#[cfg(feature = "fleet")]
pub use acts::Requester;
pub use acts::{Acts, Print};
pub use answer::Coprocess;
#[cfg(feature = "fleet")]
pub use following::{News, follow};
#[cfg(feature = "fleet")]
pub use seeing::{Hide, Seeing, Turns, seen};
