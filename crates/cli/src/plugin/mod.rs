//! Shadow within tmux: what a watcher leaves in the server for status line, borders and keys, and
//! putting those into the server and its configuration, and out again.
//!
//! - `left`: what the watcher leaves, how old that is, and who reads it
//! - `publisher`: which options change when panes do
//! - `places`: what is added to which option of the user's, and taken out again
//! - `load`: adding it to a running server, and taking it out
//! - `config`: the block in the configuration file
//! - `queue`: who needs a person next

mod config;
mod left;
mod load;
mod places;
mod publisher;
mod queue;

pub use config::Config;
pub use left::{Left, Standing};
pub use load::{load, unload};
pub use places::Own;
pub use publisher::Publisher;
pub use queue::{Waiting, next};
