//! The turn log: records in order, append-only.

use super::TurnRecord;
use crate::event::{EventBody, Happening};

/// The finished turns of one source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TurnLog {
    records: Vec<TurnRecord>,
}

impl TurnLog {
    /// Adds the records of the events of a step.
    pub fn extend(&mut self, events: &[Happening]) {
        for event in events {
            if let EventBody::TurnEnded { record, .. } = &event.body {
                self.records.push((**record).clone());
            }
        }
    }

    /// All records in order. A resumed turn has several.
    #[must_use]
    pub fn records(&self) -> &[TurnRecord] {
        &self.records
    }

    /// The valid records, without superseded ones.
    pub fn standing(&self) -> impl Iterator<Item = &TurnRecord> {
        let later = |at: usize| self.records[at + 1..].iter();
        let stands = move |(at, record): &(usize, &TurnRecord)| {
            later(*at).all(|later| later.supersedes != Some(record.id))
        };
        let each = self.records.iter().enumerate().filter(stands);
        each.map(|(_, record)| record)
    }
}
