//! What is counted since the server began, for the metrics.

use std::collections::BTreeMap;

use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::Outcome;

/// Counters. Labels are names of the interface alone: nothing that a pane shows is among them.
#[derive(Debug, Default)]
pub struct Counts {
    /// Looks that were taken.
    pub looks: u64,
    /// Events by name.
    pub events: BTreeMap<String, u64>,
    /// Turns that ended: how many and how many seconds, by outcome. One whose end is reported again is counted once, as it
    /// was reported first: a counter takes nothing back.
    pub turns: BTreeMap<&'static str, (u64, f64)>,
    /// Seconds in which ended turns waited for a person.
    pub blocked_seconds: f64,
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
            let (count, seconds) = self.turns.entry(word(*outcome)).or_default();
            *count += 1;
            *seconds += (record.ended - record.started).max(0.0);
            let waits = record.blocked.iter();
            let waits = waits.map(|wait| wait.to.unwrap_or(record.ended) - wait.from);
            self.blocked_seconds += waits.sum::<f64>().max(0.0);
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
