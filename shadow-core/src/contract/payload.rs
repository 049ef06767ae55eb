//! The runtime payload: everything that one snapshot yields.

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

/// What one snapshot yields. It says what is on the screen; it does not claim to be the answer to
/// a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Payload {
    /// [`SCHEMA_VERSION`].
    pub schema_version: String,
    /// What the surface is.
    pub surface_assessment: SurfaceAssessment,
    /// What the dialog says.
    pub dialog_projection: DialogProjection,
    /// Head and tail of the dialog.
    pub projection_slices: ProjectionSlices,
    /// How the screen was read.
    pub parser_metadata: ShadowParserMetadata,
    /// What each channel said.
    pub mode_diagnostics: ModeDiagnostics,
    /// The next prompt would be taken as such.
    pub submit_ready: bool,
    /// `submit_ready`, and nothing would be overwritten or misread.
    pub safe_to_type: bool,
    /// Readiness and turn; in a session alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifecycle: Option<Lifecycle>,
}

impl Payload {
    /// Whether the screen does not tell a running turn from a finished one, the composer is live, and silence has settled in
    /// this session that no turn runs.
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

    /// Whether text typed now would become a prompt of its own: `safe_to_type`, or the same where silence has settled what
    /// the screen does not tell.
    #[must_use]
    pub fn takes_a_prompt(&self) -> bool {
        let free = || self.surface_assessment.composer_takes_a_prompt(false);
        self.safe_to_type || self.is_settled_by_silence() && free()
    }
}
