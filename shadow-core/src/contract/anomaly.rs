//! Anomalies: what went other than expected, in a form that machines can act on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The kind of an anomaly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AnomalyCode {
    /// The version is older than every preset: the lowest one reads the screen.
    UnknownVersionFloorUsed,
    /// The content that a session was anchored to has gone (clear, compaction, resize, scroll).
    BaselineInvalidated,
    /// An explicit override chose the preset.
    PresetOverrideUsed,
    /// The reducer's unknown has lasted past its limit.
    StalledEntered,
    /// A stalled session is readable again.
    StalledRecovered,
    /// Two witnesses say opposite things and neither outranks the other.
    ContradictoryEvidence,
    /// Nothing on the given channels tells a running turn from a finished one;
    /// `details.channel` names what would.
    NoTurnWitness,
    /// The dialog or its subject does not fit in the pane.
    ScreenClipped,
    /// A dialog by its structure, of a kind that no rule names.
    UnknownDialog,
    /// A turn says that it runs, and its counter and text have both stood still past a limit.
    StallSuspected,
    /// Rows that no rule explains and that bear on the verdict.
    DriftSuspected,
}

/// One anomaly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShadowAnomaly {
    /// What kind.
    pub code: AnomalyCode,
    /// One line for a person.
    pub message: String,
    /// Facts for a machine, by name.
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

    /// The same with one more detail.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }
}
