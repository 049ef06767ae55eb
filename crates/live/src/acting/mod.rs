//! Acting on a live pane: the driver of the guarded sequences, and whose turn it is.
//!
//! - `pane`: a live pane that is acted on: looks when a sequence says so, and pastes or presses what it says at once
//! - `turn`: whose turn it is to act on a pane: one at a time, among all processes of a user and all tasks of one of them

mod pane;
mod turn;

pub use pane::{Pane, TurnGoal, Watched};
