//! The operator block: kind, question, subject, options, selection, keys, excerpt.

use std::collections::HashSet;

use shadow_fixtures::BlockTruth;
use shadow_tui::contract::{
    AnomalyCode, BlockOption, OperatorBlock, OptionRole, SurfaceAssessment, wire_name,
};
use shadow_tui::screen::Screen;

use super::mark::{Mark, Measure};
use super::oracle::{are_steps, in_places_of_their_own, numbered_options, same_option};
use super::text::{bare, holds, squeezed};

/// Judges the block. What does not fit in the pane may be missing, if the answer says so.
///
/// Options that the truth does not name are held against those that the oracle reads.
pub(super) fn block(
    truth: &BlockTruth,
    screen: &Screen,
    got: &SurfaceAssessment,
    marks: &mut Vec<Mark>,
) {
    let none = OperatorBlock::default();
    let there = got.operator_block.is_some();
    let said = got.operator_block.as_ref().unwrap_or(&none);
    let clipped = got
        .anomalies
        .iter()
        .any(|anomaly| anomaly.code == AnomalyCode::ScreenClipped);
    names(truth, there.then_some(said), marks);
    if let Some(want) = &truth.question {
        let question = said.question.clone().unwrap_or_else(|| "none".into());
        let same = squeezed(want) == squeezed(&question);
        marks.push(Mark::of(Measure::Question, same, want, &question).or_unknown(clipped));
    }
    pieces(
        Measure::Subject,
        &truth.subject_has,
        said.subject.as_deref(),
        clipped,
        marks,
    );
    matter(truth, said, clipped, marks);
    options(truth, said, clipped, marks);
    roles(truth, said, marks);
    if truth.options.is_empty() {
        listed(screen, said, clipped, marks);
    }
    ticks(truth, said, clipped, marks);
    if !said.options.is_empty() {
        marks.push(apart(screen, said));
    }
    let excerpt = got.operator_blocked_excerpt.as_deref();
    pieces(
        Measure::Excerpt,
        &truth.excerpt_has,
        excerpt,
        clipped,
        marks,
    );
}

fn names(truth: &BlockTruth, said: Option<&OperatorBlock>, marks: &mut Vec<Mark>) {
    let none = || "none".to_owned();
    if let Some(want) = &truth.kind {
        let kind = said.map_or_else(none, |block| wire_name(&block.kind));
        marks.push(Mark::equal(Measure::Kind, want, &kind));
    }
    if let Some(want) = &truth.origin {
        let origin = said.map_or_else(none, |block| wire_name(&block.origin));
        marks.push(Mark::equal(Measure::Origin, want, &origin));
    }
    if let Some(want) = &truth.asked_by {
        let name = said.and_then(|block| block.asked_by.clone());
        let name = name.unwrap_or_default();
        let same = name.starts_with(want) && want.is_empty() == name.is_empty();
        marks.push(Mark::of(Measure::Origin, same, want, &name));
    }
}

/// The subject and nothing else in it; the description apart from it.
fn matter(truth: &BlockTruth, said: &OperatorBlock, clipped: bool, marks: &mut Vec<Mark>) {
    if let Some(want) = &truth.subject {
        let got = said.subject.clone().unwrap_or_else(|| "none".into());
        let same = bare(want) == bare(&got);
        marks.push(Mark::of(Measure::Subject, same, want, &got).or_unknown(clipped));
    }
    if let Some(want) = &truth.description {
        let got = said.description.clone().unwrap_or_default();
        let same = holds(&got, want) && want.is_empty() == got.is_empty();
        marks.push(Mark::of(Measure::Subject, same, want, &got).or_unknown(clipped));
    }
}

fn pieces(
    measure: Measure,
    wanted: &[String],
    got: Option<&str>,
    clipped: bool,
    marks: &mut Vec<Mark>,
) {
    if wanted.is_empty() {
        return;
    }
    let text = got.unwrap_or_default();
    let whole = wanted.iter().all(|piece| holds(text, piece));
    let mark = Mark::of(measure, whole, &wanted.join(" + "), text);
    marks.push(mark.or_unknown(clipped));
}

fn options(truth: &BlockTruth, said: &OperatorBlock, clipped: bool, marks: &mut Vec<Mark>) {
    let labels: Vec<String> = said.options.iter().map(|o| squeezed(&o.label)).collect();
    if !truth.options.is_empty() {
        let want: Vec<String> = truth.options.iter().map(|o| squeezed(o)).collect();
        let mark = Mark::of(
            Measure::Options,
            want == labels,
            &want.join(" | "),
            &labels.join(" | "),
        );
        let part = !labels.is_empty() && want.windows(labels.len()).any(|part| part == labels);
        marks.push(mark.or_unknown(clipped && part));
        if truth.keys.is_empty() {
            marks.push(keys(said).or_unknown(clipped));
        }
    }
    if let Some(want) = truth.selected {
        let at = said
            .options
            .iter()
            .position(|option| option.selected == Some(true));
        let at = at.map_or_else(|| "none".into(), |at| at.to_string());
        marks.push(Mark::equal(Measure::Selected, &want.to_string(), &at).or_unknown(clipped));
    }
}

