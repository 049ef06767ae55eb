//! The same story at every rate: what a slow watch misses changes no turn. And clocks that jump.

use super::testing::*;
use super::{Observation, Outcome, TurnHow};
use crate::contract::{BlockOrigin, CellRole, DialogCell, InputMode};
use crate::event::EventBody;

const RATES: [f64; 6] = [0.05, 0.083, 0.1, 0.2, 0.33, 0.5];

/// A popup over a free prompt: no turn runs, and nothing can be submitted.
fn popup(cells: &[DialogCell]) -> Observation {
    let mut observation = ready(cells);
    observation.axes.input_mode = InputMode::Modal;
    observation.axes.submit_ready = false;
    observation.axes.safe_to_type = false;
    observation
}

/// A panel that a person has opened.
fn panel(cells: &[DialogCell]) -> Observation {
    let mut observation = blocked("x", cells);
    if let Some(block) = &mut observation.block {
        block.origin = BlockOrigin::Operator;
    }
    observation
}

fn same_at_every_rate(script: &Script, expected: &[(TurnHow, Outcome, Option<String>)]) {
    for interval in RATES {
        assert_eq!(
            script.every(interval).summary(),
            expected,
            "every {interval} s"
        );
    }
}

fn inferred(outcome: Outcome, prompt: &str) -> (TurnHow, Outcome, Option<String>) {
    (TurnHow::InferredComposer, outcome, Some(prompt.to_owned()))
}

#[test]
fn a_person_who_goes_on_to_a_panel_does_not_keep_a_turn_open() {
    let cells = [user("hello"), agent("hello to you")];
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, ready(&cells)),
            (4.8, popup(&cells)),
            (5.2, panel(&cells)),
            (9.0, ready(&cells)),
        ],
    );
    same_at_every_rate(&script, &[inferred(Outcome::Success, "hello")]);
    let ended = script
        .every(0.1)
        .times(|body| matches!(body, EventBody::TurnEnded { .. }));
    assert!(
        ended[0] < 5.5,
        "the window runs on behind the panel: {ended:?}"
    );
}

#[test]
fn a_turn_that_rested_was_over_before_its_process() {
    let cells = [user("hello"), agent("hello to you")];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&cells[..1])),
        (4.0, ready(&cells)),
        (4.9, gone()),
    ];
    same_at_every_rate(
        &Script::new(9.0, scenes),
        &[inferred(Outcome::Success, "hello")],
    );
    let killed = vec![
        (0.0, ready(&[])),
        (2.0, working(&cells[..1])),
        (4.0, gone()),
    ];
    same_at_every_rate(
        &Script::new(9.0, killed),
        &[inferred(Outcome::Disconnected, "hello")],
    );
}

#[test]
fn queued_messages_that_come_in_two_frames_are_one_prompt() {
    let cells = [
        user("one"),
        agent("answer"),
        user("two"),
        user("three"),
        agent("answers"),
    ];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, queued(&cells[..2])),
            (6.0, queued(&cells[..3])),
            (6.06, working(&cells[..4])),
            (8.0, ready(&cells)),
        ],
    );
    let both = (
        TurnHow::SelfStarted,
        Outcome::Success,
        Some("two\nthree".to_owned()),
    );
    same_at_every_rate(&script, &[inferred(Outcome::Success, "one"), both]);
}

#[test]
fn a_queued_message_whose_row_goes_before_its_cell_comes_was_queued() {
    let cells = [
        user("one"),
        agent("answer"),
        user("two"),
        agent("answer two"),
    ];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, queued(&cells[..2])),
            (6.0, working(&cells[..2])),
            (6.1, working(&cells[..3])),
            (8.0, ready(&cells)),
        ],
    );
    let second = (
        TurnHow::SelfStarted,
        Outcome::Success,
        Some("two".to_owned()),
    );
    same_at_every_rate(&script, &[inferred(Outcome::Success, "one"), second]);
}

