//! Watching a hosted program from inside.
//!
//! - `watcher`: its screen over time, and what happens on it
//! - `status`: the program status record that a screen amounts to
//! - `sink`: a bounded queue to a slow reader, who is never waited for
//! - `targets`: where events go: a file, a socket, the turn log
//! - `host`: the pty, the terminal and the watcher put together

mod host;
mod sink;
mod status;
mod targets;
mod watcher;

pub use host::{HostArgs, Tell, host};
pub use sink::{Drain, Sink};
pub use targets::{EventTarget, LogTarget, Target};
pub use watcher::Watcher;
