//! What is in front of a surface, read into facts.

use shadow_core::OwnDialogs;
use shadow_core::contract::{Axis, BlockOrigin, FailureKind, UiContext};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{
    BlockFact, Facts, MainSession, Popup, RowSpan, RunningFact, SideChat, Surface, Zone,
};

use super::front::{Composer, Front, Skin};
use super::marks::Mark;
use super::quirks::Quirks;
use super::side::{self, MAIN_FAILED};
use super::surfaces::Found;
use super::{block, composer, footer, turn};
use crate::dialogs::doubt_own;
use crate::rules::mark_all;

/// Reads the surface in front, of the two that a screen may hold.
pub(super) fn read(
    screen: &Marked<'_>,
    front: &Front,
    (quirks, own): (&Quirks, &OwnDialogs),
    found: &mut Found,
    facts: &mut Facts,
) {
    match *front {
        Front::Blank => facts.surface = Surface::Blank,
        Front::Composer(ref composer) => read_composer(screen, quirks, composer, found, facts),
        Front::Block { skin, rows } => {
            let fact = block::fact(screen, skin, rows, own);
            put_block(screen, (skin, fact), quirks, found, facts);
        }
        Front::Pager { rule, last } => read_pager(screen, rule, last, facts),
        Front::BareStatus { row } => read_bare_status(screen, quirks, row, found, facts),
        Front::Ended { row } => {
            facts.surface = Surface::Exited;
            let rows = RowSpan::new(row, screen.height().saturating_sub(1));
            facts.mark(Zone::Shell, rows);
        }
        Front::Foreign { row } => {
            facts.surface = Surface::Foreign;
            facts.mark(Zone::Shell, RowSpan::one(row));
        }
        Front::Undecided { rows } => {
            facts.surface = Surface::Unrecognized;
            facts.unexplained.push(rows);
        }
        Front::Unrecognized => facts.surface = Surface::Unrecognized,
    }
    let closed = facts.surface == Surface::Pager;
    mark_all! { screen;
        PagerEdits if matches!(front, Front::Pager { .. }) && !closed;
        OtherLook if facts.preset_contradicted.is_some();
        PlanFooter if facts.permission.is_some();
        BackgroundRow if facts.background.is_some();
        ClosedComposer if facts.composer.is_some() && closed;
    }
    doubt_own(own, screen, facts);
}

/// Puts a dialog into the facts, and the transcript above it.
pub(super) fn put_block(
    screen: &Marked<'_>,
    (skin, fact): (Skin, BlockFact),
    quirks: &Quirks,
    found: &mut Found,
    facts: &mut Facts,
) {
    let rows = fact.rows;
    facts.surface = Surface::Live;
    let transcript = &mut found.transcript;
    transcript.read(screen, quirks, skin, rows.first as usize, &mut facts.zones);
    turn::witness_block(screen, fact, transcript, facts);
    facts.mark(Zone::Dialog, rows);
    if let Some(rows) = fact.proposal {
        facts.mark(Zone::Proposal, rows);
    }
    if fact.origin == BlockOrigin::Agent {
        found.shown = "agent_block";
    }
    facts.block = Some(fact);
}

/// A side chat over the main session: nothing of it is the main session's.
fn read_covering(composer: &Composer, side: SideChat, facts: &mut Facts) {
    facts.surface = Surface::Live;
    facts.side_chat = Some(side);
    let above = RowSpan::new(0, composer.top.saturating_sub(1));
    facts.mark(Zone::Transcript, above);
    mark_composer(composer, facts);
    if let MainSession::Told {
        signal: MAIN_FAILED,
        rows,
        ..
    } = side.main
    {
        facts.turn.failure = Some((FailureKind::Unknown, rows));
    }
}

fn read_composer(
    screen: &Marked<'_>,
    quirks: &Quirks,
    composer: &Composer,
    found: &mut Found,
    facts: &mut Facts,
) {
    if let Some(side) = side::over(screen, composer) {
        found.shown = "side_chat";
        return read_covering(composer, side, facts);
    }
    facts.surface = Surface::Live;
    let seen = quirks.seen_in(composer.skin);
    if seen.id != quirks.id {
        facts.preset_contradicted = Some("the screen has another version's look");
    }
    let quirks = seen;
    found.shown = match composer.skin {
        Skin::Bar => "bar_composer",
        Skin::Chevron => "chevron_composer",
    };
    let (transcript, zones) = (&mut found.transcript, &mut facts.zones);
    transcript.read(screen, quirks, composer.skin, composer.top, zones);
    mark_composer(composer, facts);
    if transcript.is_loading(screen, composer) {
        facts.surface = Surface::Blank;
        return;
    }
    facts.composer = Some(composer::fact(screen, composer));
    facts.popup = composer
        .popup
        .map(|(rows, context)| Popup { rows, context });
    facts.help_overlay = composer.overlay;
    turn::read(screen, quirks, composer, transcript, facts);
    footer::read(screen, composer, facts);
    if composer::is_closed(screen, composer) {
        facts.surface = Surface::Pager;
        facts.pager_context = UiContext::NormalPrompt;
    }
}

fn mark_composer(composer: &Composer, facts: &mut Facts) {
    let parts = [
        (Zone::Composer, Some(composer.rows())),
        (Zone::Composer, composer.image_rows()),
        (Zone::Status, composer.status),
        (Zone::Queued, composer.queued),
        (Zone::Popup, composer.popup.map(|(rows, _)| rows)),
        (Zone::Overlay, composer.overlay),
        (Zone::Footer, composer.footer),
    ];
    for (zone, rows) in parts {
        if let Some(rows) = rows {
            facts.mark(zone, rows);
        }
    }
}

/// A pager whose hints offer to edit an earlier message is a rewind menu.
fn read_pager(screen: &Screen, rule: usize, last: usize, facts: &mut Facts) {
    let rows = RowSpan::new(0, last);
    let offers = ["edit message", "/← to edit", "enter to", "⏎", "↵ rewind"];
    let edits = (rule..=last).any(|row| {
        let text = screen.row(row).text();
        offers.iter().any(|offer| text.contains(offer))
    });
    if edits {
        facts.surface = Surface::Live;
        facts.mark(Zone::Dialog, rows);
        facts.block = Some(block::rewind(rows));
    } else {
        facts.surface = Surface::Pager;
        facts.mark(Zone::Pager, rows);
        facts.pager_context = UiContext::TranscriptView;
        let hints = RowSpan::new(rule, last);
        facts.witness(Zone::Pager, "transcript_footer", hints, Axis::InputMode);
    }
}

fn read_bare_status(
    screen: &Marked<'_>,
    quirks: &Quirks,
    row: usize,
    found: &mut Found,
    facts: &mut Facts,
) {
    facts.surface = Surface::Live;
    let transcript = &mut found.transcript;
    transcript.read(screen, quirks, Skin::Bar, row, &mut facts.zones);
    let rows = RowSpan::one(row);
    facts.mark(Zone::Status, rows);
    facts.composer = Some(composer::hidden(rows));
    facts.turn.running = Some(RunningFact {
        rows,
        kind: turn::activity(screen, rows, transcript),
    });
}
