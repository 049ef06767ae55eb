//! The transcript: its cells, and what they say of the turn.

use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::{RowSpan, ZoneSpan};

use super::cell_kind::{CellKind, CellSpan};
use super::cell_row::{CellRows, Open};
use super::cell_rules::Grammar;
use super::cut_prompt;
use super::footer;
use super::front::{Composer, Skin};
use super::marks::Mark;
use super::quirks::Quirks;
use super::raw;
use super::rows::hold;
use crate::rules::decide;

/// The cells from the row `from` on.
pub(super) fn cells(rows: CellRows<'_>, from: usize) -> Walk<'_> {
    Walk {
        rows,
        grammar: Grammar::of(rows.skin),
        next: rows.screen.first_filled(from, rows.end),
        above: None,
    }
}

/// Iterator over the cells of a transcript.
pub(super) struct Walk<'s> {
    rows: CellRows<'s>,
    grammar: &'static Grammar,
    /// The row in which the next cell begins.
    next: Option<usize>,
    /// The cell above it.
    above: Option<Open>,
}

impl Iterator for Walk<'_> {
    type Item = CellSpan;

    fn next(&mut self) -> Option<CellSpan> {
        let first = self.next?;
        let open = match self.cut_prompt(first) {
            Some(cell) => cell,
            None => self.cell(first),
        };
        self.above = Some(open);
        Some(open.span)
    }
}

impl Walk<'_> {
    /// A prompt whose beginning is above the first row of all.
    fn cut_prompt(&mut self, first: usize) -> Option<Open> {
        let CellRows {
            screen, end, pins, ..
        } = self.rows;
        let may = self.above.is_none() && self.rows.skin == Skin::Chevron;
        let last = may.then(|| cut_prompt::last(screen, first, end, pins))??;
        Mark::UserCell.on(screen);
        self.next = screen.first_filled(last + 1, end);
        let mut open = Open::below(None, CellKind::User, first, screen.row(first));
        open.span.last = last;
        Some(open)
    }

    /// The cell that begins in a row.
    fn cell(&mut self, first: usize) -> Open {
        let CellRows { screen, end, .. } = self.rows;
        let head = screen.row(first);
        let above = self.above.as_ref();
        let rule = self.grammar.cell(&self.rows.at(first, head, above));
        rule.kind.mark_and_role().0.on(screen);
        let mut open = Open::below(above, rule.kind, first, head);
        self.next = None;
        for (index, row) in screen.filled(first + 1, end) {
            let place = self.rows.at(index, row, Some(&open));
            if !self.grammar.goes_on(&place, rule.goes_on) {
                self.next = Some(index);
                break;
            }
            open.span.last = index;
        }
        open
    }
}

/// The cells above what is in front, as the reading located them. The cells are written from these.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Transcript {
    pub cells: Vec<CellSpan>,
    /// The last that belongs to a turn.
    pub last: Option<CellSpan>,
    /// The reading has located them.
    pub is_read: bool,
    /// It is raw output.
    pub raw: bool,
    /// The status row stays while text streams.
    pub steady: bool,
    /// A labeled rule stands only where a turn has ended.
    pub labels_end: bool,
    /// Messages wait behind the turn.
    pub queues: bool,
}

impl Transcript {
    /// Reads the transcript up to `end`, and marks its zones.
    pub fn read(
        &mut self,
        screen: &Marked<'_>,
        quirks: &Quirks,
        skin: Skin,
        end: usize,
        zones: &mut Vec<ZoneSpan>,
    ) {
        let raw = raw::cells(screen, skin, end);
        let rows = CellRows {
            end_rows: quirks.may_leave_end_row,
            pins: quirks.leaves_end_row,
            ..CellRows::of(screen, skin, end)
        };
        (self.is_read, self.raw) = (true, raw.is_some());
        self.steady = quirks.status_stays;
        self.labels_end = quirks.labels_end;
        self.queues = false;
        self.cells.clear();
        match raw {
            Some(raw) => self.cells.extend(raw),
            None => self.cells.extend(cells(rows, 0)),
        }
        let last = self.turns().next();
        self.last = last;
        zones.extend(self.cells.iter().map(|cell| ZoneSpan {
            zone: cell.kind.zone(),
            rows: cell.rows(),
        }));
    }

