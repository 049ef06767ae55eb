//! Many sessions: one version, a matrix of versions and settings, the held-out versions, and turning runs into
//! fixtures.
//!
//! - `plan`: which sessions there are to run
//! - `pool`: runs jobs side by side
//! - `run`: the commands that run sessions
//! - `add`: the command that makes fixtures of them
//! - `check`: the command that holds the engine against a version's truth

mod add;
mod check;
mod plan;
mod pool;
mod run;

pub use add::add;
pub use check::{Finding, Report, check, judge, report};

pub(crate) use plan::refuse_held_out;
pub use plan::{core, held_out, wide, wide_settings};
pub use pool::{Outcome, run_all};
pub(crate) use run::{held_out as run_held_out, matrix, run};
