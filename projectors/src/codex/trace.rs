//! What the transcript's cells say of the turn.

use shadow_core::screen::{Marked, Needle};
use shadow_core::surface::{Facts, RowSpan, ZoneSpan};

use super::cell_kind::{CellKind, CellSpan, Transcript};
use super::cell_rules::CellRows;
use super::front::Look;
use super::marks::Mark;
use super::quirks::Quirks;
use super::rows::hold;
use super::{raw, walk};

/// What the transcript's cells say of the turn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trace {
    pub(super) banner: Option<RowSpan>,
    pub(super) begun: bool,
    /// The last cell that belongs to a turn, and the one before it.
    pub(super) last: Option<CellSpan>,
    pub(super) before_last: Option<CellKind>,
    /// The last cell but for errors.
    pub(super) before_errors: Option<CellKind>,
    /// The agent has spoken since the person's last cell, or that cell is not in sight.
    pub(super) spoken: bool,
    /// Messages wait behind the turn.
    pub(super) queues: bool,
    /// Rows of the transcript that hold text.
    pub(super) filled: bool,
    /// The last rows that no rule explains.
    pub(super) unexplained: Option<RowSpan>,
    /// The status row stays while text streams.
    pub(super) steady: bool,
    /// A labeled rule stands only where a turn has ended.
    pub(super) labels_end: bool,
    /// The transcript is raw output.
    pub(super) raw: bool,
    /// No cell of a turn is below the last banner.
    pub(super) fresh: bool,
}

impl Trace {
    /// The banner still waits for the model's name, and no turn has begun: the surface is half painted (0.120 to 0.155).
    pub(super) fn is_loading(&self, screen: &Marked<'_>) -> bool {
        const LOADING: Needle = Needle::new("loading");
        let waits = |row: usize| {
            let text = screen.row(row).text();
            let mut words = text.split_whitespace();
            let mut named = || words.any(|word| word == "model:");
            named() && words.next() == Some("loading")
        };
        let banner = self.banner.filter(|_| self.fresh);
        let loads = |rows: RowSpan| hold(screen, rows, LOADING) && rows.indices().any(waits);
        Mark::HeaderLoads.holds(screen, banner.is_some_and(loads))
    }

    /// Takes the next cell.
    pub(super) fn take(&mut self, cell: CellSpan, rows: RowSpan) {
        self.filled = true;
        match cell.kind {
            CellKind::Banner => {
                self.banner = Some(rows);
                self.fresh = true;
                self.spoken = false;
            }
            CellKind::Notice | CellKind::Refusal | CellKind::Heading => {}
            // A rule below an error closes its turn (0.110).
            CellKind::Separator if self.ends_in_error() => {}
            kind => {
                if kind == CellKind::Unexplained {
                    self.unexplained = Some(rows);
                }
                self.begun |= !matches!(kind, CellKind::Separator | CellKind::Unexplained);
                self.fresh = false;
                self.before_last = self.last.map(|cell| cell.kind);
                self.last = Some(cell);
                if kind != CellKind::Error {
                    self.before_errors = Some(kind);
                }
                match kind {
                    CellKind::User | CellKind::RawPrompt | CellKind::Command => self.spoken = false,
                    CellKind::Assistant | CellKind::RawText => self.spoken = true,
                    _ => {}
                }
            }
        }
    }

    /// The last cell is an error.
    pub(super) fn ends_in_error(&self) -> bool {
        self.last.is_some_and(|cell| cell.kind == CellKind::Error)
    }

    /// A turn's details are folded away above the last cell: they are when it has ended.
    pub(super) fn is_folded(&self) -> bool {
        self.before_last == Some(CellKind::Folded)
    }

    /// The last cell, where a status row may stand, is one that no rule explains.
    pub(super) fn ends_unexplained(&self) -> bool {
        self.last
            .is_some_and(|cell| cell.kind == CellKind::Unexplained)
    }
}

/// Walks the transcript up to `end`: marks its zones, and puts its cells into the layouts.
pub(super) fn trace(
    screen: &Marked<'_>,
    quirks: &Quirks,
    look: Look,
    end: usize,
    facts: &mut Facts,
) -> Trace {
    let raw = raw::cells(screen, look, end);
    let mut trace = Trace {
        steady: quirks.status_stays,
        labels_end: quirks.labels_end,
        raw: raw.is_some(),
        spoken: true,
        ..Trace::default()
    };
    let Facts { zones, layouts, .. } = facts;
    let rows = CellRows {
        end_rows: quirks.may_leave_end_row,
        pins: quirks.leaves_end_row,
        ..CellRows::of(screen, look, end)
    };
    layouts.refill(|Transcript { cells }| {
        cells.clear();
        let keep = |cell: CellSpan| {
            let rows = RowSpan::new(cell.first, cell.last);
            let zone = cell.kind.zone();
            zones.push(ZoneSpan { zone, rows });
            trace.take(cell, rows);
            cells.push(cell);
        };
        match raw {
            Some(raw) => raw.for_each(keep),
            None => walk::cells(rows, 0).for_each(keep),
        }
    });
    trace
}
