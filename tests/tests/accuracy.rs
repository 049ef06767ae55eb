//! The limits of accuracy: every capture of the development versions and every named case, in each
//! mode. Limits are raised when the engine gets better, never lowered.

use shadow_tests::{Corpus, Measure, Mode, Scored, captures, score, table};

/// The least share, in percent, of what is answered that must be right.
struct Limit {
    mode: Mode,
    measure: Measure,
    percent: f64,
}

const fn at_least(mode: Mode, measure: Measure, percent: f64) -> Limit {
    Limit {
        mode,
        measure,
        percent,
    }
}

const LIMITS: &[Limit] = &[
    at_least(Mode::All, Measure::FalseReady, 100.0),
    at_least(Mode::Sgr, Measure::FalseReady, 100.0),
    at_least(Mode::Plain, Measure::FalseReady, 100.0),
    at_least(Mode::All, Measure::FalseSafe, 100.0),
    at_least(Mode::Sgr, Measure::FalseSafe, 100.0),
    at_least(Mode::Plain, Measure::FalseSafe, 100.0),
];

/// Every capture that may be looked at, in a mode.
fn scored(mode: Mode) -> Vec<Scored> {
    let mut all = captures(&Corpus::Development.dir()).expect("the corpus can be read");
    all.extend(captures(&Corpus::Cases.dir()).expect("the cases can be read"));
    assert!(!all.is_empty(), "there are captures");
    score(&shadow_tui::stack(), mode, &all)
}

/// Holds the limits of a mode.
fn check(mode: Mode) {
    let scored = scored(mode);
    let sums = table::Sums::of(&scored);
    let below: Vec<String> = LIMITS
        .iter()
        .filter(|limit| limit.mode == mode)
        .filter_map(|limit| {
            let count = sums.count(limit.measure);
            let held = count.share() * 100.0 >= limit.percent;
            let (head, least) = (limit.measure.title(), limit.percent);
            (!held).then(|| format!("{head}: {count:?} is below {least} %"))
        })
        .collect();
    assert!(
        below.is_empty(),
        "{}\n{}\n{}",
        mode.title(),
        table::by_version(&scored),
        below.join("\n")
    );
}

#[test]
fn limits_hold_with_all_channels() {
    check(Mode::All);
}

#[test]
fn limits_hold_with_styled_text_alone() {
    check(Mode::Sgr);
}

#[test]
fn limits_hold_with_plain_text_alone() {
    check(Mode::Plain);
}
