//! The traps of time, T1 to T11, each by its name.

use super::testing::*;
use super::{Observation, Outcome, ReducerInput, TurnHow, TurnState};
use crate::contract::{AnomalyCode, BusinessState, CellRole, DialogCell};
use crate::event::EventBody;
use crate::snapshot::ProcessState;

const RATES: [f64; 4] = [0.05, 0.1, 0.2, 0.5];

fn one_turn() -> Script {
    let (ask, answer) = (user("hello"), agent("hi there"));
    Script::new(
        12.0,
        vec![
            (0.0, blank()),
            (1.0, ready(&[])),
            (2.0, typed("hello", &[])),
            (3.0, working(std::slice::from_ref(&ask))),
            (5.0, working(&[ask.clone(), answer.clone()])),
            (6.0, ready(&[ask, answer])),
        ],
    )
}

#[test]
fn t1_unknown_stalls_at_thirty_seconds_once_at_any_rate() {
    for interval in [0.5, 5.0, 29.0] {
        for reread in [true, false] {
            let script = Script::new(300.0, vec![(0.0, unknown())]);
            let polls: Vec<f64> = (0..=(300.0 / interval) as u32)
                .map(|n| f64::from(n) * interval)
                .collect();
            let story = script.polled(&polls, reread);
            let stalls = story.times(|body| matches!(body, EventBody::StalledEntered { .. }));
            assert_eq!(stalls.len(), 1, "every {interval} s");
            assert!(
                (stalls[0] - 30.0).abs() < 0.3,
                "{stalls:?} every {interval} s"
            );
        }
    }
}

#[test]
fn t1_a_stall_is_left_once() {
    let script = Script::new(
        60.0,
        vec![(0.0, ready(&[])), (2.0, unknown()), (40.0, ready(&[]))],
    );
    let story = script.every(0.5);
    let left = story.times(|body| matches!(body, EventBody::StalledRecovered { .. }));
    assert_eq!(left, [40.2]);
    assert_eq!(story.state.lifecycle().readiness, super::Readiness::Ready);
}

#[test]
fn t2_a_screen_cleared_in_mid_turn_is_anchored_again() {
    let ask = user("write much");
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&[ask.clone(), agent("first words of it")])),
            (4.0, working(&[])),
            (5.0, working(&[agent("quite other words")])),
            (6.0, working(&[agent("quite other words, more and more")])),
            (
                9.0,
                ready(&[agent("quite other words, more and more, done")]),
            ),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(story.outcomes(), [Outcome::Success], "every {interval} s");
        let record = &story.log.records()[0];
        assert!((9.0..=9.5).contains(&record.ended), "{}", record.ended);
        let invalid = |body: &EventBody| {
            matches!(body, EventBody::Anomaly { anomaly }
                if anomaly.code == AnomalyCode::BaselineInvalidated)
        };
        assert_eq!(story.times(invalid).len(), 1);
        assert!(!record.answer.complete && record.answer.missing.contains(&"gap".into()));
    }
}

#[test]
fn t2_a_repainted_or_resized_screen_begins_no_turn() {
    let (ask, answer) = (
        user("say it again and again"),
        agent("words, many words, more words"),
    );
    let wrapped = [
        user("say it again\nand again"),
        agent("words, many\nwords, more words"),
    ];
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(std::slice::from_ref(&ask))),
            (4.0, ready(&[ask.clone(), answer.clone()])),
            (8.0, ready(&[])),
            (8.1, ready(&wrapped)),
            (12.0, ready(&[ask, answer])),
        ],
    );
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Success]);
    }
}

#[test]
fn t3_a_first_success_is_not_lost_to_the_next_turn() {
    let first = [user("one"), agent("answer one")];
    let both = [&first[..], &[user("two"), agent("answer two")]].concat();
    let script = Script::new(
        12.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&first[..1])),
            (4.0, ready(&first)),
            (4.3, working(&both[..3])),
            (6.0, ready(&both)),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        let prompts: Vec<_> = story
            .log
            .records()
            .iter()
            .map(|r| r.prompt.clone())
            .collect();
        assert_eq!(prompts, [Some("one".into()), Some("two".into())]);
        assert_eq!(story.outcomes(), [Outcome::Success, Outcome::Success]);
        assert_eq!(story.log.records()[0].answer.text, "answer one");
    }
}

