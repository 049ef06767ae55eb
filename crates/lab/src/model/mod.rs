//! The scripted model server: what the lab's CLIs talk to instead of a model.
//!
//! It speaks Anthropic Messages (`POST /v1/messages`) and OpenAI Responses
//! (`POST /v1/responses`), both streamed, on one loopback port; the path says
//! which. What it answers is a queue of [`Reply`]s; what it saw and how far it
//! has come is a [`Snapshot`]. That snapshot is the witness of every truth the
//! lab writes down. No CLI, terminal or scenario lives here.
//!
//! - [`reply`], [`tool`]: what a scenario lets the model say
//! - [`server`]: the listener and the public handle
//! - [`snapshot`]: what it has seen and said so far
//! - [`journal`]: what happened, with its time
//! - `moment`: times that are counted from now
//! - `board`: the shared state behind the handle: queue, gates, counters
//! - `play`: one reply, event by event, onto one connection
//! - `http`: as much HTTP/1.1 as the two CLIs need
//! - `request`: one request body in neutral terms
//! - `anthropic`, `responses`: the two wire formats
//! - `call`: a tool call in the form that a CLI offers
//! - `claude_tools`, `codex_tools`: neutral tool calls in the form a CLI offers

mod anthropic;
mod board;
mod call;
mod claude_tools;
mod codex_tools;
mod http;
pub mod journal;
pub(crate) mod moment;
mod play;
pub mod reply;
mod request;
mod responses;
pub mod server;
pub mod snapshot;
pub mod tool;

pub use journal::{Ending, Fact, Note};
pub use reply::{Event, Headers, Reply, SideAnswer};
pub use server::Server;
pub use snapshot::{Snapshot, ToolCalled, ToolResult};
pub use tool::{Shell, Tool};
