//! What `shadow serve` stands on: the watch that fills the board, the driver that acts, the token's file.

mod acts;
mod socket;
mod token_file;
mod watch;

pub use acts::Panes;
pub use socket::listen;
pub use token_file::{fresh, from_file};
pub use watch::watch;
