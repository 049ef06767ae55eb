//! How sure a verdict is, from the kind of its witnesses. Calibrated on the corpus; the test that
//! holds the calibration stands with the accuracy tables.

use super::axes::Verdict;
use super::facts::Facts;

use crate::contract::{AnomalyCode, Availability, BusinessState};

/// A verdict with nothing against it.
const FIRM: f64 = 0.99;
/// A verdict that rests on one witness beside the screen, or on an unnamed dialog.
const FAIR: f64 = 0.95;
/// A verdict over rows that no rule explains.
const SHAKEN: f64 = 0.8;
/// An honest unknown says nothing that could be right.
const UNKNOWN: f64 = 0.5;

/// Confidence of a verdict.
pub(super) fn confidence(facts: &Facts, verdict: &Verdict) -> f64 {
    let has = |code| verdict.doubts.iter().any(|doubt| doubt.code == code);
    let settled = matches!(
        verdict.availability,
        Availability::Disconnected | Availability::Unsupported
    ) || verdict.business_state != BusinessState::Unknown;
    if !settled {
        UNKNOWN
    } else if has(AnomalyCode::DriftSuspected) || has(AnomalyCode::ContradictoryEvidence) {
        SHAKEN
    } else if has(AnomalyCode::UnknownDialog) || facts.block.is_none() && facts.composer.is_none() {
        FAIR
    } else {
        FIRM
    }
}
