//! From a screen to its payload, in the steps that commands need to see.

use std::time::Instant;

use shadow_tui::contract::{Parts, Payload};
use shadow_tui::screen::Screen;
use shadow_tui::{Channels, Memory, Observed, Parser, ProviderChoice, Reading, Stack};

/// One reading of a screen.
pub struct Assessed<'s> {
    /// Who read it.
    pub parser: &'s Parser,
    /// What was found.
    pub reading: Reading,
    /// What came of it.
    pub payload: Payload,
}

/// Microseconds since `from`.
fn micros(from: Instant) -> f64 {
    from.elapsed().as_secs_f64() * 1e6
}

/// Reads a screen without memory, and times the stages: picking the provider, reading the screen, writing the payload. `raw` is the input as it came.
pub fn assess<'s>(
    stack: &'s Stack,
    provider: ProviderChoice<'_>,
    raw: &[u8],
    screen: &Screen,
    channels: &Channels,
) -> Assessed<'s> {
    let observed = Observed {
        raw,
        screen,
        channels,
        above: None,
    };
    let (mut memory, mut reading) = (Memory::default(), Reading::default());
    let begun = Instant::now();
    let parser = stack.pick(provider, screen, channels, &mut memory);
    let (pick, begun) = (micros(begun), Instant::now());
    let assessed = parser.assess(observed, &mut memory, &mut reading);
    let (read, begun) = (micros(begun), Instant::now());
    let mut payload = assessed.payload(Parts::ALL);
    let stages = [("pick", pick), ("read", read), ("write", micros(begun))];
    payload.mode_diagnostics.timings_us = stages.map(|(name, us)| (name.to_owned(), us)).into();
    Assessed {
        payload,
        parser,
        reading,
    }
}
