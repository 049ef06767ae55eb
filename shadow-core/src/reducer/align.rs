//! Which cell of a screen is which of the last: the heaviest common subsequence, as cells are only
//! added, grown, folded, or scrolled away, seldom taken back, never reordered.

use super::cell::Cell;

/// Cells at the end of a screen that are compared; older ones count as scrolled away.
const REACH: usize = 160;

/// What it costs that cells are gone below some that are still there, however many in a row: it is rare, and
/// what seems so may be a transcript whose older end is printed anew below (Claude Code 2.0.31). Less than
/// the least likeness, so that no cell is given up for it.
const GONE: i32 = 35;

/// For each new cell the index of the old cell that it continues.
pub(super) fn align(old: &[Cell], new: &[Cell]) -> Vec<Option<usize>> {
    let skip_old = old.len().saturating_sub(REACH);
    let skip_new = new.len().saturating_sub(REACH);
    let table = Table::of(&old[skip_old..], &new[skip_new..]);
    let mut matched = vec![None; new.len()];
    let (mut i, mut j) = (0, 0);
    // What has scrolled away above costs nothing.
    let mut gone = true;
    while i < table.olds && j < table.news {
        let best = table.best(i, j, gone);
        if table.paired(i, j) == Some(best) {
            matched[skip_new + j] = Some(skip_old + i);
            (i, j, gone) = (i + 1, j + 1, false);
        } else if table.without_old(i, j, gone) == best {
            (i, gone) = (i + 1, true);
        } else {
            j += 1;
        }
    }
    matched
}

/// The best sum of likenesses from each pair on.
struct Table {
    olds: usize,
    news: usize,
    like: Vec<i32>,
    /// Where the old cell above is matched.
    held: Vec<i32>,
    /// Where it is gone.
    gone: Vec<i32>,
}

impl Table {
    fn of(old: &[Cell], new: &[Cell]) -> Self {
        let (olds, news) = (old.len(), new.len());
        let sums = vec![0; (olds + 1) * (news + 1)];
        let like = old.iter().flat_map(|old| {
            let like = move |new| i32::try_from(old.likeness(new)).unwrap_or(i32::MAX);
            new.iter().map(like)
        });
        let mut table = Self {
            olds,
            news,
            like: like.collect(),
            held: sums.clone(),
            gone: sums,
        };
        for i in (0..olds).rev() {
            for j in (0..=news).rev() {
                table.fill(i, j);
            }
        }
        table
    }

    fn fill(&mut self, i: usize, j: usize) {
        let at = i * (self.news + 1) + j;
        let sum = |gone: bool| {
            let without_old = self.without_old(i, j, gone);
            let without_new = (j < self.news).then(|| self.best(i, j + 1, gone));
            without_old.max(without_new.max(self.paired(i, j)).unwrap_or(i32::MIN))
        };
        (self.held[at], self.gone[at]) = (sum(false), sum(true));
    }

    /// The best sum from a pair on.
    fn best(&self, i: usize, j: usize, gone: bool) -> i32 {
        let at = i * (self.news + 1) + j;
        if gone { self.gone[at] } else { self.held[at] }
    }

    /// The best sum where this old cell is this new one; nothing where it can't be.
    fn paired(&self, i: usize, j: usize) -> Option<i32> {
        let like = (j < self.news).then(|| self.like[i * self.news + j])?;
        (like > 0).then(|| like + self.best(i + 1, j + 1, false))
    }

    /// The best sum where this old cell is gone.
    fn without_old(&self, i: usize, j: usize, gone: bool) -> i32 {
        let cost = if gone { 0 } else { GONE };
        self.best(i + 1, j, true) - cost
    }
}
