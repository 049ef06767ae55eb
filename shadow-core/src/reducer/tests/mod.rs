//! Tests of the reducer: stories as text, and what no story can say.

mod alignments;
mod cells;
mod check;
mod clock;
mod generated;
mod properties;
mod scene;
mod script;
mod story;
mod words;

use super::step::{self, step};
use super::{
    Limits, Observation, Outcome, ReducerInput, State, TurnHow, TurnLog, TurnRecord, advance,
};
use super::{align, cell};
