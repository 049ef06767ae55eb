//! What each channel said and what came of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What became of a channel's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChannelWeight {
    /// Not given.
    Absent,
    /// Given, and it says nothing about the state (a host name as title, say).
    Neutral,
    /// It bears on the verdict.
    Used,
    /// It spoke and was overruled; `reason` says by what.
    WeighedOut,
}

/// One channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChannelDiagnostic {
    /// `text`, `style`, `size`, `cursor`, `title`, `program_status`, `progress`, `tab_status`,
    /// `notifications`, `bell`, `process`, `version`.
    pub channel: String,
    /// What became of it.
    pub weight: ChannelWeight,
    /// Its age in seconds, where known.
    pub age_seconds: Option<f64>,
    /// What it said, control characters gone.
    pub said: Option<String>,
    /// Why it was weighed so.
    pub reason: Option<String>,
}

/// Diagnostics of one assessment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ModeDiagnostics {
    /// Every channel of the contract.
    pub channels: Vec<ChannelDiagnostic>,
    /// The row of a table of dialogs that has named the block in front: its id, behind the file's name where it is a
    /// user's own (`dialogs.toml/my-dialog`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_by: Option<String>,
    /// Times in microseconds by stage, where the caller measured them.
    pub timings_us: BTreeMap<String, f64>,
}
