//! Notifications for a person who looks elsewhere: an agent is blocked, done, or has failed.
//!
//! - `rate`: how many go out
//! - `ways`: the ways out: bell, terminal sequences, commands

mod rate;
mod ways;

pub use ways::{LAST, Notifier, NotifyArgs};
