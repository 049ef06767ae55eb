//! Hosting a program: what `run` and `record` take, and where events go.
//!
//! - `args`: what is hosted, and how it is read
//! - `sink`: a bounded queue to a slow reader, who is never waited for
//! - `targets`: where events go: a file, a socket, the turn log

mod args;
mod sink;
mod targets;

pub use args::HostArgs;
pub use sink::{Drain, Sink};
pub use targets::{EventTarget, LogTarget, Target};
