//! Stories of turns beside the traps: submits, queues, blocks, silence, long answers.

use super::testing::*;
use super::{Limits, Outcome, ReducerInput, State, TurnHow, TurnState};
use crate::contract::{AnomalyCode, CellRole, DialogCell};
use crate::event::EventBody;

const RATES: [f64; 4] = [0.05, 0.1, 0.2, 0.5];

#[test]
fn a_submitted_prompt_is_anchored_to_its_cell_even_when_folded() {
    let mut story = Story::new();
    story.look(&ready(&[]), 0.0);
    story.look(&ready(&[]), 1.0);
    story.step(
        ReducerInput::Submit {
            text: "line 1\nline 2\nline 3",
        },
        2.0,
    );
    assert_eq!(story.state.lifecycle().turn, TurnState::Waiting);
    let folded = user("[Pasted text #1 +3 lines]");
    story.look(&working(std::slice::from_ref(&folded)), 2.5);
    let cells = [folded, agent("read it")];
    for second in 3..8 {
        story.look(&ready(&cells), f64::from(second));
    }
    let expected = (
        TurnHow::ExplicitSubmit,
        Outcome::Success,
        Some("line 1\nline 2\nline 3".into()),
    );
    assert_eq!(story.summary(), [expected]);
    assert_eq!(story.log.records()[0].answer.text, "read it");
}

#[test]
fn a_submit_without_a_trace_is_given_up_as_unknown() {
    let mut story = Story::new();
    story.look(&ready(&[]), 0.0);
    story.look(&ready(&[]), 1.0);
    story.step(ReducerInput::Submit { text: "swallowed" }, 2.0);
    for second in 3..40 {
        story.look(&typed("swallowed", &[]), f64::from(second));
    }
    assert_eq!(story.outcomes(), [Outcome::Unknown]);
    let answer = &story.log.records()[0].answer;
    assert!(!answer.complete && answer.text.is_empty());
    assert_eq!(answer.missing, ["all"]);
}

#[test]
fn a_queued_message_begins_its_turn_by_itself() {
    let cells = [
        user("one"),
        agent("answer one"),
        user("two"),
        agent("answer two"),
    ];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, queued(&cells[..1])),
            (6.0, working(&cells[..3])),
            (8.0, ready(&cells)),
        ],
    );
    for interval in RATES {
        let hows: Vec<TurnHow> = script
            .every(interval)
            .summary()
            .iter()
            .map(|s| s.0)
            .collect();
        assert_eq!(hows, [TurnHow::InferredComposer, TurnHow::SelfStarted]);
    }
}

#[test]
fn work_without_a_user_cell_is_a_turn_that_began_by_itself() {
    let cells = [user("one"), agent("in the background"), agent("it is done")];
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&cells[..1])),
            (4.0, ready(&cells[..2])),
            (9.0, working(&cells[..2])),
            (11.0, ready(&cells)),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(story.outcomes(), [Outcome::Success; 2]);
        let second = &story.log.records()[1];
        assert_eq!((second.how, &second.prompt), (TurnHow::SelfStarted, &None));
        assert_eq!(second.answer.text, "it is done");
    }
}

#[test]
fn blocked_times_are_kept_and_told() {
    let ask = [user("touch x")];
    let script = Script::new(
        14.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&ask)),
            (4.0, blocked("touch x", &ask)),
            (7.0, blocked("touch y", &ask)),
            (9.0, working(&ask)),
            (10.0, ready(&[ask[0].clone(), agent("done")])),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        let record = &story.log.records()[0];
        let ends: Vec<_> = record
            .blocked
            .iter()
            .map(|b| (b.from.floor(), b.to))
            .collect();
        assert_eq!(ends.len(), 2, "every {interval} s");
        assert_eq!((ends[0].0, ends[1].0), (4.0, 7.0));
        assert!(ends.iter().all(|(_, to)| to.is_some()));
        let told = story.times(|body| matches!(body, EventBody::OperatorBlocked { .. }));
        assert_eq!(told.len(), 2);
        assert!(told[0] <= 4.0 + interval + 0.3, "{told:?}");
        let over = story.times(|body| matches!(body, EventBody::OperatorUnblocked));
        assert_eq!(over.len(), 2);
    }
}

