//! The dialog over time: the cells of the last accepted screen with their identity, the person's
//! cells known so far, and what a new screen changes.

use std::collections::VecDeque;

use super::align::align;
use super::cell::Cell;
use crate::contract::{CellRole, DialogCell};

/// The person's cells that are remembered for a repainted screen.
const KNOWN_USERS: usize = 500;

/// What a new screen changed.
#[derive(Debug, Default)]
pub(super) struct Change {
    /// Indices of the person's cells that are new.
    pub(super) new_users: Vec<usize>,
    /// Cells that are gone though what stood above them is still there: taken back.
    pub(super) taken_back: Vec<Cell>,
    /// Nothing of the last screen is on this one.
    pub(super) apart: bool,
    /// The same of a screen that held words.
    pub(super) lost: bool,
    /// The CLI's banner stands where it did not: below the words of the last screen, or where nothing of them stands any
    /// more.
    pub(super) new_banner: bool,
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

/// A new screen, compared with the last one.
#[derive(Debug)]
pub(super) struct News {
    /// What it changes.
    pub(super) change: Change,
    /// Its cells.
    pub(super) next: Vec<Cell>,
    /// For each of them the last screen's cell that it continues.
    matched: Vec<Option<usize>>,
}

/// The dialog as last accepted.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Dialog {
    pub(super) cells: Vec<Cell>,
    /// When its text last changed, in seconds.
    pub(super) changed_at: f64,
    next_uid: u64,
    /// The last of the agent's cells that came below all that was known, its beginning in sight.
    newest: Option<u64>,
    known_users: VecDeque<String>,
    emptied_since: Option<f64>,
}

impl Dialog {
    /// Takes a screen as it is: nothing on it is new.
    pub(super) fn absorb(&mut self, cells: &[DialogCell], now: f64) {
        self.cells = cells.iter().map(Cell::new).collect();
        for index in 0..self.cells.len() {
            self.cells[index].uid = self.take_uid();
        }
        self.known_users.clear();
        self.remember_users(0);
        self.changed_at = now;
        self.emptied_since = cells.is_empty().then_some(now);
    }

    /// What a new screen would change; nothing where it shows the same cells. `adds` where it can only be more.
    pub(super) fn compare(
        &mut self,
        cells: &[DialogCell],
        now: f64,
        settle: f64,
        course: Course<'_>,
        adds: bool,
    ) -> Option<News> {
        self.note_empty(cells.is_empty(), now, settle);
        if self.is_of(cells) {
            return None;
        }
        let mut next: Vec<Cell> = cells.iter().map(Cell::new).collect();
        self.tell_prompts_rest(&mut next, course);
        if self.is_same(&next) {
            for (old, new) in self.cells.iter_mut().zip(next) {
                old.complete = new.complete;
                old.text = new.text;
                old.truncated = new.truncated;
            }
            return None;
        }
        let mut matched = align(&self.cells, &next, adds);
        part_other_prompts(&self.cells, &next, &mut matched);
        if course == Course::Begins && self.is_asked_again(&next, &matched) {
            matched[0] = None;
        }
        let change = self.change(&next, &matched, course);
        Some(News {
            change,
            next,
            matched,
        })
    }

    /// Takes a new screen, which has stood `since` then, while `turn` runs (0 for none), whose prompt is this cell.
    pub(super) fn take(
        &mut self,
        news: News,
        since: f64,
        turn: u64,
        anchor: Option<u64>,
    ) -> Change {
        if dialog_differs(&self.cells, &news.next) {
            self.changed_at = self.changed_at.max(since);
        }
        let stays = |old: &usize| anchor == Some(self.cells[*old].uid);
        let hidden = turn != 0 && !news.matched.iter().flatten().any(stays);
        self.adopt(news.next, &news.matched, turn, hidden);
        if let Some(&first) = news.change.new_users.first() {
            self.remember_users(first);
        }
        news.change
    }

    /// A first cell whose beginning is above the screen, and which is the end of the running turn's prompt, is the person's,
    /// whatever it looked like: without styles nothing else tells. What goes on from words that the agent has said is not.
    fn tell_prompts_rest(&self, next: &mut [Cell], course: Course<'_>) {
        let (Some(first), Course::Runs { id, key }) = (next.first_mut(), course) else {
            return;
        };
        let said = |old: &Cell| old.turn == id && old.is_agents() && old.likeness(first) > 0;
        if first.is_agents() && first.is_end_of(key) && !self.cells.iter().any(said) {
            first.role = CellRole::User;
        }
    }

