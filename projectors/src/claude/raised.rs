//! Dialogs of tools of servers and of fetches that are above the turn's status row: in 2.1.140 the composer is drawn
//! below that row, too, and has no keys; in 2.1.141 and 2.1.142 it is not. (2.1.139 and 2.1.143 show neither.)

use shadow_core::screen::{Marked, Row};
use shadow_core::surface::{RowSpan, RunningFact};

use super::block::{self, Edge, Place};
use super::frame::Frame;
use super::glyph::is_bare_rule;
use super::marks::Mark;
use super::status::{self, Shape};
use super::turn::Turn;

/// Rows above its last one within which such a dialog's edge stands.
const TALLEST: usize = 60;

/// The dialog's place: from a bare rule over the whole width down to the row above the status row, with a list in it that
/// waits. Nothing that is said is at the margin so: answers and results are indented by two columns.
pub(super) fn find(screen: &Marked<'_>, frame: &Frame, turn: &Turn) -> Option<Place> {
    let status = turn
        .facts
        .running
        .map(|running| running.rows.first as usize);
    let end = status.filter(|&row| row < frame.top).unwrap_or(frame.top);
    let last = screen.last_filled(0, end)?;
    let text = screen.row(last).text();
    if !is_at_edge(text) || !block::ends_list(text) {
        return None;
    }
    let rule = (last.saturating_sub(TALLEST)..last)
        .rev()
        .find(|&row| is_bare_rule(screen.row(row)))?;
    let place = Place {
        first: rule,
        last,
        edge: Edge::Rule,
    };
    let whole = screen.row(rule).width() >= screen.row(frame.top).width();
    let waits = whole && block::waits(screen, rule + 1..=last);
    Mark::RaisedBlock.holds(screen, waits).then_some(place)
}

/// Whether a row begins where a dialog's hints (column 1) or options (column 3) do. Of most screens nothing else is asked.
fn is_at_edge(text: &str) -> bool {
    match text.as_bytes() {
        [b' ', b' ', b' ', third, ..] => third.is_ascii_digit(),
        [b' ', first, ..] => *first != b' ',
        _ => false,
    }
}

/// The status row below a list that waits in the composer's place, if there is one, and the place without it.
pub(super) fn status_below(screen: &Marked<'_>, place: Place) -> (Option<RunningFact>, Place) {
    let lowest = screen.flush(place.first + 1, place.last + 1).next_back();
    let runs = |row: Row<'_>| status::shape_of(row) == Some(Shape::Running);
    let found = lowest.filter(|(_, text)| runs(*text)).and_then(|(row, _)| {
        let last = screen.last_filled(place.first, row)?;
        let list = Place { last, ..place };
        let ends = block::ends_list(screen.row(last).text())
            && block::waits(screen, list.first + 1..=list.last);
        ends.then_some((row, list))
    });
    match Mark::StatusBelowBlock.found(screen, found) {
        Some((row, list)) => {
            let running = RunningFact {
                rows: RowSpan::new(row, place.last),
                kind: status::activity(screen.row(row).text()),
            };
            (Some(running), list)
        }
        None => (None, place),
    }
}
