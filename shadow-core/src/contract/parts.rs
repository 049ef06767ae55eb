//! A payload in parts: only the parts that the caller wants are computed and written.

use serde::{Deserialize, Serialize};

use super::lifecycle::Lifecycle;
use super::{
    Availability, BusinessState, DialogProjection, InputMode, ModeDiagnostics, Payload,
    PendingInput, ProjectionSlices, ShadowAnomaly, ShadowParserMetadata, SurfaceAssessment,
    UiContext,
};

/// A part of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// The axes, `submit_ready`, `safe_to_type`, and in a session `lifecycle`.
    State,
    /// The whole assessment: dialog, composer, activity, evidence and more.
    Details,
    /// The projection and its slices.
    Dialog,
    /// What each channel reported.
    Diagnostics,
}

/// A set of parts of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts(u8);

impl Parts {
    /// Every part.
    pub const ALL: Self = Self(0b1111);
    /// No part.
    pub const NONE: Self = Self(0);

    /// Adds a part.
    #[must_use]
    pub const fn with(self, part: Part) -> Self {
        Self(self.0 | 1 << part as u8)
    }

    /// Whether a part is included.
    #[must_use]
    pub const fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        parts.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The state part of an assessment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurfaceState {
    /// Whether the pane shows a CLI that shadow can read.
    pub availability: Availability,
    /// What the agent is doing.
    pub business_state: BusinessState,
    /// Where keystrokes would go.
    pub input_mode: InputMode,
    /// Which surface is in front.
    pub ui_context: UiContext,
    /// The base of `ui_context`.
    pub ui_context_base: UiContext,
    /// Anomalies: doubts, and things that are not as expected.
    pub anomalies: Vec<ShadowAnomaly>,
    /// Messages queued behind the turn.
    pub pending_input: PendingInput,
    /// Confidence, from 0 to 1.
    pub confidence: f64,
}

impl From<SurfaceAssessment> for SurfaceState {
    fn from(assessment: SurfaceAssessment) -> Self {
        Self {
            availability: assessment.availability,
            business_state: assessment.business_state,
            input_mode: assessment.input_mode,
            ui_context: assessment.ui_context,
            ui_context_base: assessment.ui_context_base,
            anomalies: assessment.anomalies,
            pending_input: assessment.pending_input,
            confidence: assessment.confidence,
        }
    }
}

/// A whole assessment, or only its state.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum AssessmentPart {
    /// Every detail.
    Whole(Box<SurfaceAssessment>),
    /// Only the state.
    State(SurfaceState),
}

/// The requested parts of a payload. Other fields are absent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PayloadParts {
    /// [`SCHEMA_VERSION`](super::SCHEMA_VERSION).
    pub schema_version: String,
    /// The state of the surface. Present with `state` or `details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface_assessment: Option<AssessmentPart>,
    /// The conversation on the screen. Present with `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog_projection: Option<DialogProjection>,
    /// Head and tail of the dialog. Present with `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection_slices: Option<ProjectionSlices>,
    /// How the screen was read. Present with `state` or `details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser_metadata: Option<ShadowParserMetadata>,
    /// What each channel reported. Present with `diagnostics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode_diagnostics: Option<ModeDiagnostics>,
    /// Whether the CLI would accept a prompt now. Present with `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit_ready: Option<bool>,
    /// Whether, in addition, typing would overwrite no draft and be read as a prompt. Present with `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_to_type: Option<bool>,
    /// Readiness and turn. Present with `state`, in a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifecycle: Option<Lifecycle>,
}

impl Payload {
    /// Keeps only the wanted parts.
    #[must_use]
    pub fn into_parts(self, wanted: Parts) -> PayloadParts {
        let [state, details] = [Part::State, Part::Details].map(|part| wanted.has(part));
        let dialog = wanted.has(Part::Dialog);
        let assessment = match (details, state) {
            (true, _) => Some(AssessmentPart::Whole(Box::new(self.surface_assessment))),
            (_, true) => Some(AssessmentPart::State(self.surface_assessment.into())),
            _ => None,
        };
        PayloadParts {
            schema_version: self.schema_version,
            surface_assessment: assessment,
            dialog_projection: dialog.then_some(self.dialog_projection),
            projection_slices: dialog.then_some(self.projection_slices),
            parser_metadata: (state || details).then_some(self.parser_metadata),
            mode_diagnostics: wanted
                .has(Part::Diagnostics)
                .then_some(self.mode_diagnostics),
            submit_ready: state.then_some(self.submit_ready),
            safe_to_type: state.then_some(self.safe_to_type),
            lifecycle: self.lifecycle.filter(|_| state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Parts};

    #[test]
    fn parts_are_those_that_were_named() {
        let some: Parts = [Part::State, Part::Dialog, Part::State]
            .into_iter()
            .collect();
        let each = [Part::State, Part::Details, Part::Dialog, Part::Diagnostics];
        assert_eq!(each.map(|part| some.has(part)), [true, false, true, false]);
        assert_eq!(each.into_iter().collect::<Parts>(), Parts::ALL);
        assert!(!each.iter().any(|part| Parts::NONE.has(*part)));
    }
}
