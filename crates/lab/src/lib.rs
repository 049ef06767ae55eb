//! Runs the real CLIs offline and captures their screens with known truth.
//!
//! The lab installs a version from npm ([`cache`]) and starts it in isolation ([`isolate`]), with a neutral home
//! ([`provider`]), against a scripted model ([`model`]). It plays a [`scenario`] in a [`setting`] ([`session`]) and a
//! [`world`]. [`campaign`] runs many sessions, [`act`] sends prompts, [`live`] lets shadow follow the CLI, [`sweep`] tries
//! its settings, [`oracle`] compares what a dialog shows with the call behind it, [`attack`]
//! tries to have calls approved that nobody has read, and [`lead`] lets one CLI lead another. The results are sessions in the format of `shadow-fixtures`.
//!
//! The truth never comes from the screen. It comes from the scripted model, and the engine is checked against it.

pub mod act;
mod arguments;
pub mod attack;
pub mod cache;
pub mod campaign;
mod command;
mod day;
mod error;
pub mod isolate;
pub mod lead;
pub mod live;
mod merge;
pub mod model;
pub mod oracle;
pub mod provider;
pub mod scenario;
pub mod session;
pub mod setting;
pub mod sweep;
mod trying;
mod version;
pub mod world;

pub use arguments::{MatrixArgs, RunArgs, Which};
pub use command::LabCommand;
pub use day::today;
pub use error::{LabError, Result};
pub use version::Version;
