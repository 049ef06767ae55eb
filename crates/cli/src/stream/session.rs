//! What is kept between requests: buffers for those without a session, a pane's story for the rest.

use shadow_tui::contract::{Parts, Payload};
use shadow_tui::screen::Screen;
use shadow_tui::{Memory, ProviderChoice, Reading, Session, Snapshot, Stack};

use crate::calendar::since_epoch;
use crate::wire::Input;

/// For requests without a session: buffers to reuse, and no memory.
#[derive(Debug, Default)]
pub struct Stateless {
    memory: Memory,
    reading: Reading,
    screen: Screen,
}

impl Stateless {
    /// Reads a snapshot.
    pub fn assess(
        &mut self,
        stack: &Stack,
        provider: ProviderChoice<'_>,
        snapshot: &Snapshot,
        wanted: Parts,
    ) -> Payload {
        self.memory = Memory::default();
        let (memory, reading) = (&mut self.memory, &mut self.reading);
        stack.parse_parts(
            provider,
            snapshot,
            memory,
            reading,
            &mut self.screen,
            wanted,
        )
    }
}

/// Reads the next snapshot of a session's pane, taken at `t`; `input` was sent to it before.
pub fn follow(
    session: &mut Session,
    stack: &Stack,
    provider: ProviderChoice<'_>,
    snapshot: &Snapshot,
    input: Option<&Input>,
    t: Option<f64>,
) -> Payload {
    let now = t.unwrap_or_else(|| since_epoch().as_secs_f64());
    if let Some(input) = input.filter(|input| input.submit) {
        session.submit(input.text.as_deref().unwrap_or_default(), now);
    }
    session.look(stack, provider, snapshot, now).payload
}
