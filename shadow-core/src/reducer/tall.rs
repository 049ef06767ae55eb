//! Prompts taller than the pane: of them the screen shows the end, and less of it as the answer grows.

use super::testing::*;
use super::{Observation, Outcome, ReducerInput, TurnHow, TurnRecord};
use crate::contract::DialogCell;

const RATES: [f64; 6] = [0.05, 0.083, 0.1, 0.2, 0.33, 0.5];

/// Rows of a prompt from one on.
fn rows(from: usize) -> String {
    let rows: Vec<String> = (from..=60)
        .map(|row| format!("point {row}: look"))
        .collect();
    rows.join("\n")
}

/// The end of a prompt of the person's, whose beginning is above the screen.
fn rest(from: usize) -> DialogCell {
    DialogCell {
        truncated_above: true,
        ..user(&rows(from))
    }
}

/// The answer's first paragraphs.
fn said(paragraphs: usize) -> DialogCell {
    let parts: Vec<String> = (1..=paragraphs)
        .map(|part| format!("part {part}"))
        .collect();
    agent(&parts.join("\n\n"))
}

fn times_are_in_order(record: &TurnRecord) {
    let times: Vec<f64> = record.evidence.iter().map(|it| it.at).collect();
    assert!(times.is_sorted(), "{record:?}");
    let first = record.first_activity.unwrap_or(record.started);
    assert!(
        record.started <= first && first <= record.ended,
        "{record:?}"
    );
}

/// A turn of a tall prompt whose answer moves it off the screen, from a second on; `end` makes the prompt's end as it stands.
fn streamed(from: f64, end: &dyn Fn(usize) -> DialogCell) -> Vec<(f64, Observation)> {
    let mut scenes = vec![(from, working(&[end(30)]))];
    for step in 1..=12_u32 {
        let part = usize::try_from(step).unwrap();
        let cells = [end(30 + 2 * part), said(part)];
        scenes.push((from + 2.0 + 0.15 * f64::from(step), working(&cells)));
    }
    scenes.push((from + 5.0, ready(&[end(54), said(12)])));
    scenes
}

#[test]
fn a_prompt_that_scrolls_off_row_by_row_is_one_turn() {
    let before = [user("hello"), agent("a short answer")];
    let next = [rest(57), said(12), user("next"), agent("as short")];
    let mut scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&before[..1])),
        (2.0, ready(&before)),
    ];
    scenes.extend(streamed(5.0, &rest));
    scenes.extend([(14.0, working(&next[..3])), (14.6, ready(&next))]);
    let script = Script::new(20.0, scenes);
    let turn = |prompt: &str| {
        let prompt = Some(prompt.to_owned());
        (TurnHow::InferredComposer, Outcome::Success, prompt)
    };
    for interval in RATES {
        let told = script.every(interval);
        let turns = [turn("hello"), turn(&rows(30)), turn("next")];
        assert_eq!(told.summary(), turns, "{interval}");
        let records = told.log.records();
        records.iter().for_each(times_are_in_order);
        let answer = &records[1].answer;
        assert_eq!((&answer.text, answer.complete), (&said(12).text, true));
        assert_eq!(records[2].answer.text, "as short", "{interval}");
    }
}

#[test]
fn without_styles_the_end_of_the_prompt_that_is_known_is_told_by_its_words() {
    let end = |from: usize| cut(&rows(from));
    let script = Script::new(
        16.0,
        [vec![(0.0, ready(&[]))], streamed(2.0, &end)].concat(),
    );
    for interval in RATES {
        let mut story = Story::new();
        let mut now = 0.0;
        while now < script.end {
            if story.state.lifecycle().turn_id.is_none() && now >= 1.5 {
                story.step(ReducerInput::Submit { text: &rows(1) }, now);
            }
            story.look(script.at(now), now);
            now += interval;
        }
        let prompt = Some(rows(1));
        let turn = (TurnHow::ExplicitSubmit, Outcome::Success, prompt);
        assert_eq!(story.summary(), [turn], "{interval}");
        let record = &story.log.records()[0];
        times_are_in_order(record);
        assert_eq!(record.answer.text, said(12).text, "{interval}");
        assert!(record.answer.complete, "{interval}");
    }
}

