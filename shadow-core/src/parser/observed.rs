//! A screen as the input of the parsers, and the screen after reading.

use super::parse::{Parser, Reading};
use crate::contract::DialogCell;
use crate::rule::RuleSet;
use crate::screen::{History, Marked, Screen};
use crate::snapshot::{Channels, Snapshot};
use crate::surface::{Facts, Findings};

/// A screen with its input and its channels, ready to be read.
#[derive(Debug, Clone, Copy)]
pub struct Observed<'a> {
    /// The input as it came, for `raw_text`.
    pub raw: &'a [u8],
    /// The screen.
    pub screen: &'a Screen,
    /// The channels.
    pub channels: &'a Channels,
    /// The rows that scrolled off the top of the screen, if known.
    pub above: Option<&'a History>,
}

impl<'a> Observed<'a> {
    /// A screen that a terminal drew. Its own text is the input.
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

    /// Adds the rows that scrolled off its top.
    #[must_use]
    pub fn below(self, above: Option<&'a History>) -> Self {
        Self { above, ..self }
    }
}

/// A screen after reading, with its parser. Text is written only on request.
#[derive(Clone, Copy)]
pub struct Assessed<'a> {
    pub(super) parser: &'a Parser,
    pub(super) observed: Observed<'a>,
    pub(super) reading: &'a Reading,
}

impl<'a> Assessed<'a> {
    /// The parser that read it.
    #[must_use]
    pub fn parser(&self) -> &'a Parser {
        self.parser
    }

    /// The screen.
    #[must_use]
    pub fn screen(&self) -> &'a Screen {
        self.observed.screen
    }

    /// The facts and the verdict.
    #[must_use]
    pub fn reading(&self) -> &'a Reading {
        self.reading
    }

    /// Writes only the dialog's cells.
    #[must_use]
    pub fn cells(&self) -> Vec<DialogCell> {
        let mut cells = Vec::new();
        let projector = self.parser.projector(&self.reading.choice);
        let screen = Marked::new(self.observed.screen);
        projector.cells(
            &screen,
            &self.reading.findings,
            &self.reading.facts,
            &mut cells,
        );
        cells
    }

    /// The rules that decide what it says, by their places in the table of the projector that read it: in the reading, and
    /// in writing it out.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        let Reading {
            findings,
            facts,
            rules,
            ..
        } = self.reading;
        let projector = self.parser.projector(&self.reading.choice);
        let screen = Marked::new(self.observed.screen);
        screen.add(*rules);
        projector.details(&screen, findings, facts);
        projector.cells(&screen, findings, facts, &mut Vec::new());
        screen.rules()
    }

    /// Writes the dialog's cells with those that scrolled off the top, as a taller pane would show them. Their rows are
    /// negative.
    #[must_use]
    pub fn cells_from_above(&self, taller: &mut Taller) -> Vec<DialogCell> {
        let Some(above) = self.observed.above.filter(|above| !above.is_empty()) else {
            return self.cells();
        };
        let Taller {
            screen,
            findings,
            facts,
        } = taller;
        screen.stack(above, self.observed.screen);
        findings.forget();
        facts.clear();
        let projector = self.parser.projector(&self.reading.choice);
        let screen = &Marked::new(screen);
        projector.read(screen, findings, facts);
        let mut cells = Vec::new();
        projector.cells(screen, findings, facts, &mut cells);
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
    findings: Findings,
    facts: Facts,
}
