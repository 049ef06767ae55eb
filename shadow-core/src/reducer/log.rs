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

    /// The records in order.
    #[must_use]
    pub fn records(&self) -> &[TurnRecord] {
        &self.records
    }
}
