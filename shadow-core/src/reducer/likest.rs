//! Which cell of a screen is likest to which of the last: the heaviest common subsequence, as cells are only
//! added, grown, folded, or scrolled away, seldom taken back, never reordered.

use super::cell::Cell;

/// Cells at the end of a screen that are compared; older ones count as scrolled away.
const REACH: usize = 160;

/// What it costs that cells are gone below some that are still there, however many in a row: it is rare, and
/// what seems so may be a transcript whose older end is printed anew below. Less than
/// the least likeness, so that no cell is given up for it.
const GONE: i32 = 35;

/// What it costs besides that the last words are gone where only more can come: more than any likeness. The same may
/// have been said before, and are there still.
const GONE_AT_END: i32 = 130;

/// What it costs that whole new cells are above the first that is still there, and older ones are gone above it: a transcript
/// grows at its end, and what seems so was printed once more below.
const NEW_ABOVE: i32 = 95;

/// What speaks against it that whole words of the agent's become less where only more can come: half a frame may do so, but
/// less than the last words are gone.
const LESS: i32 = -125;

/// For each new cell the index of the old cell that it continues; `adds` where the new can only be more.
pub(super) fn likest(old: &[Cell], new: &[Cell], adds: bool) -> Vec<Option<usize>> {
    let skip_old = old.len().saturating_sub(REACH);
    let skip_new = new.len().saturating_sub(REACH);
    let (olds, news) = (&old[skip_old..], &new[skip_new..]);
    let mut pairs = Table::of(olds, news, adds).pairs();
    if adds && pairs.is_empty() {
        pairs = Table::of(olds, news, false).pairs();
    }
    let mut matched = vec![None; new.len()];
    for (i, j) in pairs {
        matched[skip_new + j] = Some(skip_old + i);
    }
    matched
}

/// What is known of the old cells above one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Above {
    /// None of them is there: all have scrolled away.
    Nothing,
    /// The one right above is there.
    Held,
    /// One is there, and the one right above is gone.
    Gone,
}

impl Above {
    /// The same below a cell that is not there.
    fn passed(self) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::Held | Self::Gone => Self::Gone,
        }
    }
}

/// The best sum of likenesses from each pair on.
struct Table {
    olds: usize,
    news: usize,
    /// The last words, where they are not taken back.
    kept: Option<usize>,
    /// The first new cell that somebody has said, and of which nothing is above the screen.
    firm: Option<usize>,
    like: Vec<i32>,
    /// By what is above.
    best: [Vec<i32>; 3],
}

impl Table {
    fn of(old: &[Cell], new: &[Cell], adds: bool) -> Self {
        let (olds, news) = (old.len(), new.len());
        let like = old.iter().flat_map(|old| {
            new.iter().map(move |new| match old.likeness(new) {
                1.. if adds && old.is_less_in(new) => LESS,
                like => i32::try_from(like).unwrap_or(i32::MAX),
            })
        });
        let words = |cell: &Cell| cell.is_user() || cell.is_said();
        let firm = |cell: &Cell| (cell.is_user() || cell.is_agents()) && !cell.truncated;
        let mut table = Self {
            olds,
            news,
            firm: new.iter().position(firm),
            kept: old.iter().rposition(words).filter(|_| adds),
            like: like.collect(),
            best: [(); 3].map(|()| vec![0; (olds + 1) * (news + 1)]),
        };
        for i in (0..olds).rev() {
            for j in (0..=news).rev() {
                for above in [Above::Nothing, Above::Held, Above::Gone] {
                    table.fill(i, j, above);
                }
            }
        }
        table
    }

    /// The pairs of the best sum.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let (mut i, mut j, mut above) = (0, 0, Above::Nothing);
        while i < self.olds && j < self.news {
            let best = self.best(i, j, above);
            if self.paired(i, j, above) == Some(best) {
                pairs.push((i, j));
                (i, j, above) = (i + 1, j + 1, Above::Held);
            } else if self.without_old(i, j, above) == best {
                (i, above) = (i + 1, above.passed());
            } else {
                j += 1;
            }
        }
        pairs
    }

    fn fill(&mut self, i: usize, j: usize, above: Above) {
        let without_old = self.without_old(i, j, above);
        let without_new = (j < self.news).then(|| self.best(i, j + 1, above));
        let sum = without_old.max(
            without_new
                .max(self.paired(i, j, above))
                .unwrap_or(i32::MIN),
        );
        let at = self.at(i, j);
        self.best[above as usize][at] = sum;
    }

    fn at(&self, i: usize, j: usize) -> usize {
        i * (self.news + 1) + j
    }

    /// The best sum from a pair on.
    fn best(&self, i: usize, j: usize, above: Above) -> i32 {
        self.best[above as usize][self.at(i, j)]
    }

    /// The best sum where this old cell is this new one; nothing where it can't be.
    fn paired(&self, i: usize, j: usize, above: Above) -> Option<i32> {
        let like = (j < self.news).then(|| self.like[i * self.news + j])?;
        let cost = match above {
            Above::Nothing if i > 0 && self.firm.is_some_and(|firm| firm < j) => NEW_ABOVE,
            _ => 0,
        };
        (like != 0).then(|| like - cost + self.best(i + 1, j + 1, Above::Held))
    }

    /// The best sum where this old cell is gone.
    fn without_old(&self, i: usize, j: usize, above: Above) -> i32 {
        let kept = self.kept == Some(i) && above != Above::Nothing;
        let cost = if above == Above::Held { GONE } else { 0 };
        let cost = cost + if kept { GONE_AT_END } else { 0 };
        self.best(i + 1, j, above.passed()) - cost
    }
}
