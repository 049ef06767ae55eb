//! What holds for a whole watch, and what a step of it yields.

use shadow_core::Stack;
use shadow_core::event::Event;

use crate::clock::Clock;

/// The panes to watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The named panes.
    Named,
    /// Every pane that holds an agent, also panes that open later.
    Agents,
    /// Every pane.
    All,
}

/// What holds for every server.
pub struct Rules {
    pub stack: Stack,
    pub clock: Clock,
    /// The shortest time between two looks at a pane, in seconds.
    pub interval: f64,
    pub scope: Scope,
    /// Whether looks are kept, to show them.
    pub shown: bool,
    /// The number before that of the first dialog in a pane.
    pub numbers: u64,
}

/// The result of a step.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Step {
    /// Events in order.
    pub events: Vec<Event>,
    /// Messages about the watch itself, for the operator.
    pub notes: Vec<String>,
    /// The next step does not return. Do now everything that must happen before the process ends.
    pub leaves: bool,
}
