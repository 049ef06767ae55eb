//! What stands on a pane for less than it takes to believe it, and what goes with the process: told the
//! same at every rate.

use super::testing::*;
use super::{Observation, Outcome, TurnHow};
use crate::contract::{BlockOrigin, CellRole, DialogCell};

const RATES: [f64; 6] = [0.05, 0.083, 0.1, 0.2, 0.33, 0.5];

/// A panel that a person has opened.
fn panel(cells: &[DialogCell]) -> Observation {
    let mut observation = blocked("x", cells);
    if let Some(block) = &mut observation.block {
        block.origin = BlockOrigin::Operator;
    }
    observation
}

#[test]
fn how_a_silent_turn_ended_with_its_process_does_not_depend_on_how_long_it_was_silent() {
    let cells = [user("one"), agent("it is done")];
    for silence in [0.7, 1.0, 1.3, 3.0, 9.0] {
        let scenes = vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (3.0, unwitnessed(&cells)),
            (3.0 + silence, gone()),
        ];
        let script = Script::new(15.0, scenes);
        for interval in RATES {
            assert_eq!(script.every(interval).outcomes(), [Outcome::Unknown]);
        }
    }
}

#[test]
fn work_on_a_command_is_not_what_seemed_to_begin_before_it() {
    let cells = [user("one"), agent("it is done"), user("/config")];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&cells[..1])),
        (2.0, ready(&cells[..2])),
        (5.0, working(&cells[..2])),
        (5.4, ready(&cells)),
        (12.0, working(&cells)),
        (12.4, ready(&cells)),
        (14.0, panel(&cells[..2])),
        (16.0, working(&cells[..2])),
        (16.4, ready(&cells[..2])),
    ];
    let script = Script::new(20.0, scenes);
    for interval in RATES {
        assert_eq!(script.every(interval).log.records().len(), 1, "{interval}");
    }
}

#[test]
fn words_that_are_half_a_frame_of_the_next_prompt_do_not_queue_it() {
    let done = [user("one"), agent("it is done")];
    let half = [user("one"), agent("it is done\n\ntwo")];
    let next = [user("one"), agent("it is done"), user("two")];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&done[..1])),
        (3.0, ready(&done)),
        (3.9, working(&half)),
        (3.96, working(&next)),
        (6.0, ready(&[&next[..], &[agent("that, too")]].concat())),
    ];
    let script = Script::new(12.0, scenes);
    for phase in [0.0, 0.3, 0.42] {
        let polls: Vec<f64> = (0..26).map(|poll| phase + f64::from(poll) * 0.5).collect();
        let told = script.polled(&polls, true).summary();
        let how: Vec<TurnHow> = told.into_iter().map(|(how, ..)| how).collect();
        assert_eq!(how, [TurnHow::InferredComposer; 2], "{phase}");
    }
}

#[test]
fn work_that_was_seen_before_its_prompt_was_believed_is_the_turns() {
    let cells = [
        user("one"),
        agent("it is done"),
        user("two"),
        agent("that, too"),
    ];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&cells[..1])),
        (2.0, ready(&cells[..2])),
        (5.0, working(&cells[..3])),
        (5.1, ready(&cells)),
    ];
    let polls: Vec<f64> = (0..21).map(|poll| f64::from(poll) * 0.5).collect();
    let told = Script::new(10.0, scenes).polled(&polls, true).outcomes();
    assert_eq!(told, [Outcome::Success, Outcome::Success]);
}

#[test]
fn a_turn_that_a_command_stands_below_may_have_been_over_when_the_process_went() {
    let cells = [user("one"), agent("it is done"), user("/exit")];
    let left = Observation {
        cells: cells.to_vec(),
        ..gone()
    };
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&cells[..1])),
        (2.0, working(&cells[..2])),
        (3.0, left),
    ];
    let script = Script::new(8.0, scenes);
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Unknown]);
    }
}

#[test]
fn a_turn_that_rests_on_a_tools_words_may_have_been_stopped() {
    let called = [user("run it"), cell(CellRole::ToolCall, "touch x")];
    let told = [&called[..], &[agent("it is done")]].concat();
    let commanded = [user("!touch x"), called[1].clone()];
    let ends = [
        (&called[..], Outcome::Unknown),
        (&told, Outcome::Success),
        (&commanded, Outcome::Success),
    ];
    for (cells, outcome) in ends {
        let scenes = vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..2])),
            (4.0, ready(cells)),
        ];
        let script = Script::new(14.0, scenes);
        for interval in RATES {
            assert_eq!(script.every(interval).outcomes(), [outcome]);
        }
    }
}

