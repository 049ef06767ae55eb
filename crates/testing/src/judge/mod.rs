//! Judging one answer of the engine against the truth of its capture.

mod axes;
mod block;
mod case;
mod composer;
mod dialog;
mod mark;
mod oracle;
mod text;

pub use case::{Scored, judge};
pub use mark::{Mark, Measure, Outcome};
