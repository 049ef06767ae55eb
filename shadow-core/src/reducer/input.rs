//! What the reducer is stepped with.

use std::sync::Arc;

use super::Observation;

/// One input of a step.
#[derive(Debug, Clone)]
pub enum ReducerInput<'a> {
    /// The pane was looked at. One that says what the last one said costs a comparison, and next to
    /// nothing where it is the same allocation.
    Observation(&'a Arc<Observation>),
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
