//! How a screen was read: preset, versions, projector.

use serde::{Deserialize, Serialize};

use super::ShadowAnomaly;

/// The source of the choice of the preset.
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
    /// No version is known, so the newest preset reads the screen.
    #[default]
    FallbackLatest,
    /// The version is older than every preset, so the lowest preset reads the screen.
    FallbackFloor,
}

/// The user's own dialog rows that are in use.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OwnDialogsMetadata {
    /// Their source: `dialogs.toml`.
    pub source: String,
    /// The number of rows for this provider.
    pub rows: u32,
}

/// How the surface was read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShadowParserMetadata {
    /// `claude` or `codex`; `unknown` if neither was recognized.
    pub provider_id: String,
    /// The preset's name.
    pub parser_preset_id: String,
    /// The version that first showed the preset's difference.
    pub parser_preset_version: String,
    /// The format of the text: `tui_snapshot_plain` without styles, `tui_snapshot_sgr` with styles.
    pub output_format: String,
    /// The surface's variant, e.g. `ruled_composer`, `bar_composer`.
    pub output_variant: String,
    /// Whether the screen has the shape that the preset expects.
    pub output_format_match: bool,
    /// The version read off the screen.
    pub detected_version: Option<String>,
    /// The version that the caller gave.
    pub requested_version: Option<String>,
    /// The source of the choice of the preset.
    pub selection_source: SelectionSource,
    /// The user's own dialogs, if any are in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<OwnDialogsMetadata>,
    /// Whether the session's anchor is gone.
    pub baseline_invalidated: bool,
    /// Anomalies of the choice.
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
