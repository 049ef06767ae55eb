//! The trait of associators, what they return, and the tail that they search.

use crate::contract::DialogProjection;

/// What an associator found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Association {
    /// The text that counts as the answer.
    pub text: String,
    /// Whether line breaks of the screen were removed to find it. Then spaces at the breaks are a
    /// guess.
    pub across_wraps: bool,
}

/// Finds the answer in a dialog. Associating cannot fail; it may find nothing. A wrong
/// associator is refused when it is built.
pub trait DialogAssociator {
    /// Searches a projection. Only here can an anchor use cells.
    fn associate(&self, projection: &DialogProjection) -> Option<Association>;

    /// Searches dialog text, such as the answer in a turn's record.
    fn associate_text(&self, dialog_text: &str) -> Option<Association>;
}

/// The last `count` characters of a text.
pub(super) fn tail(text: &str, count: usize) -> &str {
    let cut = text.char_indices().rev().nth(count.saturating_sub(1));
    cut.map_or(text, |(at, _)| &text[at..])
}
