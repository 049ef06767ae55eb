//! What several surfaces say alike: the turn, a shell in the pane, and their zones.

use shadow_core::contract::Axis;
use shadow_core::surface::{Doubt, Facts, INTERRUPTED, RowSpan, Zone, ZoneSpan};

use super::super::found::Surface;
use super::super::turn::Turn;

/// The CLI has left the pane to a shell, whose rows these are.
pub(in super::super) fn exited(rows: RowSpan, facts: &mut Facts) -> Surface {
    facts.mark(Zone::Shell, rows);
    facts.witness(Zone::Shell, "shell_prompt", rows, Axis::Availability);
    Surface::Exited
}

/// Takes what the turn's rows say.
pub(super) fn take_turn(facts: &mut Facts, turn: &Turn) {
    facts.turn = turn.facts;
    if let Some(rows) = turn.broken_off {
        facts.witness(Zone::Transcript, INTERRUPTED, rows, Axis::BusinessState);
    }
    let in_front = false;
    facts.doubt = turn.doubt.map(|rows| Doubt { rows, in_front });
    facts.unexplained.extend(turn.unexplained);
}

/// Marks what stands above row `end`: the banner, if there is one, and the transcript below it.
pub(super) fn mark_above(facts: &mut Facts, banner: Option<RowSpan>, end: usize) {
    let first = banner.map_or(0, |rows| rows.last as usize + 1);
    let said = (first < end).then(|| RowSpan::new(first, end - 1));
    mark_parts(facts, [(Zone::Banner, banner), (Zone::Transcript, said)]);
}

/// Marks those of some parts that are there.
pub(super) fn mark_parts<const N: usize>(facts: &mut Facts, parts: [(Zone, Option<RowSpan>); N]) {
    for (zone, rows) in parts {
        facts.zones.extend(rows.map(|rows| ZoneSpan { zone, rows }));
    }
}
