//! Turns over time: recordings read frame by frame, the reducer driven over them by any schedule, and what it reports held
//! to what was asked and said.
//!
//! - `recorded`: the corpus' recordings, and which of them are looked at
//! - `film`: one of them, read once, and polled by any schedule
//! - `playing`: all of them on every core
//! - `asked`: what was asked in it, and what the scripted model said
//! - `judged`: the turns that are reported, each to what was asked
//! - `tally`: the sums, as a table

mod asked;
mod film;
mod judged;
mod playing;
mod recorded;
mod tally;

pub use asked::{Asked, Asking, asked, outcome};
pub use film::{FRAME, Film, Frame};
pub use judged::{Finding, Judged, judge_turns, standing};
pub use playing::play;
pub use recorded::{Recorded, mark, of_scenario, recorded, sampled, whole};
pub use tally::{RATES, Tally};
