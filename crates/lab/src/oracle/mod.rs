//! The oracle: calls that a seeded generator makes up, asked for by the scripted model, read at several sizes while they
//! stand, and held to what was truly asked for.
//!
//! - `dice`: numbers from a seed
//! - `text`: commands and lines, with everything that a screen can blur
//! - `ask`: the calls of a version
//! - `run`: the command; `play` is one life of a CLI in its private world
//! - `shot`: the screens that are kept of a call
//! - `compare`: whether a subject is what was asked for
//! - `drawn`: what a screen shows of it
//! - `judge`: the readings of a version, their tally and what is wrong

mod ask;
mod compare;
mod dice;
mod drawn;
mod judge;
mod play;
mod run;
mod shot;
mod text;

pub use compare::{Fault, compare};
pub use judge::{Judge, Reading, Tally};
pub use play::inside;
pub use run::{OracleArgs, run};
pub use shot::{Asked, Shot};