#[test]
fn a_prompt_that_a_dialog_covered_for_a_frame_is_the_same() {
    let cells = [
        user("before"),
        agent("done"),
        user("count"),
        agent("counting"),
    ];
    let script = Script::new(
        16.0,
        vec![
            (0.0, ready(&cells[..2])),
            (2.0, working(&cells[..3])),
            (4.0, blocked("wc", &cells[..3])),
            (6.0, blocked("wc", &cells[..2])),
            (6.06, working(&cells[..3])),
            (8.0, ready(&cells)),
        ],
    );
    same_at_every_rate(&script, &[inferred(Outcome::Success, "count")]);
}

#[test]
fn a_prompt_is_read_again_when_its_frame_is_whole() {
    let torn = [user("look around\nhalf a row of the answer")];
    let whole = [user("look around"), agent("half a row of the answer")];
    let script = Script::new(
        9.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&torn)),
            (2.06, working(&whole)),
            (4.0, ready(&whole)),
        ],
    );
    same_at_every_rate(&script, &[inferred(Outcome::Success, "look around")]);
}

#[test]
fn a_panel_that_looks_like_work_for_a_frame_makes_no_turn_of_a_command() {
    let cells = [user("hello"), agent("hello to you"), user("/status")];
    let script = Script::new(
        16.0,
        vec![
            (0.0, ready(&cells[..2])),
            (2.0, working(&cells)),
            (2.1, panel(&cells)),
            (6.0, ready(&cells)),
        ],
    );
    same_at_every_rate(&script, &[]);
    let worked = vec![
        (0.0, ready(&cells[..2])),
        (2.0, working(&cells)),
        (9.0, ready(&cells)),
    ];
    same_at_every_rate(
        &Script::new(16.0, worked),
        &[inferred(Outcome::Success, "/status")],
    );
}

#[test]
fn a_dialog_of_the_agents_is_a_sign_of_the_turn() {
    let cells = [user("ask me")];
    let script = Script::new(
        12.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells)),
            (2.04, blocked("which", &cells)),
            (5.0, interrupted(&cells)),
        ],
    );
    same_at_every_rate(&script, &[inferred(Outcome::Interrupted, "ask me")]);
}

/// A clock that is set back stands still until it has caught up; one that is set forward is
/// believed. Neither ends a turn that runs, and no event is dated before an earlier one.
#[test]
fn clocks_may_jump() {
    let cells = [user("hello"), agent("hello to you")];
    for jump in [-3600.0, -0.5, 3600.0] {
        let mut story = Story::new();
        story.look(&ready(&[]), 5000.0);
        story.look(&ready(&[]), 5001.0);
        story.look(&working(&cells[..1]), 5002.0);
        let mut now = 5002.0 + jump;
        for _ in 0..20 {
            story.look(&working(&cells[..1]), now);
            now += 0.25;
        }
        assert_eq!(story.outcomes(), [], "jump of {jump} s");
        let rests = now.max(5002.0);
        for poll in 0..20 {
            story.look(&ready(&cells), rests + f64::from(poll) * 0.25);
        }
        assert_eq!(story.outcomes(), [Outcome::Success], "jump of {jump} s");
        assert!(story.events.windows(2).all(|pair| pair[0].at <= pair[1].at));
        assert_eq!(story.state.lifecycle().turn_id, Some(1));
    }
}

/// The next prompt and its failure come in one frame with the end of the turn before.
#[test]
fn a_failure_below_the_next_prompt_is_not_the_last_turns() {
    let cells = [
        user("one"),
        agent("answer"),
        user("two"),
        cell(CellRole::Error, "no network"),
    ];
    let script = Script::new(
        12.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, ready(&cells[..2])),
            (4.6, failed(&cells)),
        ],
    );
    let both = [
        inferred(Outcome::Success, "one"),
        inferred(Outcome::KnownFailure, "two"),
    ];
    same_at_every_rate(&script, &both);
}

