//! The mark that a turn which has ended leaves as the lowest thing above the composer: a finished row, an interruption, an
//! error, a command's output. What it means for the turn, `turn` says.

use std::ops::Range;

use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::{EndMark, FINISHED_ROW, INTERRUPTED, RowSpan};

use super::footer::Footer;
use super::frame::Frame;
use super::glyph::{CELL_MARKS, branch, branches, is_gapped, is_right_aligned, is_user_row};
use super::ink::{is_faint, is_gray_from_margin};
use super::marks::Mark;
use super::quirks::Quirks;
use super::refusal::{is_declined, is_interruption, is_killed_call, is_rejection};
use super::status::{Lowest, finished_end};
use super::{failure, folded, margin, own_command};
use crate::rules::decide;
use crate::shapes::numbers::begins_with_digit;

/// The mark of the turn's end, where one is the lowest thing above the composer.
pub(super) fn find(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    lowest: Lowest,
    quirks: Quirks,
) -> Option<EndMark> {
    match lowest {
        Lowest::Finished(row) => {
            let broken_off = is_below_interruption(screen, row, quirks);
            // A footer that offers to interrupt says that a turn runs.
            let runs = footer.interrupt.is_some() && !broken_off;
            let ended = !runs && clear_below(screen, row, frame);
            let signal = decide! { screen;
                InterruptedFinished if ended && broken_off => INTERRUPTED;
                FinishedRow if ended => FINISHED_ROW;
                _ => return None
            };
            let rows = RowSpan::new(row, finished_end(screen, row));
            Some(EndMark { rows, signal })
        }
        Lowest::Other(row) => ended_cell(screen, row, frame, quirks),
        Lowest::Running(..) => None,
        _ => cut_interruption(screen, frame, quirks),
    }
}

/// The interruption right above the composer, where all that it belongs to has left the screen (2.1.330 at 10 rows). Nothing
/// but its gray tells it from an answer's text there.
fn cut_interruption(screen: &Marked<'_>, frame: &Frame, quirks: Quirks) -> Option<EndMark> {
    let row = screen.last_filled(0, frame.above)?;
    let told = screen.is_styled() && is_below_interruption(screen, frame.above, quirks);
    Mark::InterruptedCut.holds(screen, told).then_some(EndMark {
        rows: RowSpan::one(row),
        signal: INTERRUPTED,
    })
}

/// What rows below a status row begin with: its tree, tasks.
const BELOW_STATUS: [char; 10] = ['⎿', '◻', '◼', '☐', '☒', '✔', '✓', '□', '■', '…'];

/// Whether nothing of a turn is between a row and the composer: only trees, tasks, notices.
fn clear_below(screen: &Marked<'_>, row: usize, frame: &Frame) -> bool {
    let width = screen.width();
    let above = margin::above(screen, frame.above);
    let counts = |text: &str| {
        const TASK: Needle = Needle::new(" task");
        let counted = begins_with_digit(text);
        let count = TASK.split_once(text).filter(|_| counted);
        count.is_some_and(|(count, _)| count.parse::<u32>().is_ok())
    };
    let end = finished_end(screen, row);
    screen.filled(end + 1, above).all(|(_, row)| {
        let task = row
            .first_char()
            .is_some_and(|mark| BELOW_STATUS.contains(&mark));
        task || is_right_aligned(row, width) || counts(row.trimmed())
    })
}

/// The rows of the task list that is above row `end`, the composer's first, while no turn runs: its count, and a row
/// with a box for each task (2.1.31 to 2.1.330).
pub(super) fn task_list(screen: &Marked<'_>, end: usize) -> Option<Range<usize>> {
    const TASK: Needle = Needle::new(" task");
    let last = screen.last_filled(0, margin::above(screen, end))?;
    let first = screen.run_start(last);
    let count = screen.row(first).trimmed();
    let counts = begins_with_digit(count) && TASK.is_in(count);
    let boxed = |index: usize| {
        let row = screen.row(index);
        let mark = row
            .first_char()
            .is_some_and(|mark| BELOW_STATUS.contains(&mark));
        row.indent() >= 2 && (mark || row.indent() > 3)
    };
    let listed = first < last && (first + 1..=last).all(boxed);
    (counts && listed && screen.row(first).indent() == 2).then_some(first..last + 1)
}

