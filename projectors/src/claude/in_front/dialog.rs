//! What is in a composer's place: dialogs, pickers and panels, the view over all sessions, the search through prompts.

use shadow_core::OwnDialogs;
use shadow_core::screen::Marked;
use shadow_core::surface::{BlockFact, Facts, RowSpan, RunningFact, Zone};

use super::super::footer::Footer;
use super::super::found::{Found, Surface};
use super::super::glyph::is_bare_rule;
use super::super::marks::Mark;
use super::super::quirks::Quirks;
use super::super::status::Lowest;
use super::super::{banner, block, failure, raised, search, sessions, turn};
use super::parts::{mark_above, mark_parts, take_turn};
use crate::reshaped;
use crate::rules::decide;

/// Reads a dialog, picker or panel, or what is drawn in its place.
pub(in super::super) fn read(
    screen: &Marked<'_>,
    place: block::Place,
    (quirks, own): (Quirks, &OwnDialogs),
    found: &Found,
    facts: &mut Facts,
) -> Surface {
    if Mark::SearchPanel.holds(screen, search::is_search(screen, place)) {
        return searching(screen, place, quirks, found, facts);
    }
    if let Some(rows) = sessions::rows_with_reply(screen, place, found.head.get()) {
        over_sessions(rows, banner::rows(screen, place.first), facts);
        return Surface::Sessions(None);
    }
    let (running, place) = raised::status_below(screen, place);
    // Boxes and what is spoken begin in column 0; below a rule every version sets in what it says.
    let ruled = || {
        let mut rows = screen.flush(0, screen.height());
        rows.any(|(_, row)| is_bare_rule(row))
    };
    let trimmed = reshaped::lacks_margins(screen) && ruled();
    let dialog = decide! { screen;
        Reshaped if trimmed => None;
        _ => block::read(screen, place, own)
    };
    let Some(fact) = take(dialog, running, None, facts) else {
        return Surface::Unrecognized;
    };
    if !fact.origin.may_be_agents() && running.is_none() {
        let end = failure::above_command(screen, place.first);
        facts.turn.failure = failure::find(screen, end, Lowest::None);
    }
    match running {
        Some(_) => Surface::Raised(place, None),
        None => Surface::Dialog(place),
    }
}

/// Takes a dialog for what is in front, over a turn that may run, where it has the furniture of one.
pub(super) fn take(
    dialog: Option<(BlockFact, Option<RowSpan>)>,
    running: Option<RunningFact>,
    banner: Option<RowSpan>,
    facts: &mut Facts,
) -> Option<BlockFact> {
    let (fact, strange) = dialog?;
    facts.block = Some(fact);
    facts.unexplained.extend(strange);
    facts.turn.running = running;
    mark_above(facts, banner, fact.rows.first as usize);
    let parts = [
        (Zone::Status, running.map(|running| running.rows)),
        (Zone::Dialog, Some(fact.rows)),
        (Zone::Proposal, fact.proposal),
    ];
    mark_parts(facts, parts);
    Some(fact)
}

/// The view over all sessions: its composer is not the session's.
pub(super) fn over_sessions(rows: RowSpan, banner: Option<RowSpan>, facts: &mut Facts) {
    facts.block = Some(sessions::fact(rows));
    mark_parts(facts, [(Zone::Banner, banner), (Zone::Dialog, Some(rows))]);
}

/// The search through earlier prompts in the composer's place.
fn searching(
    screen: &Marked<'_>,
    place: block::Place,
    quirks: Quirks,
    found: &Found,
    facts: &mut Facts,
) -> Surface {
    let (composer, popup) = search::fact(place);
    facts.composer = Some(composer);
    facts.popup = Some(popup);
    let frame = search::frame(place);
    let turn = turn::read(screen, &frame, &Footer::default(), quirks, found.head.get());
    take_turn(facts, &turn);
    mark_above(facts, None, place.first);
    facts.mark(Zone::Popup, popup.rows);
    Surface::Search
}
