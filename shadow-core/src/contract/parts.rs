//! A payload in parts: what a caller asks for is worked out and written, and nothing else.

use serde::{Deserialize, Serialize};

use super::lifecycle::Lifecycle;
use super::{
    Availability, BusinessState, DialogProjection, InputMode, ModeDiagnostics, Payload,
    PendingInput, ProjectionSlices, ShadowAnomaly, ShadowParserMetadata, SurfaceAssessment,
    UiContext,
};

/// A part of a payload, by its name on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// The axes, `submit_ready`, `safe_to_type`, and in a session `lifecycle`.
    State,
    /// The whole assessment: the block, the composer, what runs, the evidence.
    Details,
    /// The projection and its slices.
    Dialog,
    /// What each channel said.
    Diagnostics,
}

/// Which parts of a payload are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts(u8);

impl Parts {
    /// Every part.
    pub const ALL: Self = Self(0b1111);
    /// No part.
    pub const NONE: Self = Self(0);

    /// The same with one part more.
    #[must_use]
    pub const fn with(self, part: Part) -> Self {
        Self(self.0 | 1 << part as u8)
    }

    /// Whether a part is among them.
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

/// The state alone of an assessment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurfaceState {
    /// Is there a CLI to read?
    pub availability: Availability,
    /// What is the agent doing?
    pub business_state: BusinessState,
    /// Where do keystrokes go?
    pub input_mode: InputMode,
    /// Which surface is in front?
    pub ui_context: UiContext,
    /// The base of `ui_context`.
    pub ui_context_base: UiContext,
    /// What went other than expected.
    pub anomalies: Vec<ShadowAnomaly>,
    /// Messages queued behind the turn.
    pub pending_input: PendingInput,
    /// How sure, 0 to 1.
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

/// An assessment, or its state alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum AssessmentPart {
    /// With every detail.
    Whole(Box<SurfaceAssessment>),
    /// The state alone.
    State(SurfaceState),
}

/// The parts of a payload that were asked for. A field that belongs to none of them is absent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PayloadParts {
    /// [`SCHEMA_VERSION`](super::SCHEMA_VERSION).
    pub schema_version: String,
    /// What the surface is: with `state` or `details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface_assessment: Option<AssessmentPart>,
    /// What the dialog says: with `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog_projection: Option<DialogProjection>,
    /// Head and tail of the dialog: with `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection_slices: Option<ProjectionSlices>,
    /// How the screen was read: with `state` or `details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser_metadata: Option<ShadowParserMetadata>,
    /// What each channel said: with `diagnostics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode_diagnostics: Option<ModeDiagnostics>,
    /// The next prompt would be taken as such: with `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit_ready: Option<bool>,
    /// `submit_ready`, and nothing would be overwritten or misread: with `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_to_type: Option<bool>,
    /// Readiness and turn: with `state`, in a session alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifecycle: Option<Lifecycle>,
}

impl Payload {
    /// The parts that are wanted, and nothing else.
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