/// A transcript that is printed anew shows cells twice for a moment.
#[test]
fn a_prompt_that_is_printed_twice_for_a_frame_is_one() {
    let cells = [user("one"), agent("answer"), user("two"), agent("begun")];
    let twice = [
        agent("answer"),
        user("two"),
        agent("begun"),
        user("two"),
        agent("begun"),
    ];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, ready(&cells[..2])),
            (6.0, working(&cells)),
            (8.0, working(&twice)),
            (8.12, working(&cells)),
            (10.0, ready(&cells)),
        ],
    );
    let both = [
        inferred(Outcome::Success, "one"),
        inferred(Outcome::Success, "two"),
    ];
    same_at_every_rate(&script, &both);
}

/// A draft that stood there for a moment is no prompt: a slow watch would not have seen it.
#[test]
fn work_without_a_users_cell_has_no_prompt() {
    let script = Script::new(
        12.0,
        vec![
            (0.0, ready(&[])),
            (2.0, typed("/compact", &[])),
            (2.3, working(&[])),
            (9.0, ready(&[])),
        ],
    );
    same_at_every_rate(&script, &[(TurnHow::SelfStarted, Outcome::Success, None)]);
}

/// The row of a queued message stands there for a frame when a prompt is submitted.
#[test]
fn a_prompt_that_waits_for_a_frame_was_not_queued() {
    let cells = [user("one"), agent("answer"), user("two"), agent("more")];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, ready(&cells[..2])),
            (7.0, queued(&cells[..2])),
            (7.3, working(&cells[..3])),
            (9.0, ready(&cells)),
        ],
    );
    let both = [
        inferred(Outcome::Success, "one"),
        inferred(Outcome::Success, "two"),
    ];
    same_at_every_rate(&script, &both);
}

/// What was said while the turn ran began by itself, whether its row was seen to wait or not.
#[test]
fn a_message_into_a_running_turn_begins_by_itself() {
    let cells = [user("one"), agent("answer"), user("two"), agent("more")];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, working(&cells[..2])),
            (6.0, queued(&cells[..2])),
            (6.1, working(&cells[..3])),
            (9.0, ready(&cells)),
        ],
    );
    let both = [
        inferred(Outcome::Success, "one"),
        (
            TurnHow::SelfStarted,
            Outcome::Success,
            Some("two".to_owned()),
        ),
    ];
    same_at_every_rate(&script, &both);
}

/// A transcript longer than the screen is printed anew, or as much of it as the screen holds, and the
/// old one stays above it.
#[test]
fn a_prompt_that_is_printed_anew_begins_no_turn() {
    let cells = [user("one"), agent("answer"), user("two"), agent("begun")];
    for first in [1, 2] {
        let twice = [&cells[1..], &cells[first..]].concat();
        let anew = [&twice[..], &[agent("and done")]].concat();
        let script = Script::new(
            14.0,
            vec![
                (0.0, ready(&[])),
                (2.0, working(&cells[..1])),
                (4.0, ready(&cells[..2])),
                (6.0, working(&cells)),
                (8.0, working(&twice)),
                (10.0, ready(&anew)),
            ],
        );
        let both = [
            inferred(Outcome::Success, "one"),
            inferred(Outcome::Success, "two"),
        ];
        same_at_every_rate(&script, &both);
        let story = script.every(0.1);
        let last = story.log.records().last().expect("two turns");
        assert_eq!(last.answer.text, "begun\nand done");
    }
}

/// Claude Code 1.0.109 draws the prompt, takes it away for a second, and draws it again, at work all the while.
#[test]
fn a_prompt_that_goes_for_a_while_began_its_turn_when_it_first_stood_there() {
    let asked = [user("is all well?")];
    let done = [user("is all well?"), agent("All is well.")];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.02, working(&asked)),
        (2.24, working(&[])),
        (3.1, working(&asked)),
        (5.0, ready(&done)),
    ];
    let script = Script::new(9.0, scenes);
    for interval in [0.05, 0.1, 0.17, 0.25, 0.5] {
        let story = script.every(interval);
        let record = &story.log.records()[0];
        let late = record.started - 2.02;
        assert!((0.0..=interval).contains(&late), "{interval}: {late}");
    }
}
