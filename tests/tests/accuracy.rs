//! The limits of accuracy: every capture of the development versions and every named case, in each
//! mode. Limits are raised when the engine gets better, never lowered.

use shadow_tests::table::{self, Sums};
use shadow_tests::{
    Measure, Mode, Scored, development, excused, holds_in, known, known_scored, sweep,
};
use shadow_tui::contract::Parts;
use shadow_tui::screen::Screen;
use shadow_tui::surface::TitleFact;
use shadow_tui::{Memory, Observed, Reading, Watch};

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
    let all = known().iter().zip(known_scored(mode));
    let held = all.filter(|(capture, _)| holds_in(mode, capture));
    let held: Vec<Scored> = held.map(|(_, scored)| scored.clone()).collect();
    assert!(held.len() > 1000, "{} captures", held.len());
    excused(mode, held)
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

/// Whether nothing in one look tells a turn that streams from a finished one: Codex 0.42 to 0.96, and 0.99 to 0.155,
/// whose title does not move yet or alone tells (a title that stands still may have been stopped).
fn is_silent_version(case: &Scored) -> bool {
    is_codex_of(
        &case.provider,
        &case.version,
        |minor| matches!(minor, 42..=96 | 99..=155),
    )
}

/// Whether a version is Codex', and its minor number one of these.
fn is_codex_of(provider: &str, version: &str, these: fn(u32) -> bool) -> bool {
    let minor = version.split('.').nth(1);
    let minor = minor.and_then(|minor| minor.parse::<u32>().ok());
    provider == "codex" && minor.is_some_and(these)
}

/// The facts alone say what a payload says.
#[test]
fn a_screen_is_as_safe_to_type_into_without_a_payload() {
    let wrong = sweep(known(), |stack, capture, _| {
        let told = Mode::EACH.map(|mode| {
            let snapshot = mode.snapshot(capture);
            let (wanted, mut watch) = (mode.provider(capture), Watch::default());
            let assessed = watch.assess(stack, wanted, &snapshot.text, &snapshot.channels);
            let differs = assessed.safe_to_type() != assessed.payload(Parts::ALL).safe_to_type;
            differs.then(|| format!("{} {}", capture.id(), mode.title()))
        });
        told.into_iter().flatten().collect()
    });
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What one look leaves open, a session that has seen the title move knows.
#[test]
fn a_title_that_was_seen_to_move_tells_rest_in_its_session() {
    let stack = shadow_tui::stack();
    let (mut asked, mut untold) = (0, Vec::new());
    for session in development().chunk_by(|a, b| a.dir == b.dir) {
        let silent = |minor| matches!(minor, 42..=96 | 99..=116);
        let of = &session[0].session;
        if is_codex_of(&of.provider, &of.version, silent) {
            continue;
        }
        let (mut memory, mut reading, mut moved) = <(Memory, Reading, bool)>::default();
        for capture in session {
            let snapshot = Mode::All.snapshot(capture);
            let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
            let wanted = Mode::All.provider(capture);
            let observed = Observed::loaded(&screen, &snapshot);
            stack.assess(wanted, observed, &mut memory, &mut reading);
            moved |= reading.channels().title == TitleFact::Working;
            if !moved || !capture.case.truth.submit_ready() {
                continue;
            }
            asked += 1;
            if !reading.verdict().submit_ready() {
                untold.push(capture.id());
            }
        }
    }
    let share = untold.len() as f64 * 100.0 / f64::from(asked);
    let listed = untold.join("\n");
    assert!(
        asked > 500 && share <= SILENT_AT_MOST,
        "{share} % of {asked}:\n{listed}"
    );
}
