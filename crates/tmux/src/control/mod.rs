//! Control mode (`tmux -C`): one text stream for commands, their replies and what happens.
//!
//! [`Parser`] knows the protocol and does no I/O; [`ControlClient`] starts the process.

mod client;
mod desk;
mod door;
mod guard;
mod line;
mod notice;
mod parser;
mod tape;
mod traffic;

#[cfg(test)]
mod properties;

pub use client::{ControlClient, Purpose, Ticket};
pub use notice::Notice;
pub use parser::{Message, Parser, Reply};
pub use tape::Written;
pub use traffic::{Bell, Change, Heard};
