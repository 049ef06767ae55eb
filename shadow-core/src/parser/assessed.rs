//! From what was read to the payload, in the parts that are asked for.

use super::choice::Memory;
use super::observed::{Assessed, Observed};
use super::parse::{Parser, Reading};
use super::{assemble, diagnose};
use crate::contract::{Part, Parts, Payload};
use crate::screen::Screen;
use crate::snapshot::Snapshot;

impl Assessed<'_> {
    /// Writes the wanted parts of the payload. The rest is empty; [`Payload::into_parts`] removes it.
    #[must_use]
    pub fn payload(&self, wanted: Parts) -> Payload {
        let mut payload = assemble::payload(*self, wanted);
        if wanted.has(Part::Diagnostics) {
            let Observed {
                screen, channels, ..
            } = self.observed;
            payload.mode_diagnostics = diagnose::diagnostics(screen, channels, self.reading);
            payload.mode_diagnostics.named_by = diagnose::named_by(self.parser, self.reading);
        }
        payload
    }

    /// Whether text typed now would become a prompt of its own, as [`Payload::safe_to_type`] says it.
    #[must_use]
    pub fn safe_to_type(&self) -> bool {
        assemble::safe_to_type(*self)
    }
}

impl Parser {
    /// Reads a screen with its own provider. Cannot fail.
    pub fn assess<'a>(
        &'a self,
        observed: Observed<'a>,
        memory: &mut Memory,
        reading: &'a mut Reading,
    ) -> Assessed<'a> {
        reading.findings.forget();
        self.read(observed.screen, observed.channels, memory, reading);
        self.assessed(observed, reading)
    }

    /// The earlier reading of a screen, to write it out now.
    #[must_use]
    pub fn assessed<'a>(&'a self, observed: Observed<'a>, reading: &'a Reading) -> Assessed<'a> {
        Assessed {
            parser: self,
            observed,
            reading,
        }
    }

    /// Reads a snapshot and returns its payload, without memory. Cannot fail.
    #[must_use]
    pub fn parse(&self, snapshot: &Snapshot) -> Payload {
        let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
        let observed = Observed::loaded(&screen, snapshot);
        let (mut memory, mut reading) = (Memory::default(), Reading::default());
        let assessed = self.assess(observed, &mut memory, &mut reading);
        assessed.payload(Parts::ALL)
    }
}
