//! A block with what several of its readers ask for, found once: its heading and its choices.

use std::cell::OnceCell;

use shadow_core::screen::{Marked, Row};
use shadow_core::surface::RowSpan;

use super::super::front::Skin;
use super::super::shape;
use super::choices::{self, Choice, Choices};
use super::edge::{self, Heading};

/// A block's rows, in the skin that they are drawn in.
pub(super) struct Body<'s> {
    pub screen: &'s Marked<'s>,
    pub skin: Skin,
    pub rows: RowSpan,
    heading: OnceCell<Option<Heading>>,
    choices: OnceCell<Choices<'s>>,
}

impl<'s> Body<'s> {
    pub const fn new(screen: &'s Marked<'s>, skin: Skin, rows: RowSpan) -> Self {
        Self {
            screen,
            skin,
            rows,
            heading: OnceCell::new(),
            choices: OnceCell::new(),
        }
    }

    /// Where its heading stands.
    pub fn heading(&self) -> Option<Heading> {
        *self
            .heading
            .get_or_init(|| edge::heading(self.screen, self.rows))
    }

    /// The choices of its own list.
    pub fn choices(&self) -> &[Choice<'s>] {
        let find = || choices::find(self.screen, self.rows);
        self.choices.get_or_init(find)
    }

    /// Whether any of its rows is such a row.
    pub fn any(&self, wanted: impl Fn(Row<'s>) -> bool) -> bool {
        let mut rows = self.rows.indices().map(|row| self.screen.row(row));
        rows.any(wanted)
    }

    /// A row without its bar and margins.
    pub fn text(&self, row: usize) -> &'s str {
        edge::unbarred(self.screen.row(row))
    }

    /// Its rows without bar and margins.
    pub fn texts(&self) -> impl Iterator<Item = &'s str> + Clone {
        self.rows.indices().map(|row| self.text(row))
    }

    /// The number before a choice in a row, marked or not.
    pub fn number(&self, row: usize) -> Option<u32> {
        let text = self.screen.row(row).trimmed();
        let (number, _) = shape::numbered(text.trim_start_matches(['›', '>', ' ']))?;
        Some(number)
    }
}
