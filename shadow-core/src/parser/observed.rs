//! A screen as it is put before the parsers, and the same with what was read of it.

use super::parse::{Parser, Reading};
use crate::contract::DialogCell;
use crate::rule::RuleSet;
use crate::screen::{History, Marked, Screen};
use crate::snapshot::{Channels, Snapshot};
use crate::surface::Facts;

/// A screen, the input that it was made from, and what is known beside it.
#[derive(Debug, Clone, Copy)]
pub struct Observed<'a> {
    /// The input as it came, for `raw_text`.
    pub raw: &'a [u8],
    /// The screen.
    pub screen: &'a Screen,
    /// The channels.
    pub channels: &'a Channels,
    /// What has scrolled off the top of the screen, where that is known.
    pub above: Option<&'a History>,
}

impl<'a> Observed<'a> {
    /// A screen that was drawn by a terminal: its own text is the input.
    #[must_use]
    pub fn drawn(screen: &'a Screen, channels: &'a Channels) -> Self {
        Self {
            raw: screen.normalized_text().as_bytes(),
            screen,
            channels,
            above: None,
        }
    }

    /// A screen that was loaded from a snapshot.
    #[must_use]
    pub fn loaded(screen: &'a Screen, snapshot: &'a Snapshot) -> Self {
        Self {
            raw: &snapshot.text,
            screen,
            channels: &snapshot.channels,
            above: None,
        }
    }

    /// The same below what has scrolled off its top.
    #[must_use]
    pub fn below(self, above: Option<&'a History>) -> Self {
        Self { above, ..self }
    }
}

/// A screen that was read, and who read it. Nothing is written out before it is asked for.
#[derive(Clone, Copy)]
pub struct Assessed<'a> {
    pub(super) parser: &'a Parser,
    pub(super) observed: Observed<'a>,
    pub(super) reading: &'a Reading,
}

impl<'a> Assessed<'a> {
    /// Who read it.
    #[must_use]
    pub fn parser(&self) -> &'a Parser {
        self.parser
    }

    /// The screen.
    #[must_use]
    pub fn screen(&self) -> &'a Screen {
        self.observed.screen
    }

    /// What was found.
    #[must_use]
    pub fn reading(&self) -> &'a Reading {
        self.reading
    }

    /// Writes out the dialog's cells alone.
    #[must_use]
    pub fn cells(&self) -> Vec<DialogCell> {
        let mut cells = Vec::new();
        let projector = self.parser.projector(&self.reading.choice);
        let screen = Marked::new(self.observed.screen);
        projector.cells(&screen, &self.reading.facts, &mut cells);
        cells
    }

    /// The rules that decide what it says, by their places in the table of the projector that read it: in the reading, and
    /// in writing it out.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        let Reading { facts, rules, .. } = self.reading;
        let projector = self.parser.projector(&self.reading.choice);
        let screen = Marked::new(self.observed.screen);
        screen.add(*rules);
        projector.details(&screen, facts);
        projector.cells(&screen, facts, &mut Vec::new());
        screen.rules()
    }

    /// The same of what has scrolled off the top, too, as a taller pane would show it; rows of that count negative.
    #[must_use]
    pub fn cells_from_above(&self, taller: &mut Taller) -> Vec<DialogCell> {
        let Some(above) = self.observed.above.filter(|above| !above.is_empty()) else {
            return self.cells();
        };
        let Taller { screen, facts } = taller;
        screen.stack(above, self.observed.screen);
        facts.layouts.forget();
        facts.clear();
        let projector = self.parser.projector(&self.reading.choice);
        let screen = &Marked::new(screen);
        projector.read(screen, facts);
        let mut cells = Vec::new();
        projector.cells(screen, facts, &mut cells);
        let up = i32::try_from(above.len()).unwrap_or(i32::MAX);
        for cell in &mut cells {
            cell.rows = cell.rows.map(|row| row - up);
        }
        cells
    }
}

/// Buffers for a screen with what has scrolled off its top.
#[derive(Debug, Clone, Default)]
pub struct Taller {
    screen: Screen,
    facts: Facts,
}
