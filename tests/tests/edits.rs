//! Edited screens: what a newer version might change, and hostile words in answers and drafts.
//!
//! Each edit is applied to a sample of the captures in which it finds a place. Whatever was right before the
//! edit must be right after it, or an honest unknown where the edit takes a witness away; and no
//! edit makes a screen ready that is not.

use std::collections::HashMap;
use std::sync::LazyLock;

use shadow_fixtures::Capture;
use shadow_tests::edit::{ANSWER_SPOOFS, DRAFT_SPOOFS, Edit, SHELL_PROMPTS, UNKNOWN_ROW};
use shadow_tests::sample::{all_are_edited, in_the_order_of};
use shadow_tests::{Measure, Mode, Outcome, Scored, development, judge, known_scored};

const AXES: [Measure; 4] = [
    Measure::Availability,
    Measure::Business,
    Measure::Input,
    Measure::Context,
];

/// One capture in so many is edited, and with `SHADOW_ALL_EDITS` set every one.
const ONE_IN: usize = 20;
/// At least this many are edited in each way, as far as an edit finds a place in so many.
const SAMPLE: usize = 80;
/// At least this many of those that take no prompt.
const DRIFTED: usize = 800;

/// A capture, and how an edit leaves it.
type Edited<'c> = (&'c Capture, Capture);

/// The captures that an edit is tried on, edited where it finds a place.
fn edited<'c>(edit: Edit, corpus: &[&'c Capture]) -> Vec<Edited<'c>> {
    at_least(SAMPLE, edit, corpus)
}

/// Edits at least so many captures, as far as the edit finds a place in so many.
fn at_least<'c>(least: usize, edit: Edit, corpus: &[&'c Capture]) -> Vec<Edited<'c>> {
    let all = all_are_edited();
    let (ordered, versions) = in_the_order_of(&format!("{edit:?}"), corpus.iter().copied());
    let tried = versions.max(corpus.len().div_ceil(ONE_IN));
    let mut found = Vec::new();
    for (index, capture) in ordered.into_iter().enumerate() {
        if !all && index >= tried && found.len() >= least {
            break;
        }
        found.extend(edit.apply(capture).map(|edited| (capture, edited)));
    }
    found
}

/// Where each capture stands in the corpus, by its id.
static PLACES: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let ids = development().iter().map(Capture::id);
    let places: HashMap<String, usize> = ids.zip(0..).collect();
    assert_eq!(
        places.len(),
        development().len(),
        "an id names two captures"
    );
    places
});

/// What is said of each before and after the edit.
fn judged(mode: Mode, edited: &[Edited<'_>]) -> Vec<(&'static Scored, Scored)> {
    let (stack, before) = (shadow_tui::stack(), known_scored(mode));
    let pairs = edited.iter();
    pairs
        .map(|(real, edited)| (&before[PLACES[&real.id()]], judge(&stack, mode, edited)))
        .collect()
}

fn says(edit: Edit, after: &Scored, what: &str) -> String {
    let mode = after.mode.title();
    format!("{} with {} ({mode}): {what}", after.id, edit.says())
}

/// Readiness claimed on the edited screen and not true of it, or safety that the real screen had not.
fn false_ready(edit: Edit, cases: &[(&Scored, Scored)]) -> Vec<String> {
    let wrong = |case: &Scored, measure| case.outcome(measure) == Some(Outcome::Wrong);
    let unsafe_now = |before: &Scored, after| {
        wrong(after, Measure::FalseSafe) && !wrong(before, Measure::FalseSafe)
    };
    // That a running turn shows nothing is known of a version: with another number nothing of it is left to know.
    let renamed = matches!(edit, Edit::RaisedVersion | Edit::NewerVersion);
    cases
        .iter()
        .filter(|(before, _)| !(renamed && before.silent))
        .filter(|(before, after)| wrong(after, Measure::FalseReady) || unsafe_now(before, after))
        .map(|(_, after)| says(edit, after, "ready"))
        .collect()
}

/// Axes that were right on the real screen and are wrong on the edited one.
fn lost_axes(edit: Edit, cases: &[(&Scored, Scored)]) -> Vec<String> {
    let mut broken = Vec::new();
    for (before, after) in cases {
        for axis in AXES {
            let right = before.outcome(axis) == Some(Outcome::Right);
            if right && after.outcome(axis) == Some(Outcome::Wrong) {
                broken.push(says(edit, after, axis.title()));
            }
        }
    }
    broken
}

/// Edits that make nothing falsely ready and cost axes in no more than `percent` of the captures:
/// on text alone, a screen of another CLI may be quoted so that nothing but the words differ.
fn costs_little(edits: &[Edit], modes: &[Mode], corpus: &[&Capture], percent: usize) {
    for &edit in edits {
        let edited = edited(edit, corpus);
        for &mode in modes {
            let cases = judged(mode, &edited);
            none(false_ready(edit, &cases));
            let lost = lost_axes(edit, &cases);
            let allowed = cases.len() * AXES.len() * percent / 100;
            assert!(
                lost.len() <= allowed,
                "{} broken:\n{}",
                lost.len(),
                lost.join("\n")
            );
        }
    }
}

/// An edit that changes no axis and makes nothing ready, in these modes.
fn costs_nothing(edits: &[Edit], modes: &[Mode], corpus: &[&Capture]) {
    let mut broken = Vec::new();
    for &edit in edits {
        let edited = edited(edit, corpus);
        for &mode in modes {
            let cases = judged(mode, &edited);
            broken.extend(lost_axes(edit, &cases));
            broken.extend(false_ready(edit, &cases));
        }
    }
    none(broken);
}

/// Percent of a spoofed Codex screen's axes that text alone may cost: an answer begins at column 2
/// behind a bullet there, as a status row does, and only styles distinguish them.
const CODEX_SPOOFS: usize = 3;

/// The captures that are edited.
fn corpus() -> Vec<&'static Capture> {
    development().iter().collect()
}

