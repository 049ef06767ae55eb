//! The projector: one pass over a screen to facts, another to details, a third to cells.

use std::borrow::Cow;

use shadow_core::contract::{ComposerView, DialogCell};
use shadow_core::screen::Marked;
use shadow_core::surface::{Details, Facts};
use shadow_core::{Cli, OwnDialogs, Rule};

use crate::dialogs::doubt_own;

use super::found::Found;
use super::marks::Mark;
use super::quirks::{PRESETS, Quirks};
use super::{cells, details, layout};

/// Reads screens of one preset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaudeProjector {
    quirks: Quirks,
    own: OwnDialogs,
}

impl Default for ClaudeProjector {
    fn default() -> Self {
        Self::new(PRESETS[PRESETS.len() - 1])
    }
}

impl ClaudeProjector {
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

    /// What was found on a screen that was read; found now for facts that another reader filled.
    fn read_of<'f>(&self, screen: &Marked<'_>, found: &'f Found) -> Cow<'f, Found> {
        if found.surface.is_some() {
            return Cow::Borrowed(found);
        }
        let mut found = Found::default();
        self.read(screen, &mut found, &mut Facts::default());
        Cow::Owned(found)
    }
}

impl Cli for ClaudeProjector {
    type Found = Found;

    fn id(&self) -> &'static str {
        self.quirks.id
    }

    fn rules(&self) -> &'static [Rule] {
        Mark::TABLE
    }

    fn variant(&self, found: &Found) -> &'static str {
        found.surface().variant()
    }

    fn read(&self, screen: &Marked<'_>, found: &mut Found, facts: &mut Facts) {
        let surface = layout::read(screen, (self.quirks, &self.own), found, facts);
        facts.surface = found.surface.insert(surface).kind();
        doubt_own(&self.own, screen, facts);
    }

    fn details(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Details {
        details::write(screen, self.quirks, &self.read_of(screen, found), facts)
    }

    fn composer(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Option<ComposerView> {
        details::composer(screen, &self.read_of(screen, found), facts)
    }

    fn cells(
        &self,
        screen: &Marked<'_>,
        found: &Found,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    ) {
        let found = self.read_of(screen, found);
        cells::write(screen, self.quirks, &found, facts, cells);
    }
}
