//! Whether all of what a block is about is on the pane: its top, its rows and its end are proven, and nothing says or shows
//! that a part is left out.

use shadow_core::screen::Style;
use shadow_core::surface::BlockFact;

use super::about::About;
use super::body::Body;
use super::lines::{Line, is_drawn};
use super::place::Edge;
use crate::letters::offset;
use crate::shapes::cuts::{self, CutMark};

/// What Claude Code writes where it leaves a part out, in the sources of 2.0.31 to 2.1.332.
const MARKS: [CutMark; 9] = [
    // `… +12 lines`, `… (+12 more lines)`, `… +900 more characters`.
    CutMark::Counted('…'),
    // `↑ 43 more lines`, below the options of a dialog that is taller than the pane.
    CutMark::Counted('↑'),
    CutMark::Counted('↓'),
    // `(value of 12,000 characters cannot be shown in full — deny unless expected)`.
    CutMark::Words("cannot be shown"),
    CutMark::Words("could not be shown"),
    CutMark::Words("cannot be reviewed"),
    CutMark::Words("cannot be fully reviewed"),
    CutMark::Words("too large to show"),
    CutMark::Words("too large to preview"),
];

/// Columns that may be missing at the right of a block's upper edge.
const EDGE_SHORT: usize = 4;

/// Whether nothing of a block's subject is missing.
pub(super) fn is_whole(body: &Body<'_>, fact: &BlockFact, about: &About<'_>) -> bool {
    let words = body.lines().iter().map(|line| line.words);
    about.proven
        && !fact.clipped
        && shows_top(body)
        && !cuts::is_cut(&MARKS, words)
        && !about.subject.iter().any(|line| cuts::ends_cut(line.words))
        && !is_cut_right(body)
}

/// Whether a block's upper edge is on the pane, over its whole width, with a heading right below it that no model has written:
/// in bold where there are styles.
fn shows_top(body: &Body<'_>) -> bool {
    let (screen, place) = (body.screen, body.place);
    let edge = screen.row(place.first);
    let cols = screen.cols().map_or(0, usize::from);
    if place.edge == Edge::Open || edge.width() + EDGE_SHORT < cols {
        return false;
    }
    body.heading().is_some_and(|heading| {
        let row = screen.row(heading.row);
        let at = offset(row.text(), heading.words);
        let bold = |at: usize| row.style_at(at).bold();
        !screen.draws(Style::bold) || at.is_some_and(bold)
    })
}

/// Whether a row of the block reaches the pane's last column, as none does: the pane has become narrower, and the CLI has not
/// drawn it again. In a box the side that closes it is gone.
fn is_cut_right(body: &Body<'_>) -> bool {
    let (screen, place) = (body.screen, body.place);
    let edge = screen.row(place.first).width();
    let cols = screen.cols().map_or(edge, usize::from);
    let said = |line: &&Line<'_>| !line.words.is_empty() && !is_drawn(line.words);
    let mut lines = body.lines().iter().filter(said);
    lines.any(|line| {
        let row = screen.row(line.row);
        match (place.edge, line.shift) {
            (Edge::Rule | Edge::Open, 0) => row.width() >= cols.min(edge),
            // Hints stand below a box.
            (Edge::Box, 0) => false,
            _ => row.width() != edge || !row.trimmed().ends_with('│'),
        }
    })
}
