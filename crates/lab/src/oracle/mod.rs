//! The oracle: calls that a seeded generator makes up, asked for by the scripted model, read at several sizes while they
//! stand, and held to what was truly asked for.
//!
//! - `dice`: numbers from a seed
//! - `text`: commands and lines, with everything that a screen can blur
//! - `ask`: the calls of a version
//! - `run`: the command; `play` is one life of a CLI in its private world
//! - `shot`: the screens that are kept of a call
//! - `compare`: whether a subject is what was asked for
//! - `drawn`: what a screen shows of it; `alike` are those that look like others
//! - `reading`: what the engine reads on a screen, held to that; `tally` counts such readings
//! - `judge`: the readings of a version, and what is wrong of them
//! - `sample`: a few calls of each version, judged without a CLI

mod alike;
mod ask;
mod compare;
mod dice;
mod drawn;
mod judge;
mod play;
mod reading;
mod run;
mod sample;
mod shot;
mod tally;
mod text;

pub use compare::{Fault, Form, compare};
pub use judge::Judge;
pub use play::inside;
pub use reading::Reading;
pub use run::{OracleArgs, run};
pub use sample::{Sampled, judge as judge_sample, readings as sample_readings};
pub use shot::{Asked, Shot};
pub(crate) use shot::{add as add_lines, read as read_lines};
pub use tally::Tally;