    /// Whether the rest of a prompt that is all of a new screen is more of it than the last one showed, whose answer is gone: a
    /// transcript does not go back, the same was said again.
    fn is_asked_again(&self, next: &[Cell], matched: &[Option<usize>]) -> bool {
        let before = matched
            .first()
            .copied()
            .flatten()
            .filter(|_| is_rest_alone(next));
        before.is_some_and(|before| {
            let answered = self.cells[before + 1..].iter().any(Cell::is_said);
            answered && next[0].solid.len() > self.cells[before].solid.len()
        })
    }

    /// Whether the cells are those of the last screen to the letter, as most looks find them: then
    /// nothing needs to be written down.
    fn is_of(&self, cells: &[DialogCell]) -> bool {
        self.cells.len() == cells.len() && self.cells.iter().zip(cells).all(|(a, b)| a.is_of(b))
    }

    fn is_same(&self, next: &[Cell]) -> bool {
        self.cells.len() == next.len() && self.cells.iter().zip(next).all(|(a, b)| a.shows_same(b))
    }

    /// A screen that stays empty has been cleared: what was known on it may come again as new.
    fn note_empty(&mut self, empty: bool, now: f64, settle: f64) {
        match self.emptied_since {
            _ if !empty => self.emptied_since = None,
            None => self.emptied_since = Some(now),
            Some(since) if now >= since + settle => self.known_users.clear(),
            Some(_) => {}
        }
    }

    /// When a screen that is empty now counts as cleared, if it stays so.
    pub(super) fn cleared_at(&self, settle: f64) -> Option<f64> {
        self.emptied_since.map(|since| since + settle)
    }

    fn change(&self, next: &[Cell], matched: &[Option<usize>], course: Course<'_>) -> Change {
        let first_old = matched.iter().flatten().min().copied();
        let is_kept = |index: usize| matched.contains(&Some(index));
        // Below a prompt that stays on the first row the rest scrolls away (Codex 0.157 to 0.169).
        let is_scrolled = |index: usize| {
            let held = matched
                .iter()
                .rposition(|old| old.is_some_and(|old| old < index));
            held.is_some_and(|held| next.get(held + 1).is_some_and(|below| below.truncated))
        };
        let is_back = |index: usize| {
            first_old.is_some_and(|first| first < index) && !is_kept(index) && !is_scrolled(index)
        };
        let cells = self.cells.iter().enumerate();
        let back = cells.filter(|(index, _)| is_back(*index));
        let taken_back = back.map(|(_, cell)| cell.clone()).collect();
        let new_users = match first_old {
            Some(_) => self.new_users_after_match(next, matched, course),
            None if course == Course::Begins && is_rest_alone(next) => vec![0],
            None => self.new_users_after_loss(next),
        };
        let lost = first_old.is_none() && self.cells.iter().any(|cell| cell.role.in_dialog_text());
        let known_user = next.iter().filter(|cell| cell.is_user()).count() > new_users.len();
        let known_words = |index: usize| is_kept_words(&next[index], matched[index]);
        let banner = |(index, cell): (usize, &Cell)| {
            let above = index.checked_sub(1).map(|above| next[above].text.as_str());
            cell.role == CellRole::Banner
                && matched[index].is_none()
                && !above.is_some_and(|above| above.starts_with('/'))
                && ((0..index).any(known_words) || lost && !known_user)
        };
        Change {
            taken_back,
            apart: first_old.is_none(),
            lost,
            new_banner: next.iter().enumerate().any(banner),
            new_users,
        }
    }

