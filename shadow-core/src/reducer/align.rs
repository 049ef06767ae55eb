//! Which cell of a screen is which of the last: the heaviest common subsequence, as cells are only
//! added, grown, folded, or scrolled away, never reordered.

use super::cell::Cell;

/// Cells at the end of a screen that are compared; older ones count as scrolled away.
const REACH: usize = 160;

/// For each new cell the index of the old cell that it continues.
pub(super) fn align(old: &[Cell], new: &[Cell]) -> Vec<Option<usize>> {
    let skip_old = old.len().saturating_sub(REACH);
    let skip_new = new.len().saturating_sub(REACH);
    let table = weights(&old[skip_old..], &new[skip_new..]);
    let mut matched = vec![None; new.len()];
    let (mut i, mut j) = (0, 0);
    while i < table.olds && j < table.news {
        let like = table.like(i, j);
        if like > 0 && table.best(i, j) == like + table.best(i + 1, j + 1) {
            matched[skip_new + j] = Some(skip_old + i);
            (i, j) = (i + 1, j + 1);
        } else if table.best(i, j) == table.best(i + 1, j) {
            i += 1;
        } else {
            j += 1;
        }
    }
    matched
}

/// Likenesses of all pairs, and the best sum from each pair on.
struct Table {
    olds: usize,
    news: usize,
    like: Vec<u32>,
    best: Vec<u32>,
}

impl Table {
    fn like(&self, i: usize, j: usize) -> u32 {
        self.like[i * self.news + j]
    }

    fn best(&self, i: usize, j: usize) -> u32 {
        self.best[i * (self.news + 1) + j]
    }
}

fn weights(old: &[Cell], new: &[Cell]) -> Table {
    let (olds, news) = (old.len(), new.len());
    let mut table = Table {
        olds,
        news,
        like: vec![0; olds * news],
        best: vec![0; (olds + 1) * (news + 1)],
    };
    for i in (0..olds).rev() {
        for j in (0..news).rev() {
            let like = old[i].likeness(&new[j]);
            let skip = table.best(i + 1, j).max(table.best(i, j + 1));
            let take = if like > 0 {
                like + table.best(i + 1, j + 1)
            } else {
                0
            };
            table.like[i * news + j] = like;
            table.best[i * (news + 1) + j] = skip.max(take);
        }
    }
    table
}
