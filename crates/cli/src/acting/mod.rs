//! Acting on a live pane: the driver of the guarded sequences, and what they print.

mod asked;
mod driver;
mod pane_args;
mod sequences;
mod text;
mod told;
mod turn;
mod unsent;

pub use asked::{asked, command};
pub use driver::{Driver, Watched};
pub use pane_args::PaneArgs;
pub use sequences::{choose, interrupt, send};
pub use text::TextArgs;
pub use told::tell;
