//! Text for people. Whatever comes from a screen passes `safe` on its way here.
//!
//! - `event`: an event as one line for a person
//! - `explanation`: a reading explained: every row with its zone, the verdict, and what was made of each channel
//! - `need`: the color of a need in printed text
//! - `table`: columns of text, aligned, within the width of a terminal
//! - `verdict`: a payload as text for people: the axes first, then what is known, then why

pub mod event;
pub mod explanation;
pub mod need;
pub mod table;
pub mod verdict;
