//! Acting on the real CLIs: prompts sent by `shadow send` into a live pane, judged by what the scripted model received.
//!
//! - `prompts`: the texts, by kind
//! - `plan`: which trials a run is made of: plain ones, and those with something in the way
//! - `run`: one run of one version, in a private world like any session; `job` is what it is told
//! - `starts`: whether a CLI is seen and acted on in every way in which it is started, by `ways`
//! - `stage`: the pane, the model and the binary under test
//! - `trial`: one prompt, with what is put in its way, and its verdict
//! - `heard`: what the model received of a prompt
//! - `tally`: the verdicts, counted

mod heard;
mod job;
mod plan;
mod prompts;
mod run;
mod stage;
mod starts;
mod tally;
mod trial;
mod ways;

pub(crate) use job::ActJob;
pub(crate) use run::job;
pub use run::{ActArgs, inside, run};
pub(crate) use stage::{Said, Stage};
pub use starts::{StartsArgs, run as run_starts};
