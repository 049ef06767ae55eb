//! Recordings of the corpus over time: every schedule of polling tells the same turns, and what is
//! told agrees with the truth.

mod answers;
mod film;
mod missed;
mod played;
mod recorded;
mod replay;
mod schedule;
mod schedules;
mod truth;
