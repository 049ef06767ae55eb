//! What both CLIs draw, read by one piece of code. Where it stands, and what it means there, is for each projector to say;
//! where the two differ, they pass a value.
//!
//! - `breaks`: where scripts let a row be broken
//! - `columns`: columns of a row that spaces part, and where a part begins
//! - `cuts`: what a CLI writes where it leaves something out
//! - `keys`: the keys that lead to an option, and a key that is printed behind its label
//! - `lists`: numbers, check boxes and bullets before an item
//! - `numbers`: times that have gone, amounts
//! - `strokes`: rules, and rows of lines and blocks alone
//! - `wraps`: soft wraps

mod breaks;
pub(crate) mod columns;
pub(crate) mod cuts;
pub(crate) mod keys;
pub(crate) mod lists;
pub(crate) mod numbers;
pub(crate) mod strokes;
pub(crate) mod wraps;
