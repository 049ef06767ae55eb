//! The projector: the parts of the layout put into facts, details and cells.

use shadow_core::contract::{ActivityKind, BusinessState, ComposerView, DialogCell};
use shadow_core::screen::Marked;
use shadow_core::surface::{Details, Facts, MainSession, RowSpan, RunningFact, SideChat, Surface};
use shadow_core::{Cli, OwnDialogs, Rule};

use super::front::{Front, Part};
use super::in_front::Reading;
use super::marks::Mark;
use super::quirks::Quirks;
use super::surfaces::{self, Found, Located, is_covered};
use super::{block, cells, details};

/// Reads screens of the Codex CLI of one preset.
#[derive(Debug, Clone)]
pub struct CodexProjector {
    quirks: Quirks,
    own: OwnDialogs,
}

impl CodexProjector {
    /// The reader for a preset.
    #[must_use]
    pub const fn new(quirks: Quirks) -> Self {
        Self {
            quirks,
            own: OwnDialogs::NONE,
        }
    }

    /// Sets the user's own dialogs.
    #[must_use]
    pub fn with_own_dialogs(mut self, own: OwnDialogs) -> Self {
        self.own = own;
        self
    }

    /// Puts a side chat that has the keys into the main session's facts. What the main session asks cannot be answered now.
    fn put_aside(&self, side: &Marked<'_>, front: &Front, facts: &mut Facts) {
        let (rows, block) = match *front {
            Front::Block { skin, rows } => (rows, Some(block::fact(side, skin, rows, &self.own))),
            Front::Composer(ref composer) => (composer.rows(), None),
            _ => (RowSpan::one(0), None),
        };
        let main = match std::mem::replace(&mut facts.block, block) {
            Some(asked) => MainSession::Told {
                state: BusinessState::AwaitingOperator,
                signal: "live_dialog",
                rows: asked.rows,
            },
            None => MainSession::Beside,
        };
        facts.surface = Surface::Live;
        (facts.composer, facts.popup, facts.help_overlay) = (None, None, None);
        facts.side_chat = Some(SideChat { rows, main });
    }
}

impl Cli for CodexProjector {
    type Found = Found;

    fn id(&self) -> &'static str {
        self.quirks.id
    }

    fn rules(&self) -> &'static [Rule] {
        Mark::TABLE
    }

    fn variant(&self, found: &Found) -> &'static str {
        found.variant
    }

    fn read(&self, screen: &Marked<'_>, found: &mut Found, facts: &mut Facts) {
        let Located { part, front } = surfaces::located(screen, found);
        let columns = &found.columns;
        let mut reading = Reading {
            quirks: &self.quirks,
            own: &self.own,
            transcript: &mut found.transcript,
            facts: &mut *facts,
        };
        part.of(screen, columns, |own| {
            let above = if part == Part::Drawer { screen } else { own };
            reading.read(own, above, &front);
        });
        found.variant = front.variant(facts);
        if part == Part::Left {
            facts.side_rule = Some(columns[0].width());
        }
        if let Some(Located { part, front }) = &found.aside {
            part.of(screen, columns, |side| self.put_aside(side, front, facts));
        }
        if let Some(rows) = found.status {
            let kind = ActivityKind::Unknown;
            facts.turn.running = Some(RunningFact { rows, kind });
        }
    }

    fn details(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Details {
        details::write(screen, self.quirks, found, facts)
    }

    fn composer(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Option<ComposerView> {
        details::composer(screen, found, facts)
    }

    fn cells(
        &self,
        screen: &Marked<'_>,
        found: &Found,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    ) {
        let Located { part, front } = found.main(screen);
        let above = match part {
            _ if is_covered(facts) => return,
            Part::Box => return,
            Part::Drawer => Part::Whole,
            own => own,
        };
        above.of(screen, &found.columns, |above| {
            cells::write(
                above,
                front.without_shell(),
                &found.transcript,
                facts,
                cells,
            );
        });
    }
}
