//! The limits of accuracy: every capture of the development versions and every named case, in each
//! mode. Limits are raised when the engine gets better, never lowered.

use shadow_tests::table::{self, Sums};
use shadow_tests::{Corpus, Measure, Mode, Scored, captures, holds_in, score};

/// What must hold in every mode: no false readiness, whatever is left out of what is known.
const ALWAYS: [(Measure, f64); 5] = [
    (Measure::FalseReady, 100.0),
    (Measure::Availability, 99.5),
    (Measure::Business, 99.5),
    (Measure::Input, 99.5),
    (Measure::Context, 99.0),
];

/// What must hold with all channels.
const WITH_ALL_CHANNELS: &[(Measure, f64)] = &[
    (Measure::Availability, 99.95),
    (Measure::Business, 99.95),
    (Measure::Input, 99.95),
    (Measure::Context, 99.5),
    (Measure::FalseNotReady, 99.9),
    (Measure::FalseSafe, 99.9),
    (Measure::Content, 99.0),
    (Measure::Draft, 99.0),
    (Measure::Kind, 99.0),
    (Measure::Question, 99.0),
    (Measure::Subject, 99.0),
    (Measure::Options, 99.0),
    (Measure::Keys, 99.0),
    (Measure::Selected, 99.0),
    (Measure::Excerpt, 99.0),
    (Measure::Answer, 99.5),
    (Measure::Leak, 99.0),
    (Measure::Pending, 99.0),
    (Measure::Queued, 99.0),
    (Measure::Failure, 99.0),
];

/// The share of idle screens, in percent, that may be called unknown because nothing tells, in
/// versions that show something of a turn that streams.
const SILENT_AT_MOST: f64 = 0.5;

/// The expected calibration error of `confidence` that is allowed.
const CALIBRATION_ERROR: f64 = 0.05;

/// Every capture that may be looked at, in a mode.
fn scored(mode: Mode) -> Vec<Scored> {
    let mut all = captures(&Corpus::Development.dir()).expect("the corpus can be read");
    all.extend(captures(&Corpus::Cases.dir()).expect("the cases can be read"));
    all.retain(|capture| holds_in(mode, capture));
    assert!(all.len() > 1000, "{} captures", all.len());
    score(&shadow_tui::stack(), mode, &all)
}

/// Holds limits, each the least share in percent of what is answered that must be right.
fn check(scored: &[Scored], mode: Mode, limits: &[(Measure, f64)]) -> Sums {
    let sums = Sums::of(scored);
    let mut below = Vec::new();
    for (measure, least) in limits {
        let count = sums.count(*measure);
        if count.share() * 100.0 < *least {
            let head = measure.title();
            below.push(format!("{head}: {count:?} is below {least} %"));
        }
    }
    let tables = table::by_version(scored);
    assert!(
        below.is_empty(),
        "{}\n{tables}\n{}",
        mode.title(),
        below.join("\n")
    );
    sums
}

#[test]
fn limits_hold_with_all_channels() {
    let mut scored = scored(Mode::All);
    check(&scored, Mode::All, &ALWAYS);
    let sums = check(&scored, Mode::All, WITH_ALL_CHANNELS);
    let error = sums.calibration_error();
    assert!(error < CALIBRATION_ERROR, "confidence is off by {error}");
    scored.retain(|case| !is_silent_version(case));
    let share = untold(&Sums::of(&scored));
    assert!(
        share <= SILENT_AT_MOST,
        "{share} % of the ready screens are called unknown where a turn shows"
    );
}

#[test]
fn limits_hold_with_styled_text_alone() {
    check(&scored(Mode::Sgr), Mode::Sgr, &ALWAYS);
}

#[test]
fn limits_hold_with_plain_text_alone() {
    check(&scored(Mode::Plain), Mode::Plain, &ALWAYS);
}

/// The share of the ready screens, in percent, that are called unknown.
fn untold(sums: &Sums) -> f64 {
    let ready = sums.count(Measure::FalseNotReady);
    let asked = (ready.right + ready.wrong + ready.unknown) as f64;
    ready.unknown as f64 * 100.0 / asked
}

/// Whether nothing on any channel tells a turn that streams from a finished one: Codex 0.42 to 0.96,
/// and 0.99 to 0.116, whose title does not move yet.
fn is_silent_version(case: &Scored) -> bool {
    let minor = case.version.split('.').nth(1);
    let minor = minor.and_then(|minor| minor.parse::<u32>().ok());
    case.provider == "codex" && matches!(minor, Some(42..=96 | 99..=116))
}
