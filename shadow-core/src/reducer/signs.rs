//! What may become a turn, and is none yet.

use super::limits::Limits;
use crate::contract::TurnHow;

/// Work without a user cell, which may become a turn of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SelfStart {
    pub(super) since: f64,
    /// Cells from this identity on would be its.
    pub(super) uid: u64,
    /// Since when the agent has been seen to say something.
    pub(super) said_since: Option<f64>,
    /// The screen itself has shown the work.
    pub(super) shown: bool,
}

/// A user cell that looks like a command: no turn until the agent does something.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Command {
    pub(super) uid: u64,
    pub(super) since: f64,
    /// Since when the agent has been seen to work on it.
    pub(super) worked_since: Option<f64>,
    /// Since when it has been seen to say something about it.
    pub(super) said_since: Option<f64>,
    pub(super) how: TurnHow,
}

impl Command {
    /// For how long the agent has to be seen at work on it. Where the CLI says that it has started the agent, half a frame is
    /// all that there is to doubt.
    pub(super) fn hold(&self, limits: &Limits) -> f64 {
        match self.how {
            TurnHow::OperatorCommand => limits.settle,
            _ => limits.command_hold,
        }
    }
}

/// A prompt that stood there while the agent worked, for too short a time to be believed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BriefPrompt {
    pub(super) text: String,
    pub(super) at: f64,
}

/// A draft that has left the composer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Drafted {
    pub(super) text: String,
    /// When it was first seen to be gone.
    pub(super) at: f64,
}

/// All that may become a turn. Each of them is watched by one module, and forgotten where a turn begins.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Signs {
    /// Work, or words, without a user cell.
    pub(super) self_start: Option<SelfStart>,
    /// At the last look no turn ran, and work was listed that may wake the agent.
    pub(super) may_wake: Option<SelfStart>,
    pub(super) command: Option<Command>,
    /// What may be the prompt of work that shows none.
    pub(super) brief_prompt: Option<BriefPrompt>,
    /// The draft that went last.
    pub(super) drafted: Option<Drafted>,
    /// Whether the last draft before the next user cell was a command.
    pub(super) drafts_command: bool,
}

impl Signs {
    /// A turn begins.
    pub(super) fn begin(&mut self) {
        *self = Self {
            drafts_command: self.drafts_command,
            ..Self::default()
        };
    }

    /// The program has ended.
    pub(super) fn end(&mut self) {
        self.self_start = None;
        self.command = None;
        self.brief_prompt = None;
    }
}
