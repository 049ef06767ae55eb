//! Runs the real CLIs offline and captures their screens with known truth.
//!
//! A version is installed from npm ([`cache`]), started in a world of its own ([`isolate`]) with a neutral home
//! ([`provider`]), against a scripted model ([`model`]), and taken through a [`scenario`] in a [`setting`]
//! ([`session`]), in a [`world`]; [`campaign`] runs many; [`act`] sends prompts into it, [`live`] lets shadow
//! follow it, [`sweep`] tries its settings. What comes out are sessions in the format of `shadow-fixtures`.
//!
//! A truth is never taken from a screen: the lab knows it from the other side, and holds the engine to it.

pub mod act;
mod arguments;
pub mod cache;
pub mod campaign;
mod command;
mod day;
mod error;
pub mod isolate;
pub mod live;
mod merge;
pub mod model;
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
