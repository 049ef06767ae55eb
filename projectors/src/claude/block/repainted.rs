//! Whether a screen was drawn for the pane's width. On the alternate screen the terminal wraps nothing: where a pane has
//! become narrower, rows end at its edge until the CLI draws them again. Those of the transcript, and of a change, may fill
//! the pane (2.1.330), so that a full row alone proves nothing.

use shadow_core::screen::{Row, str_width};

use super::super::glyph::{is_drawn, is_panel_edge};
use super::about::About;
use super::lines::{Line, marked, option_number};

/// Columns of the longest word that proves a wrap where it did not fit: a longer one might not have fit elsewhere either.
const WORD: usize = 16;

/// Whether rows reach the last column that may have been cut there, and nothing proves that they were drawn for this width.
/// `fills` where rows of the subject do.
pub(super) fn is_stale(about: &About<'_, '_>, fills: bool) -> bool {
    let (screen, place) = (about.body.screen, about.body.place);
    let cols = screen.cols().map_or(usize::MAX, usize::from);
    let full = |row: Row<'_>| row.reaches(cols) && !is_rule(row);
    let own = |row: usize| about.subject.iter().any(|line| line.row == row);
    // Of a dialog's other rows none is that wide.
    let mut below = screen.filled(place.first, screen.height());
    if below.any(|(index, row)| !own(index) && full(row)) {
        return true;
    }
    let (mut cut, mut wrapped) = (usize::from(fills), 0);
    let mut above: Option<(usize, Row<'_>)> = None;
    for (index, row) in screen.filled(0, place.first) {
        if full(row) {
            // What the CLI itself cuts for this width ends so.
            let shortened = row.text().ends_with('…');
            cut += usize::from(!shortened);
            wrapped += usize::from(shortened);
        }
        let before = above.replace((index, row));
        let before = before.filter(|(last, before)| last + 1 == index && !full(*before));
        wrapped += usize::from(before.is_some_and(|(_, before)| goes_on(before, row, cols)));
    }
    cut > 0 && wrapped < cut && !wraps(about) && !breaks(about, cols)
}

fn is_rule(row: Row<'_>) -> bool {
    is_drawn(row.trimmed()) || is_panel_edge(row)
}

/// Whether a row of the transcript had no room for the first word of the next.
fn goes_on(above: Row<'_>, next: Row<'_>, cols: usize) -> bool {
    let word = next.trimmed().split(' ').next().unwrap_or_default();
    let width = str_width(word);
    next.indent() > 1 && width <= WORD && above.width() + 1 + width > cols
}

/// Whether a row of the subject ends where the dialog's rows do, short of the pane's edge, and goes on in the next: a word
/// was broken there (2.1.281 leaves three columns free, 2.1.332 two).
fn breaks(about: &About<'_, '_>, cols: usize) -> bool {
    let ends = |line: &Line<'_>| {
        let width = about.body.screen.row(line.row).width();
        (2..=3).contains(&cols.saturating_sub(width))
    };
    let mut pairs = about.subject.windows(2);
    pairs.any(|pair| ends(&pair[0]) && !pair[1].words.is_empty())
}

/// Whether words of the dialog's own, such as an option's, go on in the next row where they had no room.
fn wraps(about: &About<'_, '_>) -> bool {
    let body = about.body;
    let head = |line: &Line<'_>| marked(line.text).is_some() || option_number(line.words).is_some();
    body.lines().windows(2).any(|pair| {
        let (line, next) = (&pair[0], &pair[1]);
        let word = next.words.split(' ').next().unwrap_or_default();
        let goes_on = line.row + 1 == next.row && !line.words.is_empty() && !is_drawn(line.words);
        goes_on
            && !about.holds(line)
            && !about.holds(next)
            && !head(next)
            && (1..=WORD).contains(&str_width(word))
            && next.indent() >= line.indent()
            && line.is_full(next, body.room())
    })
}