#[test]
fn t4_volatile_rows_do_not_hold_up_completion() {
    let cells = [user("go"), agent("done")];
    let mut scenes = vec![(0.0, ready(&[])), (2.0, working(&cells[..1]))];
    for second in 0..40 {
        let mut scene = ready(&cells);
        let clock = format!("12:00:{second:02}");
        scene.cells.push(cell(CellRole::Notice, &clock));
        scene.reports.title = Some(clock);
        scenes.push((4.0 + f64::from(second) * 0.3, scene));
    }
    let story = Script::new(16.0, scenes).every(0.1);
    let record = &story.log.records()[0];
    assert_eq!(record.outcome, Outcome::Success);
    let ended = story.times(|body| matches!(body, EventBody::TurnEnded { .. }));
    assert!((5.0..5.3).contains(&ended[0]), "{ended:?}");
}

#[test]
fn t5_a_paused_repaint_does_not_complete_a_turn() {
    let cells = [user("go"), agent("part one")];
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells)),
            (
                12.0,
                ready(&[cells[0].clone(), agent("part one, part two")]),
            ),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(story.outcomes(), [Outcome::Success]);
        assert!(story.log.records()[0].ended >= 12.0);
    }
}

#[test]
fn t6_every_end_has_its_own_outcome() {
    let cells = [user("go"), agent("some")];
    let ends = [
        (interrupted(&cells), Outcome::Interrupted),
        (failed(&cells), Outcome::KnownFailure),
        (gone(), Outcome::Disconnected),
        (ready(&cells), Outcome::Success),
    ];
    for (end, outcome) in ends {
        let scenes = vec![(0.0, ready(&[])), (2.0, working(&cells)), (4.0, end)];
        let script = Script::new(10.0, scenes);
        for interval in RATES {
            let story = script.every(interval);
            assert_eq!(story.outcomes(), [outcome]);
            let completed = story.state.lifecycle().turn == TurnState::Completed;
            assert_eq!(completed, outcome == Outcome::Success);
            // Words that were being said when it ended otherwise are not whole.
            let answer = &story.log.records()[0].answer;
            assert_eq!(answer.text, "some");
            assert_eq!(answer.complete, outcome == Outcome::Success);
        }
    }
}

/// A message waits, and the turn is broken off: the mark and the message come in one frame (Claude Code 2.1.98, 2.1.331).
#[test]
fn t6_a_turn_that_is_broken_off_for_a_message_that_waits_was_interrupted() {
    let call = cell(CellRole::ToolCall, "Bash(make)");
    for (said, whole) in [(agent("some"), false), (call, true)] {
        for told in [CellRole::ToolResult, CellRole::Notice] {
            let cells = [user("go"), agent("first"), said.clone()];
            let both = [&cells[..], &[broken_off(told), user("and then")]].concat();
            let done = [&both[..], &[agent("done")]].concat();
            let scenes = vec![
                (0.0, ready(&[])),
                (2.0, working(&cells)),
                (3.0, queued(&cells)),
                (5.0, working(&both)),
                (6.0, ready(&done)),
            ];
            let script = Script::new(10.0, scenes);
            for interval in RATES {
                let story = script.every(interval);
                let [first, second] = story.log.records() else {
                    panic!("{:?}", story.outcomes());
                };
                assert_eq!(first.outcome, Outcome::Interrupted, "{interval}");
                assert_eq!(first.answer.complete, whole, "{interval}");
                assert!(first.ended <= second.started, "{interval}");
                assert_eq!(second.outcome, Outcome::Success, "{interval}");
                assert!(second.answer.complete, "{interval}");
            }
        }
    }
}

#[test]
fn t6_a_prompt_that_returns_to_the_composer_was_interrupted() {
    let script = Script::new(
        10.0,
        vec![
            (0.0, ready(&[user("old"), agent("old answer")])),
            (
                2.0,
                working(&[user("old"), agent("old answer"), user("go on")]),
            ),
            (4.0, typed("go on", &[user("old"), agent("old answer")])),
        ],
    );
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Interrupted]);
    }
}

#[test]
fn t7_a_turn_typed_by_a_person_is_inferred() {
    for interval in RATES {
        let story = one_turn().every(interval);
        let expected = (
            TurnHow::InferredComposer,
            Outcome::Success,
            Some("hello".into()),
        );
        assert_eq!(story.summary(), [expected]);
        let record = &story.log.records()[0];
        assert_eq!(
            (record.answer.text.as_str(), record.answer.complete),
            ("hi there", true)
        );
    }
}

#[test]
fn t8_a_pane_that_is_used_again_is_a_new_generation() {
    let old = [user("old"), agent("old answer")];
    let banner = cell(CellRole::Banner, "welcome");
    let restarted = [old[0].clone(), old[1].clone(), banner, user("new")];
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&old[..1])),
            (4.0, ready(&old)),
            (8.0, gone()),
            (10.0, ready(&restarted[..3])),
            (12.0, working(&restarted)),
            (14.0, ready(&restarted)),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        let turns: Vec<_> = story
            .log
            .records()
            .iter()
            .map(|record| (record.generation, record.prompt.as_deref().unwrap_or("")))
            .collect();
        assert_eq!(turns, [(1, "old"), (2, "new")]);
        let started = story.times(|body| matches!(body, EventBody::ProcessStarted { .. }));
        assert_eq!(started.len(), 2);
    }
}

