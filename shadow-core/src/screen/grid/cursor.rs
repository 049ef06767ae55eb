//! The cursor: where it is, where it may go, and what is saved with it.

use crate::screen::Style;
use crate::screen::charset::Charsets;

/// Columns between tab stops.
const TAB: usize = 8;

/// The cursor and what DECSC saves with it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    pub(super) x: usize,
    pub(super) y: usize,
    /// The last column is written and the next character wraps.
    pub(super) pending: bool,
    pub(super) pen: Style,
    pub(super) charsets: Charsets,
    pub(super) origin: bool,
}

/// Tab stops of every column that a grid may have.
#[derive(Debug, Clone)]
pub(super) struct Tabs(Vec<bool>);

impl Tabs {
    pub(super) fn new(cols: usize) -> Self {
        Self((0..cols).map(|x| x % TAB == 0).collect())
    }

    pub(super) fn resize(&mut self, cols: usize) {
        let had = self.0.len();
        self.0.truncate(cols);
        self.0.extend((had..cols).map(|x| x % TAB == 0));
    }

    pub(super) fn set(&mut self, x: usize, stop: bool) {
        self.0[x] = stop;
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(false);
    }

    pub(super) fn next(&self, x: usize) -> usize {
        let last = self.0.len() - 1;
        (x + 1..last).find(|&at| self.0[at]).unwrap_or(last)
    }

    pub(super) fn previous(&self, x: usize) -> usize {
        (0..x).rev().find(|&at| self.0[at]).unwrap_or(0)
    }
}
