//! Which panes hold an agent, and what is known of one beside its screen.

use shadow_core::contract::{Availability, Payload};
use shadow_core::screen::Screen;
use shadow_core::{ForegroundKind, ProviderChoice, Snapshot, Stack};
use shadow_tmux::Pane;

/// What is known about a pane's program beside its screen. By default nothing, so that the screen decides.
#[derive(Debug, Clone, Default)]
pub struct Hint {
    /// The CLI; [`shadow_core::Stack::choice`] finds it by its name.
    pub provider: ProviderChoice<'static>,
    /// The CLI's version (`2.1.330`).
    pub cli_version: Option<String>,
}

/// How surely a provider must recognize a screen where the CLI itself is not seen in front, of 100.
const SURE: u8 = 50;

/// Whether a pane holds an agent: its CLI is in the foreground, or its screen certainly shows an agent, running or dead with the
/// pane.
#[must_use]
pub fn is_agent(stack: &Stack, pane: &Pane, snapshot: &Snapshot, payload: &Payload) -> bool {
    if stack.front(&snapshot.channels) == ForegroundKind::Cli {
        return true;
    }
    let gone = matches!(
        payload.surface_assessment.availability,
        Availability::Unsupported | Availability::Disconnected
    );
    if gone && !pane.dead {
        return false;
    }
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let mut scores = stack.scores(&screen, &snapshot.channels, SURE);
    scores.any(|(_, score)| score >= SURE)
}
