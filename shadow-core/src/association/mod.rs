//! Answer association: the caller's own layer over a projection or over dialog text.
//!
//! A projection says what the dialog on the screen says; it does not claim to be the answer to a
//! prompt. A caller that needs this claim makes it here, with an associator of its choice. Association
//! reads values only: no lifecycle, no screen.

mod anchor;
mod associator;
mod error;
mod json_block;
mod sentinel;
mod tail_regex;
mod wraps;

pub use anchor::Anchor;
pub use associator::{Association, DialogAssociator};
pub use error::AssociationError;
pub use json_block::{JsonBlock, JsonBlockAssociator};
pub use sentinel::SentinelAssociator;
pub use tail_regex::TailRegexExtractAssociator;

#[cfg(test)]
mod testing;
