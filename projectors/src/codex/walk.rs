//! Walks the transcript: where each cell begins and ends. What it is, `cell_rules` says.

use shadow_core::screen::{Color, Row, Style};

use super::cell_kind::{CellKind, CellSpan};
use super::cell_rules::{CellRows, Given, heading, is_tip, mark_of};
use super::cut_prompt;
use super::front::Look;
use super::marks::Mark;
use super::shape::{BAR, CHEVRON, carries_styles, flush_char, is_wrapped};

/// The cells from the row `from` on.
pub(super) fn cells(rows: CellRows<'_>, from: usize) -> Walk<'_> {
    Walk {
        rows,
        next: rows.screen.first_filled(from, rows.end),
        told: None,
        given: Given::default(),
    }
}

/// Iterator over the cells of a transcript.
pub(super) struct Walk<'s> {
    rows: CellRows<'s>,
    /// The row in which the next cell begins.
    next: Option<usize>,
    /// The row at which the last cell ended because it tells a turn's end.
    told: Option<usize>,
    /// The cells above it.
    given: Given,
}

/// A cell whose end is looked for.
#[derive(Clone, Copy)]
struct Begun {
    kind: CellKind,
    first: usize,
    /// Its text is flush (0.20).
    flush_text: bool,
}

impl Iterator for Walk<'_> {
    type Item = CellSpan;

    fn next(&mut self) -> Option<CellSpan> {
        let first = self.next?;
        if let Some(last) = self.cut_prompt(first) {
            return Some(self.give_cut_prompt(first, last));
        }
        let (screen, look) = (self.rows.screen, self.rows.look);
        let head = screen.row(first);
        let kind = match self.told == Some(first) {
            true => CellKind::Finished,
            false => self.rows.kind(first, head, &self.given),
        };
        mark_of(kind).on(screen);
        let opens_flush = look == Look::Bar
            && kind == CellKind::Assistant
            && !head.text().starts_with(['>', ' ']);
        let flush_text = self.given.heading.is_some() || opens_flush;
        let last;
        (last, self.next) = self.extent(Begun {
            kind,
            first,
            flush_text,
        });
        self.given.take(screen, kind, head);
        Some(CellSpan { kind, first, last })
    }
}

