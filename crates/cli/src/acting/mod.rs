//! Acting on a live pane: what the commands take, and what they print.

mod ask;
mod asked;
mod counted;
mod ending;
mod pane_args;
mod sequences;
mod text;
mod told;
mod unsent;

pub use ask::{Come, ask};
pub use asked::asked;
pub use counted::{count_turn, last_turn};
pub use ending::{Begun, EndArgs};
pub use pane_args::{Named, PaneArgs};
pub use sequences::{choose, interrupt, send};
pub use text::{TextArgs, text_of};
pub use told::tell;
