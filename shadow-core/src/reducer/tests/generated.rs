//! Stories too long to write down: prompts taller than the pane, of which the screen shows less and less, and answers longer
//! than it.

use super::scene::{agent, cut, ready, user, working};
use super::script::{Script, Story};
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