impl Walk<'_> {
    /// The last row of a prompt whose beginning is above the first row of all.
    fn cut_prompt(&self, first: usize) -> Option<usize> {
        let rows = &self.rows;
        let may = self.given.last.is_none() && rows.look == Look::Chevron;
        let cut = may.then(|| cut_prompt::last(rows.screen, first, rows.end, rows.pins))?;
        mark_of(CellKind::User).holds(rows.screen, cut.is_some());
        cut
    }

    fn give_cut_prompt(&mut self, first: usize, last: usize) -> CellSpan {
        let kind = CellKind::User;
        self.next = self.rows.screen.first_filled(last + 1, self.rows.end);
        self.given.last = Some(kind);
        CellSpan { kind, first, last }
    }

    /// The last row of a cell, and the row in which the next one begins.
    fn extent(&mut self, cell: Begun) -> (usize, Option<usize>) {
        let CellRows { screen, end, .. } = self.rows;
        let mut last = cell.first;
        for (index, row) in screen.filled(cell.first + 1, end) {
            if self.begins(cell, index, row, index > last + 1) {
                return (last, Some(index));
            }
            last = index;
        }
        (last, None)
    }

    /// Whether a row begins another cell than the one above it.
    #[inline]
    fn begins(&mut self, cell: Begun, index: usize, row: Row<'_>, after_blank: bool) -> bool {
        let (kind, rows) = (cell.kind, &self.rows);
        if kind == CellKind::Heading {
            return true;
        }
        if rows.ends_a_turn(index, row) {
            self.told = Some(index);
            return after_blank || index == 1;
        }
        let Some(first) = flush_char(row) else {
            if kind == CellKind::Assistant && Mark::TipBelow.holds(rows.screen, is_tip(row)) {
                return true;
            }
            let parted = match kind {
                // It wraps flush, and what goes on below it may follow at once (0.28).
                CellKind::Retry => after_blank || rows.look == Look::Bar,
                // It wraps flush; an answer into which it was set goes on below it (0.58).
                CellKind::Error | CellKind::Refusal => after_blank,
                CellKind::Notice => after_blank && self.ends_report(index),
                // What the agent says below it may be indented (0.98).
                kind => after_blank && matches!(kind, CellKind::Banner | CellKind::Command),
            };
            let pinned =
                kind == CellKind::User && self.is_below_pinned(cell.first, index, after_blank);
            Mark::BelowPinned.holds(rows.screen, pinned);
            return kind == CellKind::Separator || parted || pinned;
        };
        if matches!(
            kind,
            CellKind::Separator | CellKind::Finished | CellKind::Folded
        ) {
            return true;
        }
        let chevron = rows.look == Look::Chevron;
        // A box is drawn row below row.
        if chevron && matches!(first, '│' | '╰') {
            return false;
        }
        let wrapped = !after_blank && chevron && is_wrapped(rows.screen, index);
        if Mark::WrappedRow.holds(rows.screen, wrapped) {
            return false;
        }
        if Mark::LaterLife.holds(rows.screen, self.begins_life(index, row, first)) {
            return true;
        }
        let output = kind == CellKind::Tool && self.is_output(row, first, after_blank);
        if Mark::OutputAtMargin.holds(rows.screen, output) {
            return false;
        }
        match rows.look {
            Look::Bar => self.begins_in_bar_look(cell, row, first, after_blank),
            Look::Chevron => begins_in_chevron_look(kind, first, after_blank),
        }
    }

    /// Whether a flush row below a call's rows is its output, which a carriage return has put there (0.101 to 0.132): a
    /// blank row parts a call from the next cell, and of that not every part is dim. A rule is.
    fn is_output(&self, row: Row<'_>, first: char, after_blank: bool) -> bool {
        if self.rows.look == Look::Bar || first == '─' {
            return false;
        }
        let faint = |style: Style| style.dim() && !style.bold();
        !after_blank
            || carries_styles(self.rows.screen) && row.spans().all(|span| faint(span.style))
    }

    /// Whether the box of a command's report, set into an answer, ends above a row.
    fn ends_report(&self, index: usize) -> bool {
        let above = self.rows.screen.last_filled(0, index);
        let edge = above.is_some_and(|row| self.rows.screen.row(row).flush_char() == Some('╰'));
        edge && self.given.reports && self.given.said
    }

    /// Whether a flush row is where one life of the CLI ends or the next one begins, right below a cell: its farewell, or
    /// the banner, whose frame or head is dim.
    fn begins_life(&self, index: usize, row: Row<'_>, first: char) -> bool {
        match first {
            'T' => self.rows.is_farewell(index, row),
            '╭' | '>' => self.rows.is_dim_banner(index, row),
            _ => false,
        }
    }

    /// Up to 0.20 text is flush: behind a heading, only another heading or a tool's or notice's own
    /// glyph after a blank row begins a cell.
    fn begins_in_bar_look(&self, cell: Begun, row: Row<'_>, first: char, blank: bool) -> bool {
        if first == BAR {
            let call = row.text().starts_with("▌ Running command ");
            return call || !cell.flush_text && (cell.kind != CellKind::User || blank);
        }
        if heading(self.rows.screen, row).is_some() {
            return blank;
        }
        let own = matches!(first, '⚡' | '🖐' | '✗' | '✔' | '⚠' | '✏' | '📋')
            || self.rows.is_allowance(row, first);
        let text = row.text();
        let told = text.starts_with(">_ ")
            || text.starts_with("? Codex wants ")
            || text.starts_with("proposed patch")
            || text.starts_with("patch approval");
        if cell.flush_text {
            return blank && (own || told);
        }
        blank
    }

    /// Whether an indented row is what has scrolled under a prompt that stays on the first row while
    /// its turn scrolls (0.156 and later), and not a row of the prompt: no prompt's ground is under
    /// it, or where prompts have none, no answer begins behind it.
    fn is_below_pinned(&self, first: usize, index: usize, after_blank: bool) -> bool {
        let ground = self.rows.screen.row(first).style_at(0).bg;
        if carries_styles(self.rows.screen) && ground != Color::Default {
            return self.rows.screen.row(index).first_style().bg != ground;
        }
        if first != 0 || !(after_blank || index == 1) {
            return false;
        }
        let unproven = after_blank && !carries_styles(self.rows.screen);
        let bare = flush_char(self.rows.screen.row(0)) != Some(CHEVRON);
        unproven || self.rows.look == Look::Chevron && (bare || !self.answer_begins_behind(index))
    }

    /// Whether a flush bullet begins a cell behind the rows that begin here.
    fn answer_begins_behind(&self, index: usize) -> bool {
        let is_blank = |row: &usize| self.rows.screen.row(*row).is_blank();
        let below = (index..self.rows.end).find(is_blank);
        let behind = below.and_then(|blank| (blank..self.rows.end).find(|row| !is_blank(row)));
        let first = behind.and_then(|row| flush_char(self.rows.screen.row(row)));
        first.is_some_and(|first| first != CHEVRON)
    }
}

/// In the chevron look every flush row begins a cell, but for the further rows of errors and notices
/// (up to 0.142 they wrap flush) and of boxes.
fn begins_in_chevron_look(kind: CellKind, first: char, after_blank: bool) -> bool {
    match first {
        CHEVRON | '•' | '◦' | '■' | '⚠' | '╭' | '✔' | '✗' | '─' | '▸' | '▾' => {
            true
        }
        _ if first.is_alphanumeric() => after_blank && kind != CellKind::User,
        _ => after_blank || matches!(kind, CellKind::Banner),
    }
}
