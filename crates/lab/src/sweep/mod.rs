//! The sweep: a version under each of its own settings, and under random sets of them.
//!
//! Which settings there are is read out of the CLI itself, so that one that nobody has listed is found. A handful of
//! states is run under each ([`crate::scenario`] `sweep`), and the engine is held to their truth.
//!
//! - `knob`: a setting of the CLI's own, and the values to try
//! - `asked`: the knobs of a version, read by `ask_claude`, `ask_codex` and `help`
//! - `order`: which knobs are tried together, and which alone
//! - `run`: the command: sessions, progress, resuming, the budget
//! - `look`: whether the screens of a session look otherwise than those of the plain one
//! - `judge`: what the engine says of a session: rows, axes, readiness, turns
//! - `report`: a line for each setting

mod ask_claude;
mod ask_codex;
mod asked;
mod help;
mod judge;
mod knob;
mod look;
mod order;
mod report;
mod run;

pub use knob::{Knob, SettingPlace, Trial};
pub use run::{SweepArgs, run, sweep};
