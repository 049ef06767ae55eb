//! Whether a turn runs, as far as the screen tells: the running row, the end mark, and the second
//! witness of readiness beside the composer.

use std::cell::OnceCell;

use shadow_core::contract::{ActivityKind, PendingInput};
use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::{
    EndMark, INTERRUPTED, IdleProof, RowSpan, RunningFact, WitnessPlace, Zone,
};

use super::banner::{self, Head};
use super::call::open_call;
use super::composer;
use super::end_mark;
use super::footer::{self, Footer};
use super::frame::{self, Frame};
use super::glyph::{CELL_MARKS, branch, is_right_aligned, is_symbol, is_user_row};
use super::margin;
use super::marks::Mark;
use super::message;
use super::own_command_runs;
use super::queued;
use super::quirks::Quirks;
use super::scrolled;
use super::status::{self, Lowest};
use super::work;
use crate::letters::is_letter;
use crate::rules;

/// What the screen tells of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Turn {
    /// The newest banner's rows.
    pub banner: Option<RowSpan>,
    /// What stands lowest above the composer, by its own row.
    pub lowest: Lowest,
    /// A row that says that a turn runs.
    pub running: Option<RunningFact>,
    /// The newest end mark, with nothing of a turn below it.
    pub end_mark: Option<EndMark>,
    /// Rows that say that the turn was broken off, and do not prove that it has ended.
    pub broken_off: Option<RowSpan>,
    /// The second witness of readiness.
    pub idle_proof: Option<IdleProof>,
    /// A row in the status row's place that no rule explains.
    pub doubt: Option<RowSpan>,
    /// A row of words there that no rule explains and that is no status row.
    pub unexplained: Option<RowSpan>,
    /// Whether anything of a turn is on the screen.
    pub begun: bool,
    /// Messages queued behind the turn.
    pub pending: PendingInput,
    /// Their rows.
    pub pending_rows: Option<RowSpan>,
}

/// Reads the turn's state around a live composer.
pub(super) fn read(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
    head: Option<Head>,
) -> Turn {
    let ended = Frame {
        above: margin::above_warnings(screen, frame.above),
        ..*frame
    };
    let own_row = status::lowest(screen, &ended);
    let lowest = still(screen, footer, own_row);
    let own = own_command_runs::running(screen, frame, footer, lowest);
    let works = matches!(lowest, Lowest::Running(..));
    let scrolled = !works && scrolled::is_up(screen, frame.top);
    // What stands lowest there is not the newest.
    let lowest = match Mark::ScrolledView.holds(screen, scrolled) {
        true => Lowest::None,
        false => lowest,
    };
    let banner = banner::rows_above(screen, frame.above, head);
    let (end_mark, broken_off) = match own {
        None if !scrolled => ending(screen, &ended, footer, lowest, quirks),
        _ => (None, None),
    };
    let above = match own {
        Some(_) => Above::default(),
        None => above(screen, frame, footer, lowest, end_mark.is_some(), banner),
    };
    let told = own.or(above.running);
    let place = Place {
        screen,
        frame,
        footer,
        quirks,
        lowest,
        faint: OnceCell::new(),
    };
    let silent = told.is_none() && end_mark.is_none();
    let unseen = silent.then(|| place.unseen()).flatten();
    let pending_rows = place.pending(unseen.is_some());
    let mut turn = Turn {
        banner,
        lowest: own_row,
        running: told.or(unseen),
        end_mark,
        broken_off,
        idle_proof: None,
        doubt: above.doubt,
        unexplained: above.unexplained,
        begun: scrolled || has_begun(screen, banner, frame),
        pending: pending_rows.map_or(PendingInput::No, |_| PendingInput::Yes),
        pending_rows,
    };
    if turn.running.is_none() {
        turn.idle_proof = proof(&place, &turn);
    }
    turn
}

