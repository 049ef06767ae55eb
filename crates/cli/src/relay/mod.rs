//! The relay: what `shadow relay` keeps of the acts that it is asked for.
//!
//! - `audit`: the append-only list of what was asked for, by whom, and what came of it
//! - `clock`: the clock of a run of the relay, by which the age of a request is measured
//! - `journal`: acts on disk: each is done once for its key, whatever becomes of the relay

mod audit;
mod clock;
mod journal;

pub use clock::Life;
pub use journal::Journal;