#[test]
fn silence_settles_a_turn_that_nothing_witnesses() {
    let ask = user("go");
    let grown = |n: usize| unwitnessed(&[ask.clone(), agent(&"A word. ".repeat(n))]);
    let mut scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(std::slice::from_ref(&ask))),
    ];
    scenes.extend((1..=20_u8).map(|n| (3.0 + f64::from(n) * 0.4, grown(usize::from(n)))));
    let story = Script::new(40.0, scenes).every(0.5);
    let record = &story.log.records()[0];
    assert!(record.inferred_by_silence);
    assert!((10.5..=11.5).contains(&record.ended), "{}", record.ended);
    let ended = story.times(|body| matches!(body, EventBody::TurnEnded { .. }));
    assert!(ended[0] >= record.ended + 10.0);
    let lifecycle = story.state.lifecycle();
    assert!(lifecycle.inferred_by_silence);
    assert_eq!(lifecycle.readiness, super::Readiness::Ready);
}

#[test]
fn an_answer_longer_than_the_screen_is_stitched() {
    let line = |n: usize| format!("line {n} of the long answer");
    let window = |from: usize, to: usize| (from..to).map(line).collect::<Vec<_>>().join("\n");
    let mut scenes = vec![(0.0, ready(&[])), (2.0, working(&[user("tell")]))];
    for step in 0..20_u8 {
        let to = 5 + usize::from(step) * 3;
        let from = to.saturating_sub(12);
        let at = 3.0 + f64::from(step) * 0.5;
        let cells = if from == 0 {
            vec![user("tell"), agent(&window(0, to))]
        } else {
            vec![cut(&window(from, to))]
        };
        scenes.push((at, working(&cells)));
    }
    scenes.push((14.0, ready(&[cut(&window(50, 62))])));
    for interval in RATES {
        let story = Script::new(18.0, scenes.clone()).every(interval);
        let answer = &story.log.records()[0].answer;
        assert_eq!(answer.text, window(0, 62), "every {interval} s");
        assert!(answer.complete);
    }
}

#[test]
fn a_repeated_prompt_is_a_new_turn_even_when_the_old_one_has_scrolled_away() {
    let long = "a long answer that fills the screen";
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&[user("continue")])),
            (4.0, working(&[user("continue"), agent(long)])),
            (5.0, ready(&[cut("that fills the screen")])),
            (
                8.0,
                working(&[cut("that fills the screen"), user("continue")]),
            ),
            (
                10.0,
                ready(&[cut("the screen"), user("continue"), agent("more")]),
            ),
        ],
    );
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Success; 2]);
    }
}

#[test]
fn a_command_is_no_turn_until_the_agent_works_on_it() {
    let script = Script::new(
        20.0,
        vec![
            (0.0, ready(&[])),
            (
                2.0,
                ready(&[user("/status"), cell(CellRole::Notice, "all well")]),
            ),
            (4.0, working(&[user("/usr/bin/env is broken")])),
            (
                6.0,
                ready(&[user("/usr/bin/env is broken"), agent("fixed")]),
            ),
        ],
    );
    for interval in RATES {
        let prompts: Vec<_> = script
            .every(interval)
            .summary()
            .into_iter()
            .map(|s| s.2)
            .collect();
        assert_eq!(prompts, [Some("/usr/bin/env is broken".into())]);
    }
}

/// Codex 0.169.0: `/plan` is run, and of the prompt that follows no look meets the draft. Claude Code 1.0.109 answers a
/// command that it does not know in a user cell, of which no agent asks anything.
#[test]
fn a_user_cell_after_a_command_is_its_answer_unless_the_agent_takes_it_up() {
    let asked = [user("ask for the list")];
    let answered = [user("Unknown slash command: plan")];
    let stories = [
        (2.6, blocked("x", &asked), interrupted(&asked), 1),
        (4.4, blocked("x", &asked), interrupted(&asked), 1),
        (2.6, ready(&answered), ready(&answered), 0),
        (4.4, ready(&answered), ready(&answered), 0),
    ];
    for (at, first, then, turns) in stories {
        let typed = vec![(0.0, ready(&[])), (2.0, typed("/plan", &[]))];
        let scenes = [typed, vec![(2.5, ready(&[])), (at, first), (7.0, then)]].concat();
        let script = Script::new(40.0, scenes);
        for interval in RATES {
            assert_eq!(script.every(interval).outcomes().len(), turns, "{interval}");
        }
    }
}

