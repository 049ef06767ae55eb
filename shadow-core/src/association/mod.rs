//! Answer association: the caller's own layer over a projection or over dialog text.
//!
//! A projection says what the dialog on the screen says; it does not claim to be the answer to a
//! prompt. Whoever needs that claim makes it here, with an associator of its choice. Association
//! reads values only: no lifecycle, no screen.

mod anchor;
mod error;
mod json_block;
mod sentinel;
mod tail_regex;
mod wraps;

pub use anchor::Anchor;
pub use error::AssociationError;
pub use json_block::{JsonBlock, JsonBlockAssociator};
pub use sentinel::SentinelAssociator;
pub use tail_regex::TailRegexExtractAssociator;

use crate::contract::DialogProjection;

/// What an associator found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Association {
    /// The text that counts as the answer.
    pub text: String,
    /// Whether line breaks of the screen were undone to find it: then spaces at the breaks are a
    /// guess.
    pub across_wraps: bool,
}

/// Finds the answer in a dialog. Associating cannot fail, it can only find nothing; whatever can
/// be wrong with an associator is refused when it is built.
pub trait DialogAssociator {
    /// Looks in a projection. Only here can an anchor be honoured by cell.
    fn associate(&self, projection: &DialogProjection) -> Option<Association>;

    /// Looks in dialog text alone, such as the answer in a turn's record.
    fn associate_text(&self, dialog_text: &str) -> Option<Association>;
}

/// The last `count` characters of a text.
fn tail(text: &str, count: usize) -> &str {
    let cut = text.char_indices().rev().nth(count.saturating_sub(1));
    cut.map_or(text, |(at, _)| &text[at..])
}

#[cfg(test)]
mod testing;
