//! How a screen was read: preset, versions, projector.

use serde::{Deserialize, Serialize};

use super::ShadowAnomaly;

/// What chose the preset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SelectionSource {
    /// `SHADOW_CLAUDE_VERSION`, `SHADOW_CODEX_VERSION`, or the API's override.
    EnvOverride,
    /// The version that the caller gave.
    RequestedVersion,
    /// The version printed on the screen.
    DetectedVersion,
    /// The structure of the screen.
    ScreenStructure,
    /// Nothing told: the newest preset.
    #[default]
    FallbackLatest,
    /// The version is older than every preset: the lowest.
    FallbackFloor,
}

/// A user's own rows of dialogs that are in force.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OwnDialogsMetadata {
    /// Where they come from: `dialogs.toml`.
    pub source: String,
    /// How many of them are for this provider.
    pub rows: u32,
}

/// How the surface was read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShadowParserMetadata {
    /// `claude` or `codex`; `unknown` where neither was recognised.
    pub provider_id: String,
    /// The preset's name.
    pub parser_preset_id: String,
    /// The version in which the preset's difference was first seen.
    pub parser_preset_version: String,
    /// How the text came: `tui_snapshot_plain` without styles, `tui_snapshot_sgr` with them.
    pub output_format: String,
    /// The surface's variant, e.g. `ruled_composer`, `bar_composer`.
    pub output_variant: String,
    /// Whether the screen has the shape that the preset expects.
    pub output_format_match: bool,
    /// The version read off the screen.
    pub detected_version: Option<String>,
    /// The version that the caller gave.
    pub requested_version: Option<String>,
    /// What chose the preset.
    pub selection_source: SelectionSource,
    /// The user's own dialogs, where any are in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<OwnDialogsMetadata>,
    /// Whether the session's anchor has gone.
    pub baseline_invalidated: bool,
    /// What went other than expected while choosing.
    pub anomalies: Vec<ShadowAnomaly>,
}

/// Where a projection's text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SourceKind {
    /// One observation of a terminal user interface.
    #[default]
    TuiSnapshot,
}

/// How the dialog was projected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProjectionMetadata {
    /// `claude` or `codex`.
    pub provider_id: String,
    /// Always `tui_snapshot` today.
    pub source_kind: SourceKind,
    /// The projector that read the screen.
    pub projector_id: String,
    /// How the surface was read.
    pub parser_metadata: ShadowParserMetadata,
    /// Lines in `dialog_text`.
    pub dialog_line_count: u32,
    /// Lines in `head`.
    pub head_line_count: u32,
    /// Lines in `tail`.
    pub tail_line_count: u32,
}
