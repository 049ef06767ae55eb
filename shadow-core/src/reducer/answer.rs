//! The answer of a running turn, stitched from the agent's cells as they come and scroll away.

use super::cell::Cell;
use super::overlap::stitch;
use crate::contract::Answer;
use crate::contract::CellRole;

/// Bytes of an answer that are kept.
const LIMIT: usize = 1 << 20;

/// One cell of the answer.
#[derive(Debug, Clone, PartialEq)]
struct Piece {
    uid: u64,
    text: String,
    complete: bool,
    /// Its beginning was never seen.
    cut: bool,
}

/// The answer so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Stitcher {
    pieces: Vec<Piece>,
    gap: bool,
    /// More may have been said above what was seen first.
    headless: bool,
    /// The turn's cells on the last screen that showed any.
    shown: Vec<u64>,
    /// Something of the agent's has been among them.
    said: bool,
    full: bool,
    broken_off: bool,
}

impl Stitcher {
    /// Takes what a screen shows of a turn's answer.
    pub(super) fn take(&mut self, cells: &[Cell], turn: u64) {
        self.link(cells, turn);
        let own = |cell: &&Cell| cell.turn == turn && cell.role == CellRole::Assistant;
        for cell in cells.iter().filter(own) {
            match self.pieces.iter().position(|piece| piece.uid == cell.uid) {
                Some(at) => self.grow(at, cell),
                None => self.push(cell),
            }
        }
        let bytes: usize = self.pieces.iter().map(|piece| piece.text.len()).sum();
        self.full |= bytes > LIMIT;
    }

    /// Notes what may have gone by unseen. A screen of the turn goes on from the last one where they share a cell, or where it
    /// shows all from the prompt on; the first of all shows its beginning where the prompt, or an older cell, is above it.
    fn link(&mut self, cells: &[Cell], turn: u64) {
        let own = |cell: &&Cell| cell.turn == turn;
        let Some(first) = cells.iter().position(|cell| own(&cell)) else {
            return;
        };
        let prompt = cells[first].is_user();
        let shared = cells
            .iter()
            .filter(own)
            .any(|cell| self.shown.contains(&cell.uid));
        let linked = match self.said {
            // A prompt on the first row may be held there while its answer scrolls.
            true => shared || prompt && first > 0,
            false if self.shown.is_empty() => prompt || first > 0,
            false => prompt || shared,
        };
        if !linked {
            self.gap |= !self.pieces.is_empty();
            self.headless |= self.pieces.is_empty();
        }
        self.said |= cells.iter().filter(own).any(Cell::is_agents);
        self.shown.clear();
        self.shown
            .extend(cells.iter().filter(own).map(|cell| cell.uid));
    }

    fn grow(&mut self, at: usize, cell: &Cell) {
        let piece = &mut self.pieces[at];
        piece.complete = cell.complete;
        if !cell.truncated {
            piece.cut = false;
            piece.text.clone_from(&cell.text);
        } else if let Some(whole) = stitch(&piece.text, &cell.text) {
            // What is above the screen is none of what was seen: half a frame had shown its first row as the first of all.
            piece.cut |= whole == cell.text;
            piece.text = whole;
        } else if !piece.text.trim_end().ends_with(cell.text.trim()) {
            self.gap = true;
            piece.text.push('\n');
            piece.text.push_str(&cell.text);
        }
    }

    fn push(&mut self, cell: &Cell) {
        if self.full {
            return;
        }
        self.gap |= cell.truncated && !self.pieces.is_empty();
        self.pieces.push(Piece {
            uid: cell.uid,
            text: cell.text.clone(),
            complete: cell.complete,
            cut: cell.truncated,
        });
    }

    /// Whether its first words are a cell's, as far as both go.
    pub(super) fn begins_like(&self, cell: &Cell) -> bool {
        let Some(first) = self.pieces.first() else {
            return true;
        };
        let (known, shown) = (first.text.trim_end(), cell.text.trim_end());
        known.starts_with(shown) || shown.starts_with(known) || first.cut && shown.ends_with(known)
    }

    /// Forgets cells that the CLI took back.
    pub(super) fn forget(&mut self, uids: &[u64]) {
        self.pieces.retain(|piece| !uids.contains(&piece.uid));
    }

    /// More went by than could be seen.
    pub(super) fn lose(&mut self) {
        self.gap |= !self.pieces.is_empty();
    }

    /// What was said first was not seen.
    pub(super) fn lose_beginning(&mut self) {
        self.headless = true;
    }

    /// The turn was over before the words were.
    pub(super) fn break_off(&mut self) {
        self.broken_off = !self.pieces.is_empty();
    }

    /// The answer.
    pub(super) fn finish(&self) -> Answer {
        let missing: Vec<String> = [
            (
                "beginning",
                self.headless || self.pieces.first().is_some_and(|piece| piece.cut),
            ),
            ("gap", self.gap),
            (
                "end",
                self.broken_off || self.pieces.last().is_some_and(|piece| !piece.complete),
            ),
            ("limit", self.full),
        ]
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(name, _)| name.to_owned())
        .collect();
        let texts: Vec<&str> = self
            .pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect();
        Answer {
            text: texts.join("\n"),
            complete: missing.is_empty(),
            missing,
        }
    }
}