/// What each option does, and its keys.
fn roles(truth: &BlockTruth, said: &OperatorBlock, marks: &mut Vec<Mark>) {
    let of = |said: fn(&BlockOption) -> String, block: &OperatorBlock| -> String {
        block
            .options
            .iter()
            .map(said)
            .collect::<Vec<_>>()
            .join(" | ")
    };
    if !truth.roles.is_empty() {
        let roles = of(|option| wire_name(&option.role), said);
        marks.push(Mark::equal(
            Measure::Options,
            &truth.roles.join(" | "),
            &roles,
        ));
    }
    if !truth.keys.is_empty() {
        let keys = of(|option| option.keys.join(" "), said);
        marks.push(Mark::equal(Measure::Keys, &truth.keys.join(" | "), &keys));
    }
}

/// What is said of the options beside their labels: descriptions and ticks.
fn ticks(truth: &BlockTruth, said: &OperatorBlock, clipped: bool, marks: &mut Vec<Mark>) {
    if !truth.descriptions.is_empty() {
        let told = said.options.iter().map(|o| o.description.as_deref());
        let told: Vec<&str> = told.map(Option::unwrap_or_default).collect();
        let want = truth.descriptions.iter();
        let same = want.len() <= told.len() && want.zip(&told).all(|(a, b)| bare(a) == bare(b));
        let want = truth.descriptions.join(" | ");
        let mark = Mark::of(Measure::Options, same, &want, &told.join(" | "));
        marks.push(mark.or_unknown(clipped));
    }
    if !truth.checked.is_empty() {
        let options = said.options.iter().zip(0..);
        let ticked = options.filter(|(option, _)| option.checked == Some(true));
        let told: Vec<u32> = ticked.map(|(_, at)| at).collect();
        let (want, told) = (format!("{:?}", truth.checked), format!("{told:?}"));
        marks.push(Mark::equal(Measure::Options, &want, &told).or_unknown(clipped));
    }
}

/// The numbered options are those that the oracle reads; a button without a number may be among
/// them.
fn listed(screen: &Screen, said: &OperatorBlock, clipped: bool, marks: &mut Vec<Mark>) {
    let want = numbered_options(screen);
    if are_steps(screen) {
        let told: Vec<&str> = said.options.iter().map(|o| o.label.as_str()).collect();
        marks.push(Mark::equal(Measure::Options, "", &told.join(" | ")));
        return;
    }
    if want.is_empty() {
        if said.options.iter().any(|o| o.selected == Some(true)) {
            marks.push(keys(said).or_unknown(clipped));
        }
        return;
    }
    let numbered = said.options.iter().filter(|o| o.number.is_some());
    let labels: Vec<String> = numbered.map(|o| squeezed(&o.label)).collect();
    let same = want.len() <= labels.len()
        && want
            .iter()
            .zip(&labels)
            .all(|(row, label)| same_option(label, row));
    let mark = Mark::of(
        Measure::Options,
        same,
        &want.join(" | "),
        &labels.join(" | "),
    );
    marks.push(mark.or_unknown(clipped));
    marks.push(keys(said).or_unknown(clipped));
}

/// Every option is in a place of its own, in order: none is read twice, and none ends in the tick beside it.
fn apart(screen: &Screen, said: &OperatorBlock) -> Mark {
    let labels: Vec<&str> = said.options.iter().map(|o| o.label.as_str()).collect();
    let ticked = labels.iter().any(|label| label.ends_with(['✔', '✓']));
    let right = !ticked && in_places_of_their_own(screen, &labels);
    let shown = labels.join(" | ");
    Mark::of(
        Measure::Options,
        right,
        "a place of its own for each option, no tick",
        &shown,
    )
}

/// Every option can be chosen, each by keys of its own.
fn keys(said: &OperatorBlock) -> Mark {
    let sequences: HashSet<&Vec<String>> = said.options.iter().map(|o| &o.keys).collect();
    // What is typed goes into a field that is open: no key leads there.
    let is_open =
        |option: &BlockOption| option.role == OptionRole::Text && option.selected == Some(true);
    let mut options = said.options.iter();
    let each = options.all(|option| !option.keys.is_empty() || is_open(option));
    let right = !said.options.is_empty() && each && sequences.len() == said.options.len();
    let shown: Vec<String> = said.options.iter().map(|o| o.keys.join(" ")).collect();
    Mark::of(
        Measure::Keys,
        right,
        "keys of its own for each option",
        &shown.join(" | "),
    )
}
