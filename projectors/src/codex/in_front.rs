//! What is in front of a surface, read into facts.

use shadow_core::OwnDialogs;
use shadow_core::contract::{Axis, FailureKind, UiContext};
use shadow_core::screen::Marked;
use shadow_core::surface::{
    Facts, MainSession, Popup, RowSpan, RunningFact, SideChat, Surface, Zone,
};

use super::front::{Composer, Front, Skin};
use super::marks::Mark;
use super::quirks::Quirks;
use super::side::{self, MAIN_FAILED};
use super::transcript::Transcript;
use super::{block, composer, footer, turn};
use crate::dialogs::doubt_own;
use crate::rules::mark_all;

/// What a surface is read by, and what it is read into.
pub(super) struct Reading<'a> {
    pub(super) quirks: &'a Quirks,
    pub(super) own: &'a OwnDialogs,
    pub(super) transcript: &'a mut Transcript,
    pub(super) facts: &'a mut Facts,
}

impl Reading<'_> {
    /// Reads what is in front of a part of the screen; `above` is the part in which the transcript is.
    pub(super) fn read(&mut self, part: &Marked<'_>, above: &Marked<'_>, front: &Front) {
        self.facts.surface = front.surface();
        match *front {
            Front::Composer(ref composer) => self.read_composer(part, composer),
            Front::Block { skin, rows } => self.read_block(part, above, skin, rows),
            Front::Pager { rule, last } => self.read_pager(part, rule, last),
            Front::BareStatus { row } => self.read_bare_status(part, row),
            Front::Ended { row } => {
                let rows = RowSpan::new(row, part.height().saturating_sub(1));
                self.facts.mark(Zone::Shell, rows);
            }
            Front::Foreign { row } => self.facts.mark(Zone::Shell, RowSpan::one(row)),
            Front::Undecided { rows } => self.facts.unexplained.push(rows),
            Front::Blank | Front::Unrecognized => {}
        }
        let facts = &mut *self.facts;
        let closed = facts.surface == Surface::Pager;
        mark_all! { part;
            PagerEdits if matches!(front, Front::Pager { .. }) && !closed;
            OtherLook if facts.preset_contradicted.is_some();
            PlanFooter if facts.permission.is_some();
            BackgroundRow if facts.background.is_some();
            ClosedComposer if facts.composer.is_some() && closed;
        }
        doubt_own(self.own, part, facts);
    }

    /// Reads a dialog, and the transcript above it.
    fn read_block(&mut self, part: &Marked<'_>, above: &Marked<'_>, skin: Skin, rows: RowSpan) {
        let fact = block::fact(part, skin, rows, self.own);
        self.read_transcript(above, skin, rows.first as usize);
        turn::witness_block(above, fact, self.transcript, self.facts);
        self.facts.mark(Zone::Dialog, rows);
        if let Some(rows) = fact.proposal {
            self.facts.mark(Zone::Proposal, rows);
        }
        self.facts.block = Some(fact);
    }

    /// Reads the cells down to a row.
    fn read_transcript(&mut self, screen: &Marked<'_>, skin: Skin, end: usize) {
        let zones = &mut self.facts.zones;
        self.transcript.read(screen, self.quirks, skin, end, zones);
    }

    fn read_composer(&mut self, screen: &Marked<'_>, composer: &Composer) {
        if let Some(side) = side::over(screen, composer) {
            return read_covering(composer, side, self.facts);
        }
        let seen = self.quirks.seen_in(composer.skin);
        if seen.id != self.quirks.id {
            self.facts.preset_contradicted = Some("the screen has another version's look");
        }
        self.quirks = seen;
        self.read_transcript(screen, composer.skin, composer.top);
        let (transcript, facts) = (&mut *self.transcript, &mut *self.facts);
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
        turn::read(screen, seen, composer, transcript, facts);
        footer::read(screen, composer, facts);
        if composer::is_closed(screen, composer) {
            facts.surface = Surface::Pager;
            facts.pager_context = UiContext::NormalPrompt;
        }
    }

    /// A pager whose hints offer to edit an earlier message is a rewind menu.
    fn read_pager(&mut self, screen: &Marked<'_>, rule: usize, last: usize) {
        let (rows, facts) = (RowSpan::new(0, last), &mut *self.facts);
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
            facts.mark(Zone::Pager, rows);
            facts.pager_context = UiContext::TranscriptView;
            let hints = RowSpan::new(rule, last);
            facts.witness(Zone::Pager, "transcript_footer", hints, Axis::InputMode);
        }
    }

    fn read_bare_status(&mut self, screen: &Marked<'_>, row: usize) {
        self.read_transcript(screen, Skin::Bar, row);
        let (rows, facts) = (RowSpan::one(row), &mut *self.facts);
        facts.mark(Zone::Status, rows);
        facts.composer = Some(composer::hidden(rows));
        facts.turn.running = Some(RunningFact {
            rows,
            kind: turn::activity(screen, rows, self.transcript),
        });
    }
}

/// A side chat over the main session: nothing of it is the main session's.
fn read_covering(composer: &Composer, side: SideChat, facts: &mut Facts) {
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

fn mark_composer(composer: &Composer, facts: &mut Facts) {
    for (zone, rows) in composer.parts() {
        if let Some(rows) = rows {
            facts.mark(zone, rows);
        }
    }
}
