//! Readers of screens of Claude Code.

use shadow_core::Projector;
use shadow_core::contract::DialogCell;
use shadow_core::screen::Screen;
use shadow_core::surface::{Details, Facts, Surface};

/// Reads screens of Claude Code.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClaudeProjector;

impl Projector for ClaudeProjector {
    fn id(&self) -> &'static str {
        "claude-first"
    }

    fn read(&self, screen: &Screen, facts: &mut Facts) {
        facts.surface = if screen.is_blank() {
            Surface::Blank
        } else {
            Surface::Unrecognised
        };
    }

    fn details(&self, _screen: &Screen, _facts: &Facts) -> Details {
        Details::default()
    }

    fn cells(&self, _screen: &Screen, _facts: &Facts, _cells: &mut Vec<DialogCell>) {}
}