/// What marks the turn's end, or else the rows that say that it was broken off, and prove no end.
fn ending(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    lowest: Lowest,
    quirks: Quirks,
) -> (Option<EndMark>, Option<RowSpan>) {
    if let Some(mark) = end_mark::find(screen, frame, footer, lowest, quirks) {
        return (Some(mark), None);
    }
    let Some(row) = end_mark::unproven_interruption(screen, frame) else {
        return (None, None);
    };
    let rows = RowSpan::one(row);
    let hangs = end_mark::hangs_from_head(screen, row);
    let drawn = hangs || end_mark::hangs_from_paragraph(screen, row);
    let quiet = drawn && quirks.hint_tells && is_quiet(screen, frame, footer);
    match Mark::QuietMode.holds(screen, quiet) {
        true => (
            Some(EndMark {
                rows,
                signal: INTERRUPTED,
            }),
            None,
        ),
        false => (None, hangs.then_some(rows)),
    }
}

/// Whether the row of the permission mode has room for the offer to interrupt, and does not make it: below an empty composer
/// it does for as long as a turn runs (2.1.91 to 2.1.332), but where vim's mode or a status line of the user's own is shown.
fn is_quiet(screen: &Screen, frame: &Frame, footer: &Footer) -> bool {
    const OFFER: usize = " · esc to interrupt".len();
    let Some((_, row)) = footer
        .permission
        .filter(|(_, row)| *row == frame.bottom + 1)
    else {
        return false;
    };
    let row = screen.row(row);
    let others = footer.custom > 0 || footer.editor.is_some() || footer.interrupt.is_some();
    let held = footer.search.or(footer.chosen).is_some();
    let (first, last) = frame.inside();
    let empty = first == last && frame::first_text(screen, frame).trim().is_empty();
    // What else the row says is behind the offer.
    let more = footer::segments(row.text()).nth(1).is_some();
    let room = more || row.width() + OFFER <= screen.width();
    !others && !held && empty && room && !row.text().ends_with('…')
}

/// A composer's place on a screen, and what is known around it.
struct Place<'a> {
    screen: &'a Marked<'a>,
    frame: &'a Frame,
    footer: &'a Footer,
    quirks: Quirks,
    lowest: Lowest,
    faint: OnceCell<Option<bool>>,
}

impl Place<'_> {
    /// Whether the prompt's glyph is faint.
    fn faint(&self) -> Option<bool> {
        let find = || composer::glyph_is_faint(self.screen, self.frame);
        *self.faint.get_or_init(find)
    }

    /// A running turn without a status row.
    fn unseen(&self) -> Option<RunningFact> {
        rules::found(UNSEEN, self.screen, |find| find(self))
    }

    /// The rows of messages that wait; `unseen` where a turn without a status row runs.
    fn pending(&self, unseen: bool) -> Option<RowSpan> {
        let find = |find: Find<RowSpan>| find(self);
        let alone = unseen.then(|| rules::found(ALONE, self.screen, find));
        let beside = || rules::found(PENDING, self.screen, find);
        alone.flatten().or_else(beside)
    }

    /// A turn that runs whose status row is hidden.
    fn hidden(&self, row: usize) -> RunningFact {
        RunningFact {
            rows: RowSpan::one(row),
            kind: match self.quirks.hides_status {
                true => ActivityKind::Streaming,
                false => ActivityKind::Unknown,
            },
        }
    }
}

