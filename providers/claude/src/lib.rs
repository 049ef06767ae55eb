//! Claude Code: how to recognize it, the projector for each version, and the meaning of its channels.

mod channels;
mod program;
mod view;

use std::sync::Arc;

use shadow_core::screen::Marked;
use shadow_core::surface::{ChannelFacts, Facts, Findings};
use shadow_core::{
    Channels, Manners, OwnDialogs, Preset, Presets, Program, Provider, Recognition, Version,
};
use shadow_projectors::claude::{self, ClaudeProjector, PRESETS, Quirks};

pub use view::{ClaudeContext, ClaudeDialogProjection, ClaudeSurfaceAssessment};

/// The provider's name.
const ID: &str = "claude";

/// The words that end it (each of some twenty versions from 1.0.24 to 2.1.331 holds this list; seen to end 1.0.72 and
/// 2.1.331). Codex hears them as prompts (seen in 0.110.0, 0.150.1 and 0.169.0).
const ENDING_WORDS: [&str; 6] = ["exit", "quit", ":q", ":q!", ":wq", ":wq!"];

/// Claude Code as a provider.
#[derive(Clone)]
pub struct ClaudeProvider(Presets);

impl ClaudeProvider {
    /// The provider with those of a user's own dialogs that are this CLI's.
    #[must_use]
    pub fn new(own: &OwnDialogs) -> Self {
        let all = |own: &OwnDialogs| {
            let preset = |quirks: &Quirks| Preset {
                id: quirks.id,
                since: quirks.since,
                projector: Arc::new(ClaudeProjector::new(*quirks).with_own_dialogs(own.clone())),
            };
            PRESETS.iter().map(preset).collect()
        };
        Self(Presets::new(ID, own, all))
    }
}

impl Provider for ClaudeProvider {
    fn id(&self) -> &'static str {
        ID
    }

    fn presets(&self) -> &Presets {
        &self.0
    }

    fn recognize(
        &self,
        screen: &Marked<'_>,
        channels: &Channels,
        findings: &mut Findings,
        needed: Recognition,
    ) -> Recognition {
        let named = channels.program_status.iter().any(|status| {
            status
                .app
                .as_deref()
                .is_some_and(|app| app.starts_with("claude"))
        });
        let seen = findings.with(|found| claude::recognition(screen, found, needed));
        seen.max(if named { 70 } else { 0 })
    }

    fn is_program(&self, program: &Program) -> bool {
        program::is_claude(program)
    }

    fn manners(&self, _version: Option<Version>) -> Manners {
        Manners {
            name: "Claude Code",
            // Seen in 1.0.38, 2.0.31, 2.1.126 and 2.1.330.
            replaces_tabs: true,
            ending_words: &ENDING_WORDS,
            // ` /help` opens the help (2.1.330); ` /usr/bin/env is broken` is a path, and arrives.
            trims_commands: true,
            ..Manners::default()
        }
    }

    fn detect_version(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<Version> {
        findings.with(|found| claude::version(screen, found))
    }

    fn detect_preset(&self, screen: &Marked<'_>, findings: &mut Findings) -> Option<usize> {
        findings.with(|found| claude::detect_preset(screen, found))
    }

    fn read_channels(
        &self,
        _screen: &Marked<'_>,
        channels: &Channels,
        facts: &Facts,
        preset: &Preset,
        version: Option<Version>,
    ) -> ChannelFacts {
        let marks = Quirks::marks_title(preset.since);
        channels::channels(channels, facts, marks, version)
    }
}
