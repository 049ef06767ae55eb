//! What the lab must know of each CLI to start it offline: package, home files, flags and environment.
//!
//! - `kind`: the two CLIs, and what both are given
//! - `claude`, `codex`: the two homes
//! - `merge`: lays a scenario's tables over the plain ones

mod claude;
mod codex;
mod kind;
pub(crate) mod merge;

pub use kind::{HOME, HOST, Launch, PORT, PROJECT, Provider};
use kind::{base_env, put};
