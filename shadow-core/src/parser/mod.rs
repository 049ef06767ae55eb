//! From a screen and its channels to the payload, for one provider or for the whole stack.

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