#[test]
fn a_prompt_that_a_question_is_drawn_over_names_the_turn() {
    let done = [user("one"), agent("it is done")];
    let next = [&done[..], &[user("two")]].concat();
    // 0.3 s after the turn before, which is not told to have ended yet; and long after it.
    for begun in [3.3, 9.0] {
        let scenes = vec![
            (0.0, ready(&[])),
            (1.0, working(&done[..1])),
            (3.0, ready(&done)),
            (begun, working(&next)),
            (begun + 0.15, blocked("x", &done)),
            (begun + 4.0, ready(&done)),
        ];
        let script = Script::new(begun + 12.0, scenes);
        for interval in [0.03, 0.05, 0.083, 0.1] {
            let told = script.every(interval);
            let records = told.log.records();
            let prompts: Vec<_> = records.iter().map(|r| r.prompt.as_deref()).collect();
            assert_eq!(prompts, [Some("one"), Some("two")], "{begun} {interval}");
            let [first, second] = [&records[0], &records[1]];
            assert_eq!(first.outcome, Outcome::Success);
            assert_eq!(second.how, TurnHow::InferredComposer);
            assert!((second.started - begun).abs() < 0.15, "{}", second.started);
        }
    }
}

#[test]
fn a_prompt_that_was_half_a_frame_names_nothing() {
    let done = [user("one"), agent("it is done")];
    let half = [&done[..], &[user("two")]].concat();
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&done[..1])),
        (3.0, ready(&done)),
        (9.0, working(&half)),
        (9.05, ready(&done)),
        (15.0, blocked("x", &done)),
        (18.0, ready(&done)),
    ];
    let told = Script::new(25.0, scenes).every(0.02);
    let prompts: Vec<_> = told
        .log
        .records()
        .iter()
        .map(|r| r.prompt.clone())
        .collect();
    assert_eq!(prompts, [Some("one".to_owned()), None]);
}

#[test]
fn what_was_said_before_a_question_that_covers_its_prompt_is_the_turns_wherever_it_is_drawn() {
    let older = [user("one"), agent("it is done")];
    let asked = [&older[..], &[user("two")]].concat();
    let drawn = [user("one"), agent("I must ask"), agent("it is done")];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&older[..1])),
        (3.0, ready(&older)),
        (9.0, working(&asked)),
        (9.5, blocked("x", &older)),
        (9.6, blocked("x", &drawn)),
        (14.0, ready(&drawn)),
    ];
    let script = Script::new(22.0, scenes);
    for interval in [0.05, 0.1, 0.2, 0.25] {
        let told = script.every(interval);
        let answers = told.log.records().iter().map(|it| it.answer.text.clone());
        let answers: Vec<_> = answers.collect();
        assert_eq!(answers, ["it is done", "I must ask"], "{interval}");
    }
}

#[test]
fn what_asks_when_the_process_goes_is_a_turns_however_late_it_was_seen() {
    let cells = [user("one"), agent("it is done")];
    // The least is a poll, and what it takes to tell of a block.
    for asked in [0.75, 0.9, 1.1, 1.4] {
        let scenes = |asks: Observation| {
            vec![
                (0.0, ready(&[])),
                (2.0, working(&cells[..1])),
                (3.0, ready(&cells)),
                (8.05, asks),
                (8.05 + asked, gone()),
            ]
        };
        let agents = Script::new(12.0, scenes(blocked("touch x", &[])));
        let persons = Script::new(12.0, scenes(panel(&[])));
        for interval in RATES {
            let told = agents.every(interval);
            let outcomes = [Outcome::Success, Outcome::Disconnected];
            assert_eq!(told.outcomes(), outcomes, "{asked} {interval}");
            let blocked = &told.log.records()[1].blocked;
            assert_eq!(blocked.len(), 1);
            assert!((blocked[0].from - 8.05).abs() <= interval, "{blocked:?}");
            let told = persons.every(interval);
            assert_eq!(told.outcomes(), [Outcome::Success], "{asked} {interval}");
        }
    }
}

/// Claude Code 2.1.62: two prompts, each drawn over by its question at once; both come back with the second.
#[test]
fn a_prompt_that_comes_back_above_the_words_of_a_turn_that_is_over_begins_nothing() {
    let banner = cell(CellRole::Banner, "the CLI");
    let declined = cell(CellRole::ToolCall, "declined to answer");
    let first = [banner.clone(), user("one")];
    let closed = [banner.clone(), declined.clone()];
    let second = [&closed[..], &[user("two")]].concat();
    let back = [&first[..], &[declined, user("two")]].concat();
    // The first prompt stood for less than a look, or for as long as it takes to be glimpsed.
    for stood in [0.02, 0.15] {
        let scenes = vec![
            (0.0, ready(&closed[..1])),
            (2.0, working(&first)),
            (2.0 + stood, blocked("x", &closed[..1])),
            (4.5, ready(&closed)),
            (8.0, working(&second)),
            (8.05, blocked("y", &closed)),
            (8.08, blocked("y", &back)),
            (11.0, ready(&back)),
        ];
        let script = Script::new(16.0, scenes);
        for interval in RATES {
            let told = script.every(interval);
            let records = told.log.records();
            assert_eq!(records.len(), 2, "{stood} {interval}: {records:?}");
            assert_eq!(records[1].prompt.as_deref(), Some("two"));
            assert_eq!(records[1].blocked.len(), 1);
        }
    }
}

