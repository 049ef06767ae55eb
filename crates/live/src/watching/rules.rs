//! What holds for a whole watch, and what a step of it yields.

use shadow_core::Stack;
use shadow_core::event::Event;

use crate::clock::Clock;

/// Which panes are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those that were named.
    Named,
    /// Every pane that holds an agent, those that come later too.
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
    /// Looks are kept whole, for whoever shows them.
    pub shown: bool,
}

/// What a step yields.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Step {
    /// Events in order.
    pub events: Vec<Event>,
    /// What an operator should know of the watching itself.
    pub notes: Vec<String>,
    /// The next step has no end: whatever is to be done before the process ends is to be done now.
    pub leaves: bool,
}
