//! The dialog over time: the cells of the last accepted screen with their identity, the person's
//! cells known so far, and what a new screen changes.

use std::collections::VecDeque;

use super::align::{Before, Change, Course, Fate, align};
use super::cell::{Cell, said};
use crate::contract::{CellRole, DialogCell};

/// The person's cells that are remembered for a repainted screen.
const KNOWN_USERS: usize = 500;

/// A new screen, compared with the last one.
#[derive(Debug)]
pub(super) struct News {
    /// What it changes.
    pub(super) change: Change,
    /// Its cells.
    pub(super) next: Vec<Cell>,
    /// What each of them is of the last screen.
    fates: Vec<Fate>,
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
        let known = &self.known_users;
        let before = Before {
            cells: &self.cells,
            course,
            adds,
            known,
        };
        let fates = align(&before, &next);
        let change = Change::of(&self.cells, &next, &fates);
        Some(News {
            change,
            next,
            fates,
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
        let stays = |old: usize| anchor == Some(self.cells[old].uid);
        let mut kept = news.fates.iter().filter_map(Fate::kept);
        let hidden = turn != 0 && !kept.any(stays);
        self.adopt(news.next, &news.fates, turn, hidden);
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

    /// Makes the new cells the dialog's, with identity and turn carried over. Where the running turn's prompt is
    /// hidden, what comes among older cells is the turn's too: a question may be drawn over the prompt, and
    /// what was said before it into the gap of an older one.
    fn adopt(&mut self, mut next: Vec<Cell>, fates: &[Fate], turn: u64, hidden: bool) {
        let is_kept = |fate: &Fate| fate.kept().is_some();
        let first = fates.iter().position(is_kept);
        let last = fates.iter().rposition(is_kept);
        for index in 0..next.len() {
            if let Some(old) = fates[index].kept() {
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

    /// Takes from a turn what is above its prompt, which came into sight at `index`; the identities of those cells.
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

    /// Whether the prompt at `index` came after an identity, and is above what was said to it before: it
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

/// Whether two observations show the same dialog.
pub(super) fn says_same(old: &[DialogCell], new: &[DialogCell]) -> bool {
    let (old, new) = (old.iter().map(said), new.iter().map(said));
    let in_text = |said: &(CellRole, &str)| said.0.in_dialog_text();
    old.filter(in_text).eq(new.filter(in_text))
}

/// Whether what the dialog says differs; notices and the banner do not count.
fn dialog_differs(old: &[Cell], new: &[Cell]) -> bool {
    let said = |cell: &&Cell| cell.role.in_dialog_text();
    let (old, new) = (old.iter().filter(said), new.iter().filter(said));
    !old.map(|cell| (cell.role, &cell.solid))
        .eq(new.map(|cell| (cell.role, &cell.solid)))
}
