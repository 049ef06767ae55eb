//! The layout up to 0.42: composer, popups and dialogs are runs of rows that begin with `▌`.
//!
//! Seen: 0.20 and 0.34 put the text right after the bar and the footer in the next row, indented by
//! one; 0.36 to 0.42 leave a space after the bar and a blank row before a flush footer; 0.20 shows
//! the status row in the composer's place.

use shadow_core::contract::UiContext;
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::RowSpan;

use super::composer::popup_for;
use super::front::{Composer, Front, Look};
use super::marks::Mark;
use super::queue_rows;
use super::rows::{is_bar, shown_cursor};
use super::shape::{BAR, carries_colors, carries_styles, flush_char, numbered, status_shape};
use crate::letters::trim_start;

/// Rows at the end of the screen in which the composer's last row is looked for.
const TAIL_ROWS: usize = 5;
/// The column of a queued message's arrow.
const ARROW_COLUMN: usize = 1;

/// What is in front, if the screen ends in the bar look.
pub(super) fn front(screen: &Marked<'_>, last: usize) -> Option<Front> {
    let mut rows = screen.filled(last.saturating_sub(TAIL_ROWS), last + 1);
    let (end, _) = rows.rfind(|(_, row)| flush_char(*row) == Some(BAR))?;
    let tail = tail(screen, end, last);
    let hinted = tail.is_some_and(|rows| is_hint(screen, rows.first as usize));
    let bare = is_bare_status(screen, end) && !hinted;
    if end < last && !tail.is_some_and(|rows| is_footer(screen, rows, bare)) {
        return None;
    }
    let start = (0..=end)
        .rev()
        .take_while(|&row| is_bar(screen, row))
        .last()
        .unwrap_or(end);
    if Mark::BareStatus.holds(screen, start == end && bare) {
        return Some(Front::BareStatus { row: end });
    }
    if is_block(screen, start, end, tail) {
        let rows = RowSpan::new(start, last);
        return Some(Front::Block {
            look: Look::Bar,
            rows,
        });
    }
    Mark::BarComposer.on(screen);
    Some(Front::Composer(composer(screen, start, end, tail)))
}

/// The rows below the run: right below it, or after one blank row.
fn tail(screen: &Screen, end: usize, last: usize) -> Option<RowSpan> {
    let first = screen.first_filled(end + 1, last + 1)?;
    (first <= end + 2).then(|| RowSpan::new(first, last))
}

/// A status row in the composer's place (0.20).
fn is_bare_status(screen: &Screen, row: usize) -> bool {
    let above = row.checked_sub(1).is_some_and(|row| is_bar(screen, row));
    !above && status_shape(screen.row(row).text()).is_some()
}

/// A footer: a row of hints (none is below a bare status row), and below it no row that is flush
/// or is apart. A shell's prompt printed over it leaves its end (0.34).
fn is_footer(screen: &Screen, rows: RowSpan, bare: bool) -> bool {
    let first = rows.first as usize;
    let from = if bare { first } else { first + 1 };
    let row = screen.row(first);
    let whole = row.indent() > 0 || row.text().starts_with(['P', 'C', '⏎']);
    let hint = bare || whole && is_hint(screen, first);
    let running = !bare && status_shape(row.text()).is_some();
    hint && !running && (from..=rows.last as usize).all(|row| screen.row(row).indent() > 0)
}

/// A row of hints: the send glyph, or words that begin after one space or name a key first.
fn is_hint(screen: &Screen, row: usize) -> bool {
    let row = screen.row(row);
    row.first_char() == Some('⏎')
        || row.indent() == 1
        || super::shape::is_key_hint(row.text())
        || row.trimmed().starts_with("Ctrl+C")
}

