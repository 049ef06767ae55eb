//! Hosting a program in a pty of its own, and watching it from inside.
//!
//! - `host`: the pty, the terminal and the screen put together
//! - `screen`: the program's screen over time, and what happens on it
//! - `status`: the program status record that a screen amounts to

mod host;
mod screen;
mod status;

pub use host::{Host, Listener};
pub use screen::Hosted;