#[test]
fn t8_a_restart_that_no_poll_saw_ends_the_turn_as_disconnected() {
    let cells = [user("go"), agent("some")];
    let banner = cell(CellRole::Banner, "welcome");
    let after = [cells[0].clone(), cells[1].clone(), banner];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&cells)),
        (4.0, ready(&after)),
    ];
    let story = Script::new(10.0, scenes).every(0.5);
    assert_eq!(story.outcomes(), [Outcome::Disconnected]);
}

#[test]
fn t8_a_banner_whose_picture_moves_is_no_restart() {
    let banner = |picture: &str| {
        let text = format!("{picture} The CLI 1.2\n▝▝ /project");
        cell(CellRole::Banner, &text)
    };
    let drafted = typed("go", &[banner("▛█▄")]);
    let moved = typed("go", &[banner("▗▟▛███▛█▄ by its model,")]);
    let whole = [banner("▗▟▛███▛█▄ by its model,"), user("go"), agent("done")];
    let mut story = Story::new();
    for (at, screen) in [(0.0, &drafted), (0.5, &drafted), (1.0, &drafted)] {
        story.look(screen, at);
    }
    story.step(ReducerInput::Submit { text: "go" }, 1.1);
    for (at, screen) in [(1.2, &moved), (1.5, &moved), (1.8, &working(&whole[..2]))] {
        story.look(screen, at);
    }
    for at in [2.2, 2.6, 3.0, 3.4, 3.8] {
        story.look(&ready(&whole), at);
    }
    assert_eq!(story.outcomes(), [Outcome::Success]);
}

#[test]
fn t9_a_title_that_moves_no_more_is_weighed_out() {
    let cells = [user("go"), agent("done")];
    let mut late = working(&cells);
    late.only_title_works = true;
    late.reports.title = Some("⠋ at work".into());
    late.activity = None;
    let scenes = vec![(0.0, ready(&[])), (2.0, working(&cells[..1])), (4.0, late)];
    let story = Script::new(130.0, scenes).every(0.5);
    let record = &story.log.records()[0];
    assert_eq!(record.outcome, Outcome::Success);
    assert!(record.inferred_by_silence);
    assert!((4.0..=15.0).contains(&record.ended), "{}", record.ended);
}

#[test]
fn t9_a_title_that_was_there_and_never_moves_begins_no_turn() {
    let cells = [user("go"), agent("done")];
    let mut left = working(&cells);
    left.only_title_works = true;
    left.end_mark = true;
    left.reports.title = Some("⠋ left behind".into());
    left.activity = None;
    let story = Script::new(60.0, vec![(0.0, left)]).every(0.5);
    assert_eq!(story.outcomes(), []);
    let began = story.times(|body| matches!(body, EventBody::TurnStarted { .. }));
    assert!(began.is_empty(), "{began:?}");
}

/// The title of a life that was killed at work stands over the idle screen of the next one.
#[test]
fn t9_a_title_that_moved_in_another_life_begins_no_turn() {
    let at_work = |title: &str, cells: &[DialogCell], generation| {
        let mut scene = working(cells);
        scene.only_title_works = true;
        scene.reports.title = Some(title.to_owned());
        scene.activity = None;
        scene.generation = generation;
        scene
    };
    let first = [user("go")];
    for (second, third, shell) in [
        (Some(1), Some(2), false),
        (Some(1), Some(2), true),
        (None, None, true),
    ] {
        for title in ["⠙ at work", "⠹ of another life"] {
            let mut started = ready(&[]);
            started.generation = second;
            let mut scenes = vec![
                (0.0, started),
                (2.0, at_work("⠋ at work", &first, second)),
                (3.0, at_work("⠙ at work", &first, second)),
            ];
            if shell {
                scenes.push((8.0, gone()));
            }
            scenes.push((10.0, at_work(title, &[], third)));
            let story = Script::new(60.0, scenes).every(0.5);
            let case = format!("{title}, {third:?}, {shell}");
            assert_eq!(story.outcomes(), [Outcome::Disconnected], "{case}");
            let began = story.times(|body| matches!(body, EventBody::TurnStarted { .. }));
            assert_eq!(began.len(), 1, "{case}: {began:?}");
        }
    }
}