/// Whether the run is a dialog: no footer of the composer below it, and rows of a list or buttons.
fn is_block(screen: &Marked<'_>, start: usize, end: usize, tail: Option<RowSpan>) -> bool {
    let pressed = |rows: RowSpan| {
        let row = screen.row(rows.first as usize);
        row.text().starts_with("Press")
    };
    if tail.is_some_and(|rows| !pressed(rows)) {
        return false;
    }
    let listed = (start..=end).any(|row| is_list_row(screen.row(row).text()));
    if Mark::BarList.holds(screen, listed) {
        return true;
    }
    if tail.is_none() && popup_first(screen, start, end).is_some() {
        return false;
    }
    let hidden = || screen.cursor_visible() == Some(false);
    let buttons = tail.is_some() || hidden() || end > start && shown_cursor(screen).is_none();
    Mark::BarButtons.holds(screen, buttons)
}

/// `▌> 3. label` or `▌  1. label`.
fn is_list_row(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(BAR) else {
        return false;
    };
    let rest = trim_start(rest);
    let rest = rest.strip_prefix("> ").unwrap_or(rest);
    numbered(rest).is_some()
}

/// The draft's first row without its bar.
fn draft(screen: &Screen, start: usize) -> &str {
    let text = screen.row(start).text();
    trim_start(text.strip_prefix(BAR).unwrap_or(text))
}

/// The first row of a popup below a draft: its bars are drawn otherwise than the composer's; without
/// style, the draft calls for it and its rows read like a popup's.
fn popup_first(screen: &Screen, start: usize, end: usize) -> Option<usize> {
    let own = screen.row(start).style_at(0);
    if carries_styles(screen) && carries_colors(screen) {
        return (start + 1..=end).find(|&row| screen.row(row).style_at(0) != own);
    }
    let draft = draft(screen, start);
    let empty = (start + 1..=end)
        .find(|&row| matches!(self::draft(screen, row), "no matches" | "loading..."));
    if draft.starts_with('/') {
        return empty.or((start + 1..=end).find(|&row| self::draft(screen, row).starts_with('/')));
    }
    let calls = popup_for(draft).is_some() && end > start;
    calls.then_some(empty.unwrap_or(start + 1))
}

/// The popup's context. One that lists nothing below a draft that is no command bears on nothing.
fn popup_context(screen: &Screen, start: usize, popup: usize) -> Option<UiContext> {
    let draft = draft(screen, start);
    let command = super::composer::is_command(draft) || draft == "/";
    match draft.starts_with('/') {
        true => command.then_some(UiContext::SlashCommand),
        false => popup_for(self::draft(screen, popup - 1)).or(popup_for(draft)),
    }
}

fn composer(screen: &Marked<'_>, start: usize, end: usize, tail: Option<RowSpan>) -> Composer {
    let popup = popup_first(screen, start, end).filter(|_| tail.is_none());
    let drawn = carries_styles(screen) && carries_colors(screen);
    Mark::BarPopupDrawn.holds(screen, popup.is_some() && drawn);
    Mark::BarPopupCalled.holds(screen, popup.is_some() && !drawn);
    let context = popup.and_then(|row| popup_context(screen, start, row));
    let mut composer = Composer {
        look: Look::Bar,
        first: start,
        last: popup.map_or(end, |row| row - 1),
        popup: popup
            .zip(context)
            .map(|(row, context)| (RowSpan::new(row, end), context)),
        margin: has_margin(screen, start, popup.map_or(end, |row| row - 1), tail),
        footer: tail,
        top: start,
        ..Composer::default()
    };
    Mark::BarMargin.holds(screen, composer.margin);
    above(screen, &mut composer);
    composer
}

/// Whether a space parts bar and text: a placeholder's always does; a draft's where the footer stands
/// apart (0.36 and later), or where no footer tells, if every row of it has it (the rows of its popup
/// do not in 0.36).
fn has_margin(screen: &Screen, start: usize, end: usize, tail: Option<RowSpan>) -> bool {
    let spaced = |row: usize| {
        let rest = screen.row(row).text().strip_prefix(BAR).unwrap_or_default();
        rest.is_empty() || rest.starts_with(' ')
    };
    super::prompt::is_placeholder(screen, start)
        || tail.is_none_or(|rows| rows.first as usize != end + 1) && (start..=end).all(spaced)
        || !carries_styles(screen) && start == end && spaced(start)
}

