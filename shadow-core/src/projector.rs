//! The seam between core and providers: what a projector and a provider must answer.

use std::sync::Arc;

use crate::contract::{ComposerView, DialogCell};
use crate::foreground::Program;
use crate::manners::Manners;
use crate::own_dialogs::OwnDialogs;
use crate::rule::Rule;
use crate::screen::Marked;
use crate::snapshot::Channels;
use crate::surface::{ChannelFacts, Details, Facts, Layouts};
use crate::version::Version;

/// A version-aware reader of a normalized screen. Reading cannot fail: what it does not recognize
/// stays unexplained in the facts.
pub trait Projector: Send + Sync {
    /// Its name, as `projector_id` shows it.
    fn id(&self) -> &'static str;

    /// Finds zones and facts by structure. `facts` comes in cleared, but for the layouts that were located on this screen.
    /// Allocates nothing beyond the buffers of `facts`.
    fn read(&self, screen: &Marked<'_>, facts: &mut Facts);

    /// Writes out the details of the facts that [`Projector::read`] found on the same screen.
    fn details(&self, screen: &Marked<'_>, facts: &Facts) -> Details;

    /// The composer's part of them: all that whoever asks for the state alone needs.
    fn composer(&self, screen: &Marked<'_>, facts: &Facts) -> Option<ComposerView> {
        self.details(screen, facts).composer
    }

    /// Appends the dialog's cells, in order, history included where it is given.
    fn cells(&self, screen: &Marked<'_>, facts: &Facts, cells: &mut Vec<DialogCell>);

    /// Its rules by name. Each leaves a mark, its place in this table, where it decides
    /// ([`Marked::mark`]); a projector that names none marks none.
    fn rules(&self) -> &'static [Rule] {
        &[]
    }
}

/// Versions that one projector reads. Data without an invariant of its own: their order is the provider's.
#[derive(Clone)]
pub struct Preset {
    /// Its name, as `parser_preset_id` shows it.
    pub id: &'static str,
    /// The version in which its difference was first seen.
    pub since: Version,
    /// Its reader.
    pub projector: Arc<dyn Projector>,
}

/// How surely a screen belongs to a provider: 0 not at all, 100 beyond doubt.
pub type Recognition = u8;

/// A CLI: how to recognize it, its presets, and what its channels mean.
pub trait Provider: Send + Sync {
    /// Its name on the wire: `claude`, `codex`.
    fn id(&self) -> &'static str;

    /// Its presets, oldest first. Never empty.
    fn presets(&self) -> &[Preset];

    /// The user's own dialogs that its projectors know.
    fn own_dialogs(&self) -> Option<&OwnDialogs> {
        None
    }

    /// Whether a glance says that the screen is this provider's: who is asked first how surely it is. A wrong guess costs
    /// time and nothing else.
    fn is_likely(&self, _screen: &Marked<'_>) -> bool {
        false
    }

    /// How surely the screen is this provider's. Below `needed` nobody asks how far below: where that much is out of reach, 0
    /// will do. What is located on the way is kept in `layouts`.
    fn recognize(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        layouts: &mut Layouts,
        needed: Recognition,
    ) -> Recognition;

    /// Whether a program is this provider's CLI, by its names, its file and its arguments.
    fn is_program(&self, _program: &Program) -> bool {
        false
    }

    /// How a version of the CLI takes what is typed into it; what holds where the version is not known.
    fn manners(&self, _version: Option<Version>) -> Manners {
        Manners::default()
    }

    /// The version printed on the screen, where a banner shows it.
    fn detect_version(&self, screen: &Marked<'_>, layouts: &mut Layouts) -> Option<Version>;

    /// The index of the preset that the screen's structure calls for, where it tells.
    fn detect_preset(&self, screen: &Marked<'_>, layouts: &mut Layouts) -> Option<usize>;

    /// What the channels beside the text say. `screen` is the one that `facts` were read from;
    /// `version` is the version in force, where known.
    fn read_channels(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        facts: &Facts,
        preset: &Preset,
        version: Option<Version>,
    ) -> ChannelFacts;
}
