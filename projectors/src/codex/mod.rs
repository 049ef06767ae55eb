//! Readers of screens of the Codex CLI.

use shadow_core::Projector;
use shadow_core::contract::DialogCell;
use shadow_core::screen::Screen;
use shadow_core::surface::{Details, Facts, Surface};

/// Reads screens of the Codex CLI.
#[derive(Debug, Clone, Copy, Default)]
pub struct CodexProjector;

impl Projector for CodexProjector {
    fn id(&self) -> &'static str {
        "codex-first"
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
