//! Acting on a live pane: what the commands take, and what they print.
//!
//! - `ask`: sending a prompt and waiting for what comes of its turn
//! - `asked`: a dialog that came up while a turn is waited for, in a line for a person: what it asks, and how it is answered
//! - `counted`: the turns that `shadow send` has begun, counted for each pane, so that a later command can name one of them
//! - `ending`: the end of a turn: waiting for it, logging and printing it
//! - `pane_args`: which pane is meant, and what is known of it beside its screen
//! - `sequences`: the guarded sequences on a live pane, and their reports
//! - `text`: the prompt's text: an argument, a file, or standard input
//! - `told`: the output of an action: the report as JSON, a line for a person if it was not done, the exit code
//! - `unsent`: a prompt that was typed and not sent: kept in a file of its owner alone, so that it is not lost
//! - `waiting`: waiting until a pane is in a state, or until a turn that `shadow send` has begun has ended

mod ask;
mod asked;
mod counted;
mod ending;
mod pane_args;
mod sequences;
mod text;
mod told;
mod unsent;
mod waiting;

pub use ask::{Come, ask, outcome};
pub use asked::{asked, asked_there};
pub use counted::count_turn;
pub use ending::{Begun, EndArgs};
pub use pane_args::{Named, PaneArgs};
pub use sequences::{choose, interrupt, send};
pub use text::{TextArgs, text_of};
pub use told::tell;
pub use waiting::Wait;
