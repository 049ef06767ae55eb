//! Answer association: the caller's own layer over a projection or over dialog text.
//!
//! A projection says what the dialog on the screen says; it does not claim to be the answer to a
//! prompt. A caller that needs this claim makes it here, with an associator of its choice. Association
//! reads values only: no lifecycle, no screen.
//!
//! - `anchor`: anchors: the user cell after which an answer may begin
//! - `associator`: the trait of associators, what they return, and the tail that they search
//! - `error`: the one error of association: an associator that cannot be built
//! - `json_block`: association by a JSON object or array that the agent was asked to print
//! - `sentinel`: association by two delimiters that the agent was asked to print on lines of their own
//! - `tail_regex`: association by a regular expression over the dialog's tail
//! - `wraps`: line breaks that may be soft wraps: the text without them, and the way back to each place

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
