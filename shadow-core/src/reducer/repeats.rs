//! What is said again, printed again, completed or cleared: told once each time that it was said, with its own words.

use super::testing::*;
use super::{Outcome, TurnRecord};
use crate::contract::{CellRole, DialogCell};

const RATES: [f64; 6] = [0.05, 0.083, 0.1, 0.2, 0.33, 0.5];

/// The answers that were told, in order.
fn answers(story: &Story) -> Vec<&str> {
    let records = story.log.records().iter();
    records.map(|it| it.answer.text.as_str()).collect()
}

/// "continue", and the same answer each time, on a screen that holds two such turns: nothing on it tells one from
/// the other but where it came (Codex 0.140.0 and 0.169.0, Claude Code 2.1.331, on 80x24).
#[test]
fn the_same_prompt_and_answer_on_a_full_screen_are_a_turn_each_time() {
    let pair = [user("continue"), agent("Done, what is next?")];
    let two = [&pair[..], &pair[..]].concat();
    let asked = [&two[..], &pair[..1]].concat();
    // The third prompt stands below both turns, or has pushed the first out of sight.
    for works in [&asked[..], &asked[2..]] {
        let mut scenes = vec![
            (0.0, ready(&[])),
            (1.0, working(&pair[..1])),
            (2.0, ready(&pair)),
            (5.0, working(&two[..3])),
            (6.0, ready(&two)),
        ];
        for turn in 2..6 {
            let at = f64::from(turn) * 4.0 + 1.0;
            scenes.extend([(at, working(works)), (at + 1.0, ready(&two))]);
        }
        let script = Script::new(30.0, scenes);
        for interval in RATES {
            let told = script.every(interval);
            let records = told.log.records();
            let prompt = |record: &TurnRecord| record.prompt.clone();
            let prompts: Vec<_> = records.iter().map(prompt).collect();
            assert_eq!(prompts, vec![Some("continue".to_owned()); 6], "{interval}");
            for record in records {
                assert_eq!(record.outcome, Outcome::Success, "{interval}");
                assert_eq!(record.answer.text, "Done, what is next?", "{interval}");
            }
        }
    }
}

/// Claude Code 2.0.31: the end of the transcript is printed anew below the running turn's prompt, once with older
/// calls alone, then with the prompt and what was said to it.
#[test]
fn what_is_printed_anew_below_a_prompt_is_not_its_answer() {
    let call = |text| cell(CellRole::ToolCall, text);
    let older = [
        user("one"),
        call("Write(a)"),
        call("Update(b)"),
        agent("it is done"),
    ];
    let asked = [user("two"), agent("I count")];
    let next = [&older[..], &asked[..]].concat();
    let calls = [&next[2..], &older[1..3], &[call("Count(c)")]].concat();
    let anew = [&next[2..], &older[2..], &asked[..], &[call("Count(c)")]].concat();
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&older[..1])),
        (2.0, ready(&older)),
        (6.0, working(&next[..5])),
        (6.1, working(&calls)),
        (8.0, blocked("count", &calls)),
        (9.0, interrupted(&anew)),
    ];
    let script = Script::new(14.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let texts = answers(&told);
        assert_eq!(texts, ["it is done", "I count"], "{interval}");
    }
}

#[test]
fn a_cell_that_became_complete_and_changed_nothing_else_does_not_miss_its_end() {
    let growing = DialogCell {
        complete: false,
        ..agent("it is done")
    };
    let scenes = vec![
        (0.0, ready(&[])),
        (1.0, working(&[user("one"), growing])),
        (3.0, ready(&[user("one"), agent("it is done")])),
    ];
    let script = Script::new(8.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        assert!(told.log.records()[0].answer.complete, "{interval}");
    }
}

/// `/clear` half a second after the answer (Claude Code 2.1.140 and 2.1.331, Codex 0.169.0).
#[test]
fn an_answer_that_is_cleared_away_was_given() {
    let banner = cell(CellRole::Banner, "the CLI");
    let done = [banner.clone(), user("one"), agent("it is done")];
    let scenes = vec![
        (0.0, ready(&done[..1])),
        (1.0, working(&done[..2])),
        (3.0, ready(&done)),
        (3.6, ready(&done[..1])),
    ];
    let script = Script::new(9.0, scenes);
    for interval in [0.05, 0.083, 0.1, 0.2] {
        let told = script.every(interval);
        let records = told.log.records();
        assert_eq!(records.len(), 1, "{interval}");
        assert_eq!(records[0].answer.text, "it is done", "{interval}");
    }
}

/// Claude Code 1.0.72 prints cells of the turn before once more, below the new prompt, before it asks for something.
#[test]
fn a_call_that_is_printed_again_below_the_next_prompt_does_not_outweigh_the_last_words() {
    let call = || cell(CellRole::ToolCall, "Write(hello.py)");
    let result = || cell(CellRole::ToolResult, "Wrote 3 lines to hello.py");
    let before = [
        user("write the greeting"),
        agent("I write a file for this."),
        call(),
        result(),
        agent("The file is there."),
    ];
    let again = [
        agent("The file is there."),
        user("improve the notes"),
        agent("The file is there."),
        user("improve the notes"),
        cell(CellRole::ToolCall, "Read(notes.txt)"),
        agent("Now I change the line."),
        call(),
        result(),
    ];
    let done = [&again[..], &[agent("The line is changed.")]].concat();
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&before)),
        (4.0, ready(&before)),
        (7.0, blocked("x", &again)),
        (9.0, ready(&done)),
    ];
    let script = Script::new(13.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let texts = answers(&told);
        let first = "I write a file for this.\nThe file is there.";
        let second = "Now I change the line.\nThe line is changed.";
        assert_eq!(texts, [first, second], "{interval}");
    }
}

/// Claude Code 1.0.109 at 80x24: the running turn's prompt and words are printed once more below, the older prompt scrolls
/// away with the same frame, and the message that waited is taken up.
#[test]
fn words_that_are_printed_anew_with_their_prompt_are_said_once() {
    let call = |text| cell(CellRole::ToolCall, text);
    let asked = [user("run it"), agent("I run it now.")];
    let older = [user("make it"), agent("The file is made.")];
    let calls = [call("Bash(touch)"), call("Bash(wait)")];
    let before = [&older[..], &asked[..], &calls[..]].concat();
    let anew = [&asked[1..], &asked[..], &calls[1..]].concat();
    let next = [
        &anew[..],
        &[user("then tidy"), agent("It ran."), agent("All is tidy.")],
    ]
    .concat();
    let scenes = vec![
        (0.0, ready(&older)),
        (1.0, working(&before)),
        (3.0, queued(&before)),
        (4.0, working(&next)),
        (5.0, ready(&next)),
    ];
    let script = Script::new(9.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let texts = answers(&told);
        assert_eq!(
            texts,
            ["I run it now.", "It ran.\nAll is tidy."],
            "{interval}"
        );
    }
}

/// Codex 0.157 to 0.169: the prompt stays on the first row while its answer scrolls. More than a pane comes at once.
#[test]
fn what_scrolls_away_below_a_prompt_that_stays_was_said() {
    let prompt = user("tell me all");
    let begun = [prompt.clone(), agent("It begins so.")];
    let later = [prompt.clone(), cut("and ends so.")];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&begun)),
        (4.0, working(&later)),
        (6.0, ready(&later)),
    ];
    let script = Script::new(9.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let answer = &told.log.records()[0].answer;
        assert_eq!(answer.text, "It begins so.\nand ends so.", "{interval}");
        assert_eq!(answer.missing, ["gap"], "{interval}");
    }
}
