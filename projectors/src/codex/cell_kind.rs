//! What a cell of the transcript is, and the rows of one.

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

    /// The rule that tells cells of the kind.
    pub const fn mark(self) -> Mark {
        match self {
            Self::User => Mark::UserCell,
            Self::Assistant => Mark::AnswerCell,
            Self::Thinking => Mark::ThoughtCell,
            Self::Tool => Mark::ToolCell,
            Self::Notice | Self::Command => Mark::NoticeCell,
            Self::Error => Mark::ErrorCell,
            Self::Interrupted => Mark::InterruptedCell,
            Self::Retry => Mark::RetryCell,
            Self::Banner => Mark::BannerCell,
            Self::Separator => Mark::SeparatorCell,
            Self::Finished => Mark::FinishedCell,
            Self::Heading => Mark::HeadingCell,
            Self::Unexplained => Mark::UnexplainedCell,
            Self::Refusal => Mark::CommandRefused,
            Self::Folded => Mark::FoldedTurn,
            Self::RawPrompt | Self::RawText | Self::RawEnd => Mark::RawOutput,
            Self::RawRed | Self::RawError => Mark::RawOutput,
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
