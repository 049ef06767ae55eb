//! The seam between core and providers: what a projector and a provider must answer.

use std::ops::Deref;
use std::sync::Arc;

use crate::contract::{ComposerView, DialogCell};
use crate::foreground::Program;
use crate::manners::Manners;
use crate::own_dialogs::OwnDialogs;
use crate::rule::Rule;
use crate::screen::Marked;
use crate::snapshot::Channels;
use crate::surface::{ChannelFacts, Details, Facts, Findings, Found};
use crate::version::Version;

/// How the screens of one CLI are read in one range of its versions, with what is found on a screen in a type of its own. Each
/// is a [`Projector`]. Reading cannot fail: what it does not recognize stays unexplained in the facts.
pub trait Cli: Send + Sync {
    /// What is found on a screen before and while it is read. Its provider fills the same type in recognition.
    type Found: Found;

    /// Its name, as `projector_id` shows it.
    fn id(&self) -> &'static str;

    /// Finds zones and facts by structure. `facts` is empty; `found` may hold what recognition has found on this screen. The
    /// method allocates nothing beyond the buffers of both.
    fn read(&self, screen: &Marked<'_>, found: &mut Self::Found, facts: &mut Facts);

    /// Writes out the details of the facts that [`Cli::read`] found on the same screen. `found` is empty where another
    /// reader filled the facts.
    fn details(&self, screen: &Marked<'_>, found: &Self::Found, facts: &Facts) -> Details;

    /// Writes only the composer's details, which are enough for the state.
    fn composer(
        &self,
        screen: &Marked<'_>,
        found: &Self::Found,
        facts: &Facts,
    ) -> Option<ComposerView> {
        self.details(screen, found, facts).composer
    }

    /// Appends the dialog's cells in order, with those of the history, if it is given.
    fn cells(
        &self,
        screen: &Marked<'_>,
        found: &Self::Found,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    );

    /// The variant of the surface that the screen was read as, as `output_variant` shows it: `ruled_composer`.
    fn variant(&self, _found: &Self::Found) -> &'static str {
        ""
    }

    /// Its rules by name. Each leaves a mark, its place in this table, where it decides
    /// ([`Marked::mark`]); a reader that names none marks none.
    fn rules(&self) -> &'static [Rule] {
        &[]
    }
}

/// A reader of a normalized screen as the stack holds it, whatever it finds there: a [`Cli`], or what wraps another projector.
pub trait Projector: Send + Sync {
    /// [`Cli::id`].
    fn id(&self) -> &'static str;

    /// [`Cli::read`], with the findings of all CLIs on this screen.
    fn read(&self, screen: &Marked<'_>, findings: &mut Findings, facts: &mut Facts);

    /// [`Cli::details`].
    fn details(&self, screen: &Marked<'_>, findings: &Findings, facts: &Facts) -> Details;

    /// [`Cli::composer`].
    fn composer(
        &self,
        screen: &Marked<'_>,
        findings: &Findings,
        facts: &Facts,
    ) -> Option<ComposerView> {
        self.details(screen, findings, facts).composer
    }

    /// [`Cli::cells`].
    fn cells(
        &self,
        screen: &Marked<'_>,
        findings: &Findings,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    );

    /// [`Cli::variant`].
    fn variant(&self, _findings: &Findings) -> &'static str {
        ""
    }

    /// [`Cli::rules`].
    fn rules(&self) -> &'static [Rule] {
        &[]
    }
}

impl<C: Cli> Projector for C {
    fn id(&self) -> &'static str {
        Cli::id(self)
    }

    fn read(&self, screen: &Marked<'_>, findings: &mut Findings, facts: &mut Facts) {
        findings.with(|found| Cli::read(self, screen, found, facts));
    }

    fn details(&self, screen: &Marked<'_>, findings: &Findings, facts: &Facts) -> Details {
        findings.in_type(|found| Cli::details(self, screen, found, facts))
    }

    fn composer(
        &self,
        screen: &Marked<'_>,
        findings: &Findings,
        facts: &Facts,
    ) -> Option<ComposerView> {
        findings.in_type(|found| Cli::composer(self, screen, found, facts))
    }

    fn cells(
        &self,
        screen: &Marked<'_>,
        findings: &Findings,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    ) {
        findings.in_type(|found| Cli::cells(self, screen, found, facts, cells));
    }

    fn variant(&self, findings: &Findings) -> &'static str {
        findings.in_type(|found| Cli::variant(self, found))
    }

    fn rules(&self) -> &'static [Rule] {
        Cli::rules(self)
    }
}

/// A range of versions that one projector reads. The provider keeps them in order.
#[derive(Clone)]
pub struct Preset {
    /// Its name, as `parser_preset_id` shows it.
    pub id: &'static str,
    /// The version that first showed its difference.
    pub since: Version,
    /// The projector that reads its screens.
    pub projector: Arc<dyn Projector>,
}

/// The presets of a CLI, oldest first and never empty, with the user's own dialogs that their projectors know.
#[derive(Clone)]
pub struct Presets {
    all: Vec<Preset>,
    own: OwnDialogs,
}

impl Presets {
    /// Those of the provider with this name, made with the dialogs of the user's that are this provider's.
    #[must_use]
    pub fn new(id: &str, own: &OwnDialogs, all: impl FnOnce(&OwnDialogs) -> Vec<Preset>) -> Self {
        let own = own.of(id);
        let all = all(&own);
        Self { all, own }
    }

    /// The user's own dialogs.
    #[must_use]
    pub fn own_dialogs(&self) -> &OwnDialogs {
        &self.own
    }
}

impl Deref for Presets {
    type Target = [Preset];

    fn deref(&self) -> &[Preset] {
        &self.all
    }
}

/// The certainty that a screen belongs to a provider, from 0 (none) to 100 (full).
pub type Recognition = u8;

/// A CLI: how to recognize it, its presets, and what its channels mean.
pub trait Provider: Send + Sync {
    /// Its name in JSON: `claude`, `codex`.
    fn id(&self) -> &'static str;

    /// Its presets.
    fn presets(&self) -> &Presets;

    /// Whether a quick check suggests that the screen is this provider's, so that it is asked first. A wrong guess only costs
    /// time.
    fn is_likely(&self, _screen: &Marked<'_>) -> bool {
        false
    }

    /// The certainty that the screen is this provider's. If it cannot reach `needed`, 0 is enough. What is found on the way
    /// stays in `findings`, in the type of its readers ([`Cli::Found`]).
    fn recognize(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        findings: &mut Findings,
        needed: Recognition,
    ) -> Recognition;

    /// Whether a program is this provider's CLI, by its names, its file and its arguments.
    fn is_program(&self, _program: &Program) -> bool {
        false
    }

    /// How a version of the CLI handles typed text. Without a version, the safe default.
    fn manners(&self, _version: Option<Version>) -> Manners {
        Manners::default()
    }

    /// The version on the screen, if a banner shows it.
    fn detect_version(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<Version>;

    /// The index of the preset that the screen's structure proves, if any.
    fn detect_preset(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<usize>;

    /// The meaning of the channels beside the text. `screen` is the screen of `facts`;
    /// `version` is the effective version, if known.
    fn read_channels(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        facts: &Facts,
        preset: &Preset,
        version: Option<Version>,
    ) -> ChannelFacts;
}