/// Whether the row above a finished row says that the turn was interrupted (2.1.215 to 2.1.310, after a
/// call that was refused).
fn is_below_interruption(screen: &Screen, finished: usize, quirks: Quirks) -> bool {
    let above = screen.last_filled(0, finished).map(|row| screen.row(row));
    above.is_some_and(|row| {
        let said = branch(row).is_some_and(|branch| is_interruption(branch.trim()));
        said && is_own_branch(screen, row, quirks)
    })
}

/// Whether a branch is the CLI's, and no paragraph of an answer that begins with its glyph: a blank that does not break
/// is behind the glyph (1.0.0 to 2.1.331). Where a running turn may show no row, such a paragraph may be the last of one
/// that runs: there the margin must be grayed, too (2.1.78 to 2.1.331), which is never an answer's. Without styles nothing
/// tells it.
pub(super) fn is_own_branch(screen: &Screen, row: Row<'_>, quirks: Quirks) -> bool {
    let gap = branch(row).is_some_and(|branch| is_gapped(screen, branch));
    gap && (!quirks.hides_status || screen.is_styled() && is_gray_from_margin(row))
}

/// The branch right above the composer that reads like an interruption, with the gap that the CLI draws, where the screen shows
/// no gray that would prove whose it is (`NO_COLOR`).
pub(super) fn unproven_interruption(screen: &Marked<'_>, frame: &Frame) -> Option<usize> {
    let row = screen.last_filled(0, margin::above(screen, frame.above))?;
    let said = branch(screen.row(row)).filter(|said| is_interruption(said.trim()))?;
    (is_gapped(screen, said) && !screen.draws(is_faint)).then_some(row)
}

/// Whether such a branch hangs from a cell's first rows or from folded calls. It says how the turn has ended, and not that it
/// has.
pub(super) fn hangs_from_head(screen: &Marked<'_>, row: usize) -> bool {
    let run = screen.run_start(row);
    let head = screen.row(run);
    let marked = || head.text().starts_with(CELL_MARKS) || is_user_row(head.text());
    run < row && (marked() || folded::is_summary(screen, head))
}

/// Whether such a branch is right below a further paragraph of an answer. The answer's own words may read so, too.
pub(super) fn hangs_from_paragraph(screen: &Screen, row: usize) -> bool {
    let head = screen.flush(0, row).next_back();
    let spoken = head.is_some_and(|(_, head)| head.text().starts_with(CELL_MARKS));
    spoken && screen.run_start(row) < row
}

/// A cell whose last branch says that the turn ended, or that no turn came of it.
fn ended_cell(screen: &Marked<'_>, row: usize, frame: &Frame, quirks: Quirks) -> Option<EndMark> {
    // What a command of the person's own prints is not the interface's.
    if own_command::is_own(screen.row(row)) {
        return None;
    }
    let (mut last, mut own) = (None, false);
    for (index, row) in screen.filled(row + 1, frame.above) {
        if let Some(branch) = branch(row) {
            last = Some((index, branch.trim()));
            own = is_own_branch(screen, row, quirks);
        } else if last.is_some() && is_killed_call(row) {
            Mark::KilledCall.on(screen);
            last = Some((index, row.trimmed()));
        } else if row.indent() < 4 && !is_right_aligned(row, screen.width()) {
            last = None;
        }
    }
    let (index, branch) = last?;
    let rows = RowSpan::one(index);
    let text = screen.row(row).text();
    let user = is_user_row(text);
    let command = text
        .trim_start_matches(['>', '❯'])
        .trim_start()
        .starts_with('/');
    let failed = || failure::told_by(screen.row(index)).is_some();
    let (rows, signal) = decide! { screen;
        DeclinedReport if is_declined(screen.row(row), screen.row(row + 1)) => {
            (RowSpan::one(row), INTERRUPTED)
        };
        RejectedCall let call = own_refusal(screen, row, frame) => {
            (RowSpan::one(call), INTERRUPTED)
        };
        InterruptedBranch if own && is_interruption(branch) => (rows, INTERRUPTED);
        _ if user && branch.starts_with("Queued") => return None;
        CommandOutput if user && command => (rows, "command_output");
        ErrorUnderPrompt if user && failed() => (rows, "error_cell");
        _ => return None
    };
    Some(EndMark { rows, signal })
}

/// The branch of a call, the lowest thing above the composer, that says that the person rejected it. What was rejected is
/// shown below.
fn own_refusal(screen: &Screen, call: usize, frame: &Frame) -> Option<usize> {
    let row = branches(screen, call + 1, frame.above).next();
    let refused = |(_, row): &(usize, Row<'_>)| is_rejection(screen.row(call), *row);
    row.filter(refused).map(|(index, _)| index)
}
