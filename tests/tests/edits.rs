//! Edited screens: what a newer version might change, and hostile words in answers and drafts.
//!
//! Each edit is applied to every capture in which it finds a place. Whatever was right before the
//! edit must be right after it, or an honest unknown where the edit takes a witness away; and no
//! edit makes a screen ready that is not.

use shadow_fixtures::Capture;
use shadow_tests::edit::{ANSWER_SPOOFS, DRAFT_SPOOFS, Edit, SHELL_PROMPTS, UNKNOWN_ROW};
use shadow_tests::{Corpus, Measure, Mode, Outcome, Scored, captures, judge};

const AXES: [Measure; 4] = [
    Measure::Availability,
    Measure::Business,
    Measure::Input,
    Measure::Context,
];

fn corpus() -> Vec<Capture> {
    captures(&Corpus::Development.dir()).expect("the corpus can be read")
}

/// At most this many captures are edited in each way; each edit takes its own.
const SAMPLE: usize = 80;
/// At most this many of those that take no prompt.
const DRIFTED: usize = 800;

/// Every capture that an edit applies to, or a part of them spread over all, judged before and
/// after it.
fn edited(edit: Edit, mode: Mode, corpus: &[Capture]) -> Vec<(Scored, Scored)> {
    edited_by(edit, mode, corpus, SAMPLE)
}

/// The same with another size of the part.
fn edited_by(edit: Edit, mode: Mode, corpus: &[Capture], most: usize) -> Vec<(Scored, Scored)> {
    let changed: Vec<(&Capture, Capture)> = corpus
        .iter()
        .filter_map(|capture| Some((capture, edit.apply(capture)?)))
        .collect();
    let step = changed.len().div_ceil(most).max(1);
    let stack = shadow_tui::stack();
    let start = edit.number() % step;
    let picked = changed.iter().skip(start).step_by(step);
    picked
        .map(|(real, edited)| (judge(&stack, mode, real), judge(&stack, mode, edited)))
        .collect()
}

fn says(edit: Edit, after: &Scored, what: &str) -> String {
    let mode = after.mode.title();
    format!("{} with {} ({mode}): {what}", after.id, edit.says())
}

/// Readiness claimed on the edited screen and not true of it, or safety that the real screen had not.
fn false_ready(edit: Edit, cases: &[(Scored, Scored)]) -> Vec<String> {
    let wrong = |case: &Scored, measure| case.outcome(measure) == Some(Outcome::Wrong);
    let unsafe_now =
        |before, after| wrong(after, Measure::FalseSafe) && !wrong(before, Measure::FalseSafe);
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
fn lost_axes(edit: Edit, cases: &[(Scored, Scored)]) -> Vec<String> {
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
fn costs_little(edits: &[Edit], modes: &[Mode], corpus: &[Capture], percent: usize) {
    for &edit in edits {
        for &mode in modes {
            let cases = edited(edit, mode, corpus);
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
fn costs_nothing(edits: &[Edit], modes: &[Mode], corpus: &[Capture]) {
    let mut broken = Vec::new();
    for &edit in edits {
        for &mode in modes {
            let cases = edited(edit, mode, corpus);
            broken.extend(lost_axes(edit, &cases));
            broken.extend(false_ready(edit, &cases));
        }
    }
    none(broken);
}

/// Percent of a spoofed Codex screen's axes that text alone may cost: an answer stands at column 2
/// behind a bullet there, where a status row stands too, and only styles tell them apart.
const CODEX_SPOOFS: usize = 3;

/// Claude Code's captures, and Codex'.
fn by_provider(corpus: Vec<Capture>) -> (Vec<Capture>, Vec<Capture>) {
    corpus
        .into_iter()
        .partition(|capture| capture.session.provider == "claude")
}

/// Whether a screen was drawn without colors: all its channels say no more than text alone.
fn is_bare(capture: &Capture) -> bool {
    capture.session.setting.contains("+nocolour")
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

/// No edit makes a screen ready that takes no prompt, in any mode; of each, this many captures at most are tried.
fn none_is_falsely_ready(edits: &[Edit], most: usize) {
    let corpus = corpus();
    let mut broken = Vec::new();
    for &edit in edits {
        for mode in Mode::EACH {
            broken.extend(false_ready(edit, &edited_by(edit, mode, &corpus, most)));
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
        let cases = edited(edit, Mode::All, &corpus);
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
fn lost_turns(edit: Edit, corpus: &[Capture]) -> Vec<String> {
    let business = |case: &Scored| case.outcome(Measure::Business) == Some(Outcome::Right);
    let doubted = |case: &Scored| case.evidence.iter().any(|line| line.starts_with("anomaly"));
    edited(edit, Mode::All, corpus)
        .iter()
        .filter(|(before, after)| business(before) && !business(after) && !doubted(after))
        .map(|(_, after)| says(edit, after, "the turn is lost"))
        .collect()
}

#[test]
fn no_spoof_in_an_answer_changes_any_axis() {
    let (edits, corpus): (Vec<Edit>, _) = (
        (0..ANSWER_SPOOFS.len()).map(Edit::AnswerSpoof).collect(),
        corpus(),
    );
    let (claude, codex) = by_provider(corpus);
    let (bare, styled) = codex.iter().cloned().partition(is_bare);
    costs_nothing(&edits, &[Mode::All], &[claude.clone(), styled].concat());
    costs_little(&edits, &[Mode::All], &bare, CODEX_SPOOFS);
    costs_nothing(&edits, &[Mode::Sgr, Mode::Plain], &claude);
    costs_little(&edits, &[Mode::Sgr, Mode::Plain], &codex, CODEX_SPOOFS);
}

#[test]
fn no_spoof_in_a_draft_changes_any_axis() {
    let edits: Vec<Edit> = (0..DRAFT_SPOOFS.len()).map(Edit::DraftSpoof).collect();
    let corpus = corpus();
    costs_nothing(&edits, &[Mode::All], &corpus);
    let (claude, codex) = by_provider(corpus);
    costs_nothing(&edits, &[Mode::Sgr, Mode::Plain], &claude);
    costs_little(&edits, &[Mode::Sgr, Mode::Plain], &codex, CODEX_SPOOFS);
}

#[test]
fn escapes_without_text_change_nothing() {
    costs_nothing(&[Edit::Escapes], &[Mode::All, Mode::Sgr], &corpus());
}

#[test]
fn scrollback_above_the_screen_changes_no_axis() {
    let corpus = corpus();
    costs_nothing(&[Edit::Scrollback(4)], &[Mode::All], &corpus);
    let (mut claude, codex) = by_provider(corpus);
    claude.retain(is_whole);
    costs_nothing(&[Edit::Scrollback(4)], &[Mode::Plain], &claude);
    costs_little(&[Edit::Scrollback(4)], &[Mode::Plain], &codex, 10);
}

#[test]
fn much_scrollback_changes_no_axis() {
    let corpus = corpus();
    let few: Vec<Capture> = corpus
        .iter()
        .step_by(corpus.len().div_ceil(16))
        .cloned()
        .collect();
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
        let cases = edited(edit, Mode::All, &corpus);
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
    let (claude, _) = by_provider(corpus());
    for mode in Mode::EACH {
        let cases = edited(Edit::UnknownRow, mode, &claude);
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
