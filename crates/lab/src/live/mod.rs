//! The lifecycle, live: real CLIs taken through scenarios while shadow watches or hosts them, and what it reported held
//! against what truly happened.
//!
//! - `run`: the command: which sessions, and the table
//! - `truth`: the turns that there truly were, from the session's journal
//! - `told`: what shadow reported of the session, from its events and its turn log
//! - `seen`: the recording replayed: when a dialog first stood on the screen, and the turns that a replay reports
//! - `merge`: which of the true turns may be reported as one
//! - `judge`: one held against the other
//! - `verdict`: what came of it, added up, as a table

mod judge;
mod merge;
mod run;
pub(crate) mod seen;
pub(crate) mod told;
pub(crate) mod truth;
mod verdict;

pub use run::{LiveArgs, run};
