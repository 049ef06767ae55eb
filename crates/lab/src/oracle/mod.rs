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
//! - `judge`: the readings of a version, and what is wrong; `tally` counts them
//! - `sample`: a few calls of each version, judged without a CLI

mod ask;
mod compare;
mod dice;
mod drawn;
mod judge;
mod play;
mod run;
mod sample;
mod shot;
mod tally;
mod text;

pub use compare::{Fault, compare};
pub use judge::{Judge, Reading};
pub use play::inside;
pub use run::{OracleArgs, run};
pub use sample::{Sampled, judge as judge_sample};
pub use shot::{Asked, Shot};
pub use tally::Tally;
