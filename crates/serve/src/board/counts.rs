//! What is counted since the server began, for the metrics.

use std::collections::BTreeMap;

use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::Outcome;

/// Upper bounds of the buckets in which seconds are counted.
pub const BUCKETS: [f64; 11] = [
    1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0, 14400.0,
];

/// Seconds of things that ended: how many, their sum, and how many in each bucket.
#[derive(Debug, Default, Clone)]
pub struct Seconds {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// For each bound in [`BUCKETS`], how many lasted no longer.
    pub within: [u64; BUCKETS.len()],
}

impl Seconds {
    fn add(&mut self, seconds: f64) {
        let seconds = seconds.max(0.0);
        self.count += 1;
        self.sum += seconds;
        let bounds = self.within.iter_mut().zip(BUCKETS);
        let above = bounds.filter(|(_, bound)| seconds <= *bound);
        above.for_each(|(within, _)| *within += 1);
    }
}

/// Counters. Labels are names of the interface alone: nothing that a pane shows is among them.
#[derive(Debug, Default)]
pub struct Counts {
    /// Looks that were taken.
    pub looks: u64,
    /// Events by name.
    pub events: BTreeMap<String, u64>,
    /// Turns that ended, by outcome. One whose end is reported again is counted once, as it was reported first: a counter
    /// takes nothing back.
    pub turns: BTreeMap<&'static str, Seconds>,
    /// Times in which ended turns waited for a person.
    pub waits: Seconds,
    /// Acts by name and outcome.
    pub acts: BTreeMap<(&'static str, &'static str), u64>,
    /// Answers by status.
    pub answers: BTreeMap<u16, u64>,
    /// Streams that are open.
    pub streams: u64,
    /// How often readers of a stream missed events.
    pub gaps: u64,
}

impl Counts {
    /// Counts an event under its name.
    pub fn event(&mut self, name: &str, event: &Event) {
        *self.events.entry(name.to_owned()).or_default() += 1;
        if let EventBody::TurnEnded {
            outcome,
            supersedes: None,
            record,
        } = &event.body
        {
            let turns = self.turns.entry(word(*outcome)).or_default();
            turns.add(record.ended - record.started);
            for wait in &record.blocked {
                self.waits.add(wait.to.unwrap_or(record.ended) - wait.from);
            }
        }
    }

    /// Counts an answer.
    pub fn answer(&mut self, status: u16) {
        *self.answers.entry(status).or_default() += 1;
    }

    /// Counts an act.
    pub fn act(&mut self, act: &'static str, outcome: &'static str) {
        *self.acts.entry((act, outcome)).or_default() += 1;
    }
}

/// An outcome's name on the wire.
const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Success => "success",
        Outcome::Interrupted => "interrupted",
        Outcome::KnownFailure => "known_failure",
        Outcome::Disconnected => "disconnected",
        Outcome::Unknown => "unknown",
    }
}
