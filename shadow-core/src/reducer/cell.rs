//! A cell as the reducer remembers it: identity over time, and what makes two the same.

use super::overlap::overlaps;
use crate::contract::{CellRole, DialogCell};

/// A cell of the last accepted screen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// Its identity over time.
    pub(super) uid: u64,
    /// Who speaks.
    pub(super) role: CellRole,
    /// Its text.
    pub(super) text: String,
    /// The text without white space: soft wraps and margins do not change it. Of a banner its letters and digits: the
    /// logo beside them moves.
    pub(super) solid: String,
    /// Its beginning is above the screen.
    pub(super) truncated: bool,
    /// It will not grow.
    pub(super) complete: bool,
    /// The CLI says that a person broke off the turn above it.
    pub(super) breaks_off: bool,
    /// It is the CLI's word that a command of the person's has started the agent.
    pub(super) starts: bool,
    /// A mark of a turn's end is right above it.
    pub(super) after_end: bool,
    /// The turn that it belongs to; 0 for none.
    pub(super) turn: u64,
}

impl Cell {
    /// A cell without identity yet. A command that has started the agent is what the person says.
    pub(super) fn new(cell: &DialogCell) -> Self {
        let (role, text) = said(cell);
        Self {
            uid: 0,
            role,
            text: text.to_owned(),
            solid: match role {
                CellRole::Banner => text.chars().filter(|c| c.is_alphanumeric()).collect(),
                _ => solid(text),
            },
            starts: cell.command.is_some(),
            after_end: cell.after_end,
            truncated: cell.truncated_above,
            complete: cell.complete,
            breaks_off: cell.breaks_off,
            turn: 0,
        }
    }

    /// Whether it was made of such a cell, apart from identity.
    pub(super) fn is_of(&self, cell: &DialogCell) -> bool {
        let (role, text) = said(cell);
        (self.role, self.truncated, self.complete, self.breaks_off)
            == (role, cell.truncated_above, cell.complete, cell.breaks_off)
            && self.text == text
    }

    /// Whether it is the person's.
    pub(super) fn is_user(&self) -> bool {
        self.role == CellRole::User
    }

    /// Whether it is the agent's doing.
    pub(super) fn is_agents(&self) -> bool {
        use CellRole::{Assistant, Error, Thinking, ToolCall, ToolResult};
        matches!(
            self.role,
            Assistant | Thinking | ToolCall | ToolResult | Error
        )
    }

    /// Whether it is the agent's words, and will not grow.
    pub(super) fn is_said(&self) -> bool {
        self.role == CellRole::Assistant && self.complete
    }

    /// Whether two cells show the same, apart from identity.
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        self.role == other.role && self.solid == other.solid
    }

    /// How much speaks for `next` being this cell at a later time; 0 for nothing.
    pub(super) fn likeness(&self, next: &Self) -> u32 {
        if self.role != next.role {
            return 0;
        }
        let length = self.solid.len().min(next.solid.len());
        let length = u32::try_from(length.min(60)).unwrap_or(0);
        if self.solid == next.solid || self.is_folded_as(next) {
            60 + length
        } else if length == 0 {
            0
        } else if self.is_cut_as(next) {
            36 + length / 3
        } else if self.has_grown_to(next) {
            // What a person says is there at once, but for half a frame.
            (if self.is_user() { 10 } else { 36 }) + length / 3
        } else {
            0
        }
    }

    /// A prompt of which one of the two shows the beginning alone: it may stay on the first row, in one row, while its
    /// answer scrolls. It counts as the same, as another prompt may begin with the same words.
    fn is_folded_as(&self, next: &Self) -> bool {
        self.is_user() && (next.is_beginning_of(&self.solid) || self.is_beginning_of(&next.solid))
    }

    /// Whether it shows the beginning of a text, and says that there is more.
    pub(super) fn is_beginning_of(&self, solid: &str) -> bool {
        !self.complete && !self.solid.is_empty() && solid.starts_with(self.solid.as_str())
    }

    /// Whether it is the end of a prompt, whose beginning is above the screen.
    pub(super) fn is_end_of(&self, prompt: &str) -> bool {
        self.truncated && !self.solid.is_empty() && prompt.ends_with(self.solid.as_str())
    }

    /// Cut off by the screen's upper edge, or so no more.
    fn is_cut_as(&self, next: &Self) -> bool {
        let (old, new) = (&self.solid, &next.solid);
        (next.truncated && (old.ends_with(new.as_str()) || overlaps(&self.text, &next.text)))
            || (self.truncated && new.ends_with(old.as_str()))
    }

    /// Grown, or folded.
    fn has_grown_to(&self, next: &Self) -> bool {
        let (old, new) = (&self.solid, &next.solid);
        new.starts_with(old.as_str()) || old.starts_with(new.as_str())
    }

    /// Whether it is the agent's words, that were whole, and `next` is less of them.
    pub(super) fn is_less_in(&self, next: &Self) -> bool {
        let less = self.solid.len() > next.solid.len() && self.solid.starts_with(&next.solid);
        self.is_said() && less && !next.truncated
    }
}

/// Who speaks in a cell, and what.
pub(super) fn said(cell: &DialogCell) -> (CellRole, &str) {
    match &cell.command {
        Some(command) => (CellRole::User, command),
        None => (cell.role, &cell.text),
    }
}

/// A text without white space.
pub(super) fn solid(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a prompt may be a command to the CLI itself: a slash and a word, a shell escape, a
/// memory note. A path is no command, but only what follows tells.
pub(super) fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(['/', '!', '#'])
}
