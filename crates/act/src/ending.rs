//! How a sequence of keys ends: once, with a report that says what was pressed and what stands there.

use crate::report::{ActOutcome, Proof, Reason, Report, Stage};
use crate::sight::Sight;
use crate::step::Act;

/// The keys pressed so far, and the report that the sequence has ended with, if it has.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ending {
    presses: u32,
    told: Option<Box<Report>>,
}

impl Ending {
    /// A key was pressed.
    pub(crate) fn press(&mut self) {
        self.presses += 1;
    }

    /// How many keys were pressed.
    pub(crate) fn presses(&self) -> u32 {
        self.presses
    }

    /// The end again, for a caller that goes on.
    pub(crate) fn told(&self) -> Option<Act> {
        self.told.clone().map(Act::End)
    }

    /// Ends with what was meant, and what proves it.
    pub(crate) fn done(&mut self, proof: Proof, sight: &Sight) -> Act {
        let mut report = Report::new(ActOutcome::Done, Stage::Confirm);
        report.evidence = vec![proof];
        self.tell(report, Some(sight))
    }

    /// Ends short of it: refused before the first key, failed after it, gone if the pane is gone.
    pub(crate) fn stop(&mut self, reason: Reason, stage: Stage, sight: Option<&Sight>) -> Act {
        let outcome = match self.presses {
            _ if reason.is_end() => ActOutcome::Gone,
            0 => ActOutcome::Refused,
            _ => ActOutcome::Failed,
        };
        let mut report = Report::new(outcome, stage);
        report.reasons = vec![reason];
        self.tell(report, sight)
    }

    /// Ends, with the number of keys pressed and the dialog that stands there.
    fn tell(&mut self, mut report: Report, sight: Option<&Sight>) -> Act {
        report.presses = self.presses;
        let block = sight.and_then(|sight| sight.block.as_ref());
        report.signature = block.map(|block| block.signature.clone());
        Act::End(self.told.insert(Box::new(report)).clone())
    }
}
