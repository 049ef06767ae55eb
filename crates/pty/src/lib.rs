//! Hosting a program in a pty of its own, transparently, and watching what it writes.
//!
//! ```text
//! keys ──▶ Terminal ──▶ Host ──▶ the program
//!             ▲           │
//!             └── Relay ◀─┴──▶ Observer
//! ```
//!
//! - [`Host`]: the pty and the program in it
//! - [`Terminal`]: the outer terminal: raw mode, size, and what is restored at the end
//! - [`Relay`]: which bytes go on to the outer terminal, and where something may be said between
//!   them; no I/O
//! - [`carry`]: the loop that carries bytes, sizes and signals between them, and asks an
//!   [`Observer`] what it makes of it
//! - [`keep`]: the keeper, a process between host and program that makes suspending work
//!
//! What the program's screen means is the observer's business: this crate knows no screen.

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
