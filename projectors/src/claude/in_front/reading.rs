//! What is in front, read into facts.

use shadow_core::OwnDialogs;
use shadow_core::contract::{Axis, UiContext};
use shadow_core::screen::Marked;
use shadow_core::surface::{Facts, RowSpan, SUSPENDED, Surface, Zone};

use super::super::found::{Found, Front};
use super::super::marks::Mark;
use super::super::quirks::Quirks;
use super::super::{below, ends, layout, screen_reader, scrolled};
use super::parts::exited;
use super::{dialog, session};
use crate::rules::decide;

/// Reads what is in front.
pub(in super::super) fn read(
    screen: &Marked<'_>,
    quirks: Quirks,
    own: &OwnDialogs,
    found: &mut Found,
    facts: &mut Facts,
) {
    match layout::front(screen, found) {
        Front::Blank => facts.surface = Surface::Blank,
        Front::ScreenReader(row) => screen_reader::read(screen, row, facts),
        Front::Exited(Some(rows)) => exited(rows, facts),
        Front::Exited(None) => facts.surface = Surface::Exited,
        Front::Composer(frame) => session::read(screen, &frame, (quirks, own), found, facts),
        Front::Pager(rule) => in_pager(screen, rule, facts),
        Front::ScrolledDialog(row) => scrolled::read(row, facts),
        Front::Block(place) => dialog::read(screen, place, (quirks, own), found, facts),
        Front::Foreign => facts.surface = Surface::Foreign,
        Front::Banner => facts.surface = Surface::Blank,
        Front::SplitPane | Front::Unrecognized => facts.surface = Surface::Unrecognized,
    }
    let left = facts.surface == Surface::Exited;
    if let Some(row) = left.then(|| below::stopped(screen)).flatten() {
        facts.witness(
            Zone::Shell,
            SUSPENDED,
            RowSpan::one(row),
            Axis::Availability,
        );
    }
}

/// A pager over the transcript, from its rule down.
fn in_pager(screen: &Marked<'_>, rule: usize, facts: &mut Facts) {
    facts.surface = Surface::Pager;
    let edits = ends::pager_edits(screen, rule);
    facts.pager_context = decide! { screen;
        TranscriptEdits if edits => UiContext::RewindMenu;
        _ => UiContext::TranscriptView
    };
    let rows = RowSpan::new(rule, screen.last_row().unwrap_or(rule));
    facts.mark(Zone::Pager, rows);
    facts.witness(Zone::Pager, "transcript_footer", rows, Axis::InputMode);
}
