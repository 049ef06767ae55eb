//! Properties of the reducer over made-up stories and schedules.

use proptest::prelude::*;

use std::sync::Arc;

use super::scene::*;
use super::script::{Script, Story};
use super::step::take;
use super::{Limits, Observation, Outcome, ReducerInput, State, TurnRecord, advance};
use crate::contract::{CellRole, DialogCell};
use crate::event::EventBody;

/// One turn of a made-up story.
#[derive(Debug, Clone)]
struct Plan {
    prompt: String,
    wait: f64,
    parts: u8,
    block: bool,
    end: Outcome,
    rest: f64,
}

fn plan() -> impl Strategy<Value = Plan> {
    let end = prop_oneof![
        4 => Just(Outcome::Success),
        1 => Just(Outcome::KnownFailure),
        1 => Just(Outcome::Interrupted),
    ];
    ("[a-c]{1,3}", 0.7..3.0, 1u8..5, any::<bool>(), end, 2.2..4.0).prop_map(
        |(prompt, wait, parts, block, end, rest)| Plan {
            prompt,
            wait,
            parts,
            block,
            end,
            rest,
        },
    )
}

/// The screen keeps the last cells only, as a pane does.
fn visible(cells: &[DialogCell]) -> &[DialogCell] {
    &cells[cells.len().saturating_sub(6)..]
}

fn script(plans: &[Plan]) -> Script {
    let mut scenes = vec![(0.0, blank()), (1.0, ready(&[]))];
    let mut cells: Vec<DialogCell> = Vec::new();
    let mut now = 2.5;
    for (turn, plan) in plans.iter().enumerate() {
        scenes.push((now, typed(&plan.prompt, visible(&cells))));
        now += 0.8;
        cells.push(user(&plan.prompt));
        scenes.push((now, working(visible(&cells))));
        now += plan.wait;
        if plan.block {
            scenes.push((now, blocked(&format!("command {turn}"), visible(&cells))));
            now += 0.9;
            scenes.push((now, working(visible(&cells))));
            now += 0.9;
        }
        for part in 0..plan.parts {
            cells.push(agent(&format!(
                "turn {turn} says in part {part} what it has found"
            )));
            scenes.push((now, working(visible(&cells))));
            now += 0.6;
        }
        let end: fn(&[DialogCell]) -> Observation = match plan.end {
            Outcome::KnownFailure => failed,
            Outcome::Interrupted => interrupted,
            _ => ready,
        };
        scenes.push((now, end(visible(&cells))));
        now += plan.rest;
    }
    Script::new(now, scenes)
}

/// Polls between 20 and 2 Hz with any phase, jitter, drops and bursts, never more than half a
/// second apart.
fn polls(gaps: &[f64], end: f64) -> Vec<f64> {
    let mut now = gaps[0];
    let mut polls = vec![now];
    for gap in gaps.iter().cycle().skip(1) {
        now += gap;
        if now > end {
            return polls;
        }
        polls.push(now);
    }
    polls
}

fn observation() -> impl Strategy<Value = Observation> {
    let role = prop_oneof![
        Just(CellRole::User),
        Just(CellRole::Assistant),
        Just(CellRole::Error),
        Just(CellRole::Banner),
        Just(CellRole::ToolCall),
    ];
    let cells = prop::collection::vec((role, "[ab/é ]{0,4}", any::<bool>(), any::<bool>()), 0..6);
    let scene = 0u8..10;
    (cells, scene, any::<bool>(), prop::option::of(0u64..3)).prop_map(
        |(cells, scene, flag, generation)| {
            let cells: Vec<DialogCell> = cells
                .into_iter()
                .map(|(role, text, truncated_above, complete)| DialogCell {
                    truncated_above,
                    complete,
                    ..cell(role, &text)
                })
                .collect();
            let made = match scene {
                0 => blank(),
                1 => gone(),
                2 => unknown(),
                3 => unwitnessed(&cells),
                4 => working(&cells),
                5 => queued(&cells),
                6 => blocked("x", &cells),
                7 => failed(&cells),
                8 => typed("ab", &cells),
                _ => ready(&cells),
            };
            Observation {
                only_title_works: flag,
                interrupted: flag,
                generation,
                ..made
            }
        },
    )
}

