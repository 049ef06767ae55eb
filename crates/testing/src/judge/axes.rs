//! The axes, readiness, and what else the assessment says beside composer and block.

use shadow_fixtures::Truth;
use shadow_tui::contract::{
    AnomalyCode, Availability, Axis, BusinessState, ComposerContent, Editor, Payload,
    ShadowAnomaly, SurfaceAssessment, wire_name,
};

use super::mark::{Mark, Measure};
use crate::Mode;

/// Judges the four axes. A business state that nothing tells is an honest unknown; without the
/// channels beside the text, so is every `unknown`.
pub(super) fn axes(mode: Mode, truth: &Truth, got: &SurfaceAssessment, marks: &mut Vec<Mark>) {
    let text_alone = mode != Mode::All;
    let silent = no_turn_witness(got);
    let pairs = [
        (
            Measure::Availability,
            &truth.availability,
            wire_name(&got.availability),
        ),
        (
            Measure::Input,
            &truth.input_mode,
            wire_name(&got.input_mode),
        ),
        (
            Measure::Context,
            &truth.ui_context,
            wire_name(&got.ui_context),
        ),
    ];
    for (measure, want, said) in pairs {
        let unknown = text_alone && said == "unknown";
        marks.push(Mark::equal(measure, want, &said).or_unknown(unknown));
    }
    let said = wire_name(&got.business_state);
    let unknown = silent || text_alone && said == "unknown";
    marks.push(Mark::equal(Measure::Business, &truth.business_state, &said).or_unknown(unknown));
}

/// Whether the answer is the contract's honest unknown: the composer is open, or a popup of its or a pager
/// leaves no room for the turn's rows, and nothing tells whether a turn runs.
pub(super) fn no_turn_witness(got: &SurfaceAssessment) -> bool {
    got.business_state == BusinessState::Unknown
        && got.availability == Availability::Supported
        && got
            .anomalies
            .iter()
            .any(|anomaly| anomaly.code == AnomalyCode::NoTurnWitness)
}

/// Whether the answer is a running turn, and only the title tells.
pub(super) fn title_alone(got: &SurfaceAssessment) -> bool {
    let facts = got.evidence.iter();
    let mut told = facts.filter(|fact| fact.axis == Axis::BusinessState);
    got.business_state == BusinessState::Working && told.all(|fact| fact.signal == "title_working")
}

/// Whether the answer is an honest unknown that a title which was seen to move would settle.
pub(super) fn title_would_tell(got: &SurfaceAssessment) -> bool {
    let names = |anomaly: &ShadowAnomaly| {
        anomaly.code == AnomalyCode::NoTurnWitness
            && anomaly
                .details
                .get("channel")
                .is_some_and(|it| it == "title")
    };
    no_turn_witness(got) && got.anomalies.iter().any(names)
}

/// Judges what a caller acts on: readiness and safety.
pub(super) fn readiness(mode: Mode, truth: &Truth, got: &Payload, marks: &mut Vec<Mark>) {
    let ready = truth.submit_ready();
    let assessment = &got.surface_assessment;
    if ready {
        let unknown = no_turn_witness(assessment)
            || mode != Mode::All && assessment.business_state == BusinessState::Unknown;
        let mark = Mark::of(
            Measure::FalseNotReady,
            got.submit_ready,
            "ready",
            "not ready",
        );
        marks.push(mark.or_unknown(unknown));
    } else {
        let mark = Mark::of(Measure::FalseReady, !got.submit_ready, "not ready", "ready");
        marks.push(mark);
    }
    if !may_type(truth) {
        let mark = Mark::of(Measure::FalseSafe, !got.safe_to_type, "not safe", "safe");
        let untold = modal_editor_untold(truth, assessment) || content_untold(truth, assessment);
        marks.push(mark.or_unknown(untold));
    }
}

/// Whether only the editor makes typing unsafe, and the answer says that it does not know it: an
/// empty composer in vim's normal mode looks like any other.
fn modal_editor_untold(truth: &Truth, got: &SurfaceAssessment) -> bool {
    let told = got.composer.as_ref().map(|composer| composer.editor);
    let mut plain = truth.clone();
    if let Some(composer) = &mut plain.composer {
        composer.editor = None;
    }
    told == Some(Editor::Unknown) && may_type(&plain)
}

