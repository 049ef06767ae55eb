//! What goes on to the outer terminal, and where something may be said between it. No I/O.
//!
//! - `scan`: where in an escape sequence or character a stream of bytes stands
//! - `modes`: what the program has switched on, and how to switch it off
//! - `pass`: the stream's way through: everything but the program's own question
//! - `herald`: what is said of a program that does not speak for itself

mod herald;
mod modes;
mod pass;
mod scan;

pub use herald::Herald;
pub use modes::Modes;
pub use pass::{Heard, Relay};
