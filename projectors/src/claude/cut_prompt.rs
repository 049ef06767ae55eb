//! The rest of a prompt whose beginning is above the first row: nothing but its style tells it from an answer's.

use shadow_core::screen::{Color, Marked, Row};

use super::glyph::{branch, is_user_row};
use super::marks::Mark;
use super::quirks::Quirks;
use crate::rules::decide;

/// Where the text begins of a first row that goes on a prompt above it; nothing where it is no prompt's. `rows` are that
/// row and those below it, down to the composer.
pub(super) fn column<'s>(
    screen: &Marked<'_>,
    rows: impl Iterator<Item = Row<'s>> + Clone,
    quirks: Quirks,
) -> Option<usize> {
    let row = rows.clone().next()?;
    if is_user_row(row.text()) || branch(row).is_some() {
        return None;
    }
    decide! { screen;
        CutPromptGround if is_on_ground(row) => Some(if row.indent() >= 2 { 2 } else { 0 });
        CutPromptGray if quirks.grays_prompts && is_gray(rows) => Some(2);
        _ => None
    }
}

/// Whether a row is on a ground of its own from column 0 on (2.0.0 and later): what is in color below a call is not.
fn is_on_ground(row: Row<'_>) -> bool {
    let ground = row.style_at(0).bg;
    ground != Color::Default && row.first_style().bg == ground
}

/// Whether all down to the first row in column 0 is gray, as no answer is (up to 1.0.119). What the agent thinks is italic
/// besides.
fn is_gray<'s>(mut rows: impl Iterator<Item = Row<'s>> + Clone) -> bool {
    let first = rows.clone().next().filter(|row| row.indent() >= 2);
    let Some(ink) = first.map(|row| row.first_style().fg) else {
        return false;
    };
    let own = |row: Row<'_>| {
        let mut drawn = row.spans().filter(|span| !span.text.trim().is_empty());
        drawn.all(|span| span.style.fg == ink && !span.style.italic() && !span.style.bold())
    };
    let placed = |row: Row<'_>| row.indent() >= 2 && branch(row).is_none();
    let gray = match ink {
        Color::Rgb(red, green, blue) => red == green && green == blue,
        Color::Indexed(index) => index >= GRAYS,
        Color::Default => false,
    };
    let mut said = rows.by_ref().take_while(|row| !row.is_flush());
    gray && said.all(|row| row.is_blank() || placed(row) && own(row))
}

/// The first of the palette's grays.
const GRAYS: u8 = 232;
