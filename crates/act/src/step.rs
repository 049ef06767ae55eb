//! What a machine is told and what it says: the protocol between the sequences and whoever drives them.

use crate::report::Report;
use crate::sight::Sight;

/// What a machine says to do next.
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
    /// It is over.
    End(Box<Report>),
}

/// What a machine is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seen<'a> {
    /// Nothing yet: it begins.
    Start,
    /// A look, taken just now.
    Look(&'a Sight),
    /// What it said to paste or press was sent.
    Sent,
    /// It was not sent: the pane takes no keys, or is no longer the pane that was looked at.
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

/// A guarded sequence.
pub trait Machine {
    /// Takes what was seen at `now` and says what to do. After [`Act::End`] it only repeats the end.
    fn step(&mut self, seen: Seen<'_>, now: f64) -> Act;
}
