//! Holds the engine against real screens whose truth is known.
//!
//! One corpus, one function: [`score`] runs every capture through the engine in one [`Mode`] and
//! judges each thing that the truth names ([`Measure`]). The `accuracy` command prints what comes
//! out as tables, the tests of this crate hold it to its limits.
//!
//! No reading of screens lives here, and no truth: the engine reads, the fixtures know.

mod corpus;
pub mod edit;
pub mod golden;
mod judge;
mod mode;
pub mod readme;
mod score;
pub mod table;

pub use corpus::{Corpus, captures, fixtures_dir};
pub use judge::{Mark, Measure, Outcome, Scored, judge};
pub use mode::Mode;
pub use score::{Filter, excuse_silent_versions, score};