/// Whether only a draft makes typing unsafe, and the answer says that it does not know one from a
/// placeholder: without styles, a recalled draft with the cursor on its first cell looks the same.
fn content_untold(truth: &Truth, got: &SurfaceAssessment) -> bool {
    let told = got.composer.as_ref().map(|composer| composer.content);
    let mut bare = truth.clone();
    if let Some(composer) = &mut bare.composer {
        composer.content = None;
    }
    told == Some(ComposerContent::Unknown) && may_type(&bare)
}

/// Whether the truth leaves room for `safe_to_type`; what it does not name forbids nothing.
fn may_type(truth: &Truth) -> bool {
    let not = |value: &Option<String>, forbidden: &[&str]| {
        value
            .as_deref()
            .is_none_or(|value| !forbidden.contains(&value))
    };
    truth.submit_ready()
        && not(&truth.pending_input, &["yes"])
        && truth.composer.as_ref().is_none_or(|composer| {
            not(&composer.content, &["draft", "collapsed_paste"])
                && not(&composer.mode, &["bash", "memory", "search"])
                && not(&composer.editor, &["vim_normal"])
        })
}

/// Judges pending input, activity, background, failure and permission mode.
pub(super) fn details(mode: Mode, truth: &Truth, got: &SurfaceAssessment, marks: &mut Vec<Mark>) {
    let text_alone = mode != Mode::All;
    let silent = no_turn_witness(got);
    if let Some(want) = &truth.pending_input {
        let said = wire_name(&got.pending_input);
        let unknown = text_alone && said == "unknown";
        marks.push(Mark::equal(Measure::Pending, want, &said).or_unknown(unknown));
    }
    if !truth.pending_messages.is_empty() {
        let told = got.pending_messages.iter();
        let told: Vec<&str> = told.map(|message| message.text.as_str()).collect();
        let want = truth.pending_messages.join("\n");
        marks.push(Mark::equal(Measure::Queued, &want, &told.join("\n")));
    }
    if let Some(want) = &truth.activity {
        let said = got
            .activity
            .as_ref()
            .map(|activity| wire_name(&activity.kind));
        let said = said.unwrap_or_else(|| "none".into());
        let unknown = silent || text_alone && matches!(said.as_str(), "none" | "unknown");
        marks.push(Mark::equal(Measure::Activity, want, &said).or_unknown(unknown));
    }
    if let Some(want) = truth.background {
        let said = got.background.as_ref().map_or(0, |list| list.count);
        let (want, said) = (want.to_string(), said.to_string());
        marks.push(Mark::equal(Measure::Background, &want, &said));
    }
    limits(truth, got, marks);
    if let Some(want) = &truth.failure {
        let said = got.failure.as_ref().map(|failure| wire_name(&failure.kind));
        let said = said.unwrap_or_else(|| "none".into());
        marks.push(Mark::equal(Measure::Failure, want, &said));
    }
    if let Some(want) = &truth.permission_mode {
        let said = got
            .permission_mode
            .as_ref()
            .map(|mode| wire_name(&mode.kind));
        let said = said.unwrap_or_else(|| "none".into());
        marks.push(Mark::equal(Measure::Permission, want, &said));
    }
}

/// Judges what a failure says of a limit, that the CLI will go on by itself, and the keys of what it offers.
fn limits(truth: &Truth, got: &SurfaceAssessment, marks: &mut Vec<Mark>) {
    let failure = got.failure.as_ref();
    let scope = failure.and_then(|failure| failure.scope);
    let scope = scope.map(|scope| wire_name(&scope));
    let resets = failure.and_then(|failure| failure.resets_at.clone());
    let goes_on = got.continues.as_ref();
    let goes_on = goes_on.map(|it| it.at.clone().unwrap_or_default());
    let told = [
        (&truth.failure_scope, scope),
        (&truth.resets_at, resets),
        (&truth.continues, goes_on),
    ];
    for (want, said) in told {
        if let Some(want) = want {
            marks.push(Mark::equal(
                Measure::Failure,
                want,
                &said.unwrap_or_default(),
            ));
        }
    }
    if !truth.offers.is_empty() {
        let keys = got.offers.iter().map(|offer| offer.keys.join(" "));
        let keys = keys.collect::<Vec<_>>().join(" | ");
        marks.push(Mark::equal(Measure::Keys, &truth.offers.join(" | "), &keys));
    }
}
