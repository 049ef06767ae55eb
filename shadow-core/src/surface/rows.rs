//! Rows of a screen, and which part of the interface they are.

use crate::contract::Zone;

/// Rows of the visible screen, first and last included. Data without an invariant: where the last stands before the first, no
/// row is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct RowSpan {
    /// First row.
    pub first: u32,
    /// Last row.
    pub last: u32,
}

impl RowSpan {
    /// One row.
    #[must_use]
    pub fn one(row: usize) -> Self {
        Self::new(row, row)
    }

    /// Rows `first` to `last`, both included.
    #[must_use]
    pub fn new(first: usize, last: usize) -> Self {
        let clamp = |row| u32::try_from(row).unwrap_or(u32::MAX);
        Self {
            first: clamp(first),
            last: clamp(last),
        }
    }

    /// Whether it holds `row`.
    #[must_use]
    pub fn contains(self, row: usize) -> bool {
        (self.first as usize..=self.last as usize).contains(&row)
    }

    /// The rows as indices.
    #[must_use]
    pub fn indices(self) -> std::ops::RangeInclusive<usize> {
        self.first as usize..=self.last as usize
    }
}

/// A zone and its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneSpan {
    /// Which part.
    pub zone: Zone,
    /// Its rows.
    pub rows: RowSpan,
}
