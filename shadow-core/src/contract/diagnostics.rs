//! What each channel reported, and how the verdict used it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How the verdict used a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChannelWeight {
    /// Not given.
    Absent,
    /// Given, but it says nothing about the state, such as a host name as title.
    Neutral,
    /// It contributed to the verdict.
    Used,
    /// It was overruled; `reason` names the cause.
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
    /// How the verdict used it.
    pub weight: ChannelWeight,
    /// Its age in seconds, if known.
    pub age_seconds: Option<f64>,
    /// Its report, without control characters.
    pub said: Option<String>,
    /// The reason for its weight.
    pub reason: Option<String>,
}

/// Diagnostics of one assessment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ModeDiagnostics {
    /// Every channel of the contract.
    pub channels: Vec<ChannelDiagnostic>,
    /// The id of the table row that named the open dialog. For a user's own row, the name of the file comes first
    /// (`dialogs.toml/my-dialog`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_by: Option<String>,
    /// Times in microseconds by stage, if the caller measured them.
    pub timings_us: BTreeMap<String, f64>,
}
