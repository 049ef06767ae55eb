//! A prompt that is printed a second time: it begins no turn.

use super::align::is_said_anew;
use super::answer::Stitcher;
use super::cell::Cell;
use super::run::Run;
use super::sight::Sight;
use super::turn::{Asked, OpenTurn};
use crate::contract::CellRole;

impl Run<'_> {
    /// Whether a running turn's prompt is there a second time, below what stood above it before:
    /// a transcript that is longer than the screen may be printed anew, and leave the old one above it.
    ///
    /// Or the prompt alone is there twice for a moment, or the end of the transcript where a question was closed; the
    /// older of the two may be out of sight but for what was said to it. A person who says the same again to a running turn
    /// has it queued first.
    pub(super) fn is_printed_anew(&self, index: usize) -> bool {
        let may = |open: &&OpenTurn| open.rest.since().is_none() || open.asked.is_some();
        let Some(open) = self.state.turn.open().filter(may) else {
            return false;
        };
        let cells = &self.state.dialog.cells;
        let spoken = |cell: &&Cell| cell.is_user() || cell.is_agents();
        let above = cells[..index].iter().rfind(spoken);
        let doubled = above.is_some_and(|above| open.prompt.anchor == Some(above.uid));
        if open.prompt.key != cells[index].solid
            || !(doubled || open.asked.is_some() || self.state.turn.runs())
        {
            return false;
        }
        if doubled || !self.state.was_queued(self.now) {
            return true;
        }
        let below_alike = |at: usize| {
            let below = cells.get(at + 1).filter(|below| below.is_agents());
            let below = below.zip(cells.get(index + 1));
            below.is_some_and(|(below, anew)| below.shows_same(anew))
        };
        let same = |at: usize| {
            cells[at].solid == cells[index].solid
                && (self.above_alike(at, index) || below_alike(at))
        };
        let said = |at: usize| cells[at].turn == open.id && is_said_anew(cells, at, index);
        (0..index).any(|at| same(at) || said(at))
    }

    /// Whether the prompt of a turn whose question was closed is there a second time with what was said to it:
    /// it may be printed anew at the next key.
    pub(super) fn is_printed_after_all(&self, index: usize, sight: Sight) -> bool {
        let cells = &self.state.dialog.cells;
        let (above, prompt, below) = (&cells[..index], &cells[index], cells.get(index + 1));
        let last = &self.state.past.last;
        let again = last.unanswered && last.key == prompt.solid && sight != Sight::Working;
        let said = below.is_some_and(Cell::is_agents);
        again && said && above.iter().any(|cell| cell.shows_same(prompt))
    }

    /// The running turn's prompt where it comes back into sight, with what was said to it from its beginning on: a dialog
    /// was drawn over them.
    pub(super) fn find_return(&self) -> Option<usize> {
        let open = self.state.turn.open()?;
        if self.state.dialog.shows(open.prompt.anchor?) {
            return None;
        }
        let cells = &self.state.dialog.cells;
        let prompt = |cell: &Cell| {
            cell.is_user()
                && !cell.truncated
                && cell.solid == open.prompt.key
                && cell.uid >= open.prompt.first_uid
        };
        let index = cells.iter().rposition(prompt)?;
        let below = cells[index + 1..].iter().take_while(|cell| !cell.is_user());
        let said: Vec<&Cell> = below.filter(|cell| cell.is_agents()).collect();
        let whole = said.first().is_some_and(|first| !first.truncated);
        let own = said.iter().any(|cell| cell.turn == open.id);
        let words = said.iter().find(|cell| cell.role == CellRole::Assistant);
        let same = words.is_some_and(|words| open.answer.begins_like(words));
        (whole && own && same).then_some(index)
    }

    /// Whether the same is above two cells, or nothing above the first.
    fn above_alike(&self, at: usize, index: usize) -> bool {
        let cells = &self.state.dialog.cells;
        let above = at.checked_sub(1).map(|above| &cells[above]);
        above.is_none_or(|above| above.shows_same(&cells[index - 1]))
    }

    /// Anchors the running turn to its prompt where it is printed anew, with all of its answer.
    pub(super) fn anchor_anew(&mut self, index: usize) {
        let uid = self.state.dialog.cells[index].uid;
        if let Some(open) = self.state.turn.open_mut() {
            open.prompt.anchor = Some(uid);
            open.answer = Stitcher::default();
            // What came after a question cannot be told by identity any more.
            open.asked = open.asked.map(|asked| Asked { uid: 0, ..asked });
        }
        self.state.dialog.own_from(0, 0);
        self.state.dialog.own_below(index, self.state.turn.id());
    }
}
