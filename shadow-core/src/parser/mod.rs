//! From a screen and its channels to the payload, for one provider or for the whole stack.
//!
//! - `assemble`: writing out the payload: evidence, anomalies, excerpt, dialog text and slices
//! - `assessed`: from what was read to the payload, in the parts that are asked for
//! - `choice`: choosing the preset: override, requested version, version on the screen, structure, newest
//! - `diagnose`: diagnostics: every channel of the contract, what it said, and what came of it
//! - `observed`: a screen as the input of the parsers, and the screen after reading
//! - `parse`: the parser of one provider: choose, read, read the channels, decide
//! - `stack`: the whole stack: several providers, chosen by name or recognized from the screen

mod assemble;
mod assessed;
mod choice;
mod diagnose;
mod observed;
mod parse;
mod stack;

pub use choice::{Choice, Memory};
pub use observed::{Assessed, Observed, Taller};
pub use parse::{DEFAULT_SLICE_LINES, Parser, Reading};
pub use stack::{ProviderChoice, Stack, UnknownProvider};
