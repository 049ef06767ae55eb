//! The layout of a screen: what is in front, found from the bottom up, and the rows of each
//! part. No meaning beyond place: kinds, texts and verdicts are read elsewhere.

use shadow_core::foreign;
use shadow_core::screen::{Marked, Screen};

use super::front::Front;
use super::marks::Mark;
use super::shape::{BAR, ends_in_hint, is_pager_rule};
use super::{bar, chevron, ends, over};
use crate::rules::decide;
use crate::{multiplexer, reshaped};

/// Finds the front of one surface.
pub(super) fn front(screen: &Marked<'_>) -> Front {
    let last = decide! { screen;
        _ let last = multiplexer::last_own(screen, Mark::InnerBar) => last;
        BlankScreen => return Front::Blank
    };
    let drawn = drawn(screen, last);
    let (composer, block) = match &drawn {
        Front::Composer(composer) => (Some(composer), false),
        front => (None, matches!(front, Front::Block { .. })),
    };
    decide! { screen;
        Reshaped if (block || composer.is_some()) && is_reshaped(screen) => Front::Unrecognized;
        _ let composer = composer => over::weigh(screen, composer).unwrap_or(drawn);
        PromptOver let prompt = foreign::prompt_over(screen) => Front::Ended { row: prompt.row };
        _ => drawn
    }
}

/// Whether a tool has changed the text so that its rows' places tell nothing. Up to 0.42 a screen may have no margin.
fn is_reshaped(screen: &Screen) -> bool {
    let barred = || {
        screen
            .flush(0, screen.height())
            .any(|(_, row)| row.flush_char() == Some(BAR))
    };
    reshaped::lacks_blank_rows(screen)
        || reshaped::lacks_glyphs(screen)
        || reshaped::lacks_margins(screen) && !barred()
}

/// What was drawn in front, even if another program has the pane now.
fn drawn(screen: &Marked<'_>, last: usize) -> Front {
    decide! { screen;
        PagerRule let rule = pager(screen, last) => Front::Pager { rule, last };
        CursorInLastRow if ends::is_cursor_in_shell(screen, last) => ends::ended(screen, last);
        _ let front = bar::front(screen, last) => front;
        _ let front = chevron::front(screen, last) => front;
        _ => ends::front(screen, last)
    }
}

/// The row above a pager's hints: its rule, or where it has none, the end of what it shows below its heading.
fn pager(screen: &Marked<'_>, last: usize) -> Option<usize> {
    ruled_pager(screen, last)
        .or_else(|| Mark::PagerHeading.found(screen, headed_pager(screen, last)))
}

/// Below a heading of letters that are spaced out over the pane, as `--no-alt-screen` draws it (0.169), the last run of rows
/// are hints.
fn headed_pager(screen: &Screen, last: usize) -> Option<usize> {
    let heading = screen.row(0);
    let mut parts = heading.text().split(' ');
    let mut spaced = || parts.all(|part| part.chars().count() <= 1);
    let wide = || heading.width() * 2 > screen.width();
    let headed = heading.text().starts_with("/ ") && wide() && spaced();
    let hints = screen.run_start(last);
    (headed && hints > 1 && ends_in_hint(screen, last)).then(|| hints - 1)
}

/// The rule of a pager: at most three rows of hints, all indented, are below it.
fn ruled_pager(screen: &Screen, last: usize) -> Option<usize> {
    let mut rows = screen.filled(last.saturating_sub(3), last + 1).rev();
    let (rule, _) = rows.find(|(_, row)| is_pager_rule(*row))?;
    let hints_only = (rule + 1..=last).all(|row| {
        let row = screen.row(row);
        row.is_blank() || row.indent() > 0
    });
    (hints_only && rule > 0).then_some(rule)
}