#[test]
fn a_turn_whose_counter_and_text_stand_still_is_suspected_once_and_never_done() {
    let ask = [user("go")];
    let script = Script::new(
        400.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(&ask)),
            (3.0, counting(7.0, &ask)),
        ],
    );
    let story = script.every(0.5);
    let suspected = |body: &EventBody| {
        matches!(body, EventBody::Anomaly { anomaly }
            if anomaly.code == AnomalyCode::StallSuspected)
    };
    assert_eq!(story.times(suspected).len(), 1);
    assert!(story.state.lifecycle().suspected);
    assert_eq!(story.outcomes(), []);
}

#[test]
fn a_tick_confirms_what_was_seen_once() {
    let mut story = Story::new();
    story.look(&ready(&[]), 1.0);
    assert_eq!(story.state.lifecycle().readiness, super::Readiness::Unknown);
    assert_eq!(story.deadline, Some(1.2));
    story.step(ReducerInput::Tick, 1.2);
    assert_eq!(story.state.lifecycle().readiness, super::Readiness::Ready);
}

#[test]
fn the_first_look_begins_time_wherever_the_clock_stands() {
    for begin in [-1e6, 0.0, 1.8e9] {
        let mut story = Story::new();
        story.look(&blank(), begin);
        let lifecycle = story.state.lifecycle();
        assert_eq!(lifecycle.readiness, super::Readiness::Unknown);
        assert_eq!(lifecycle.since, begin);
        story.step(ReducerInput::Tick, begin + 29.0);
        assert!(story.events.is_empty());
        story.step(ReducerInput::Tick, begin + 31.0);
        assert_eq!(story.state.lifecycle().readiness, super::Readiness::Stalled);
    }
}

#[test]
fn the_first_look_is_all_that_is_known_where_none_may_follow() {
    let limits = Limits {
        first_settle: 0.0,
        ..Limits::default()
    };
    let mut story = Story::new();
    story.state = State::new(limits);
    story.look(&ready(&[]), 1.0);
    assert_eq!(story.state.lifecycle().readiness, super::Readiness::Ready);
    // From then on half a frame counts no more than elsewhere.
    story.look(&working(&[]), 2.0);
    story.look(&ready(&[]), 3.0);
    assert_eq!(story.state.lifecycle().readiness, super::Readiness::Waiting);
}

#[test]
fn a_prompt_of_which_the_beginning_alone_stays_on_the_screen_is_the_same() {
    let first = user("write a long list and keep every row of it on its own");
    let second = user("write a long list and keep it short");
    let pinned = DialogCell {
        complete: false,
        ..user("write a long list and ke")
    };
    let shown = |asked: &DialogCell, said: &str| [asked.clone(), cut(said)];
    let both = [pinned.clone(), cut("8\n9\nend"), second.clone()];
    let script = Script::new(
        16.0,
        vec![
            (0.0, ready(&[])),
            (2.0, working(std::slice::from_ref(&first))),
            (3.0, working(&[first.clone(), agent("1\n2\n3")])),
            (4.0, working(&shown(&pinned, "5\n6\n7"))),
            (6.0, ready(&shown(&pinned, "8\n9\nend"))),
            (9.0, working(&both)),
            (10.0, working(&shown(&pinned, "one\ntwo"))),
            (11.0, ready(&shown(&pinned, "one\ntwo\nthree"))),
        ],
    );
    let success = |prompt: DialogCell| {
        let prompt = Some(prompt.text);
        (TurnHow::InferredComposer, Outcome::Success, prompt)
    };
    for rate in RATES {
        let told = script.every(rate).summary();
        assert_eq!(told, [success(first.clone()), success(second.clone())]);
    }
}