/// The status row and the queue above the composer: in one run of rows (0.34), or the queue in a run
/// of its own below the status row's (0.36 to 0.40).
fn above(screen: &Marked<'_>, composer: &mut Composer) {
    parted_queue(screen, composer);
    let Some(start) = read_run(screen, composer) else {
        return;
    };
    if composer.status.is_none() && is_queued(screen, start) {
        composer.top = start;
        read_run(screen, composer);
    }
}

/// Takes a queue whose messages hold blank rows: it is of several runs.
fn parted_queue(screen: &Marked<'_>, composer: &mut Composer) {
    if let Some(rows) = queue_rows::parted(screen, composer, ARROW_COLUMN) {
        composer.queued = Some(rows);
        composer.top = rows.first as usize;
    }
}

/// Reads the run of rows above what is known of the composer; its first row.
fn read_run(screen: &Marked<'_>, composer: &mut Composer) -> Option<usize> {
    let end = screen.last_filled(0, composer.top)?;
    let start = screen.run_start(end);
    let close = composer
        .footer
        .map(|rows| rows.first as usize == composer.last + 1);
    // Below an open popup stands no footer that would tell which of the two it is.
    let room = if close == Some(true) { 1 } else { 2 };
    let status = (start..=end).find(|&row| is_status(screen, row, room));
    let quoted = |row: usize| room == 2 && may_be_answer(screen, row, close.is_some());
    if let Some(row) = status.filter(|&row| quoted(row)) {
        Mark::BarQuoted.on(screen);
        composer.odd = Some(RowSpan::one(row));
        return None;
    }
    // Where a tool has dropped the margins, a status row's place does not tell it.
    let moved = |row: &usize| status_shape(screen.row(*row).text()).is_some();
    if status.is_none()
        && !carries_styles(screen)
        && let Some(row) = (start..=end).find(moved)
    {
        Mark::BarQuoted.on(screen);
        composer.odd = Some(RowSpan::one(row));
        return None;
    }
    let from = status.map_or(start, |status| status + 1);
    let queue = (from..=end).find(|&row| is_queued(screen, row));
    if let Some(first) = queue.filter(|&first| status.is_some() || first == start) {
        Mark::BarQueue.on(screen);
        let last = composer.queued.map_or(end, |rows| rows.last as usize);
        composer.queued = Some(RowSpan::new(first, last));
    }
    if let Some(status) = Mark::BarStatus.found(screen, status) {
        composer.top = status;
        let status_end = queue.map_or(end, |first| first - 1);
        composer.status = Some(RowSpan::new(status, status_end));
    }
    Some(start)
}

/// Without style, a bullet where an answer's rows stand may be quoted: none of these versions draws
/// one before its status row. Nor is anything proven there while nothing tells the version (`placed`).
fn may_be_answer(screen: &Screen, index: usize, placed: bool) -> bool {
    let row = screen.row(index);
    let bulleted = row
        .trimmed()
        .starts_with(|c: char| c != BAR && !c.is_alphanumeric());
    !carries_styles(screen) && row.indent() == 2 && (bulleted || !placed)
}

/// A queued message: a hook arrow after one space (an answer's text is flush in 0.20, and indented
/// by two later), dim or italic where styled.
fn is_queued(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let style = row.first_style();
    let drawn = !carries_styles(screen) || style.dim() || style.italic();
    row.indent() == 1 && row.first_char() == Some('↳') && drawn
}

/// A status row is indented (`room`: 0.34 by one, 0.39, whose footer is apart, by two) or opens
/// with a bar (0.20), and its bracket is dim.
fn is_status(screen: &Screen, index: usize, room: usize) -> bool {
    let row = screen.row(index);
    let Some(shape) = status_shape(row.text()) else {
        return false;
    };
    let queued = row.first_char() == Some('↳');
    let placed = row.indent() <= room && flush_char(row).is_none_or(|c| c == BAR) && !queued;
    placed && (!carries_styles(screen) || row.style_at(shape.bracket).dim())
}