    /// The cells of turns, from the last one up. A rule below an error closes its turn (0.110).
    fn turns(&self) -> impl Iterator<Item = CellSpan> {
        let cells = self.cells.iter().rev().copied();
        let cells = cells.filter(|cell| cell.kind.is_of_a_turn());
        let is_rule = |cell: &CellSpan| cell.kind == CellKind::Separator;
        let said = cells.clone().find(|cell| !is_rule(cell));
        let closed = said.is_some_and(|cell| cell.kind == CellKind::Error);
        cells.skip_while(move |cell| closed && is_rule(cell))
    }

    /// The last cell, where it is of a kind.
    pub fn last_of(&self, kind: CellKind) -> Option<CellSpan> {
        self.last.filter(|cell| cell.kind == kind)
    }

    /// What the cell before the last is.
    pub fn before_last(&self) -> Option<CellKind> {
        self.turns().nth(1).map(|cell| cell.kind)
    }

    /// What the last cell is that is no error.
    pub fn before_errors(&self) -> Option<CellKind> {
        let mut rule = None;
        for cell in self.turns() {
            match cell.kind {
                CellKind::Error => rule = None,
                kind @ CellKind::Separator => rule = Some(kind),
                kind => return rule.or(Some(kind)),
            }
        }
        rule
    }

    /// A turn has begun.
    pub fn has_begun(&self) -> bool {
        let said = |kind| !matches!(kind, CellKind::Separator | CellKind::Unexplained);
        let begins = |cell: &CellSpan| cell.kind.is_of_a_turn() && said(cell.kind);
        self.cells.iter().any(begins)
    }

    /// The agent has spoken since the person's last cell, or that cell is not in sight.
    pub fn has_spoken(&self) -> bool {
        let mut cells = self.cells.iter().rev();
        let spoken = cells.find_map(|cell| match cell.kind {
            CellKind::Assistant | CellKind::RawText => Some(true),
            CellKind::User | CellKind::RawPrompt | CellKind::Command | CellKind::Banner => {
                Some(false)
            }
            _ => None,
        });
        spoken.unwrap_or(true)
    }

    /// The rows of the last cell of a kind.
    pub fn rows_of(&self, kind: CellKind) -> Option<RowSpan> {
        let mut cells = self.cells.iter();
        let last = cells.rfind(|cell| cell.kind == kind)?;
        Some(last.rows())
    }

    /// No turn has begun, and the surface is half painted: a sign-in screen or a question about the folder may come, and takes
    /// what is typed. The banner waits for the model's name (0.120 to 0.157), or it has no box and the footer has nothing of a
    /// session yet (0.160 and later).
    pub fn is_loading(&self, screen: &Marked<'_>, composer: &Composer) -> bool {
        let mut cells = self.cells.iter().rev();
        let ends = cells.find(|it| it.kind == CellKind::Banner || it.kind.is_of_a_turn());
        let banner = ends.filter(|cell| cell.kind == CellKind::Banner);
        let Some(rows) = banner.map(|cell| cell.rows()) else {
            return false;
        };
        let bare = screen.row(rows.first as usize).first_char() == Some('>');
        decide! { screen;
            HeaderLoads if names_no_model(screen, rows) => true;
            FooterLoads if bare && footer::is_unfilled(screen, composer) => true;
            _ => false
        }
    }
}

/// Whether a banner says that the model's name is loading.
fn names_no_model(screen: &Screen, banner: RowSpan) -> bool {
    const LOADING: Needle = Needle::new("loading");
    let waits = |row: usize| {
        let mut words = screen.row(row).text().split_whitespace();
        let mut named = || words.any(|word| word == "model:");
        named() && words.next() == Some("loading")
    };
    hold(screen, banner, LOADING) && banner.indices().any(waits)
}