    /// The person's unmatched cells below the last of theirs that is matched, or below the first
    /// matched cell of any kind. One that stands above what was said to it and was known, or above the words of a
    /// turn that is over, has only come back: a frame was drawn over it (Claude Code 2.1.62).
    fn new_users_after_match(
        &self,
        next: &[Cell],
        matched: &[Option<usize>],
        course: Course<'_>,
    ) -> Vec<usize> {
        let is_matched = |index: &usize| matched[*index].is_some();
        let mut from = (0..next.len()).find(is_matched);
        let last_user = (0..next.len())
            .rev()
            .find(|index| is_matched(index) && next[*index].is_user());
        from = from.max(last_user);
        let from = from.map_or(0, |index| index + 1);
        // What was said to it, where that stood below no prompt before; the first of it may be new, too.
        let uncovered = |index: usize| {
            let said = (index + 1..next.len()).take_while(|below| next[*below].is_agents());
            let answer = said.filter_map(|below| matched[below]).next()?;
            let above = &self.cells[answer.checked_sub(1)?];
            (!above.is_user()).then(|| &self.cells[answer])
        };
        let of_a_turn = |answer: &Cell, prompt: &Cell| match course {
            Course::Runs { id, key } if id == answer.turn => prompt.solid == key,
            _ => answer.turn != 0,
        };
        // While the agent works and no turn is known, new words right below a prompt are said to it: the older ones
        // below them were printed again (2.0.55).
        let is_answered_anew = |index| course == Course::Begins && !is_matched(&(index + 1));
        // The running turn's, which stands above it still: it is printed anew with what was said to it (2.0.31).
        // Or what was said to it does alone, and the same stands below it (1.0.109).
        let is_doubled = |index: usize| {
            let Course::Runs { id, key } = course else {
                return false;
            };
            let owns = |above: usize| matched[above].is_some_and(|old| self.cells[old].turn == id);
            let same = |above: usize| {
                next[above].shows_same(&next[index])
                    || owns(above) && is_said_anew(next, above, index)
            };
            next[index].solid == key && (0..index).filter(is_matched).any(same)
        };
        let returns = |index: usize| {
            let prompt = &next[index];
            !is_doubled(index)
                && uncovered(index).is_some_and(|answer| {
                    self.known_users.contains(&prompt.solid)
                        || !is_answered_anew(index) && of_a_turn(answer, prompt)
                })
        };
        (from..next.len())
            .filter(|&index| !is_matched(&index) && next[index].is_user() && !returns(index))
            .collect()
    }

    /// After a repaint: the person's cells that do not go on from those known so far.
    fn new_users_after_loss(&self, next: &[Cell]) -> Vec<usize> {
        let users: Vec<usize> = (0..next.len()).filter(|&i| next[i].is_user()).collect();
        let known = self.known_users.len();
        let same = |old: &String, index: usize| {
            let cell = &next[index];
            let cut = cell.truncated && old.ends_with(&cell.solid);
            *old == cell.solid || cut || cell.is_beginning_of(old)
        };
        let goes_on = |count: &usize| {
            let tail = self.known_users.iter().skip(known - count);
            tail.zip(&users).all(|(old, &index)| same(old, index))
        };
        let count = (0..=users.len().min(known)).rev().find(goes_on);
        users[count.unwrap_or(0)..].to_vec()
    }

    /// Makes the new cells the dialog's, with identity and turn carried over. Where the running turn's prompt is
    /// hidden, what comes among older cells is the turn's too: a question may be drawn over the prompt, and
    /// what was said before it into the gap of an older one (Claude Code 2.1.62).
    fn adopt(&mut self, mut next: Vec<Cell>, matched: &[Option<usize>], turn: u64, hidden: bool) {
        let first = matched.iter().position(Option::is_some);
        let last = matched.iter().rposition(Option::is_some);
        for index in 0..next.len() {
            if let Some(old) = matched[index] {
                next[index].uid = self.cells[old].uid;
                next[index].turn = self.cells[old].turn;
                continue;
            }
            next[index].uid = self.take_uid();
            let below = last.is_none_or(|last| index > last);
            if last.is_some() && below && next[index].is_agents() && !next[index].truncated {
                self.newest = Some(next[index].uid);
            }
            let among =
                hidden && next[index].is_agents() && first.is_some_and(|first| index > first);
            next[index].turn = match index.checked_sub(1) {
                _ if below && turn != 0 || among => turn,
                Some(above) => next[above].turn,
                None => 0,
            };
        }
        self.cells = next;
    }

