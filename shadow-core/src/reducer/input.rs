//! What the reducer is stepped with.

use super::Observation;

/// One input of a step.
#[derive(Debug, Clone)]
pub enum ReducerInput<'a> {
    /// The pane was looked at.
    Observation(&'a Observation),
    /// The caller has submitted a prompt (and pressed Enter).
    Submit {
        /// The prompt.
        text: &'a str,
    },
    /// The caller has sent an interrupt.
    Interrupt,
    /// Time has passed and nothing changed since the last observation. A source that cannot be
    /// sure of that looks again and gives an observation instead.
    Tick,
}