#[test]
fn an_answer_that_ends_as_its_prompt_does_is_an_answer() {
    let asked = user("count, then say done");
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(std::slice::from_ref(&asked))),
        (2.0, working(&[asked.clone(), agent("one\n\ntwo\n\ndone")])),
        (3.0, working(&[cut("two\n\ndone"), agent("and more")])),
        (
            4.0,
            working(&[cut("done"), agent("and more"), agent("still")]),
        ),
        (
            5.0,
            ready(&[cut("done"), agent("and more"), agent("still")]),
        ),
    ];
    let script = Script::new(10.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let record = &told.log.records()[0];
        let text = "one\n\ntwo\n\ndone\nand more\nstill";
        assert_eq!(record.answer.text, text, "{interval}");
        assert_eq!(told.log.records().len(), 1, "{interval}");
    }
}

#[test]
fn an_instant_answer_to_a_tall_prompt_has_its_own_words_alone() {
    let before = [user("hello"), agent("a short answer")];
    let after = [rest(30), agent("all is fine")];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&before[..1])),
        (2.0, ready(&before)),
        (6.0, ready(&after)),
    ];
    let script = Script::new(12.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let records = told.log.records();
        assert_eq!(records.len(), 2, "{interval}");
        assert_eq!(records[1].prompt.as_deref(), Some(&*rows(30)));
        assert_eq!(records[1].answer.text, "all is fine", "{interval}");
        assert!(records[1].answer.complete);
        records.iter().for_each(times_are_in_order);
    }
}

#[test]
fn the_same_tall_prompt_again_is_another_turn() {
    let mut scenes = vec![(0.0, ready(&[]))];
    scenes.extend(streamed(2.0, &rest));
    scenes.extend(streamed(12.0, &rest));
    let script = Script::new(25.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let turn = (TurnHow::InferredComposer, Outcome::Success, Some(rows(30)));
        assert_eq!(told.summary(), [turn.clone(), turn], "{interval}");
    }
}

#[test]
fn a_draft_that_went_when_new_words_alone_came_was_a_turn() {
    let before = [user("hello"), agent("a short answer")];
    let words = [cut("row 29\nrow 30")];
    let drafted = |draft: &str, then: Observation| {
        let scenes = vec![
            (0.0, ready(&[])),
            (1.0, working(&before[..1])),
            (2.0, ready(&before)),
            (5.0, typed(draft, &before)),
            (7.0, then),
        ];
        Script::new(14.0, scenes)
    };
    for interval in RATES {
        let told = drafted("write 30 rows", ready(&words)).every(interval);
        let records = told.log.records();
        assert_eq!(records.len(), 2, "{interval}");
        let record = &records[1];
        times_are_in_order(record);
        let prompt = record.prompt.as_deref();
        let turn = (record.how, record.outcome, prompt);
        let expected = (
            TurnHow::InferredComposer,
            Outcome::Success,
            Some("write 30 rows"),
        );
        assert_eq!(turn, expected, "{interval}");
        assert_eq!(record.answer.text, "row 29\nrow 30");
        assert_eq!(record.answer.missing, ["beginning"]);
        // A command puts another dialog there; a draft that stays, or none, says that the person did something else.
        let others = [
            drafted("/resume 12", ready(&words)),
            drafted("write 30 rows", typed("write 30 rows", &words)),
            drafted("write 30 rows", ready(&[])),
            drafted("write 30 rows", ready(&before)),
        ];
        let mut taken_back = drafted("write 30 rows", ready(&before));
        taken_back.scenes.push((7.6, ready(&words)));
        for other in others.iter().chain([&taken_back]) {
            assert_eq!(other.every(interval).log.records().len(), 1, "{interval}");
        }
    }
}

#[test]
fn new_words_alone_are_no_turn_where_no_draft_went() {
    let before = [user("hello"), agent("a short answer")];
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&before[..1])),
        (2.0, ready(&before)),
        (5.0, ready(&[cut("row 29\nrow 30")])),
    ];
    let script = Script::new(12.0, scenes);
    for interval in RATES {
        assert_eq!(script.every(interval).log.records().len(), 1, "{interval}");
    }
}
