//! The rest of a prompt whose beginning is above the first row: nothing but its style tells it from an answer's.

use shadow_core::screen::{Color, Row, Screen};

use super::glyph::branch;
use super::marks::Mark;
use super::turn::is_user_row;

/// Where the text begins of a first row that goes on a prompt above it; nothing where it is no prompt's. `rows` are that
/// row and those below it, the composer begins at `end`.
pub(super) fn column<'s>(
    screen: &'s Screen,
    rows: impl Iterator<Item = Row<'s>> + Clone,
    end: usize,
) -> Option<usize> {
    let row = rows.clone().next()?;
    if is_user_row(row.text()) || branch(row).is_some() {
        return None;
    }
    if Mark::CutPromptGround.holds(screen, is_on_ground(row)) {
        return Some(if row.indent() >= 2 { 2 } else { 0 });
    }
    let inked = is_inked(screen, rows, end);
    Mark::CutPromptInk.holds(screen, inked).then_some(2)
}

/// Whether a row is on a ground of its own from column 0 on (2.0.0 and later): what is in colour below a call is not.
fn is_on_ground(row: Row<'_>) -> bool {
    let ground = row.style_at(0).bg;
    ground != Color::Default && row.first_style().bg == ground
}

/// Whether all down to the first row in column 0 is in one colour that the CLI has for what is less than an answer, as its
/// footer shows (up to 1.0): a prompt's. What the agent thinks is italic besides.
fn is_inked<'s>(screen: &Screen, rows: impl Iterator<Item = Row<'s>> + Clone, end: usize) -> bool {
    let Some(ink) = rows.clone().next().map(|row| row.first_style().fg) else {
        return false;
    };
    let own = |row: Row<'_>| {
        let mut drawn = row.spans().filter(|span| !span.text.trim().is_empty());
        drawn.all(|span| span.style.fg == ink && !span.style.italic() && !span.style.bold())
    };
    let mut said = rows.take_while(|row| !row.is_flush());
    let footed = || {
        let mut foot = screen.filled(end, screen.height());
        foot.any(|(_, row)| row.spans().any(|span| span.style.fg == ink))
    };
    ink != Color::Default
        && said.all(|row| row.is_blank() || row.indent() >= 2 && branch(row).is_none() && own(row))
        && footed()
}
