//! What an action tells at its end: the report, with the pane and what was done.

use std::path::PathBuf;

use serde::Serialize;
use shadow_core::contract::SCHEMA_VERSION;

use crate::{ActOutcome, Report, Stage};

/// One line of `shadow send`, `choose` and `interrupt`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Told {
    /// `send`, `choose`, `interrupt`.
    pub action: &'static str,
    /// The pane.
    pub pane: String,
    /// How it ended.
    #[serde(flatten)]
    pub report: Report,
    /// Where a text is kept that was typed, is not known to be sent, and is not seen in the composer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsent: Option<PathBuf>,
    /// Number of the turn that the prompt began, among those that `shadow send` has begun in the pane: what `shadow wait
    /// --turn` takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

impl Told {
    /// What a report tells.
    #[must_use]
    pub fn new(action: &'static str, pane: String, report: Report) -> Self {
        Self {
            action,
            pane,
            report,
            unsent: None,
            turn: None,
            schema_version: SCHEMA_VERSION,
        }
    }

    /// The line for a person.
    #[must_use]
    pub fn words(&self) -> String {
        let (action, pane) = (self.action, &self.pane);
        let step = self.report.step.word();
        let how = match (self.report.outcome, self.report.step) {
            (ActOutcome::Failed, _) => format!("{action} failed at the step {step}"),
            (ActOutcome::Gone, stage) if stage != Stage::Look => {
                format!("{action} was cut short at the step {step}")
            }
            _ => format!("{action} refused"),
        };
        let unsure = match self.report.is_unsure() {
            true => "; Enter was pressed before that, and the prompt may have been taken",
            false => "",
        };
        let reasons: Vec<&str> = self
            .report
            .reasons
            .iter()
            .map(|r| r.message.as_str())
            .collect();
        let kept = self.unsent.as_ref();
        let kept = kept.map_or(String::new(), |path| {
            format!("; the text is kept in {}", path.display())
        });
        let later = match self.report.may_come_later() {
            true => {
                "; it was pasted and not seen: a program that is stopped or busy may take it yet, so look there \
                before it is sent again"
            }
            false => "",
        };
        format!("{pane}: {how}: {}{unsure}{kept}{later}", reasons.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::Told;
    use crate::report::{DraftFate, Reason, ReasonCode};
    use crate::{ActOutcome, Report, Stage};

    fn words(outcome: ActOutcome, step: Stage, presses: u32) -> String {
        let mut report = Report::new(outcome, step);
        report.reasons = vec![Reason::new(ReasonCode::Restarted, "another process")];
        report.draft = Some(DraftFate::Unseen);
        report.presses = presses;
        Told::new("send", "%0".to_owned(), report).words()
    }

    #[test]
    fn what_was_cut_short_is_not_called_refused() {
        let look = words(ActOutcome::Gone, Stage::Look, 0);
        assert_eq!(look, "%0: send refused: another process");
        let verify = words(ActOutcome::Gone, Stage::Verify, 0);
        assert_eq!(
            verify,
            "%0: send was cut short at the step verify: another process"
        );
        let confirm = words(ActOutcome::Gone, Stage::Confirm, 1);
        assert!(
            confirm.ends_with("the prompt may have been taken"),
            "{confirm}"
        );
    }
}
