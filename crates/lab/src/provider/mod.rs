//! What the lab must know of each CLI to start it offline: package, home files, flags and environment.
//!
//! - `kind`: the two CLIs
//! - `launch`: how one is started, and what both are given
//! - `claude`, `codex`: the two homes

mod claude;
mod codex;
mod kind;
mod launch;

pub use kind::Provider;
pub use launch::{HOME, HOST, Launch, PORT, PROJECT};
