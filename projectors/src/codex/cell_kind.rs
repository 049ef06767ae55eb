//! What a cell of the transcript is, and the rows of one. How cells are found is in `walk`.

use shadow_core::surface::ZoneSpan;

/// What a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum CellKind {
    /// The kinds are counted from one: zero is none.
    User = 1,
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
}

impl CellKind {
    /// Whether it stands in raw output, where no cell can be told to be whole.
    pub fn is_raw(self) -> bool {
        matches!(
            self,
            Self::RawPrompt | Self::RawText | Self::RawEnd | Self::RawRed
        )
    }

    /// In the order of their numbers.
    const ALL: [Self; 19] = [
        Self::User,
        Self::Assistant,
        Self::Thinking,
        Self::Tool,
        Self::Notice,
        Self::Error,
        Self::Interrupted,
        Self::Retry,
        Self::Banner,
        Self::Separator,
        Self::Finished,
        Self::Heading,
        Self::Unexplained,
        Self::Refusal,
        Self::Folded,
        Self::RawPrompt,
        Self::RawText,
        Self::RawEnd,
        Self::RawRed,
    ];

    /// The kind of a number.
    fn of(number: u8) -> Option<Self> {
        let index = usize::from(number).checked_sub(1)?;
        Self::ALL.get(index).copied()
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
    /// The cell of a zone that the reading marked as one.
    pub fn of(span: &ZoneSpan) -> Option<Self> {
        let kind = CellKind::of(span.kept)?;
        let (first, last) = (span.rows.first as usize, span.rows.last as usize);
        Some(Self { kind, first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::CellKind;

    #[test]
    fn kinds_have_the_numbers_of_their_places() {
        let numbers = CellKind::ALL.map(|kind| kind as u8);
        assert!(numbers.into_iter().eq(1..=19));
        assert!(numbers.map(CellKind::of) == CellKind::ALL.map(Some));
        assert_eq!((CellKind::of(0), CellKind::of(20)), (None, None));
    }
}
