//! The Codex CLI: how to recognize it, the projector for each version, and the meaning of its
//! channels. The projectors read the rows.

mod channels;
mod program;
mod view;

use std::sync::Arc;

use shadow_core::screen::Marked;
use shadow_core::surface::{ChannelFacts, Facts, Findings};
use shadow_core::{
    Channels, Manners, OwnDialogs, Preset, Presets, Program, Provider, Recognition, Version,
};
use shadow_projectors::codex::{
    CodexProjector, PRESETS, Quirks, detect_preset, detect_version, is_likely, likeness,
};

pub use view::{CodexContext, CodexDialogProjection, CodexSurfaceAssessment};

/// The provider's name.
const ID: &str = "codex";

/// What ends a turn that Escape does not.
const BESIDE_ESCAPE: &str = "Codex up to 0.152 takes no Escape while text streams: try again when a tool runs, or press \
    Ctrl-C in the pane (it stops the turn, and quits Codex where the turn has just ended)";

/// The Codex CLI as a provider.
#[derive(Clone)]
pub struct CodexProvider(Presets);

impl CodexProvider {
    /// The provider with those of a user's own dialogs that are this CLI's.
    #[must_use]
    pub fn new(own: &OwnDialogs) -> Self {
        let all = |own: &OwnDialogs| {
            let preset = |quirks: &Quirks| Preset {
                id: quirks.id,
                since: quirks.since,
                projector: Arc::new(CodexProjector::new(*quirks).with_own_dialogs(own.clone())),
            };
            PRESETS.iter().map(preset).collect()
        };
        Self(Presets::new(ID, own, all))
    }
}

impl Provider for CodexProvider {
    fn id(&self) -> &'static str {
        ID
    }

    fn presets(&self) -> &Presets {
        &self.0
    }

    fn is_likely(&self, screen: &Marked<'_>) -> bool {
        is_likely(screen)
    }

    fn recognize(
        &self,
        screen: &Marked<'_>,
        _channels: &Channels,
        findings: &mut Findings,
        needed: Recognition,
    ) -> Recognition {
        findings.with(|found| likeness(screen, found, needed))
    }

    fn is_program(&self, program: &Program) -> bool {
        program::is_codex(program)
    }

    fn manners(&self, version: Option<Version>) -> Manners {
        Manners {
            name: "Codex",
            // ` /help` is a prompt (seen in 0.98.0 and 0.169.0).
            trims_bash: !version.is_some_and(Quirks::space_saves_bash),
            beside_escape: Some(BESIDE_ESCAPE),
            ..Manners::default()
        }
    }

    fn detect_version(&self, screen: &Marked<'_>, _findings: &mut Findings) -> Option<Version> {
        detect_version(screen)
    }

    fn detect_preset(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<usize> {
        findings.with(|found| detect_preset(screen, found))
    }

    fn read_channels(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        facts: &Facts,
        preset: &Preset,
        version: Option<Version>,
    ) -> ChannelFacts {
        let marks = version.map(|_| Quirks::marks_title(preset.since));
        channels::read(screen, channels, facts, marks, version)
    }
}
