//! Holds the engine against real screens whose truth is known.
//!
//! One corpus, one function: [`score`] of `shadow-testing` runs every capture through the engine in
//! one [`Mode`] and judges each thing that the truth names ([`Measure`]). The `accuracy` command
//! prints what comes out as tables, the tests of this crate hold it to its limits.
//!
//! No reading of screens lives here, no truth and no judging: the engine reads, the fixtures know,
//! `shadow-testing` compares, here as in `shadow test`.

pub mod accepting;
pub mod compare;
mod corpus;
pub mod edit;
pub mod readme;
mod sweep;
pub mod turns;

pub use corpus::{Corpus, RARE, TIMED, captures, fixtures_dir, holds_in};
pub use shadow_testing::{
    Filter, Mark, Measure, Mode, Outcome, Scored, excuse_silent_versions, judge, page, score, table,
};
pub use sweep::sweep;
