//! The turn log: records in order, append-only.

use super::TurnRecord;
use crate::event::{EventBody, Happening};

/// The turns of one source that have ended.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TurnLog {
    records: Vec<TurnRecord>,
}

impl TurnLog {
    /// Takes the records out of what a step emitted.
    pub fn extend(&mut self, events: &[Happening]) {
        for event in events {
            if let EventBody::TurnEnded { record, .. } = &event.body {
                self.records.push((**record).clone());
            }
        }
    }

    /// The records in order; of a turn that was resumed, each that was told.
    #[must_use]
    pub fn records(&self) -> &[TurnRecord] {
        &self.records
    }

    /// The records that hold: those that no later one supersedes.
    pub fn standing(&self) -> impl Iterator<Item = &TurnRecord> {
        let later = |at: usize| self.records[at + 1..].iter();
        let stands = move |(at, record): &(usize, &TurnRecord)| {
            later(*at).all(|later| later.supersedes != Some(record.id))
        };
        let each = self.records.iter().enumerate().filter(stands);
        each.map(|(_, record)| record)
    }
}
