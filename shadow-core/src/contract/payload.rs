//! The runtime payload: all results of one snapshot.

use serde::{Deserialize, Serialize};

use super::lifecycle::{Lifecycle, Readiness};

use super::{
    Availability, BusinessState, DialogProjection, InputMode, ModeDiagnostics,
    ShadowParserMetadata, SurfaceAssessment,
};

/// The version of the machine interface: the major number changes when a field is renamed, dropped
/// or changes its meaning, the minor one when fields are added.
pub const SCHEMA_VERSION: &str = "1.1";

/// Slices of `dialog_text`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProjectionSlices {
    /// The first lines.
    pub head: String,
    /// The last lines.
    pub tail: String,
}

/// The result of one snapshot. It says what is on the screen, and makes no claim about the answer to
/// a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Payload {
    /// [`SCHEMA_VERSION`].
    pub schema_version: String,
    /// The state of the surface.
    pub surface_assessment: SurfaceAssessment,
    /// The conversation on the screen.
    pub dialog_projection: DialogProjection,
    /// Head and tail of the dialog.
    pub projection_slices: ProjectionSlices,
    /// How the screen was read.
    pub parser_metadata: ShadowParserMetadata,
    /// What each channel reported.
    pub mode_diagnostics: ModeDiagnostics,
    /// Whether the CLI would accept a prompt now.
    pub submit_ready: bool,
    /// Whether, in addition, typing would overwrite no draft and be read as a prompt.
    pub safe_to_type: bool,
    /// Readiness and turn. Present in a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifecycle: Option<Lifecycle>,
}

impl Payload {
    /// Whether silence in this session has shown that no turn runs, on a screen with a live composer that cannot show it.
    #[must_use]
    pub fn is_settled_by_silence(&self) -> bool {
        let surface = &self.surface_assessment;
        let settled =
            |life: Lifecycle| life.inferred_by_silence && life.readiness == Readiness::Ready;
        self.lifecycle.is_some_and(settled)
            && surface.availability == Availability::Supported
            && surface.business_state == BusinessState::Unknown
            && surface.input_mode == InputMode::Freeform
    }

    /// Whether text typed now would become a prompt of its own: by `safe_to_type`, or because silence has shown that no turn
    /// runs.
    #[must_use]
    pub fn takes_a_prompt(&self) -> bool {
        let free = || self.surface_assessment.composer_takes_a_prompt();
        self.safe_to_type || self.is_settled_by_silence() && free()
    }
}
