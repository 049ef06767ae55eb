//! What became of the dialog between two screens: a pure comparison of their cells.

use std::collections::VecDeque;

use super::cell::Cell;
use super::likest::likest;
use crate::contract::CellRole;

/// What a cell of a new screen is of the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The last screen's cell at this index: the same, grown, folded or cut off.
    Kept(usize),
    /// The person's, and not said now: it was out of sight, or drawn over, and is back.
    Back,
    /// It was not there.
    New,
}

impl Fate {
    /// The last screen's cell that it continues.
    pub(super) fn kept(&self) -> Option<usize> {
        match self {
            Self::Kept(old) => Some(*old),
            Self::Back | Self::New => None,
        }
    }
}

/// Whether a turn runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Course<'a> {
    /// None does.
    Rests,
    /// None is known, and the agent works.
    Begins,
    /// The one of this number does; its prompt, without blanks.
    Runs { id: u64, key: &'a str },
}

/// What is known when a new screen comes.
#[derive(Debug)]
pub(super) struct Before<'a> {
    /// The cells of the last screen.
    pub(super) cells: &'a [Cell],
    /// Whether a turn runs.
    pub(super) course: Course<'a>,
    /// Whether what comes can only be more.
    pub(super) adds: bool,
    /// The person's cells so far, without white space.
    pub(super) known: &'a VecDeque<String>,
}

/// What a new screen changed.
#[derive(Debug, Default)]
pub(super) struct Change {
    /// Indices of the person's cells that are new.
    pub(super) new_users: Vec<usize>,
    /// Cells that are gone though what stood above them is still there: taken back.
    pub(super) taken_back: Vec<Cell>,
    /// Nothing of the last screen is on this one.
    pub(super) apart: bool,
    /// Nothing of the last screen, which had words, is on this one.
    pub(super) lost: bool,
    /// The CLI's banner is where it was not: below the words of the last screen, or where nothing of them stands any
    /// more.
    pub(super) new_banner: bool,
}

/// What each cell of a new screen is of the last one.
pub(super) fn align(before: &Before<'_>, next: &[Cell]) -> Vec<Fate> {
    let mut matched = likest(before.cells, next, before.adds);
    part_other_prompts(before.cells, next, &mut matched);
    let screens = Screens {
        before,
        next,
        matched,
    };
    screens.fates()
}

/// Two screens, and which cell of the new one is likest to which of the last.
struct Screens<'a> {
    before: &'a Before<'a>,
    next: &'a [Cell],
    matched: Vec<Option<usize>>,
}

impl Screens<'_> {
    fn fates(mut self) -> Vec<Fate> {
        if self.before.course == Course::Begins && self.is_asked_again() {
            self.matched[0] = None;
        }
        let new = self.new_prompts();
        let fate = |index: usize| match self.matched[index] {
            Some(old) => Fate::Kept(old),
            None if self.next[index].is_user() && !new.contains(&index) => Fate::Back,
            None => Fate::New,
        };
        (0..self.next.len()).map(fate).collect()
    }

    /// Whether the rest of a prompt that is all of a new screen is more of it than the last one showed, whose answer is gone: a
    /// transcript does not go back, the same was said again.
    fn is_asked_again(&self) -> bool {
        let first = self.matched.first().copied().flatten();
        first
            .filter(|_| is_rest_alone(self.next))
            .is_some_and(|first| {
                let cells = self.before.cells;
                let answered = cells[first + 1..].iter().any(Cell::is_said);
                answered && self.next[0].solid.len() > cells[first].solid.len()
            })
    }

    /// The person's cells that are said now.
    fn new_prompts(&self) -> Vec<usize> {
        match self.matched.iter().position(Option::is_some) {
            Some(first) => self.new_below(first),
            None if self.before.course == Course::Begins && is_rest_alone(self.next) => vec![0],
            None => self.new_after_loss(),
        }
    }

    /// The person's unmatched cells below the last of theirs that is matched, or below the first matched cell of any kind, but
    /// for those that are back.
    fn new_below(&self, first: usize) -> Vec<usize> {
        let is_kept = |index: usize| self.matched[index].is_some();
        let users = (first..self.next.len()).filter(|index| self.next[*index].is_user());
        let last = users.clone().rfind(|index| is_kept(*index));
        let from = last.unwrap_or(first) + 1;
        let new = |index: &usize| *index >= from && !is_kept(*index) && !self.is_back(*index);
        users.filter(new).collect()
    }

    /// Whether a prompt is above what was said to it and was known, or above the words of a turn that is over: it has only
    /// come back, a frame was drawn over it.
    fn is_back(&self, index: usize) -> bool {
        let prompt = &self.next[index];
        let Some(answer) = self.uncovered(index).filter(|_| !self.is_doubled(index)) else {
            return false;
        };
        let of_a_turn = match self.before.course {
            Course::Runs { id, key } if id == answer.turn => prompt.solid == key,
            _ => answer.turn != 0,
        };
        // While the agent works and no turn is known, new words right below a prompt are said to it: the older ones
        // below them were printed again.
        let begins = self.before.course == Course::Begins;
        let is_answered_anew = begins && self.matched[index + 1].is_none();
        self.before.known.contains(&prompt.solid) || !is_answered_anew && of_a_turn
    }

    /// What was said to a prompt, where that stood below no prompt before; the first of it may be new, too.
    fn uncovered(&self, index: usize) -> Option<&Cell> {
        let below = index + 1..self.next.len();
        let mut said = below.take_while(|below| self.next[*below].is_agents());
        let answer = said.find_map(|below| self.matched[below])?;
        let cells = self.before.cells;
        let above = &cells[answer.checked_sub(1)?];
        (!above.is_user()).then(|| &cells[answer])
    }

    /// Whether a prompt is the running turn's, which is above it still: it is printed anew with what was said to it. Or
    /// only what was said to it is there, and the same is below it.
    fn is_doubled(&self, index: usize) -> bool {
        let Course::Runs { id, key } = self.before.course else {
            return false;
        };
        let same = |above: usize| {
            self.matched[above].is_some_and(|old| {
                self.next[above].shows_same(&self.next[index])
                    || self.before.cells[old].turn == id && is_said_anew(self.next, above, index)
            })
        };
        self.next[index].solid == key && (0..index).any(same)
    }

    /// After a repaint: the person's cells that do not go on from those known so far.
    fn new_after_loss(&self) -> Vec<usize> {
        let users: Vec<usize> = (0..self.next.len())
            .filter(|&i| self.next[i].is_user())
            .collect();
        let known = self.before.known.len();
        let same = |old: &String, index: usize| {
            let cell = &self.next[index];
            let cut = cell.truncated && old.ends_with(&cell.solid);
            *old == cell.solid || cut || cell.is_beginning_of(old)
        };
        let goes_on = |count: &usize| {
            let tail = self.before.known.iter().skip(known - count);
            tail.zip(&users).all(|(old, &index)| same(old, index))
        };
        let count = (0..=users.len().min(known)).rev().find(goes_on);
        users[count.unwrap_or(0)..].to_vec()
    }
}

