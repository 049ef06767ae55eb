//! What an action says at its end: the report as JSON, a line for a person where it was not done, the exit code.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;
use shadow_act::{ActOutcome, Report};
use shadow_tui::contract::SCHEMA_VERSION;

use crate::exit::{Exit, Failure, complain};
use crate::output::Output;

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
    pub fn new(action: &'static str, pane: String, report: Report) -> Self {
        Self {
            action,
            pane,
            report,
            unsent: None,
            schema_version: SCHEMA_VERSION,
        }
    }

    fn exit(&self) -> Exit {
        match self.report.outcome {
            ActOutcome::Done => Exit::Done,
            ActOutcome::Refused | ActOutcome::Failed => Exit::NotHeld,
            ActOutcome::Gone => Exit::Gone,
        }
    }

    /// The line for a person.
    fn words(&self) -> String {
        let (action, pane) = (self.action, &self.pane);
        let step = serde_json::to_value(self.report.step).unwrap_or_default();
        let step = step.as_str().unwrap_or_default();
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

/// Prints it; gives the exit code.
pub fn tell(told: &Told) -> Result<Exit, Failure> {
    Output::new().json(told)?;
    if told.report.outcome != ActOutcome::Done {
        complain(&told.words());
    }
    Ok(told.exit())
}
