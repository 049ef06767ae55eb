//! How a sequence of keys ends: once, with a report that says what was pressed and what stands there.

use crate::report::Report;
use crate::sight::Sight;
use crate::step::Act;

/// The report that a sequence has ended with, if it has.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ending(Option<Box<Report>>);

impl Ending {
    /// The end again, for whoever goes on asking.
    pub(crate) fn told(&self) -> Option<Act> {
        self.0.clone().map(Act::End)
    }

    /// Ends, with the number of keys pressed and the dialog that stands there.
    pub(crate) fn tell(&mut self, mut report: Report, presses: u32, sight: Option<&Sight>) -> Act {
        report.presses = presses;
        let block = sight.and_then(|sight| sight.block.as_ref());
        report.signature = block.map(|block| block.signature.clone());
        Act::End(self.0.insert(Box::new(report)).clone())
    }
}
