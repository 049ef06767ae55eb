//! Stories of turns that silence settles, and that go on.

use super::testing::*;
use super::{Observation, Outcome, ReducerInput};
use crate::contract::{CellRole, DialogCell};
use crate::event::EventBody;

const RATES: [f64; 4] = [0.05, 0.1, 0.25, 0.5];

/// A turn of a version that shows nothing while text streams: what it has said from which second on.
fn streaming(end: f64, said: &[(f64, &[DialogCell])]) -> Script {
    let asked = unwitnessed(&[user("tell me")]);
    let begun = [(0.0, unwitnessed(&[])), (1.0, working_then(&asked))];
    let said = said.iter().map(|(at, cells)| {
        let cells = [&[user("tell me")], *cells].concat();
        (*at, unwitnessed(&cells))
    });
    Script::new(end, begun.into_iter().chain(said).collect())
}

/// The same surface, at work.
fn working_then(observation: &Observation) -> Observation {
    working(&observation.cells)
}

fn resumed(story: &Story) -> usize {
    story
        .times(|body| matches!(body, EventBody::TurnResumed))
        .len()
}

#[test]
fn t16_a_turn_that_goes_on_after_a_silence_is_the_same_turn_and_its_end_is_told_again() {
    let grown = "It begins so. It goes on.";
    for late in [
        vec![agent(grown)],
        vec![agent("It begins so."), agent("It goes on.")],
    ] {
        let script = streaming(45.0, &[(2.0, &[agent("It begins so.")][..]), (16.0, &late)]);
        for interval in RATES {
            let story = script.every(interval);
            assert_eq!(story.outcomes(), [Outcome::Success; 2], "{interval}");
            assert_eq!(resumed(&story), 1, "{interval}");
            let [first, second] = story.log.records() else {
                panic!("two ends");
            };
            assert_eq!((first.id, second.id), (1, 1));
            assert!(first.inferred_by_silence && second.inferred_by_silence);
            assert_eq!((first.supersedes, second.supersedes), (None, Some(1)));
            let words = second.answer.text.replace('\n', " ");
            assert_eq!((words.as_str(), second.answer.complete), (grown, true));
            assert_eq!(second.started, first.started);
            let standing: Vec<_> = story.log.standing().collect();
            assert_eq!(standing, [second]);
            let began = story.times(|body| matches!(body, EventBody::TurnStarted { .. }));
            assert_eq!(began.len(), 1, "{interval}");
        }
    }
}

#[test]
fn t16_silence_in_the_midst_of_a_sentence_is_waited_for_longer() {
    let script = streaming(
        60.0,
        &[
            (2.0, &[agent("It begins so, and the")][..]),
            (16.0, &[agent("It begins so, and the end is near.")]),
        ],
    );
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(story.outcomes(), [Outcome::Success], "{interval}");
        assert_eq!(resumed(&story), 0, "{interval}");
        let record = &story.log.records()[0];
        assert!(record.inferred_by_silence && record.supersedes.is_none());
    }
    let left = streaming(60.0, &[(2.0, &[agent("It begins so, and the")][..])]);
    let story = left.every(0.1);
    let record = &story.log.records()[0];
    let rests = record.evidence.iter().map(|fact| fact.signal.as_str());
    let rests: Vec<&str> = rests.collect();
    assert!(rests.contains(&"words_unfinished"), "{rests:?}");
    let told = story.times(|body| matches!(body, EventBody::TurnEnded { .. }));
    assert!((32.0..33.0).contains(&told[0]), "{told:?}");
}

#[test]
fn work_that_is_seen_after_a_silence_is_the_settled_turns() {
    let said = [user("tell me"), agent("I look.")];
    let more = [
        &said[..],
        &[cell(CellRole::ToolCall, "Read(x)"), agent("It is so.")],
    ]
    .concat();
    let mut script = streaming(30.0, &[(2.0, &said[1..])]);
    script.scenes.push((15.0, working(&more[..3])));
    script.scenes.push((18.0, ready(&more)));
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(story.log.standing().count(), 1, "{interval}");
        let last = story.log.standing().next().expect("a turn");
        assert_eq!((last.id, last.supersedes), (1, Some(1)), "{interval}");
        assert!(!last.inferred_by_silence, "{interval}");
        assert_eq!(last.answer.text, "I look.\nIt is so.", "{interval}");
    }
}

#[test]
fn a_prompt_after_a_silence_begins_another_turn() {
    let next = [user("tell me"), agent("I look."), user("and now?")];
    let answered = [&next[..], &[agent("It is so.")]].concat();
    let mut script = streaming(40.0, &[(2.0, &next[1..2])]);
    script.scenes.push((15.0, unwitnessed(&next)));
    script.scenes.push((16.0, unwitnessed(&answered)));
    for interval in RATES {
        let story = script.every(interval);
        assert_eq!(resumed(&story), 0, "{interval}");
        let ids: Vec<_> = story.log.records().iter().map(|record| record.id).collect();
        assert_eq!(ids, [1, 2], "{interval}");
    }
}

#[test]
fn a_shell_command_or_a_notice_after_a_silence_resumes_nothing() {
    let said = [user("tell me"), agent("I look.")];
    let notice = [&said[..], &[cell(CellRole::Notice, "a hint")]].concat();
    let shell = [
        &said[..],
        &[user("!ls"), cell(CellRole::ToolResult, "a.txt")],
    ]
    .concat();
    let mut script = streaming(30.0, &[(2.0, &said[1..])]);
    script.scenes.push((14.0, unwitnessed(&notice)));
    script.scenes.push((18.0, unwitnessed(&shell)));
    for interval in RATES {
        assert_eq!(resumed(&script.every(interval)), 0, "{interval}");
    }
}

/// Claude Code 2.1.330: the logo moves while the first turn begins, before the prompt's cell stands there.
#[test]
fn t8_a_logo_that_moves_is_no_new_life() {
    let still = cell(CellRole::Banner, "▐▛███▜▌ Some CLI v2.1.330\n/home/user");
    let moved = cell(CellRole::Banner, "\nSome CLI v2.1.330\n~▜████~ /home/user");
    let other = cell(CellRole::Banner, "Welcome back!");
    for moved in [moved, other] {
        let cells = [moved, user("go"), agent("done.")];
        let mut story = Story::new();
        let look = |story: &mut Story, seen: &Observation, from: f64, until: f64| {
            let mut now = from;
            while now < until {
                story.look(seen, now);
                now += 0.1;
            }
        };
        look(&mut story, &ready(std::slice::from_ref(&still)), 0.0, 1.0);
        story.step(ReducerInput::Submit { text: "go" }, 1.0);
        look(&mut story, &ready(&cells[..1]), 1.1, 1.6);
        look(&mut story, &working(&cells[..2]), 1.7, 2.5);
        look(&mut story, &ready(&cells), 2.6, 5.0);
        assert_eq!(story.outcomes(), [Outcome::Success]);
        let lives = story.times(|body| matches!(body, EventBody::ProcessStarted { .. }));
        assert_eq!(lives.len(), 1);
    }
}