/// Claude Code's captures, and Codex'.
fn by_provider() -> (Vec<&'static Capture>, Vec<&'static Capture>) {
    let all = development().iter();
    all.partition(|capture| capture.session.provider == "claude")
}

/// Whether a screen was drawn without colors: all its channels say no more than text alone.
fn is_bare(capture: &Capture) -> bool {
    capture.session.setting.contains("+nocolo")
}

/// Whether a screen is one that text without a height can set apart from what stands above it: it
/// shows a surface of its own, and no dialog that the pane's top cuts.
fn is_whole(capture: &Capture) -> bool {
    let case = &capture.case;
    case.truth.availability == "supported" && case.size[1] > 10
}

fn none(mut broken: Vec<String>) {
    let count = broken.len();
    broken.truncate(40);
    assert!(broken.is_empty(), "{count} broken:\n{}", broken.join("\n"));
}

/// No edit makes a screen ready that takes no prompt, in any mode; this many captures at least are tried.
fn none_is_falsely_ready(edits: &[Edit], least: usize) {
    let corpus = corpus();
    let mut broken = Vec::new();
    for &edit in edits {
        let edited = at_least(least, edit, &corpus);
        for mode in Mode::EACH {
            broken.extend(false_ready(edit, &judged(mode, &edited)));
        }
    }
    none(broken);
}

#[test]
fn a_newer_version_is_never_falsely_ready() {
    none_is_falsely_ready(&Edit::NEWER, SAMPLE);
}

/// What takes no prompt is not made ready by a change of words, glyphs or rows.
#[test]
fn a_drifted_screen_is_never_falsely_ready() {
    none_is_falsely_ready(&Edit::DRIFT, DRIFTED);
}

/// A shell below what a killed or suspended CLI has drawn is known by place and cursor, whatever its prompt; without
/// a cursor the screen may be unknown, and is never ready.
#[test]
fn a_shell_of_any_prompt_is_not_typed_to() {
    let edits: Vec<Edit> = (0..SHELL_PROMPTS.len()).map(Edit::ShellBelow).collect();
    none_is_falsely_ready(&edits, SAMPLE);
    let corpus = corpus();
    for edit in edits {
        let cases = judged(Mode::All, &edited(edit, &corpus));
        assert!(cases.len() > SAMPLE / 2, "{} cases", cases.len());
        let right = |case: &Scored| case.outcome(Measure::Availability) == Some(Outcome::Right);
        let lost = cases.iter().filter(|(_, after)| !right(after));
        none(
            lost.map(|(_, after)| says(edit, after, "not left"))
                .collect(),
        );
    }
}

#[test]
fn a_harmless_footer_row_costs_nothing() {
    let corpus = corpus();
    let edits = [
        Edit::ExtraFooterRow,
        Edit::MovedHint,
        Edit::ReversedFooterRow,
    ];
    costs_nothing(&edits, &[Mode::All], &corpus);
}

#[test]
fn a_raised_version_of_the_newest_costs_nothing() {
    let mut corpus = corpus();
    corpus.retain(|capture| ["2.1.330", "0.169.0"].contains(&capture.session.version.as_str()));
    costs_nothing(&[Edit::RaisedVersion], &[Mode::All], &corpus);
}

#[test]
fn another_glyph_or_word_is_seen_or_doubted() {
    let corpus = corpus();
    let lost = [Edit::OtherGlyph, Edit::OtherVerb]
        .into_iter()
        .flat_map(|edit| lost_turns(edit, &corpus));
    none(lost.collect());
}