impl Change {
    /// What the fates of a new screen's cells change.
    pub(super) fn of(old: &[Cell], next: &[Cell], fates: &[Fate]) -> Self {
        let apart = !fates.iter().any(|fate| fate.kept().is_some());
        let lost = apart && old.iter().any(|cell| cell.role.in_dialog_text());
        let new = |index: &usize| next[*index].is_user() && fates[*index] == Fate::New;
        Self {
            new_users: (0..next.len()).filter(new).collect(),
            taken_back: taken_back(old, next, fates),
            apart,
            lost,
            new_banner: has_new_banner(next, fates, lost),
        }
    }
}

/// The last screen's cells that are gone below one that is kept. Below a prompt that stays on the first row the rest scrolls
/// away.
fn taken_back(old: &[Cell], next: &[Cell], fates: &[Fate]) -> Vec<Cell> {
    let kept: Vec<usize> = fates.iter().filter_map(Fate::kept).collect();
    let scrolls = |index: usize| {
        let held = fates
            .iter()
            .rposition(|fate| fate.kept().is_some_and(|old| old < index));
        let below = held.and_then(|held| next.get(held + 1));
        below.is_some_and(|below| below.truncated)
    };
    let first = kept.first().copied().unwrap_or(old.len());
    let gone = (first..old.len()).filter(|index| !kept.contains(index) && !scrolls(*index));
    gone.map(|index| old[index].clone()).collect()
}

/// Whether the CLI's banner is below the words of the last screen, or where nothing of them stands any more; below a
/// command it is the command's.
fn has_new_banner(next: &[Cell], fates: &[Fate], lost: bool) -> bool {
    let is_known = |index: usize| match fates[index] {
        Fate::Kept(_) => next[index].is_user() || next[index].is_agents(),
        Fate::Back | Fate::New => false,
    };
    let is_back = |(cell, fate): (&Cell, &Fate)| cell.is_user() && *fate != Fate::New;
    let anew = || lost && !next.iter().zip(fates).any(is_back);
    let commanded = |index: usize| index > 0 && next[index - 1].text.starts_with('/');
    let is_new = |index: usize| {
        next[index].role == CellRole::Banner
            && fates[index] == Fate::New
            && !commanded(index)
            && ((0..index).any(is_known) || anew())
    };
    (0..next.len()).any(is_new)
}

/// Whether the rest of a prompt whose beginning is above the screen is all that is said on it.
fn is_rest_alone(cells: &[Cell]) -> bool {
    let said = |cell: &Cell| cell.is_user() || cell.is_agents();
    let rest = cells
        .first()
        .is_some_and(|cell| cell.is_user() && cell.truncated);
    rest && !cells[1..].iter().any(said)
}

/// Whether the agent's cell at `above` stands right below the prompt at `index` once more.
pub(super) fn is_said_anew(cells: &[Cell], above: usize, index: usize) -> bool {
    let said = &cells[above];
    let below = cells.get(index + 1);
    said.is_agents() && below.is_some_and(|below| below.shows_same(said))
}

/// Takes the match from cells that say the same below another prompt: the agent has said the same
/// again.
fn part_other_prompts(old: &[Cell], next: &[Cell], matched: &mut [Option<usize>]) {
    for user in 0..next.len().saturating_sub(1) {
        let below = matched[user + 1].and_then(|below| below.checked_sub(1));
        let Some(before) = below.map(|above| &old[above]) else {
            continue;
        };
        let is_user = next[user].is_user() && matched[user].is_none() && before.is_user();
        if is_user && next[user].likeness(before) == 0 && before.likeness(&next[user]) == 0 {
            let own = (user + 1..next.len()).take_while(|index| !next[*index].is_user());
            own.for_each(|index| matched[index] = None);
        }
    }
}
