//! The state of a pane in the list: what it asks of a person, and whether it is done and nobody has looked.

use shadow_tui::Need;

/// A need, with the idle pane set apart whose turn is done and was not looked at. The most urgent comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    need: Need,
    /// Whether it is idle for another reason than a turn whose end is news.
    rests: bool,
}

impl State {
    /// The state of a pane with this need. `done`: its last turn has ended and was not looked at.
    pub fn of(need: Need, done: bool) -> Self {
        Self {
            need,
            rests: !(done && need == Need::Idle),
        }
    }

    /// The states that a need may be.
    pub fn all_of(need: Need) -> Vec<Self> {
        let mut states = vec![Self::of(need, true), Self::of(need, false)];
        states.dedup();
        states
    }

    /// What it asks of a person.
    pub fn need(self) -> Need {
        self.need
    }

    /// Whether its turn is done and was not looked at.
    pub fn is_done(self) -> bool {
        !self.rests
    }

    /// Its name, at most seven columns.
    pub fn word(self) -> &'static str {
        match self.is_done() {
            true => "done",
            false => self.need.word(),
        }
    }

    /// A mark that shows it without color.
    pub fn mark(self) -> &'static str {
        match self.is_done() {
            true => "+",
            false => self.need.mark(),
        }
    }
}