fn input(kind: u8, observation: &Arc<Observation>) -> ReducerInput<'_> {
    match kind {
        0 => ReducerInput::Tick,
        1 => ReducerInput::Submit { text: "ab" },
        2 => ReducerInput::Interrupt,
        _ => ReducerInput::Observation(observation),
    }
}

/// One step as it is made, and the same without leaving out what cannot follow.
fn both(
    quick: &mut State,
    thorough: &mut State,
    input: ReducerInput<'_>,
    now: f64,
) -> Result<(), TestCaseError> {
    let again = thorough.is_again(&input);
    let then = thorough.pass_to(now);
    let events = take(thorough, input.clone(), again, then);
    prop_assert_eq!(advance(quick, input, now).events, events);
    prop_assert_eq!(quick.lifecycle(), thorough.lifecycle());
    prop_assert_eq!(quick.stepped.deadline, thorough.stepped.deadline);
    Ok(())
}

/// The records of each turn's first end: one that silence had told may be told again.
fn firsts(story: &Story) -> impl Iterator<Item = &TurnRecord> {
    let records = story.log.records().iter();
    records.filter(|record| record.supersedes.is_none())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_log_does_not_depend_on_the_schedule(
        plans in prop::collection::vec(plan(), 1..5),
        gaps in prop::collection::vec(0.05..0.5, 1..30),
        reread: bool,
    ) {
        let script = script(&plans);
        let story = script.polled(&polls(&gaps, script.end), reread);
        let told: Vec<_> = story.summary().into_iter().map(|(_, end, ask)| (end, ask)).collect();
        let planned: Vec<_> = plans.iter().map(|p| (p.end, Some(p.prompt.clone()))).collect();
        prop_assert_eq!(told, planned);
        prop_assert_eq!(story.summary(), script.every(0.05).summary());
    }

    #[test]
    fn times_are_within_one_poll(
        plans in prop::collection::vec(plan(), 1..4),
        interval in 0.05..0.5,
    ) {
        let script = script(&plans);
        let truth = script.every(0.01);
        let story = script.every(interval);
        for (seen, real) in story.log.records().iter().zip(truth.log.records()) {
            prop_assert!((seen.started - real.started).abs() <= interval + 0.011);
            prop_assert!((seen.ended - real.ended).abs() <= interval + 0.011);
        }
    }

    #[test]
    fn anything_may_be_observed(
        steps in prop::collection::vec((observation(), -1.0..40.0, 0u8..6), 1..60),
    ) {
        let mut story = Story::new();
        let mut now = 0.0;
        for (observation, gap, kind) in steps {
            now += gap;
            let observation = Arc::new(observation);
            let input = input(kind, &observation);
            story.step(input, now);
        }
        let begun = story.times(|body| matches!(body, EventBody::TurnStarted { .. })).len();
        let ended = firsts(&story).count();
        prop_assert!(begun == ended || begun == ended + 1);
        prop_assert!(story.events.windows(2).all(|pair| pair[0].at <= pair[1].at));
        for record in story.log.records() {
            prop_assert!(record.started <= record.ended);
        }
        for (index, record) in firsts(&story).enumerate() {
            prop_assert_eq!(record.id, index as u64 + 1);
        }
    }

    #[test]
    fn what_rests_may_be_left_alone(
        steps in prop::collection::vec((observation(), -0.1..1.0, 0u8..6, 0u8..40), 1..60),
    ) {
        let (mut quick, mut thorough) = (State::new(Limits::default()), State::new(Limits::default()));
        let mut now = 0.0;
        for (observation, gap, kind, again) in steps {
            let observation = Arc::new(observation);
            now += gap;
            both(&mut quick, &mut thorough, input(kind, &observation), now)?;
            for _ in 0..again {
                now += 0.2;
                both(&mut quick, &mut thorough, ReducerInput::Tick, now)?;
            }
        }
    }

    #[test]
    fn continuous_unknown_stalls_exactly_once(
        gaps in prop::collection::vec(0.05..45.0, 5..40),
        reread: bool,
    ) {
        let script = Script::new(400.0, vec![(0.0, unknown())]);
        let story = script.polled(&polls(&gaps, 400.0), reread);
        let stalls = story.times(|body| matches!(body, EventBody::StalledEntered { .. }));
        prop_assert_eq!(stalls.len(), 1);
    }
}
