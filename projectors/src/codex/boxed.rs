//! A box that the CLI draws over the transcript, so that text is beside it in its own rows (0.171). What it holds is read as a
//! screen of its own, of the box's columns.

use shadow_core::screen::{Marked, Needle, Row, Screen, Style};
use shadow_core::surface::RowSpan;

use super::block::CENTERED;
use super::front::{Composer, Front, Look};
use super::marks::Mark;
use super::shape::{CHEVRON, after_glyph, carries_styles, is_key_hint, numbered};

/// Rows of a box above and below its selected one, at most.
const TALLEST: usize = 24;
/// Columns between a box's edge and its text.
const INSET: usize = 2;
/// Rows in which text is cut right before a box, at least, where no style shows the box.
const CUT_LEAST: usize = 2;

/// The columns of a box, and the main session's status row below it.
#[derive(Debug, Clone, Default)]
pub(super) struct Boxed {
    pub(super) part: Screen,
    pub(super) status: Option<RowSpan>,
}

/// The glyph of a selected row.
const POINTER: Needle = Needle::new("›");

/// What is in front of a composer, if it is such a box: a selected row far from the left edge, above it a heading and below
/// it a row of keys, both set in by two. The selected row is drawn inverse. Without styles an answer may show all that, and
/// nothing tells whose it is but a hidden cursor.
pub(super) fn front(screen: &Marked<'_>, composer: &Composer, boxed: &mut Boxed) -> Option<Front> {
    let styled = carries_styles(screen);
    let shown = screen
        .cursor()
        .filter(|_| screen.cursor_visible() == Some(true));
    let typed_in = shown.is_some_and(|(_, y)| (composer.first..=composer.last).contains(&y));
    if typed_in || styled && !screen.draws(Style::inverse) {
        return None;
    }
    let (selected, from, to) = match styled {
        true => {
            let mut rows = screen.filled(0, composer.top).rev();
            rows.find_map(|(index, row)| drawn_edge(row).map(|(from, to)| (index, from, to)))
        }
        false => {
            // Few rows have the glyph: one look for all of them.
            let places = screen.places_within(composer.top, POINTER);
            let edges = places.filter_map(|(index, at)| {
                Some((index, written_edge(screen.row(index), at)?, None))
            });
            edges.last()
        }
    }?;
    let to = to.unwrap_or(screen.width());
    boxed.part.load_columns(screen, from..to);
    boxed.status = composer.status;
    let rows = extent(&boxed.part, selected, composer.top);
    let is_cut = |rows: RowSpan| styled || cut_rows(screen, rows, from) >= CUT_LEAST;
    let sure = styled || screen.cursor_visible() == Some(false);
    let look = Look::Chevron;
    match Mark::BoxOverText.found(screen, rows.filter(|rows| is_cut(*rows))) {
        Some(rows) if sure => Some(Front::Block { look, rows }),
        found => found.map(|rows| Front::Undecided { rows }),
    }
}

/// The columns of a box by its selected row, which is drawn inverse from edge to edge: to the end of the pane where nothing
/// is beside it.
fn drawn_edge(row: Row<'_>) -> Option<(usize, Option<usize>)> {
    let mut spans = row.spans().skip_while(|span| {
        let selected = span.style.inverse() && span.text.starts_with(CHEVRON);
        !selected || row.column_at_byte(span.start) < CENTERED
    });
    let from = row.column_at_byte(spans.next()?.start);
    let beside = spans.find(|span| !span.style.inverse());
    Some((from, beside.map(|span| row.column_at_byte(span.start))))
}

/// The left edge of a box by a selected choice with a number, whose glyph is at a byte.
fn written_edge(row: Row<'_>, at: usize) -> Option<usize> {
    let far = row.column_at_byte(at) >= CENTERED;
    let choice = far && numbered(after_glyph(&row.text()[at..])).is_some();
    choice.then(|| row.column_at_byte(at))
}

/// The rows of the dialog in a box, from its heading to its keys.
fn extent(part: &Screen, selected: usize, end: usize) -> Option<RowSpan> {
    let (first, last) = (selected.saturating_sub(TALLEST), selected + TALLEST);
    let keys = |(_, row): &(usize, Row<'_>)| row.indent() == INSET && is_key_hint(row.text());
    let (last, _) = part.filled(selected + 1, end.min(last)).find(keys)?;
    let heads = |(index, row): &(usize, Row<'_>)| {
        let apart = *index == 0 || !is_set_in(part.row(*index - 1));
        let bold = !carries_styles(part) || row.style_at(INSET).bold();
        row.indent() == INSET && apart && bold
    };
    let (first, _) = part.filled(first, selected).rev().find(heads)?;
    Some(RowSpan::new(first, last))
}

/// Whether a row says anything where a box's text begins.
fn is_set_in(row: Row<'_>) -> bool {
    !row.is_blank() && row.indent() == INSET
}

/// In how many rows text ends right before a column.
fn cut_rows(screen: &Screen, rows: RowSpan, column: usize) -> usize {
    let ends = |index: &usize| {
        let row = screen.row(*index);
        let before = &row.text()[..row.byte_at_column(column)];
        row.width() >= column && !before.is_empty() && !before.ends_with(' ')
    };
    rows.indices().filter(ends).count()
}
