//! The projector: the parts of the layout put into facts, details and cells.

use shadow_core::contract::{ActivityKind, BusinessState, ComposerView, DialogCell};
use shadow_core::screen::Marked;
use shadow_core::surface::{Details, Facts, MainSession, RowSpan, RunningFact, SideChat, Surface};
use shadow_core::{Cli, OwnDialogs, Rule};

use super::front::Front;
use super::marks::Mark;
use super::quirks::Quirks;
use super::surfaces::{self, Found, Region, on_main};
use super::{block, cells, details, in_front};
use crate::dialogs::doubt_own;

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

    /// Reads the main session, and beside it what takes its keys, if anything does.
    fn read_beside(
        &self,
        screen: &Marked<'_>,
        front: &Front,
        found: &mut Found,
        facts: &mut Facts,
    ) {
        let halves = std::mem::take(&mut found.halves);
        facts.side_rule = Some(halves.main.width());
        screen.within(&halves.main, |main| {
            in_front::read(main, front, (&self.quirks, &self.own), found, facts);
        });
        if let Some(front) = halves.aside {
            screen.within(&halves.side, |side| self.put_aside(side, front, facts));
        }
        found.halves = halves;
    }

    /// Reads a box over the transcript, or a drawer below it. A turn may run under it.
    fn read_boxed(&self, screen: &Marked<'_>, front: &Front, found: &mut Found, facts: &mut Facts) {
        let boxed = std::mem::take(&mut found.boxed);
        screen.within(&boxed.part, |part| match *front {
            Front::Block { skin, rows } if boxed.is_drawer => {
                let fact = block::fact(part, skin, rows, &self.own);
                in_front::put_block(screen, (skin, fact), &self.quirks, found, facts);
                doubt_own(&self.own, part, facts);
            }
            _ => in_front::read(part, front, (&self.quirks, &self.own), found, facts),
        });
        let kind = ActivityKind::Unknown;
        facts.turn.running = boxed.status.map(|rows| RunningFact { rows, kind });
        found.boxed = boxed;
    }

    /// Puts a side chat that has the keys into the main session's facts. What the main session asks cannot be answered now.
    fn put_aside(&self, side: &Marked<'_>, front: Front, facts: &mut Facts) {
        let rows = match front {
            Front::Block { rows, .. } => rows,
            Front::Composer(composer) => composer.rows(),
            _ => RowSpan::one(0),
        };
        let main = match facts.block.take() {
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
        if let Front::Block { skin, rows } = front {
            facts.block = Some(block::fact(side, skin, rows, &self.own));
        }
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
        found.shown
    }

    fn read(&self, screen: &Marked<'_>, found: &mut Found, facts: &mut Facts) {
        let main = surfaces::located(screen, found);
        match main.region {
            Region::Whole => {
                in_front::read(screen, &main.front, (&self.quirks, &self.own), found, facts)
            }
            Region::Half => self.read_beside(screen, &main.front, found, facts),
            Region::Box => self.read_boxed(screen, &main.front, found, facts),
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
        let boxed = found.region() == Region::Box;
        if found.is_covered(facts) || boxed && !found.boxed.is_drawer {
            return;
        }
        if boxed {
            let front = details::front(screen, found);
            return cells::write(screen, front, &found.transcript, facts, cells);
        }
        on_main(screen, found, |main| {
            let front = details::front(main, found).without_shell();
            cells::write(main, front, &found.transcript, facts, cells);
        });
    }
}
