//! What a cell of the transcript is, and the rows of one.

use shadow_core::contract::CellRole;
use shadow_core::surface::{RowSpan, Zone};

use super::marks::Mark;

/// What a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    User,
    Assistant,
    Thinking,
    Tool,
    Notice,
    Error,
    Interrupted,
    /// A failed attempt that is tried again (up to 0.42).
    Retry,
    Banner,
    /// A rule between the steps of a turn, or at its end.
    Separator,
    /// `Worked for 8s • 22:32`.
    Finished,
    /// A heading of its own row (`codex`, `user`, `thinking`), up to 0.20.
    Heading,
    /// What no rule explains: flush, behind a glyph that no known cell has.
    Unexplained,
    /// The CLI's word that a command of the person's has started the agent (`/review`, `/goal`).
    Command,
    /// A red row that refuses a key or a command of the person's.
    Refusal,
    /// `▸ Worked for 6s`: a turn's details, folded away (0.169).
    Folded,
    /// A prompt in raw output.
    RawPrompt,
    /// The agent's words and its tools' in raw output.
    RawText,
    /// What reads like a turn's end in raw output.
    RawEnd,
    /// What reads like an error or an interruption as the last of raw output.
    RawRed,
    /// What reads like an error right below a prompt of raw output.
    RawError,
}

impl CellKind {
    /// Which part of the interface its rows are.
    pub const fn zone(self) -> Zone {
        match self {
            Self::Banner => Zone::Banner,
            Self::Finished => Zone::Finished,
            _ => Zone::Transcript,
        }
    }

    /// The rule that finds cells of the kind, and the role that they are written out with, if they are.
    pub const fn mark_and_role(self) -> (Mark, Option<CellRole>) {
        use CellRole as Role;
        match self {
            Self::User => (Mark::UserCell, Some(Role::User)),
            Self::Assistant => (Mark::AnswerCell, Some(Role::Assistant)),
            Self::Thinking => (Mark::ThoughtCell, Some(Role::Thinking)),
            Self::Tool => (Mark::ToolCell, Some(Role::ToolCall)),
            Self::Notice | Self::Command => (Mark::NoticeCell, Some(Role::Notice)),
            Self::Error => (Mark::ErrorCell, Some(Role::Error)),
            Self::Interrupted => (Mark::InterruptedCell, Some(Role::Notice)),
            Self::Retry => (Mark::RetryCell, Some(Role::Notice)),
            Self::Banner => (Mark::BannerCell, Some(Role::Banner)),
            Self::Separator => (Mark::SeparatorCell, None),
            Self::Finished => (Mark::FinishedCell, None),
            Self::Heading => (Mark::HeadingCell, None),
            Self::Unexplained => (Mark::UnexplainedCell, Some(Role::Notice)),
            Self::Refusal => (Mark::CommandRefused, Some(Role::Notice)),
            Self::Folded => (Mark::FoldedTurn, None),
            Self::RawPrompt => (Mark::RawOutput, Some(Role::User)),
            Self::RawText => (Mark::RawOutput, Some(Role::Assistant)),
            Self::RawEnd => (Mark::RawOutput, None),
            Self::RawRed => (Mark::RawOutput, Some(Role::Notice)),
            Self::RawError => (Mark::RawOutput, Some(Role::Error)),
        }
    }

    /// Whether it belongs to a turn: it is no word of the CLI's beside it.
    pub const fn is_of_a_turn(self) -> bool {
        !matches!(
            self,
            Self::Notice | Self::Refusal | Self::Heading | Self::Banner
        )
    }

    /// Whether it is the agent's doing, outside raw output.
    pub const fn is_agents(self) -> bool {
        matches!(self, Self::Assistant | Self::Thinking | Self::Tool)
    }

    /// Whether it is in raw output, where no cell can be told to be whole.
    pub const fn is_raw(self) -> bool {
        matches!(
            self,
            Self::RawPrompt | Self::RawText | Self::RawEnd | Self::RawRed | Self::RawError
        )
    }
}

/// A cell's rows, trailing blank rows left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellSpan {
    pub kind: CellKind,
    pub first: usize,
    pub last: usize,
}

impl CellSpan {
    /// Its rows.
    pub fn rows(self) -> RowSpan {
        RowSpan::new(self.first, self.last)
    }
}
