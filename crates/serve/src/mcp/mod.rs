//! The board and the acts as tools for agents, over the Model Context Protocol.
//!
//! An agent that leads other agents asks what they do, waits for them, and types to them if it may. Nothing acts unless the
//! person who starts the server allows it ([`Leave`]). Text from a screen comes in a field of its own ([`Shown`]): it may say
//! anything, and it is never part of an instruction, an error or a refusal.

mod acting;
mod desk;
mod leave;
mod own;
mod reading;
mod refusal;
mod server;
mod shown;
mod tools;
mod waiting;

pub use desk::Desk;
pub use leave::Leave;
pub use server::serve_stdio;
pub use shown::Shown;
