//! From a screen to its payload, in the steps that commands need to see.

use std::time::Instant;

use shadow_tui::contract::{Parts, Payload};
use shadow_tui::screen::Screen;
use shadow_tui::{Channels, Memory, Observed, ProviderChoice, Reading, Stack};

/// One reading of a screen.
pub struct Assessed {
    /// Whose it was read as: a provider's name, also where none recognized it.
    pub provider: &'static str,
    /// What was found.
    pub reading: Reading,
    /// What came of it.
    pub payload: Payload,
}

/// Microseconds since `from`.
fn micros(from: Instant) -> f64 {
    from.elapsed().as_secs_f64() * 1e6
}

/// Reads a screen without memory, and times the stages: reading the screen, the choice of its provider included, and
/// writing the payload. `raw` is the input as it came.
pub fn assess(
    stack: &Stack,
    provider: ProviderChoice<'_>,
    raw: &[u8],
    screen: &Screen,
    channels: &Channels,
) -> Assessed {
    let observed = Observed {
        raw,
        screen,
        channels,
        above: None,
    };
    let (mut memory, mut reading) = (Memory::default(), Reading::default());
    let begun = Instant::now();
    let assessed = stack.assess(provider, observed, &mut memory, &mut reading);
    let (read, begun) = (micros(begun), Instant::now());
    let provider = assessed.parser().provider().id();
    let mut payload = assessed.payload(Parts::ALL);
    let stages = [("read", read), ("write", micros(begun))];
    payload.mode_diagnostics.timings_us = stages.map(|(name, us)| (name.to_owned(), us)).into();
    Assessed {
        provider,
        payload,
        reading,
    }
}
