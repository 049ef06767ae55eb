//! Rows of the CLI's own that look like the agent's: notices at the margin above the composer, and events that it tells
//! behind an answer's mark.

use shadow_core::screen::{Color, Marked, Row, Screen, Style};

use super::glyph::{CELL_MARKS, branch, is_right_aligned};
use super::ink::{is_cool, is_faint, is_warning};
use super::marks::Mark;

/// Columns between a notice and the pane's right edge, at most: two in 2.1.245 to 2.1.331.
const RIGHT_MARGIN: usize = 3;

/// Indent of a result, the deepest that the dialog's rows begin at by themselves.
const DEEPEST: usize = 5;

/// Whether a row right above the composer is at the right margin: the effort of 2.1.330, and what the CLI says of the
/// terminal, which may be as wide as the pane (`tmux focus-events off · …`, `tmux detected · …`, 2.1.245 to 2.1.331).
pub(super) fn is_beside(screen: &Marked<'_>, index: usize) -> bool {
    let row = screen.row(index);
    let placed = row.indent() > DEEPEST || is_cut(row);
    if !placed || !row.reaches(screen.width().saturating_sub(RIGHT_MARGIN)) {
        return false;
    }
    is_right_aligned(row, screen.width()) || Mark::MarginNotice.holds(screen, is_gray(screen, row))
}

/// Whether a row is a notice that the pane is too narrow for: from column 2 on, and cut at its end. A message that waits has
/// its glyph there.
fn is_cut(row: Row<'_>) -> bool {
    row.indent() == 2 && row.text().ends_with('…') && row.first_char() != Some('❯')
}

/// Row at which the notice above a composer that begins at `top` stands, `top` where there is none: nothing of the dialog
/// and no message that waits is below it.
pub(super) fn above(screen: &Marked<'_>, top: usize) -> usize {
    let index = top.checked_sub(1);
    let notice = index.filter(|&index| is_beside(screen, index));
    notice.unwrap_or(top)
}

/// Whether a row is drawn in one color that is no text's own. Without styles nothing speaks against it.
fn is_gray(screen: &Screen, row: Row<'_>) -> bool {
    let text = row.text();
    let ink = row.first_style().fg;
    let inks = || {
        let words = text.char_indices().filter(|(_, letter)| *letter != ' ');
        words.map(|(byte, _)| row.style_at(byte).fg)
    };
    !screen.is_styled() || ink != Color::Default && inks().all(|other| other == ink)
}

/// Whether a row behind an answer's mark tells an event: the mark is green, blue or violet, where an answer's has the
/// color of the `text`, and the row is a paragraph by itself with nothing bold at its beginning, as a call's name is
/// (`Background command "…" completed`, `Agent "…" finished · 2s`, from 2.0.64 on; `Exited plan mode`, 2.1.331).
pub(super) fn is_event(row: Row<'_>, stands_alone: impl FnOnce() -> bool, text: Color) -> bool {
    let mark = row.first_style().fg;
    let head = row.text().chars().next().map_or(0, char::len_utf8) + 1;
    is_cool(mark) && mark != text && !row.style_at(head).bold() && stands_alone()
}

/// Whether a row behind an answer's mark is the CLI's own talk: mark and words are of one faint color, as nothing is that the
/// agent says or does (`● Usage limit reached · set to continue automatically at 3:57pm`, 2.1.331).
pub(super) fn is_told_in_gray(row: Row<'_>) -> bool {
    is_faint(row.first_style()) && is_told_in_one_ink(row)
}

/// The same in the color of warnings, which is no error's: what holds in a session from now on (`● Auto mode can't
/// check actions in this session. …`, 2.1.332, while or after a turn runs).
pub(super) fn is_told_in_warning(row: Row<'_>) -> bool {
    // A status row that stands still is drawn in such a color in the themes for the color-blind, and never without an ellipsis.
    is_warning(row.first_style().fg) && is_told_in_one_ink(row) && !row.text().contains('…')
}

/// Whether a mark and the words behind it are of one color, and nothing bold.
fn is_told_in_one_ink(row: Row<'_>) -> bool {
    let mark = row.first_style();
    let first = row.flush_char();
    let marked = first.is_some_and(|first| CELL_MARKS.contains(&first));
    let alike = |style: Style| style.fg == mark.fg && style.dim() == mark.dim() && !style.bold();
    let mut spans = row.spans().filter(|span| !span.text.trim().is_empty());
    marked && !mark.bold() && spans.all(|span| alike(span.style))
}

/// Row at which warnings of the CLI's own begin that are the last cells above row `end`, `end` where there are none. They say
/// nothing of the turn above them.
pub(super) fn above_warnings(screen: &Marked<'_>, end: usize) -> usize {
    let mut top = end;
    while let Some(last) = screen.last_filled(0, top) {
        let head = screen.run_start(last);
        if !Mark::WarningNotice.holds(screen, is_told_in_warning(screen.row(head))) {
            break;
        }
        top = head;
    }
    top
}

/// Whether a row goes on a marked paragraph.
pub(super) fn goes_on(row: Row<'_>) -> bool {
    row.indent() == 2 && branch(row).is_none()
}
