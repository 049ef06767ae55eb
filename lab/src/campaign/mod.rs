//! Many sessions: one version, or a matrix of versions and settings.
//!
//! - `pool`: runs jobs side by side and tells how they went
//! - `run`: one version

mod pool;
mod run;

pub use pool::{Outcome, run_all};
pub use run::run;
