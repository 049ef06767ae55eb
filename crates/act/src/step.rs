//! The input and the steps of a machine: the protocol between the actions and their driver.

use crate::report::Report;
use crate::sight::Sight;

/// The next step of a machine.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Look at the pane, at this time or as soon as possible after it.
    Look {
        /// When, in seconds of the clock that the machine is told.
        at: f64,
    },
    /// Paste this text, now.
    Paste(String),
    /// Press this key (by its tmux name), now.
    Press(String),
    /// Press Enter on the draft, now.
    Enter,
    /// The action has ended.
    End(Box<Report>),
}

/// The input of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seen<'a> {
    /// The beginning.
    Start,
    /// A look, taken just now.
    Look(&'a Sight),
    /// The paste or key was sent.
    Sent,
    /// The paste or key was not sent: the pane takes no keys, or is not the pane of the look any more.
    Held,
    /// The pane or its server is gone.
    Gone,
    /// The caller's time has run out. What has only begun to look may ask for another look: a look needs to settle.
    Late,
    /// Another one acts on the pane, and has not ended in the caller's time: the pane was not looked at.
    Busy,
    /// A signal stops the caller; the look that it took at once, unless that failed.
    Stopped(Option<&'a Sight>),
}

/// An action as a state machine.
pub trait Machine {
    /// Takes an input at `now` and returns the next step. After [`Act::End`] it only repeats the end.
    fn step(&mut self, seen: Seen<'_>, now: f64) -> Act;
}
