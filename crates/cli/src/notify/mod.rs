//! Notifications for a person who looks elsewhere: an agent is blocked, done, or has failed.
//!
//! - `notice`: which events are worth one, and its words
//! - `rate`: how many go out
//! - `ways`: the ways out: bell, terminal sequences, commands

mod notice;
mod rate;
mod ways;

pub use notice::notice;
pub use ways::{LAST, Notifier, NotifyArgs};
