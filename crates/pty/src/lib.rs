//! Hosts a program in its own pty, transparently, and reads its output.
//!
//! ```text
//! keys ──▶ Terminal ──▶ Host ──▶ the program
//!             ▲           │
//!             └── Relay ◀─┴──▶ Observer
//! ```
//!
//! - [`Host`]: the pty and the program in it
//! - [`Terminal`]: the outer terminal: raw mode, size, and restoring at the end
//! - [`Relay`]: decides which bytes go to the outer terminal, and after which of them the observer may
//!   insert output of its own; no I/O
//! - [`carry`]: the loop that moves bytes, sizes and signals between them, and calls an [`Observer`]
//! - [`keep`]: the keeper, a process between host and program, so that the program can be suspended
//!
//! This crate does not read the screen. The observer does.

mod carry;
mod host;
mod keeper;
mod outlet;
mod relay;
mod signals;
mod terminal;

pub use carry::{Carried, Observer, Terms, carry};
pub use host::{Change, Command, Host, Size};
pub use keeper::keep;
pub use relay::{Heard, Modes, Relay};
pub use signals::Signals;
pub use terminal::Terminal;
