//! Anomalies: doubts, and things that are not as expected, in a form for programs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The kind of an anomaly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AnomalyCode {
    /// The version is older than every preset, so the lowest preset reads the screen.
    UnknownVersionFloorUsed,
    /// The content that the session was anchored to is gone (clear, compaction, resize, scroll).
    BaselineInvalidated,
    /// An explicit override chose the preset.
    PresetOverrideUsed,
    /// The reducer's state has been unknown for longer than its limit.
    StalledEntered,
    /// A stalled session is readable again.
    StalledRecovered,
    /// Two witnesses contradict each other, and neither has precedence.
    ContradictoryEvidence,
    /// The given channels cannot separate a running turn from a finished one;
    /// `details.channel` names the channel that could.
    NoTurnWitness,
    /// The dialog or its subject does not fit in the pane.
    ScreenClipped,
    /// The structure shows a dialog, and no rule knows its kind.
    UnknownDialog,
    /// A turn seems to run, but its counter and its text have not changed for longer than a limit.
    StallSuspected,
    /// No rule explains some rows, and these rows matter for the verdict.
    DriftSuspected,
}

/// One anomaly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShadowAnomaly {
    /// The kind.
    pub code: AnomalyCode,
    /// A message for a person, one line.
    pub message: String,
    /// Details for a program, by name.
    pub details: BTreeMap<String, String>,
}

impl ShadowAnomaly {
    /// An anomaly without details.
    #[must_use]
    pub fn new(code: AnomalyCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: BTreeMap::new(),
        }
    }

    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }
}
