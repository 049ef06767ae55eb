//! What is decided: the axes with their reasons.

use super::rows::RowSpan;
use super::witness::{Witness, WitnessPlace};
use crate::contract::{AnomalyCode, Availability, Axis, BusinessState, InputMode, UiContext, Zone};

/// An anomaly before its text is written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt {
    /// Its code.
    pub code: AnomalyCode,
    /// One line for a person.
    pub message: &'static str,
    /// A channel's name, where one settles it or contradicts.
    pub channel: &'static str,
    /// Rows that it is about.
    pub rows: Option<RowSpan>,
}

/// The axes with their reasons. Reusable: [`super::decide`] clears and refills it.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// Is there a CLI to read?
    pub availability: Availability,
    /// What is the agent doing?
    pub business_state: BusinessState,
    /// Where do keystrokes go?
    pub input_mode: InputMode,
    /// Which surface is in front?
    pub ui_context: UiContext,
    /// Everything that it rests on.
    pub witnesses: Vec<Witness>,
    /// What went other than expected.
    pub doubts: Vec<Doubt>,
    pub(crate) confidence: f64,
    /// Another program has the keys: whatever the screen shows of a CLI does not live.
    pub drawn_by_another: bool,
}

impl Verdict {
    pub(super) fn clear(&mut self) {
        self.witnesses.clear();
        self.doubts.clear();
        self.availability = Availability::Unknown;
        self.business_state = BusinessState::Unknown;
        self.input_mode = InputMode::Unknown;
        self.ui_context = UiContext::Unknown;
        self.confidence = 0.0;
        self.drawn_by_another = false;
    }

    pub(super) fn rest_on(&mut self, place: WitnessPlace, signal: &'static str, axis: Axis) {
        self.witnesses.push(Witness {
            place,
            signal,
            axis,
        });
    }

    pub(super) fn rest_on_rows(
        &mut self,
        zone: Zone,
        rows: RowSpan,
        signal: &'static str,
        axis: Axis,
    ) {
        self.rest_on(WitnessPlace::Screen(zone, rows), signal, axis);
    }

    pub(super) fn doubt(
        &mut self,
        code: AnomalyCode,
        message: &'static str,
        channel: &'static str,
    ) {
        self.doubts.push(Doubt {
            code,
            message,
            channel,
            rows: None,
        });
    }

    pub(super) fn doubt_rows(&mut self, code: AnomalyCode, message: &'static str, rows: RowSpan) {
        self.doubts.push(Doubt {
            code,
            message,
            channel: "",
            rows: Some(rows),
        });
    }

    /// How sure, 0 to 1.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// Whether the axes add up to readiness.
    #[must_use]
    pub fn submit_ready(&self) -> bool {
        self.availability == Availability::Supported
            && self.business_state == BusinessState::Idle
            && self.input_mode == InputMode::Freeform
    }
}
