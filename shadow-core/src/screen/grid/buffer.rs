//! The cells of one screen (main or alternate): rows that scroll by their index.

use std::ops::Range;

use super::cell::{Cell, Kind};

/// A screen of cells. Rows move by rotating `order`, cells stay where they are.
#[derive(Debug, Clone)]
pub(super) struct Buffer {
    cols: usize,
    cells: Vec<Cell>,
    order: Vec<u32>,
    /// Whether a row's text goes on in the next row, by its place in `cells`.
    wrapped: Vec<bool>,
}

impl Buffer {
    pub(super) fn new(cols: usize, rows: usize) -> Self {
        Self {
            cols,
            cells: vec![Cell::blank(0); cols * rows],
            order: (0..rows as u32).collect(),
            wrapped: vec![false; rows],
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.order.len()
    }

    #[inline]
    pub(super) fn row(&self, y: usize) -> &[Cell] {
        let start = self.order[y] as usize * self.cols;
        &self.cells[start..start + self.cols]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, y: usize) -> &mut [Cell] {
        let start = self.order[y] as usize * self.cols;
        &mut self.cells[start..start + self.cols]
    }

    pub(super) fn wraps(&self, y: usize) -> bool {
        self.wrapped[self.order[y] as usize]
    }

    pub(super) fn set_wraps(&mut self, y: usize, wraps: bool) {
        self.wrapped[self.order[y] as usize] = wraps;
    }

    /// Every cell, in no order.
    pub(super) fn all_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    /// Whether no row shows more than its background.
    pub(super) fn is_blank(&self) -> bool {
        (0..self.rows()).all(|y| self.row(y).iter().all(|cell| cell.is_blank()))
    }

    /// Blanks columns of a row. Characters cut in half go whole.
    pub(super) fn erase(&mut self, y: usize, columns: Range<usize>, blank: Cell) {
        self.open(y, columns.start);
        self.open(y, columns.end);
        if columns.end >= self.cols {
            self.set_wraps(y, false);
        }
        let columns = columns.start..columns.end.min(self.cols);
        self.row_mut(y)[columns].fill(blank);
    }

    /// Blanks whole rows.
    pub(super) fn erase_rows(&mut self, rows: Range<usize>, blank: Cell) {
        for y in rows {
            self.set_wraps(y, false);
            self.row_mut(y).fill(blank);
        }
    }

    /// Moves rows up by `count`: the first ones go, blank ones come in below.
    pub(super) fn scroll_up(&mut self, rows: Range<usize>, count: usize, blank: Cell) {
        let count = count.min(rows.len());
        self.order[rows.clone()].rotate_left(count);
        self.erase_rows(rows.end - count..rows.end, blank);
    }

    /// Moves rows down by `count`: the last ones go, blank ones come in above.
    pub(super) fn scroll_down(&mut self, rows: Range<usize>, count: usize, blank: Cell) {
        let count = count.min(rows.len());
        self.order[rows.clone()].rotate_right(count);
        self.erase_rows(rows.start..rows.start + count, blank);
    }

    /// Moves cells of a row right from `x`: blank ones come in, the last ones go.
    pub(super) fn insert(&mut self, y: usize, x: usize, count: usize, blank: Cell) {
        self.open(y, x);
        let cols = self.cols;
        let count = count.min(cols - x);
        self.open(y, cols - count);
        let row = self.row_mut(y);
        row.copy_within(x..cols - count, x + count);
        row[x..x + count].fill(blank);
    }

    /// Moves cells of a row left to `x`: the ones there go, blank ones come in at the end.
    pub(super) fn delete(&mut self, y: usize, x: usize, count: usize, blank: Cell) {
        let cols = self.cols;
        let count = count.min(cols - x);
        self.open(y, x);
        self.open(y, x + count);
        let row = self.row_mut(y);
        row.copy_within(x + count..cols, x);
        row[cols - count..].fill(blank);
    }

    /// Takes away a character of two columns that covers both sides of a column's left edge.
    pub(super) fn open(&mut self, y: usize, x: usize) {
        let row = self.row_mut(y);
        if x > 0 && row.get(x).is_some_and(|cell| cell.kind == Kind::Spacer) {
            row[x - 1].clear();
            row[x].clear();
        }
    }

    /// The same screen in another size: rows from `first` on, cut or filled at the right and the
    /// bottom. Nothing is wrapped anew.
    pub(super) fn resized(&self, cols: usize, rows: usize, first: usize) -> Self {
        let mut fresh = Self::new(cols, rows);
        for (to, from) in (first..self.rows()).take(rows).enumerate() {
            let kept = cols.min(self.cols);
            fresh.row_mut(to)[..kept].copy_from_slice(&self.row(from)[..kept]);
            if cols < self.cols && self.row(from)[cols].kind == Kind::Spacer {
                fresh.row_mut(to)[cols - 1].clear();
            }
            fresh.set_wraps(to, cols == self.cols && self.wraps(from));
        }
        fresh
    }
}
