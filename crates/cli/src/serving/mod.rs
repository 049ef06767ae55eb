//! What `shadow serve` stands on: the watch that fills the board, the driver that acts, the token's file.
//!
//! - `acts`: acting for HTTP requests, with the state machines and the driver of the commands
//! - `elsewhere`: looking at panes of other machines and acting on them, through the relay there
//! - `leave`: what agents may do over MCP, as the command line says it
//! - `socket`: the socket of `shadow serve` for programs, in a folder that only its owner can write
//! - `token_file`: the token: made of random bytes, or kept in a file that its owner alone can read
//! - `watch`: the watch that fills the board

mod acts;
mod elsewhere;
mod leave;
mod socket;
mod token_file;
mod watch;

pub use acts::Panes;
pub use leave::LeaveArgs;
pub use socket::listen;
pub use token_file::{fresh, from_file};
pub use watch::watch;
