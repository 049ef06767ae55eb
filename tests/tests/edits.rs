//! Edited screens: what a newer version might change, and hostile words in answers and drafts.
//!
//! Each edit is applied to every capture in which it finds a place. Whatever was right before the
//! edit must be right after it, or an honest unknown where the edit takes a witness away; and no
//! edit makes a screen ready that is not.

use shadow_fixtures::Capture;
use shadow_tests::edit::{ANSWER_SPOOFS, DRAFT_SPOOFS, Edit};
use shadow_tests::{Corpus, Measure, Mode, Outcome, Scored, captures, judge};
use shadow_tui::Stack;

const AXES: [Measure; 4] = [
    Measure::Availability,
    Measure::Business,
    Measure::Input,
    Measure::Context,
];

fn corpus() -> Vec<Capture> {
    captures(&Corpus::Development.dir()).expect("the corpus can be read")
}

/// Judges every capture that an edit applies to, before and after it.
fn edited(
    edit: Edit,
    mode: Mode,
    corpus: &[Capture],
    mut each: impl FnMut(&Stack, &Scored, &Scored),
) -> usize {
    let stack = shadow_tui::stack();
    let mut applied = 0;
    for capture in corpus {
        if let Some(changed) = edit.apply(capture) {
            applied += 1;
            each(
                &stack,
                &judge(&stack, mode, capture),
                &judge(&stack, mode, &changed),
            );
        }
    }
    applied
}

fn says(edit: Edit, mode: Mode, after: &Scored, what: &str) -> String {
    format!(
        "{} with {} ({}): {what}",
        after.id,
        edit.says(),
        mode.title()
    )
}

/// Readiness claimed on the edited screen and not on the real one.
fn false_ready(edit: Edit, mode: Mode, corpus: &[Capture]) -> Vec<String> {
    let mut broken = Vec::new();
    edited(edit, mode, corpus, |_, _, after| {
        let wrong = |measure| after.outcome(measure) == Some(Outcome::Wrong);
        if wrong(Measure::FalseReady) || wrong(Measure::FalseSafe) {
            broken.push(says(edit, mode, after, "ready"));
        }
    });
    broken
}

/// Axes that were right on the real screen and are wrong on the edited one.
fn lost_axes(edit: Edit, mode: Mode, corpus: &[Capture]) -> Vec<String> {
    let mut broken = Vec::new();
    edited(edit, mode, corpus, |_, before, after| {
        for axis in AXES {
            let right = before.outcome(axis) == Some(Outcome::Right);
            if right && after.outcome(axis) == Some(Outcome::Wrong) {
                broken.push(says(edit, mode, after, axis.title()));
            }
        }
    });
    broken
}

fn none(mut broken: Vec<String>) {
    let count = broken.len();
    broken.truncate(40);
    assert!(broken.is_empty(), "{count} broken:\n{}", broken.join("\n"));
}

#[test]
fn a_newer_version_is_never_falsely_ready() {
    let corpus = corpus();
    for mode in Mode::EACH {
        none(
            Edit::NEWER
                .iter()
                .flat_map(|edit| false_ready(*edit, mode, &corpus))
                .collect(),
        );
    }
}

#[test]
fn a_harmless_footer_row_costs_nothing() {
    let corpus = corpus();
    for edit in [Edit::ExtraFooterRow, Edit::MovedHint] {
        none(lost_axes(edit, Mode::All, &corpus));
    }
}

#[test]
fn a_raised_version_of_the_newest_costs_nothing() {
    let mut corpus = corpus();
    corpus.retain(|capture| ["2.1.330", "0.169.0"].contains(&capture.session.version.as_str()));
    none(lost_axes(Edit::RaisedVersion, Mode::All, &corpus));
}

#[test]
fn another_glyph_or_word_is_seen_or_doubted() {
    let corpus = corpus();
    for edit in [Edit::OtherGlyph, Edit::OtherVerb] {
        none(lost_business(edit, &corpus));
    }
}

/// Turns that were seen before the edit and are neither seen nor doubted after it.
fn lost_business(edit: Edit, corpus: &[Capture]) -> Vec<String> {
    let mut broken = Vec::new();
    edited(edit, Mode::All, corpus, |_, before, after| {
        let right = before.outcome(Measure::Business) == Some(Outcome::Right);
        let still = after.outcome(Measure::Business) == Some(Outcome::Right);
        let doubted = after
            .evidence
            .iter()
            .any(|line| line.starts_with("anomaly"));
        if right && !still && !doubted {
            broken.push(says(edit, Mode::All, after, "the turn is lost"));
        }
    });
    broken
}

#[test]
fn no_spoof_in_an_answer_changes_any_axis() {
    let corpus = corpus();
    for number in 0..ANSWER_SPOOFS.len() {
        for mode in Mode::EACH {
            none(lost_axes(Edit::AnswerSpoof(number), mode, &corpus));
            none(false_ready(Edit::AnswerSpoof(number), mode, &corpus));
        }
    }
}

#[test]
fn no_spoof_in_a_draft_changes_any_axis() {
    let corpus = corpus();
    for number in 0..DRAFT_SPOOFS.len() {
        for mode in Mode::EACH {
            none(lost_axes(Edit::DraftSpoof(number), mode, &corpus));
            none(false_ready(Edit::DraftSpoof(number), mode, &corpus));
        }
    }
}

#[test]
fn escapes_without_text_change_nothing() {
    let corpus = corpus();
    for mode in [Mode::All, Mode::Sgr] {
        none(lost_axes(Edit::Escapes, mode, &corpus));
        none(false_ready(Edit::Escapes, mode, &corpus));
    }
}

#[test]
fn scrollback_above_the_screen_changes_no_axis() {
    let corpus = corpus();
    for mode in [Mode::All, Mode::Plain] {
        none(lost_axes(Edit::Scrollback(4), mode, &corpus));
        none(false_ready(Edit::Scrollback(4), mode, &corpus));
    }
}

#[test]
fn much_scrollback_changes_no_axis() {
    let few: Vec<Capture> = corpus().into_iter().step_by(29).collect();
    none(lost_axes(Edit::Scrollback(200), Mode::All, &few));
    none(false_ready(Edit::Scrollback(200), Mode::All, &few));
}
