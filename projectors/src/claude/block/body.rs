//! A block with what several of its readers ask for, found once: its lines, its options' heads, its
//! question.

use std::cell::OnceCell;

use shadow_core::screen::Screen;

use super::asked::{self, Asked};
use super::edge::Place;
use super::lines::{self, Line};
use super::options::{self, Heads};

/// A block and its lines.
pub(in super::super) struct Body<'a> {
    pub(super) screen: &'a Screen,
    pub(super) place: Place,
    lines: &'a [Line<'a>],
    heads: OnceCell<Heads<'a>>,
    asked: OnceCell<Option<Asked>>,
}

impl<'a> Body<'a> {
    /// The block at a place, with its lines ([`lines::inside`]): whoever asks holds them, so that
    /// they are not moved about.
    pub fn new(screen: &'a Screen, place: Place, lines: &'a [Line<'a>]) -> Self {
        Self {
            screen,
            place,
            lines,
            heads: OnceCell::new(),
            asked: OnceCell::new(),
        }
    }

    /// The lines from the top, edges left out.
    pub(super) fn lines(&self) -> &'a [Line<'a>] {
        self.lines
    }

    /// Columns that a line may take.
    pub(super) fn room(&self) -> usize {
        lines::room(self.screen, self.place)
    }

    /// Where the options begin.
    pub(super) fn heads(&self) -> &Heads<'a> {
        self.heads
            .get_or_init(|| options::heads(self.screen, self.lines))
    }

    /// The question, where one is asked.
    pub(super) fn asked(&self) -> Option<Asked> {
        *self.asked.get_or_init(|| asked::find(self))
    }
}
