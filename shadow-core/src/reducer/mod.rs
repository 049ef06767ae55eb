//! One level up: from observations over time to readiness, turns and their log.
//!
//! The parser sees one snapshot and knows no time. The reducer is a pure function
//! `(state, observation | input | tick, now) -> (state, events, next_deadline)`: no thread, no
//! clock of its own, no I/O. The caller gives the time and looks again at
//! `next_deadline`.
//!
//! A step (`step`, at work `run`) takes an input, believes a surface once it has held (`observe`, `settle`, `sight`), follows
//! what it changes of the dialog (`follow`, `dialog`: `align` gives each cell its fate, `doubt` waits where a change is grave),
//! begins a turn where a prompt or work says so (`prompts`, `self_start`, `drafted`, `signs`), moves the open one (`turn`,
//! `moves`, `rest`), ends it (`ending`, `exit`, `last_words`, `resume`) and says when to look again (`time`).
//!
//! ```
//! # use shadow_tui_core as shadow_tui;
//! use std::sync::Arc;
//!
//! use shadow_tui::contract::{Availability, BusinessState, InputMode, Readiness};
//! use shadow_tui::reducer::{Limits, Observation, ReducerInput, State, advance, step};
//!
//! let mut seen = Observation::default();
//! seen.axes.availability = Availability::Supported;
//! seen.axes.business_state = BusinessState::Idle;
//! seen.axes.input_mode = InputMode::Freeform;
//! seen.axes.submit_ready = true;
//!
//! let state = State::new(Limits::default());
//! let mut done = step(state, ReducerInput::Observation(&Arc::new(seen)), 1.0);
//! // Half a frame may look so: it is believed once it has held, and the deadline says when that will be.
//! assert_eq!(done.state.lifecycle().readiness, Readiness::Unknown);
//! let due = done.next_deadline.expect("something to wait for");
//! // The same without moving the state.
//! advance(&mut done.state, ReducerInput::Tick, due);
//! assert_eq!(done.state.lifecycle().readiness, Readiness::Ready);
//! ```
//!
//! - `anew`: a prompt that is printed a second time: it begins no turn
//! - `answer`: the answer of a running turn, stitched from the agent's cells as they come and scroll away
//! - `block`: the block in front over time: its events, and the times in which a turn waits for a person
//! - `cell`: a cell as the reducer remembers it, and when two cells are equal
//! - `face`: a dialog as it is drawn at one size of the pane, and whether two drawings show one dialog
//! - `input`: the input of a step
//! - `life`: the lives of the program in the pane, and the baseline of this one
//! - `likest`: the cell of a screen that is most like one of the last screen: the heaviest common subsequence
//! - `limits`: the reducer's limits, in seconds
//! - `log`: the turn log: records in order, append-only
//! - `observation`: one observation, reduced to what the reducer reads of a payload
//! - `overlap`: stitching the part of a text that is on the screen to the part that was read before
//! - `queue`: messages that wait behind the running turn: those that the caller has submitted, and when the surface showed some
//! - `stall`: limits of time: an unknown surface, and a turn whose counter and text do not change
//! - `state`: the reducer's state: everything that it remembers of one source
//! - `title`: the title over one life of the program: when it changed, and whether it is a witness
//! - `track`: a block in front, from its first look to its end

mod align;
mod anew;
mod answer;
mod block;
mod cell;
mod dialog;
mod doubt;
mod drafted;
mod ending;
mod exit;
mod face;
mod follow;
mod input;
mod last_words;
mod life;
mod likest;
mod limits;
mod log;
mod moves;
mod observation;
mod observe;
mod overlap;
mod prompts;
mod queue;
mod rest;
mod resume;
mod run;
mod self_start;
mod settle;
mod sight;
mod signs;
mod stall;
mod state;
mod step;
mod time;
mod title;
mod track;
mod turn;

#[cfg(test)]
mod tests;

pub use input::ReducerInput;
pub use limits::Limits;
pub use log::TurnLog;
pub use observation::{Observation, SelfReports};
pub use state::State;
pub use step::{Effects, Step, advance, step};

pub use crate::contract::{
    Answer, BlockedInterval, Lifecycle, Outcome, Readiness, TurnEvidence, TurnHow, TurnRecord,
    TurnState,
};
