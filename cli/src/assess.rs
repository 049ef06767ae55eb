//! From a screen to its payload, in the steps that commands need to see.

use shadow_tui::contract::Payload;
use shadow_tui::screen::Screen;
use shadow_tui::{Channels, Memory, Parser, ProviderChoice, Reading, Stack};

/// One reading of a screen.
pub struct Assessed<'s> {
    /// Who read it.
    pub parser: &'s Parser,
    /// What was found.
    pub reading: Reading,
    /// What came of it.
    pub payload: Payload,
}

/// Reads a screen without memory. `raw` is the input as it came.
pub fn assess<'s>(
    stack: &'s Stack,
    provider: ProviderChoice<'_>,
    raw: &[u8],
    screen: &Screen,
    channels: &Channels,
) -> Assessed<'s> {
    let (mut memory, mut reading) = (Memory::default(), Reading::default());
    let parser = stack.pick(provider, screen, channels, &mut memory);
    parser.read(screen, channels, &mut memory, &mut reading);
    Assessed {
        payload: parser.write(raw, screen, channels, &reading),
        parser,
        reading,
    }
}