    /// Gives a turn the prompt at `index`, and every cell below it up to the next that came with it or later: that one
    /// may begin another turn.
    pub(super) fn own_below(&mut self, index: usize, turn: u64) {
        let uid = self.cells[index].uid;
        let mut below = self.cells[index + 1..].iter();
        let next = below.position(|cell| cell.is_user() && cell.uid > uid);
        let end = next.map_or(self.cells.len(), |next| index + 1 + next);
        for cell in &mut self.cells[index..end] {
            cell.turn = turn;
        }
    }

    /// Takes from a turn what stands above its prompt, which came into sight at `index`; the identities of those cells.
    pub(super) fn disown_above(&mut self, index: usize, turn: u64) -> Vec<u64> {
        let above = self.cells[..index].iter_mut();
        let own = above.filter(|cell| cell.turn == turn);
        own.map(|cell| {
            cell.turn = 0;
            cell.uid
        })
        .collect()
    }

    /// Gives a turn every cell below `index`, and the cell itself.
    pub(super) fn own_from(&mut self, index: usize, turn: u64) {
        for cell in &mut self.cells[index..] {
            cell.turn = turn;
        }
    }

    /// Gives a turn every cell that came at or after an identity, but for what came back with the prompt of a
    /// turn that was over at `ended`.
    pub(super) fn own_since(&mut self, uid: u64, ended: u64, turn: u64) {
        let mut back = false;
        for index in 0..self.cells.len() {
            if self.cells[index].is_user() {
                back = self.comes_back(index, ended);
            }
            let cell = &mut self.cells[index];
            if cell.uid >= uid && !back {
                cell.turn = turn;
            }
        }
    }

    /// Whether the prompt at `index` came after an identity, and stands above what was said to it before: it
    /// was drawn over until now.
    pub(super) fn comes_back(&self, index: usize, ended: u64) -> bool {
        let mut below = self.cells[index + 1..].iter();
        let mut said = below.by_ref().take_while(|cell| !cell.is_user());
        self.cells[index].uid >= ended && said.any(|cell| cell.is_agents() && cell.uid < ended)
    }

    /// The identity that the next new cell gets.
    pub(super) fn next_uid(&self) -> u64 {
        self.next_uid
    }

    /// Whether a cell of the agent's came at or after an identity, below all that was known.
    pub(super) fn has_agents_since(&self, uid: u64) -> bool {
        self.newest
            .is_some_and(|newest| newest >= uid && self.shows(newest))
    }

    /// Whether a cell of this identity is on the screen.
    pub(super) fn shows(&self, uid: u64) -> bool {
        self.cells.iter().any(|cell| cell.uid == uid)
    }

    fn take_uid(&mut self) -> u64 {
        self.next_uid += 1;
        self.next_uid - 1
    }

    fn remember_users(&mut self, from: usize) {
        for cell in self.cells[from..].iter().filter(|cell| cell.is_user()) {
            self.known_users.push_back(cell.solid.clone());
        }
        let surplus = self.known_users.len().saturating_sub(KNOWN_USERS);
        self.known_users.drain(..surplus);
    }
}

/// Whether somebody's words stood on the last screen, too.
fn is_kept_words(cell: &Cell, old: Option<usize>) -> bool {
    old.is_some() && (cell.is_user() || cell.is_agents())
}

/// Whether the rest of a prompt whose beginning is above the screen is all that is said on it.
fn is_rest_alone(cells: &[Cell]) -> bool {
    let rest = cells
        .first()
        .is_some_and(|cell| cell.is_user() && cell.truncated);
    rest && !cells[1..]
        .iter()
        .any(|cell| cell.is_user() || cell.is_agents())
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

/// Whether two observations show the same dialog.
pub(super) fn says_same(old: &[DialogCell], new: &[DialogCell]) -> bool {
    let said = |cell: &&DialogCell| cell.role.in_dialog_text();
    let (old, new) = (old.iter().filter(said), new.iter().filter(said));
    old.map(|cell| (cell.role, &cell.text))
        .eq(new.map(|cell| (cell.role, &cell.text)))
}

/// Whether what the dialog says differs; notices and the banner do not count.
fn dialog_differs(old: &[Cell], new: &[Cell]) -> bool {
    let said = |cell: &&Cell| cell.role.in_dialog_text();
    let (old, new) = (old.iter().filter(said), new.iter().filter(said));
    !old.map(|cell| (cell.role, &cell.solid))
        .eq(new.map(|cell| (cell.role, &cell.solid)))
}
