//! Text for people. Whatever comes from a screen passes `safe` on its way here.

pub mod event;
pub mod explanation;
pub mod need;
pub mod table;
pub mod verdict;
