//! One session: one scenario of one version in one setting, run inside its private world.
//!
//! - `job`: what to run; `run` runs it
//! - `host`: the pane in tmux that holds the CLI
//! - `shell`: an interactive shell from which the CLI is started by name
//! - `hosts`: a stand-in for the provider's public hosts
//! - `stream`: the raw bytes of the pane, with time
//! - `reports`: what the program says of itself in that stream
//! - `play`: the steps
//! - `waits`: waiting, and seeing whether a witness holds
//! - `truth`: the truth of a step, from its short form, its fields and what the model said
//! - `lines`: which lines of an answer are on the screen
//! - `hosted`: what `shadow run` or `shadow watch` said, where it hosted or watched the CLI, beside what truly happened
//! - `bridge`: a pty of its own around the CLI, whose owner answers the program status query

mod bridge;
mod host;
mod hosted;
mod hosts;
mod job;
mod lines;
mod play;
mod reports;
mod run;
mod shell;
mod stream;
mod truth;
mod waits;

pub use bridge::bridge;
pub use host::{Pane, SOCKET, program};
pub use hosted::{EVENTS, FILES, JOURNAL, TURNS, Watch, inside as inside_tmp};
pub use job::Job;
pub use play::RETRACTED;
pub(crate) use play::keep_known_flags;
pub use reports::Reports;
pub use run::{inside, run};
