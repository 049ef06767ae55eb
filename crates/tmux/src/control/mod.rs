//! Control mode (`tmux -C`): one text stream for commands, their replies and what happens.
//!
//! [`Parser`] knows the protocol and does no I/O; [`ControlClient`] starts the process.
//!
//! - `client`: a control-mode client: the process, its pipes, and the thread that reads them
//! - `desk`: which reply answers which question: replies come in the order of the commands
//! - `door`: the door of a server, through which control clients come and go one at a time
//! - `guard`: what ends control clients whose owner has died without letting go of them
//! - `line`: one line outside a reply, as a notification (names of tmux 1.8 to 3.5)
//! - `notice`: the notifications of a control-mode client
//! - `parser`: the control-mode protocol: bytes in, messages out
//! - `tape`: the output of a pane between two looks, kept to rebuild screens that were visible for less
//! - `traffic`: what a client's panes have said since they were last looked at: bounded, whatever they write

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
