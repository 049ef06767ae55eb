//! Claude Code: how to recognise it, which projector reads which version, what its channels mean.

use std::sync::{Arc, LazyLock};

use shadow_core::screen::Screen;
use shadow_core::surface::{ChannelFacts, Facts};
use shadow_core::{Channels, Preset, ProcessState, Provider, Recognition, Version};
use shadow_projectors::claude::ClaudeProjector;

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    vec![Preset {
        id: "claude-first",
        since: Version::new(0, 0, 0),
        projector: Arc::new(ClaudeProjector),
    }]
});

/// Claude Code as a provider.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClaudeProvider;

/// Claude Code as a provider, shared.
#[must_use]
pub fn provider() -> Arc<dyn Provider> {
    Arc::new(ClaudeProvider)
}

impl Provider for ClaudeProvider {
    fn id(&self) -> &'static str {
        "claude"
    }

    fn presets(&self) -> &[Preset] {
        &PRESETS
    }

    fn recognise(&self, _screen: &Screen, _channels: &Channels) -> Recognition {
        0
    }

    fn detect_version(&self, _screen: &Screen) -> Option<Version> {
        None
    }

    fn detect_preset(&self, _screen: &Screen) -> Option<usize> {
        None
    }

    fn hear(
        &self,
        channels: &Channels,
        _facts: &Facts,
        _preset: &Preset,
        _version: Option<Version>,
    ) -> ChannelFacts {
        ChannelFacts {
            exited: channels.process == ProcessState::Exited,
            ..ChannelFacts::default()
        }
    }
}
