//! One capture through the engine, and everything that is judged of it.

use shadow_fixtures::Capture;
use shadow_tui::contract::{InputMode, Parts, Payload, SurfaceAssessment, wire_name};
use shadow_tui::{Assessed, Stack, Watch};

use super::mark::{Mark, Measure, Outcome};
use super::{axes, block, composer, dialog};
use crate::Mode;

/// What came out for one capture in one mode.
#[derive(Debug, Clone)]
pub struct Scored {
    /// `provider/version/session/case`.
    pub id: String,
    /// `claude` or `codex`.
    pub provider: String,
    /// The CLI's version.
    pub version: String,
    /// The scenario.
    pub scenario: String,
    /// The mode.
    pub mode: Mode,
    /// Every judgment.
    pub marks: Vec<Mark>,
    /// Whether the answer is an unknown state of a live surface, with `no_turn_witness`.
    pub silent: bool,
    /// Whether the answer is a running turn that nothing but the title tells.
    pub title_alone: bool,
    /// Whether the answer is that unknown, and a title that was seen to move would settle it.
    pub title_would_tell: bool,
    /// Whether the answer is a popup or command in front of the composer.
    pub modal: bool,
    /// Whether the answer is a pager or transcript view.
    pub pager: bool,
    /// Whether the truth says that a turn runs.
    pub working: bool,
    /// `confidence`.
    pub confidence: f64,
    /// What the answer rests on, a line each.
    pub evidence: Vec<String>,
}

impl Scored {
    /// The judgments with an outcome.
    pub fn with(&self, outcome: Outcome) -> impl Iterator<Item = &Mark> {
        self.marks
            .iter()
            .filter(move |mark| mark.outcome == outcome)
    }

    /// What came out of a measure, where it was judged (once).
    #[must_use]
    pub fn outcome(&self, measure: Measure) -> Option<Outcome> {
        let mark = self.marks.iter().find(|mark| mark.measure == measure);
        mark.map(|mark| mark.outcome)
    }
}

/// Runs a capture through the engine in a mode and judges the answer.
#[must_use]
pub fn judge(stack: &Stack, mode: Mode, capture: &Capture) -> Scored {
    let snapshot = mode.snapshot(capture);
    let (wanted, mut watch) = (mode.provider(capture), Watch::default());
    let assessed = watch.assess(stack, wanted, &snapshot.text, &snapshot.channels);
    let payload = assessed.payload(Parts::ALL);
    let assessment = &payload.surface_assessment;
    Scored {
        id: capture.id(),
        provider: capture.session.provider.clone(),
        version: capture.session.version.clone(),
        scenario: capture.session.scenario.clone(),
        mode,
        marks: marks(mode, capture, &payload, assessed),
        silent: axes::no_turn_witness(assessment),
        title_alone: axes::title_alone(assessment),
        title_would_tell: axes::title_would_tell(assessment),
        modal: assessment.input_mode == InputMode::Modal,
        pager: assessment.input_mode == InputMode::Closed,
        working: capture.case.truth.business_state == "working",
        confidence: assessment.confidence,
        evidence: evidence(assessment),
    }
}

fn marks(mode: Mode, capture: &Capture, payload: &Payload, assessed: Assessed<'_>) -> Vec<Mark> {
    let (screen, facts) = (assessed.screen(), assessed.reading().facts());
    let truth = &capture.case.truth;
    let got = &payload.surface_assessment;
    let styled = capture.bytes.contains(&0x1b);
    let mut marks = Vec::new();
    axes::axes(mode, truth, got, &mut marks);
    axes::readiness(mode, truth, payload, &mut marks);
    if mode != Mode::All && truth.availability == "supported" {
        let (want, said) = (&capture.session.provider, &got.parser_metadata.provider_id);
        marks.push(Mark::equal(Measure::Provider, want, said));
    }
    if let Some(wanted) = &truth.composer {
        composer::composer(mode, styled, wanted, got.composer.as_ref(), &mut marks);
    }
    if let Some(wanted) = &truth.block {
        block::block(wanted, screen, got, &mut marks);
    }
    axes::details(mode, truth, got, &mut marks);
    let dialog_text = &payload.dialog_projection.dialog_text;
    dialog::kept(mode, truth, dialog_text, &mut marks);
    let quoted = capture.session.scenario.contains("spoof");
    dialog::leak(quoted, truth, dialog_text, screen, facts, &mut marks);
    marks
}

fn evidence(got: &SurfaceAssessment) -> Vec<String> {
    let facts = got.evidence.iter().map(|fact| {
        let axis = wire_name(&fact.axis);
        let rows = fact
            .rows
            .map_or_else(|| "-".into(), |[a, b]| format!("{a}-{b}"));
        let text = super::text::squeezed(&fact.text);
        let zone = wire_name(&fact.zone);
        format!("{axis}: {} in {zone} rows {rows}: {text}", fact.signal)
    });
    let doubts = got.anomalies.iter().map(|anomaly| {
        let code = wire_name(&anomaly.code);
        format!("anomaly {code}: {} {:?}", anomaly.message, anomaly.details)
    });
    facts.chain(doubts).collect()
}
