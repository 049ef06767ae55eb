//! Recordings of the corpus over time: every schedule of polling tells the same turns, and what is
//! told agrees with the truth.

mod answers;
mod missed;
mod played;
mod replay;
mod schedule;
mod schedules;
mod tally;
mod truth;
mod worlds;
