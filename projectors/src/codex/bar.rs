//! The layout up to 0.42: composer, popups and dialogs are runs of rows that begin with `▌`.
//!
//! Seen: 0.20 and 0.34 put the text right after the bar and the footer in the next row, indented by
//! one; 0.36 to 0.42 leave a space after the bar and a blank row before a flush footer; 0.20 shows
//! the status row in the composer's place.

use shadow_core::contract::UiContext;
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::RowSpan;

use super::above::{self, Run};
use super::composer::{is_nothing_found, popup_for};
use super::front::{Composer, Front, Skin};
use super::marks::Mark;
use super::queue_rows::{BAR_ARROW, begins_message};
use super::rows::{is_bar, shown_cursor};
use super::shape::{BAR, carries_colors, carries_styles, numbered, status_shape};
use crate::letters::trim_start;
use crate::rules::{decide, mark_all};

/// Rows at the end of the screen in which the composer's last row is looked for.
const TAIL_ROWS: usize = 5;

/// What is in front, if the screen ends in the bar skin.
pub(super) fn front(screen: &Marked<'_>, last: usize) -> Option<Front> {
    let mut rows = screen.filled(last.saturating_sub(TAIL_ROWS), last + 1);
    let (end, _) = rows.rfind(|(_, row)| row.flush_char() == Some(BAR))?;
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
    let (skin, rows) = (Skin::Bar, RowSpan::new(start, last));
    Some(decide! { screen;
        BareStatus if start == end && bare => Front::BareStatus { row: end };
        _ if is_block(screen, start, end, tail) => Front::Block { skin, rows };
        BarComposer => Front::Composer(composer(screen, start, end, tail))
    })
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
    let pressed = |rows: RowSpan| screen.row(rows.first as usize).text().starts_with("Press");
    let hidden = || screen.cursor_visible() == Some(false);
    let pressing = || tail.is_some() || hidden() || end > start && shown_cursor(screen).is_none();
    decide! { screen;
        _ if tail.is_some_and(|rows| !pressed(rows)) => false;
        BarList if (start..=end).any(|row| is_list_row(screen.row(row).text())) => true;
        _ if tail.is_none() && popup_first(screen, start, end).is_some() => false;
        BarButtons if pressing() => true;
        _ => false
    }
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
fn popup_first(screen: &Marked<'_>, start: usize, end: usize) -> Option<usize> {
    let styled = carries_styles(screen) && carries_colors(screen);
    let own = screen.row(start).style_at(0);
    let drawn = |row: &usize| screen.row(*row).style_at(0) != own;
    decide! { screen;
        BarPopupDrawn let row = (start + 1..=end).find(|row| styled && drawn(row)) => Some(row);
        _ if styled => None;
        BarPopupCalled let row = popup_called(screen, start, end) => Some(row);
        _ => None
    }
}

/// The first row of the popup that a draft calls for, by what its rows read.
fn popup_called(screen: &Screen, start: usize, end: usize) -> Option<usize> {
    let mut below = start + 1..=end;
    let draft = |row| draft(screen, row);
    let empty = below.clone().find(|&row| is_nothing_found(draft(row)));
    match draft(start).starts_with('/') {
        true => empty.or_else(|| below.find(|&row| draft(row).starts_with('/'))),
        false if popup_for(draft(start)).is_none() => None,
        false => empty.or_else(|| below.next()),
    }
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
    let popup = match tail {
        Some(_) => None,
        None => popup_first(screen, start, end),
    };
    let last = popup.map_or(end, |row| row - 1);
    let listed = |row| Some((RowSpan::new(row, end), popup_context(screen, start, row)?));
    let mut composer = Composer {
        skin: Skin::Bar,
        first: start,
        last,
        popup: popup.and_then(listed),
        margin: has_margin(screen, start, last, tail),
        footer: tail,
        ..Composer::default()
    };
    mark_all! { screen;
        BarMargin if composer.margin;
    }
    above::take(screen, &mut composer, run);
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

/// What a run of rows above the composer is. The status row and the queue are in one (0.34), or the queue in a run of its own
/// below the status row's (0.36 to 0.40).
fn run(screen: &Marked<'_>, composer: &Composer, start: usize, end: usize) -> Run {
    let close = composer
        .footer
        .map(|rows| rows.first as usize == composer.last + 1);
    // Below an open popup stands no footer that would tell which of the two it is.
    let room = if close == Some(true) { 1 } else { 2 };
    let status = (start..=end).find(|&row| is_status(screen, row, room));
    let quoted = |row: &usize| room == 2 && may_be_answer(screen, *row, close.is_some());
    // Where a tool has dropped the margins, a status row's place does not tell it.
    let moved =
        |row: &usize| !carries_styles(screen) && status_shape(screen.row(*row).text()).is_some();
    let is_queued = |row: &usize| begins_message(screen, screen.row(*row), BAR_ARROW);
    decide! { screen;
        BarQuoted let row = status.filter(quoted) => Run::Odd(RowSpan::one(row));
        BarStatus let row = status => {
            let queue = (row + 1..=end).find(is_queued);
            mark_all! { screen;
                BarQueue if queue.is_some();
            }
            Run::Status(row, queue)
        };
        BarQuoted let row = (start..=end).find(moved) => Run::Odd(RowSpan::one(row));
        BarQueue if is_queued(&start) => Run::Queue(start);
        _ => Run::Said
    }
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

/// A status row is indented (`room`: 0.34 by one, 0.39, whose footer is apart, by two) or opens
/// with a bar (0.20), and its bracket is dim.
fn is_status(screen: &Screen, index: usize, room: usize) -> bool {
    let row = screen.row(index);
    let Some(shape) = status_shape(row.text()) else {
        return false;
    };
    let queued = row.first_char() == Some('↳');
    let placed = row.indent() <= room && row.flush_char().is_none_or(|c| c == BAR) && !queued;
    placed && (!carries_styles(screen) || row.style_at(shape.bracket).dim())
}
