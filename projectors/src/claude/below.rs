//! What is below a composer's footer that Claude Code has not drawn: all that it draws there is indented, a user's
//! status line too (seen in 1.0.72 to 2.1.330). A row in column 0 is a shell's: the CLI was suspended or killed, and
//! its drawing is on. Shell prompts of a known shape are `ends`' business.

use shadow_core::contract::SessionFacts;
use shadow_core::foreign::{self, PromptWithin};
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::RowSpan;

use super::frame::{Frame, first_text};
use super::glyph::is_drawing;
use super::marks::Mark;
use super::{banner, farewell, live, own_command};
use crate::multiplexer;
use crate::rules::decide;

/// Rows below the footer that are not the CLI's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    /// The CLI has said that it is suspended: a shell has the pane.
    Suspended(RowSpan),
    /// The cursor is there: a shell has the pane, unless they are a list that is open below the composer.
    Typed(RowSpan),
    /// No channel tells whose the rows are.
    Unknown(RowSpan),
}

/// What is below the footer of a composer's frame, if the CLI has not drawn it; or in the composer, if
/// that may be a shell's.
pub(super) fn read(screen: &Marked<'_>, frame: &Frame) -> Option<Below> {
    decide! { screen;
        ShellInComposer if is_anyones(screen, frame) => {
            Some(Below::Unknown(RowSpan::new(frame.top, frame.bottom)))
        };
        _ => below_footer(screen, frame)
    }
}

/// What is below the footer that the CLI has not drawn.
fn below_footer(screen: &Marked<'_>, frame: &Frame) -> Option<Below> {
    let last = multiplexer::last_own(screen, Mark::InnerBar).filter(|&last| last > frame.bottom)?;
    let mut rows = screen.flush(frame.bottom + 1, last + 1);
    // What is left of a rule in a pane that was made narrower is no shell's.
    let own = |index, row: Row<'_>| {
        row.first_char().is_some_and(is_drawing) || live::is_carried_out(screen, frame, index)
    };
    let (first, row) = rows.find(|(index, row)| !own(*index, *row))?;
    if own_command::is_apart(screen, first) {
        return None;
    }
    let rows = RowSpan::new(first, last);
    decide! { screen;
        SuspendedNotice if is_suspended(row) => Some(Below::Suspended(rows));
        RowBelowFooter if screen.cursor().is_none() => Some(Below::Unknown(rows));
        _ => has_cursor(screen, first).then_some(Below::Typed(rows))
    }
}

/// Whether the composer ends in a shell's prompt of which nothing tells whether it was typed there. No cursor tells; or no
/// caret can, and no words of a draft are before it, or it names no folder above the one that the banner names.
fn is_anyones(screen: &Screen, frame: &Frame) -> bool {
    let text = first_text(screen, frame);
    if foreign::ends_in_prompt(screen, text) {
        return true;
    }
    let prompt = foreign::prompt_over(screen);
    let prompt = prompt.filter(|prompt| may_be_typed(screen, frame, *prompt));
    prompt.is_some_and(|prompt| {
        let mut facts = SessionFacts::default();
        if let Some(rows) = banner::rows(screen, frame.top) {
            banner::facts(screen, rows, &mut facts);
        }
        let above = prompt.stands_above(screen, facts.directory.as_deref());
        let alone =
            prompt.row == frame.inside().0 && prompt.end - prompt.first >= text.trim_end().len();
        alone || !above
    })
}

/// Whether a prompt before the cursor may be a draft's: in a composer without styles, which would show a caret, and
/// without the hint that stands only while it is empty.
pub(super) fn may_be_typed(screen: &Screen, frame: &Frame, prompt: PromptWithin) -> bool {
    const SHORTCUTS: Needle = Needle::new("? for shortcuts");
    let (first, last) = frame.inside();
    let hinted = || screen.rows_hold(frame.bottom, screen.height(), SHORTCUTS);
    !screen.is_styled() && (first..=last).contains(&prompt.row) && !hinted()
}

/// The notice that the CLI is suspended, and what is below it, where no composer lives: it has left the alternate
/// screen (2.1.330), or the notice was printed over the composer's lower rule (2.1.200). A frame below it is of a CLI that
/// goes on.
pub(super) fn suspended(screen: &Screen) -> Option<RowSpan> {
    let last = screen.last_row()?;
    let mut rows = screen.flush(0, last + 1);
    let first = rows.rfind(|(_, row)| is_suspended(*row))?.0;
    let mut below = screen.flush(first + 1, last + 1);
    let drawn = below.any(|(_, row)| row.first_char().is_some_and(is_drawing));
    (!drawn).then(|| RowSpan::new(first, last))
}

/// The row in which a shell says that the CLI is stopped, where it has not gone on or ended since.
pub(super) fn stopped(screen: &Marked<'_>) -> Option<usize> {
    let own = |row: Row<'_>| row.first_char().is_some_and(is_drawing) || farewell::is_farewell(row);
    Mark::StoppedJob.found(screen, foreign::stopped_job(screen, own))
}

/// Whether the cursor is among rows that begin in column 0: shown, or behind the text of one, where a killed CLI leaves
/// it hidden. While the CLI runs it is hidden, and is in the composer or alone in its row.
fn has_cursor(screen: &Screen, first: usize) -> bool {
    let shown = screen.cursor_visible() == Some(true);
    let behind = |(x, y): (usize, usize)| x > 0 && screen.row(y).is_flush();
    let cursor = screen.cursor().filter(|(_, y)| *y >= first);
    cursor.is_some_and(|cursor| shown || behind(cursor))
}

/// The CLI's own words: `Claude Code has been suspended.` (1.0.72 to 2.0.31), `Claude Code is suspended.` (2.1.330).
fn is_suspended(row: Row<'_>) -> bool {
    const SUSPENDED: Needle = Needle::new(" suspended");
    let own = row.flush_char() == Some('C') && row.text().starts_with("Claude Code ");
    own && SUSPENDED.is_in(row.text())
}
