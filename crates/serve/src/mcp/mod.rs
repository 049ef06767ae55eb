//! The board and the acts as tools for agents, over the Model Context Protocol.
//!
//! An agent that leads other agents asks what they do, waits for them, and types to them if it may. Nothing acts unless the
//! person who starts the server allows it ([`Leave`]). Text from a screen comes in a field of its own ([`Shown`]): it may say
//! anything, and it is never part of an instruction, an error or a refusal.
//!
//! - `acting`: tools that type: send, answer, interrupt
//! - `desk`: the place where an agent's calls are carried out
//! - `leave`: what an agent may do, and where
//! - `own`: the pane in which the agent that asks runs: it never acts on itself
//! - `portable`: the schemas of the tools, without what some clients do not read
//! - `reading`: tools that look: the list of panes, one pane, its turns
//! - `refusal`: why a call did nothing: a code, what happened, what to do
//! - `server`: the server of the protocol
//! - `shown`: text that a screen showed, kept apart from everything that shadow says
//! - `tools`: name, words for the agent, what they take and give, what they may change
//! - `waiting`: `pane_wait`: returns when a pane needs the agent, within the time that clients allow a call

mod acting;
mod desk;
mod leave;
mod own;
mod portable;
mod reading;
mod refusal;
mod server;
mod shown;
mod tools;
mod waiting;

pub use desk::Desk;
pub use leave::Leave;
pub use server::{over_http, serve_stdio};
pub use shown::Shown;
