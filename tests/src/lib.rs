//! Checks the engine against real screens with known truth.
//!
//! One function checks the whole corpus: [`score`] of `shadow-testing` runs every capture through the
//! engine in one [`Mode`] and judges each fact of the truth ([`Measure`]). The `accuracy` command
//! prints the results as tables, and the tests of this crate check them against limits.
//!
//! This crate reads no screens, knows no truth and judges nothing: the engine reads, the fixtures
//! know, and `shadow-testing` compares, as in `shadow test`.

pub mod accepting;
pub mod compare;
pub mod content;
mod corpus;
pub mod edit;
pub mod readme;
pub mod sample;
mod sweep;
pub mod turns;

pub use corpus::{
    Corpus, RARE, TIMED, are_readable, captures, cases, development, fixtures_dir, holds_in, known,
    known_scored,
};
pub use shadow_testing::{
    Filter, Mark, Measure, Mode, Outcome, Scored, excused, judge, page, score, table,
};
pub use sweep::sweep;