/// Turns that were seen before the edit and are neither seen nor doubted after it.
fn lost_turns(edit: Edit, corpus: &[&Capture]) -> Vec<String> {
    let business = |case: &Scored| case.outcome(Measure::Business) == Some(Outcome::Right);
    let doubted = |case: &Scored| case.evidence.iter().any(|line| line.starts_with("anomaly"));
    judged(Mode::All, &edited(edit, corpus))
        .iter()
        .filter(|(before, after)| business(before) && !business(after) && !doubted(after))
        .map(|(_, after)| says(edit, after, "the turn is lost"))
        .collect()
}

#[test]
fn no_spoof_in_an_answer_changes_any_axis() {
    let edits: Vec<Edit> = (0..ANSWER_SPOOFS.len()).map(Edit::AnswerSpoof).collect();
    let (claude, codex) = by_provider();
    let (bare, styled): (Vec<_>, Vec<_>) = codex.iter().copied().partition(|it| is_bare(it));
    costs_nothing(&edits, &[Mode::All], &[claude.clone(), styled].concat());
    costs_little(&edits, &[Mode::All], &bare, CODEX_SPOOFS);
    costs_nothing(&edits, &[Mode::Sgr, Mode::Plain], &claude);
    costs_little(&edits, &[Mode::Sgr, Mode::Plain], &codex, CODEX_SPOOFS);
}

#[test]
fn no_spoof_in_a_draft_changes_any_axis() {
    let edits: Vec<Edit> = (0..DRAFT_SPOOFS.len()).map(Edit::DraftSpoof).collect();
    costs_nothing(&edits, &[Mode::All], &corpus());
    let (claude, codex) = by_provider();
    costs_nothing(&edits, &[Mode::Sgr, Mode::Plain], &claude);
    costs_little(&edits, &[Mode::Sgr, Mode::Plain], &codex, CODEX_SPOOFS);
}

#[test]
fn escapes_without_text_change_nothing() {
    costs_nothing(&[Edit::Escapes], &[Mode::All, Mode::Sgr], &corpus());
}

#[test]
fn scrollback_above_the_screen_changes_no_axis() {
    costs_nothing(&[Edit::Scrollback(4)], &[Mode::All], &corpus());
    let (mut claude, codex) = by_provider();
    claude.retain(|it| is_whole(it));
    costs_nothing(&[Edit::Scrollback(4)], &[Mode::Plain], &claude);
    costs_little(&[Edit::Scrollback(4)], &[Mode::Plain], &codex, 10);
}

#[test]
fn much_scrollback_changes_no_axis() {
    let corpus = corpus();
    let few = corpus.iter().step_by(corpus.len().div_ceil(16));
    let few: Vec<&Capture> = few.copied().collect();
    costs_nothing(&[Edit::Scrollback(200)], &[Mode::All], &few);
}

#[test]
fn a_status_line_of_the_users_own_changes_no_axis() {
    costs_nothing(&[Edit::OwnStatusLine], &Mode::EACH, &corpus());
}

#[test]
fn without_the_hints_below_it_a_dialog_is_never_ready() {
    let corpus = corpus();
    costs_little(&[Edit::LostHint], &[Mode::All], &corpus, 5);
    costs_little(&[Edit::LostHint], &Mode::EACH, &corpus, 100);
}

#[test]
fn without_styles_no_axis_changes() {
    costs_little(&[Edit::NoColor], &[Mode::All], &corpus(), 1);
}

#[test]
fn an_unpainted_screen_is_unknown() {
    let mut corpus = corpus();
    corpus.retain(|capture| capture.case.process.as_deref() != Some("exited"));
    for edit in [Edit::Blank, Edit::HalfPainted] {
        let cases = judged(Mode::All, &edited(edit, &corpus));
        let wrong = cases.iter().filter(|(_, after)| {
            AXES.iter()
                .any(|axis| after.outcome(*axis) == Some(Outcome::Wrong))
        });
        none(wrong.map(|(_, after)| says(edit, after, "told")).collect());
    }
}

/// A row above the composer or in a dialog that no rule explains is named; above a composer it
/// might be a running turn's, so the screen is not ready.
#[test]
fn an_unexplained_row_is_named_and_withholds_readiness() {
    let (claude, _) = by_provider();
    let edited = edited(Edit::UnknownRow, &claude);
    for mode in Mode::EACH {
        let cases = judged(mode, &edited);
        assert!(cases.len() > 40, "{} cases", cases.len());
        let named = |case: &Scored| {
            let says =
                |line: &String| line.contains("drift_suspected") && line.contains(UNKNOWN_ROW);
            case.evidence.iter().any(says)
        };
        let ready = |case: &Scored| case.outcome(Measure::FalseNotReady) == Some(Outcome::Right);
        let broken = cases
            .iter()
            .filter(|(_, after)| !named(after) || ready(after))
            .map(|(_, after)| says(Edit::UnknownRow, after, "not named, or ready"));
        none(broken.collect());
    }
}
