//! What the reducer is stepped with.

use std::sync::Arc;

use super::Observation;

/// One input of a step.
#[derive(Debug, Clone)]
pub enum ReducerInput<'a> {
    /// A look at the pane. An observation equal to the last one costs only a comparison, and almost
    /// nothing if it is the same allocation.
    Observation(&'a Arc<Observation>),
    /// The caller has submitted a prompt (and pressed Enter).
    Submit {
        /// The prompt.
        text: &'a str,
    },
    /// The caller has sent an interrupt.
    Interrupt,
    /// Time has passed, and nothing has changed since the last observation. A source that is not
    /// certain of this looks again and gives an observation instead.
    Tick,
}
