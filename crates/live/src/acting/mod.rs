//! Acting on a live pane: the driver of the guarded sequences, and whose turn it is.

mod pane;
mod turn;

pub use pane::{Pane, TurnGoal, Watched};
