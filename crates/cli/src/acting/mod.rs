//! Acting on a live pane: what the commands take, and what they print.

mod asked;
mod pane_args;
mod sequences;
mod text;
mod told;
mod unsent;

pub use asked::{advice, asked};
pub use pane_args::{Named, PaneArgs};
pub use sequences::{choose, interrupt, send};
pub use text::{TextArgs, text_of};
pub use told::tell;