/// Claude Code 2.1.62: the third prompt is drawn over by its question, and the second, which was never in sight for
/// long, comes back with what was said to it.
#[test]
fn what_comes_back_with_an_older_prompt_is_not_the_running_turns() {
    let banner = cell(CellRole::Banner, "the CLI");
    let declined = cell(CellRole::ToolCall, "declined to answer");
    let first = [banner.clone(), user("one"), declined.clone()];
    let second = [&first[..], &[user("two")]].concat();
    let closed = [&first[..], std::slice::from_ref(&declined)].concat();
    let third = [&closed[..], &[user("three")]].concat();
    let back = [user("two"), agent("I must ask"), declined];
    let back = [&first[..], &back[..]].concat();
    for stood in [0.02, 0.15] {
        let scenes = vec![
            (0.0, ready(&first[..1])),
            (1.0, working(&first[..2])),
            (2.0, ready(&first)),
            (6.0, working(&second)),
            (6.0 + stood, blocked("y", &first)),
            (8.0, ready(&closed)),
            (12.0, working(&third)),
            (12.15, blocked("z", &back)),
            (15.0, working(&[&back[..], &[agent("lit")]].concat())),
            (16.0, ready(&[&back[..], &[agent("lit")]].concat())),
        ];
        let script = Script::new(20.0, scenes);
        for interval in RATES {
            let told = script.every(interval);
            let records = told.log.records();
            assert_eq!(records.len(), 3, "{stood} {interval}: {records:?}");
            let last = &records[2];
            assert_eq!(last.answer.text, "lit", "{stood} {interval}");
            let unseen = interval >= 0.1 && last.prompt.is_none();
            let named = last.prompt.as_deref() == Some("three");
            assert!(named || unseen, "{interval}: {:?}", last.prompt);
        }
    }
}

/// Claude Code 2.1.330 on 80 columns: the search through earlier prompts leaves no room for the dialog.
#[test]
fn a_search_that_covers_the_dialog_has_not_cleared_it() {
    let done = [user("one"), agent("it is done")];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&done[..1])),
        (3.0, ready(&done)),
        (7.0, popup(&[])),
        (11.0, ready(&done)),
    ];
    let script = Script::new(20.0, scenes);
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Success]);
    }
}

/// Claude Code 2.1.331: 300 rows come at once, 0.1 s after their prompt.
#[test]
fn an_answer_that_pushes_its_prompt_out_of_sight_at_once_is_the_prompts() {
    let done = [user("one"), agent("it is done")];
    let next = [&done[..], &[user("two")]].concat();
    let long = [cut("270. Row\n271. Row")];
    // 0.4 s after the turn before, which is not told to have ended yet; and long after it.
    for begun in [3.4, 9.0] {
        let scenes = vec![
            (0.0, ready(&[])),
            (1.0, working(&done[..1])),
            (3.0, ready(&done)),
            (begun, working(&next)),
            (begun + 0.11, ready(&long)),
        ];
        let script = Script::new(begun + 8.0, scenes);
        for interval in [0.03, 0.05, 0.083, 0.1] {
            let told = script.every(interval);
            let records = told.log.records();
            let prompts: Vec<_> = records.iter().map(|it| it.prompt.as_deref()).collect();
            assert_eq!(prompts, [Some("one"), Some("two")], "{begun} {interval}");
            let answers: Vec<_> = records.iter().map(|it| it.answer.text.as_str()).collect();
            assert_eq!(answers, ["it is done", "270. Row\n271. Row"]);
            assert!(records[0].answer.complete && !records[1].answer.complete);
        }
    }
    let first = vec![
        (0.0, ready(&[cell(CellRole::Banner, "the CLI")])),
        (
            2.0,
            working(&[cell(CellRole::Banner, "the CLI"), user("one")]),
        ),
        (2.11, ready(&long)),
    ];
    let told = Script::new(8.0, first).every(0.05);
    assert_eq!(told.log.records()[0].prompt.as_deref(), Some("one"));
}

/// Claude Code 2.1.281: an agent that works in the background comes back just after the turn that began it is told, and
/// says its word within less than a look.
#[test]
fn an_agent_that_comes_back_right_after_the_turn_is_a_turn_of_its_own() {
    let listed = |mut scene: Observation| {
        scene.background = true;
        scene
    };
    let done = [user("count"), agent("I hand it over.")];
    let back = [&done[..], &[agent("All is counted.")]].concat();
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, listed(working(&done))),
        (4.0, listed(ready(&done))),
        (5.12, working(&done)),
        (5.3, ready(&back)),
    ];
    let script = Script::new(10.0, scenes);
    for interval in [0.05, 0.1, 0.25, 0.5] {
        let told = script.every(interval);
        let texts = told.log.records().iter();
        let texts: Vec<&str> = texts.map(|it| it.answer.text.as_str()).collect();
        assert_eq!(texts, ["I hand it over.", "All is counted."], "{interval}");
    }
}