#[test]
fn t9_a_title_that_moves_is_believed() {
    let cells = [user("go"), agent("more to come")];
    let mut scenes = vec![(0.0, ready(&[])), (2.0, working(&cells[..1]))];
    for frame in 0..60_u8 {
        let mut scene = working(&cells);
        scene.only_title_works = true;
        scene.reports.title = Some(format!("{} work", char::from(b'a' + frame % 4)));
        scenes.push((4.0 + f64::from(frame), scene));
    }
    let story = Script::new(60.0, scenes).every(0.5);
    assert_eq!(story.outcomes(), []);
    assert_eq!(story.state.lifecycle().turn, TurnState::InProgress);
}

#[test]
fn t10_every_schedule_yields_the_same_turns() {
    let expected = one_turn().every(0.05).summary();
    for interval in RATES {
        for phase in [0.0, 0.013, 0.11, 0.31] {
            let count = (12.0 / interval) as u32;
            let polls: Vec<f64> = (0..count)
                .map(|n| phase + f64::from(n) * interval)
                .collect();
            let story = one_turn().polled(&polls, false);
            assert_eq!(
                story.summary(),
                expected,
                "every {interval} s from {phase} s"
            );
        }
    }
}

#[test]
fn t11_half_a_frame_changes_nothing() {
    let cells = [user("go"), agent("part"), user("next"), agent("rest")];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (3.0, ready(&cells[..1])),
            (3.1, working(&cells[..2])),
            (5.0, unknown()),
            (5.1, working(&cells[..2])),
            (6.0, ready(&cells[..2])),
            (8.0, working(&cells[..3])),
            (8.5, working(&cells[..2])),
            (8.6, working(&cells[..3])),
            (10.0, ready(&cells)),
        ],
    );
    for phase in [0.0, 0.03, 0.05, 0.07] {
        for interval in RATES {
            let polls: Vec<f64> = (0..(13.9 / interval) as u32)
                .map(|n| phase + f64::from(n) * interval)
                .collect();
            let story = script.polled(&polls, true);
            let outcomes = story.outcomes();
            assert_eq!(
                outcomes,
                [Outcome::Success; 2],
                "every {interval} s from {phase} s"
            );
            assert!(
                story
                    .times(|b| matches!(b, EventBody::StalledEntered { .. }))
                    .is_empty()
            );
            let ready = |body: &EventBody| {
                matches!(
                    body,
                    EventBody::ReadinessChanged {
                        to: super::Readiness::Ready,
                        ..
                    }
                )
            };
            assert_eq!(story.times(ready).len(), 3);
        }
    }
}

#[test]
fn t6_work_that_ends_without_a_word_is_no_success() {
    let cells = [user("go")];
    let script = Script::new(
        12.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells)),
            (6.0, ready(&cells)),
        ],
    );
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Unknown]);
    }
}

/// Codex 0.120 to 0.154 with animations off: the title never moves, and while text streams nothing else tells.
#[test]
fn t9_a_title_that_stood_still_while_a_turn_ran_does_not_tell_that_none_does() {
    let half = [user("go"), agent("The answer has begun.")];
    let whole = [user("go"), agent("The answer has begun.\n\nIt goes on.")];
    let by_title = |mut scene: Observation| {
        scene.reports.title = Some("project".into());
        scene.reports.title_says = Some("idle");
        scene.only_title_rests = scene.axes.business_state == BusinessState::Idle;
        scene
    };
    let scenes = vec![
        (0.0, by_title(ready(&[]))),
        (2.0, by_title(working(&half[..1]))),
        (4.0, by_title(ready(&half))),
        (8.0, by_title(ready(&whole))),
    ];
    for interval in [0.05, 0.2, 0.5] {
        let story = Script::new(24.0, scenes.clone()).every(interval);
        let record = &story.log.records()[0];
        assert_eq!(record.outcome, Outcome::Success, "{interval}");
        assert!(record.answer.text.ends_with("It goes on."), "{interval}");
        assert!(record.inferred_by_silence, "{interval}");
    }
}

/// Claude Code suspended by a key, and brought back (1.0.72 to 2.1.331): the pane shows a shell for a while.
#[test]
fn t6_a_turn_that_is_suspended_goes_on_where_the_cli_comes_back() {
    let left = Observation {
        suspended: true,
        process: ProcessState::Running,
        ..gone()
    };
    let begun = [user("go"), agent("This is begun.")];
    let done = [user("go"), agent("This is begun."), agent("And done.")];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&begun)),
        (4.0, left),
        (9.0, working(&begun)),
        (11.0, ready(&done)),
    ];
    let script = Script::new(15.0, scenes);
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(story.outcomes(), [Outcome::Success], "{interval}");
        let text = &story.log.records()[0].answer.text;
        assert_eq!(text, "This is begun.\nAnd done.", "{interval}");
    }
}