/// What finds rows around a composer.
type Find<T> = fn(&Place<'_>) -> Option<T>;

/// A running turn without a status row: an open call, or what the prompt's glyph and the footer say.
const UNSEEN: &[(Mark, Find<RunningFact>)] = &[
    (Mark::OpenCall, |it| open_call(it.screen, it.frame)),
    (Mark::GlyphFaint, |it| {
        (it.faint() == Some(true)).then(|| it.hidden(it.frame.inside().0))
    }),
    (Mark::InterruptHint, |it| {
        let row = it.footer.interrupt?;
        let tells = it.footer.custom == 0 && it.quirks.hint_tells;
        (tells && it.faint().is_none()).then(|| it.hidden(row))
    }),
];

/// What stands lowest above the composer: the status row, or what no rule explains.
#[derive(Default)]
struct Above {
    running: Option<RunningFact>,
    doubt: Option<RowSpan>,
    unexplained: Option<RowSpan>,
}

/// Tells it; `ended` is whether something marks the turn's end.
fn above(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    lowest: Lowest,
    ended: bool,
    banner: Option<RowSpan>,
) -> Above {
    let none = Above::default();
    let doubted = |row| Above {
        doubt: Some(RowSpan::one(row)),
        ..Above::default()
    };
    let told = match lowest {
        Lowest::Running(row, kind) if !ended => {
            let last = status::tail_end(screen, row, frame);
            let mark = match kind {
                ActivityKind::Retrying => Mark::RetryRow,
                _ => Mark::RunningRow,
            };
            let rows = RowSpan::new(row, last);
            let kind = work::activity(screen, row, kind, footer);
            let running = Some(RunningFact { rows, kind });
            Some((mark, Above { running, ..none }))
        }
        Lowest::Strange(row) if !is_banner(banner, row) => Some((Mark::StrangeRow, doubted(row))),
        Lowest::Other(row) => unknown_row(screen, row, banner).map(|mark| match mark {
            Mark::UnknownSymbol => (mark, doubted(row)),
            _ => {
                let unexplained = Some(RowSpan::one(row));
                (
                    mark,
                    Above {
                        unexplained,
                        ..none
                    },
                )
            }
        }),
        Lowest::Remark(_) => Some((Mark::RemarkRow, none)),
        _ => None,
    };
    told.map_or_else(Above::default, |told| rules::by(screen, told))
}

/// What stands lowest, a status row whose mark stands still in an answer's place counted as one. Without styles the hint that a
/// key interrupts must be below it.
fn still(screen: &Marked<'_>, footer: &Footer, lowest: Lowest) -> Lowest {
    let hinted = !screen.is_styled() && footer.interrupt.is_some();
    let reads = |row: usize| hinted && status::reads_still(screen.row(row).text());
    match lowest {
        Lowest::Other(row) if Mark::StillStatus.holds(screen, reads(row)) => {
            Lowest::Running(row, status::activity(screen.row(row).text()))
        }
        other => other,
    }
}

/// Whether a row belongs to the newest banner.
fn is_banner(banner: Option<RowSpan>, row: usize) -> bool {
    banner.is_some_and(|rows| rows.contains(row))
}

/// What is no letter and yet begins words.
const OPENING: [char; 11] = ['[', '(', '+', '=', '~', '$', '%', '&', '<', '|', '@'];

/// The rule by which the row at column 0 directly above the composer is of no kind that any version has shown: it begins with
/// a symbol, as status rows do, or with words.
fn unknown_row(screen: &Screen, row: usize, banner: Option<RowSpan>) -> Option<Mark> {
    let text = screen.row(row).text();
    let first = text.chars().next()?;
    let worded = is_letter(first) || OPENING.contains(&first);
    // Where a row is full, the terminal itself may have wrapped it to column 0.
    let wrapped = || row > 0 && screen.row(row - 1).width() >= screen.width();
    let mark = match is_symbol(first) {
        true => Mark::UnknownSymbol,
        false if worded => Mark::UnknownWords,
        false => return None,
    };
    (!is_banner(banner, row) && !wrapped()).then_some(mark)
}

/// Why the screen may be called idle, the surest witness first.
fn proof(place: &Place<'_>, turn: &Turn) -> Option<IdleProof> {
    let (screen, frame) = (place.screen, place.frame);
    let fresh = turn.banner.filter(|rows| {
        let said = || said_since(screen, rows.last as usize + 1, frame.above);
        !turn.begun && said() <= NOTICES_MOST
    });
    if let Some(rows) = Mark::NoTurnYet.found(screen, fresh) {
        let place = WitnessPlace::Screen(Zone::Banner, rows);
        return Some(IdleProof::NoTurnYet(place));
    }
    if leaves(screen, frame) {
        return None;
    }
    if let Some(mark) = turn.end_mark {
        return Some(IdleProof::EndMark(mark));
    }
    rules::found(SILENT, screen, |find| find(place)).flatten()
}

/// What a place says that is silent: a proof, or that it proves nothing, whatever the places in the rows below it say.
type Silent = Find<Option<IdleProof>>;

/// The places in which a running turn would show.
const SILENT: &[(Mark, Silent)] = &[
    (Mark::HeadlessRows, |it| {
        let off = !it.quirks.hides_status && is_headless(it.screen, it.frame);
        off.then_some(None)
    }),
    (Mark::QueuedAlone, |it| {
        let bright = it.faint() == Some(false);
        let queue = || queue_alone(it.screen, it.frame, it.quirks);
        (!bright && queue().is_some()).then_some(None)
    }),
    (Mark::StatusRowAbsent, |it| {
        let above = it.frame.above;
        let shown = !it.quirks.hides_status && above >= 3;
        let rows = || RowSpan::new(above - 2, above - 1);
        shown.then(|| Some(silent("status_row_absent", Zone::Status, rows())))
    }),
    // The hint stands only below an empty composer.
    (Mark::ShortcutsTell, |it| {
        let tells = it.quirks.hint_tells && it.footer.interrupt.is_none();
        let row = it.footer.shortcuts.filter(|_| tells)?;
        let shown = composer::shows_glyph(it.screen, it.frame);
        shown.then(|| Some(silent("shortcuts_hint", Zone::Footer, RowSpan::one(row))))
    }),
    // In versions that show the status row, what is above a composer in the first row is off the pane.
    (Mark::GlyphBright, |it| {
        let cut = !it.quirks.hides_status && it.frame.above == 0;
        let bright = !cut && it.footer.interrupt.is_none() && it.faint() == Some(false);
        let row = RowSpan::one(it.frame.inside().0);
        let shown = bright && composer::shows_glyph(it.screen, it.frame);
        shown.then(|| Some(silent("prompt_glyph_bright", Zone::Composer, row)))
    }),
];

/// A proof from a place that is silent.
const fn silent(signal: &'static str, zone: Zone, rows: RowSpan) -> IdleProof {
    let place = WitnessPlace::Screen(zone, rows);
    IdleProof::SilentPlace { signal, place }
}

/// Whether all that is above the composer belongs to a row that is off the pane, which may be a running
/// turn's: the end of a tree or of a task list, or at most two rows that nothing opens.
fn is_headless(screen: &Marked<'_>, frame: &Frame) -> bool {
    if screen.flush(0, frame.above).next().is_some() {
        return false;
    }
    let Some(last) = screen.last_filled(0, margin::above(screen, frame.above)) else {
        return false;
    };
    let listed = (screen.run_start(last)..=last).any(|index| {
        let first = screen.row(index).first_char();
        first.is_some_and(|mark| matches!(mark, '⎿' | '◻' | '◼' | '☐' | '☒'))
    });
    // What waits behind a turn stands below its row, indented by two.
    let waiting = frame.above < 3 && screen.row(last).indent() < 4;
    listed || waiting
}

/// Rows that may be those of messages that wait, where they have moved the turn's row off the pane (1.0.24 to 2.0.60, 18 of
/// them at 24 rows): indented by two, right above the composer, and nothing in column 0 above them. Between an answer and
/// the composer stands a blank row.
fn queue_alone(screen: &Screen, frame: &Frame, quirks: Quirks) -> Option<RowSpan> {
    let last = frame
        .above
        .checked_sub(1)
        .filter(|_| !quirks.hides_status)?;
    if screen.flush(0, frame.above).next().is_some() {
        return None;
    }
    let first = screen.run_start(last);
    let waits = |row: Row<'_>| (2..=4).contains(&row.indent()) && branch(row).is_none();
    let own = !screen.row(last).is_blank() && (first..=last).all(|row| waits(screen.row(row)));
    own.then(|| RowSpan::new(first, last))
}

/// Rows of tips and notices below a banner beyond which it may be an answer.
const NOTICES_MOST: usize = 12;

/// How many rows between two are not blank and not on the right.
fn said_since(screen: &Screen, first: usize, end: usize) -> usize {
    let width = screen.width();
    screen
        .filled(first, end)
        .filter(|(_, row)| !is_right_aligned(*row, width))
        .count()
}

/// Whether a user's cell, an answer or a running row is above the composer, below the newest
/// banner.
fn has_begun(screen: &Screen, banner: Option<RowSpan>, frame: &Frame) -> bool {
    let first = banner.map_or(0, |rows| rows.last as usize + 1);
    screen.flush(first, frame.above).any(|(_, row)| {
        row.first_char()
            .is_some_and(|mark| CELL_MARKS.contains(&mark))
            || is_user_row(row.text())
            || status::shape_of(row) == Some(status::Shape::Running)
    })
}

/// Whether the last that was said is the command that ends the CLI: what is below it is what it left.
fn leaves(screen: &Screen, frame: &Frame) -> bool {
    let lowest = screen.flush(0, frame.above).next_back();
    lowest.is_some_and(|(_, row)| is_user_row(row.text()) && is_farewell_command(row.text()))
}

/// Whether a user's cell holds the command that ends the CLI.
fn is_farewell_command(text: &str) -> bool {
    let body = text.trim_start_matches(['>', '❯', ' ', '\u{a0}']);
    matches!(body.trim_end(), "/exit" | "/quit")
}

/// Messages that wait behind a turn whose row they have moved off the pane.
const ALONE: &[(Mark, Find<RowSpan>)] = &[(Mark::QueuedAlone, |it| {
    queue_alone(it.screen, it.frame, it.quirks)
})];

/// Messages that wait behind the turn.
const PENDING: &[(Mark, Find<RowSpan>)] = &[
    (Mark::QueuedAbove, |it| {
        let end = match it.lowest {
            Lowest::Running(row, _) => row,
            Lowest::None => it.frame.above,
            Lowest::Other(row) if is_user_row(it.screen.row(row).text()) => it.frame.above,
            // What stands lowest is no cell of the person's.
            _ => return None,
        };
        queued::cells_above(it.screen, end)
    }),
    (Mark::QueuedHint, |it| {
        let hint = frame::first_text(it.screen, it.frame);
        let hinted = hint.starts_with("Press up to edit queued");
        let own = hinted && !composer::is_typed(it.screen, it.frame);
        own.then(|| RowSpan::one(it.frame.inside().0))
    }),
    (Mark::QueuedBelow, |it| match it.lowest {
        Lowest::Running(row, _) => queued_below(it.screen, row, it.frame),
        _ => None,
    }),
    (Mark::QueuedMessages, |it| match it.lowest {
        Lowest::Running(..) => message::waiting(it.screen, it.frame.above),
        _ => None,
    }),
];

/// Rows of queued messages between a running row's tree and the composer: indented by two, no
/// branch.
fn queued_below(screen: &Marked<'_>, row: usize, frame: &Frame) -> Option<RowSpan> {
    let width = screen.width();
    let is_queued = |index: &usize| {
        let row = screen.row(*index);
        row.indent() == 2 && branch(row).is_none() && !is_right_aligned(row, width)
    };
    let end = margin::above(screen, frame.above);
    let first = (row + 1..end).find(|index| is_queued(index) && below_blank(screen, *index))?;
    let last = (first..end).rev().find(is_queued)?;
    Some(RowSpan::new(first, last))
}

fn below_blank(screen: &Screen, index: usize) -> bool {
    screen.row(index - 1).is_blank() || screen.row(index).text().starts_with("  ❯ ")
}
