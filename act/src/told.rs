//! What an action tells at its end: the report, with the pane and what was done.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;
use shadow_core::contract::SCHEMA_VERSION;

use crate::{ActOutcome, Report};

/// One line of `shadow send`, `choose` and `interrupt`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Told {
    /// `send`, `choose`, `interrupt`.
    pub action: &'static str,
    /// The pane.
    pub pane: String,
    /// How it ended.
    #[serde(flatten)]
    pub report: Report,
    /// Where a text is kept that was typed, not sent, and is not seen in the composer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsent: Option<PathBuf>,
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
            schema_version: SCHEMA_VERSION,
        }
    }

    /// The line for a person.
    #[must_use]
    pub fn words(&self) -> String {
        let (action, pane) = (self.action, &self.pane);
        let step = self.report.step.word();
        let how = match self.report.outcome {
            ActOutcome::Failed => format!("{action} failed at the step {step}"),
            _ => format!("{action} refused"),
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
        format!("{pane}: {how}: {}{kept}", reasons.join("; "))
    }
}
