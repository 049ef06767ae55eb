//! What one session keeps between its requests.

use shadow_tui::contract::Payload;
use shadow_tui::{Memory, ProviderChoice, Reading, Snapshot, Stack};

/// One pane's memory: the choice of preset, and buffers to reuse.
#[derive(Debug, Default)]
pub struct Session {
    memory: Memory,
    reading: Reading,
}

impl Session {
    /// Reads the next snapshot of this session's pane.
    pub fn assess(
        &mut self,
        stack: &Stack,
        provider: ProviderChoice<'_>,
        snapshot: &Snapshot,
    ) -> Payload {
        stack.parse_with(provider, snapshot, &mut self.memory, &mut self.reading)
    }

    /// Forgets the pane, keeping the buffers.
    pub fn forget(&mut self) {
        self.memory = Memory::default();
    }
}
