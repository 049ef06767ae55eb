//! Stories of questions that a person answers, or closes.

use super::testing::*;
use super::{Observation, Outcome};
use crate::contract::{CellRole, DialogCell};

const RATES: [f64; 4] = [0.05, 0.1, 0.2, 0.5];

/// A turn that has asked, and what stands there from the sixth second on.
fn after_a_question(then: &[(f64, Observation)]) -> Script {
    let cells = [user("draw it"), agent("One thing first.")];
    let before = [
        (0.0, ready(&[])),
        (2.0, working(&cells)),
        (4.0, asked("Which colour?", &cells)),
    ];
    Script::new(12.0, before.iter().chain(then).cloned().collect())
}

/// The cells of a turn whose question has been seen to: a report on it, and what the agent said then.
fn seen_to(said: Option<&str>) -> Vec<DialogCell> {
    let cells = [
        user("draw it"),
        agent("One thing first."),
        cell(CellRole::ToolCall, "questions:"),
        cell(CellRole::ToolResult, "Which colour?"),
    ];
    cells.into_iter().chain(said.map(agent)).collect()
}

#[test]
fn a_question_that_is_closed_ends_its_turn_unanswered() {
    let closed = after_a_question(&[(6.0, ready(&seen_to(None)))]);
    for interval in RATES {
        let story = closed.every(interval);
        assert_eq!(story.outcomes(), [Outcome::Interrupted], "{interval}");
        assert_eq!(story.log.records()[0].answer.text, "One thing first.");
    }
}

#[test]
fn a_title_that_still_moves_when_a_question_is_closed_is_no_work() {
    let lagging = Observation {
        screen_rests: true,
        ..working(&seen_to(None))
    };
    let closed = after_a_question(&[(6.0, lagging), (7.0, ready(&seen_to(None)))]);
    for interval in RATES {
        assert_eq!(closed.every(interval).outcomes(), [Outcome::Interrupted]);
    }
}

#[test]
fn a_question_that_is_answered_is_no_interruption_however_quick_the_agent_is() {
    let answered = [(6.0, ready(&seen_to(Some("Then it shall be so."))))];
    let answered = after_a_question(&answered);
    for interval in RATES {
        assert_eq!(answered.every(interval).outcomes(), [Outcome::Success]);
    }
}

#[test]
fn work_of_which_nothing_comes_does_not_tell_whether_the_question_was_answered() {
    let worked = [(6.0, working(&seen_to(None))), (7.0, ready(&seen_to(None)))];
    let worked = after_a_question(&worked);
    for interval in RATES {
        assert_eq!(worked.every(interval).outcomes(), [Outcome::Unknown]);
    }
}

#[test]
fn a_question_that_leaves_no_report_was_closed() {
    let cells = seen_to(None);
    let closed = after_a_question(&[(6.0, ready(&cells[..2]))]);
    for interval in RATES {
        assert_eq!(closed.every(interval).outcomes(), [Outcome::Interrupted]);
    }
}

#[test]
fn a_transcript_that_is_printed_anew_after_a_closed_question_begins_nothing() {
    let cells = seen_to(None);
    let anew = [&cells[..2], &cells].concat();
    let scenes = [(6.0, ready(&cells[..2])), (9.0, ready(&anew))];
    let script = after_a_question(&scenes);
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Interrupted]);
    }
}

#[test]
fn a_call_that_is_allowed_and_says_nothing_after_is_no_interruption() {
    let done = [
        user("make it"),
        cell(CellRole::ToolCall, "touch x"),
        cell(CellRole::ToolResult, "Done"),
    ];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&done[..1])),
        (4.0, blocked("touch x", &done[..2])),
        (6.0, ready(&done)),
    ];
    let script = Script::new(12.0, scenes);
    // Nor is it known to have run to its end.
    for interval in RATES {
        assert_eq!(script.every(interval).outcomes(), [Outcome::Unknown]);
    }
}

#[test]
fn a_prompt_that_was_drawn_over_and_comes_back_begins_nothing() {
    let report = cell(CellRole::ToolCall, "Declined");
    let banner = cell(CellRole::Banner, "the CLI");
    let whole = [banner, user("one"), report.clone(), user("two")];
    let covered = [whole[0].clone(), report.clone()];
    let closed = [whole.as_slice(), &[report]].concat();
    let scenes = vec![
        (0.0, ready(&whole[..1])),
        (2.0, working(&whole[..2])),
        (4.0, ready(&whole[..3])),
        (6.0, working(&whole)),
        (7.0, asked("Which?", &covered)),
        (8.0, asked("Which?", &whole)),
        (10.0, ready(&closed)),
    ];
    let script = Script::new(16.0, scenes);
    for interval in RATES {
        let turns = script.every(interval).summary().into_iter();
        let prompts: Vec<String> = turns.filter_map(|turn| turn.2).collect();
        assert_eq!(prompts, ["one", "two"], "{interval}");
    }
}

/// Claude Code 1.0.72: the agent seems at work for a frame or two before the plan that was refused stands there.
#[test]
fn a_plan_that_the_cli_says_was_refused_is_an_interruption_however_it_was_drawn() {
    let said = [user("plan it"), agent("I have a plan.")];
    let refused = [&said[..], &[broken_off(CellRole::ToolResult)]].concat();
    for works in [0.0, 0.06, 0.3] {
        let scenes = vec![
            (0.0, ready(&[])),
            (2.0, working(&said)),
            (4.0, asked("Shall it be so?", &said)),
            (6.0, working(&said)),
            (6.0 + works, ready(&refused)),
        ];
        let script = Script::new(10.0, scenes);
        for interval in RATES {
            let told = script.every(interval);
            let record = &told.log.records()[0];
            assert_eq!(record.outcome, Outcome::Interrupted, "{works} {interval}");
            assert_eq!(record.answer.text, "I have a plan.", "{works} {interval}");
            assert!(record.answer.complete, "{works} {interval}");
        }
    }
}

/// Claude Code 2.1.281 at two looks a second: a call without its bullet looks like a paragraph for a moment, then a plan
/// is drawn over all but its last row.
#[test]
fn an_answer_is_read_anew_where_its_prompt_comes_back_with_it() {
    let call = cell(CellRole::ToolCall, "Updated plan");
    let result = cell(CellRole::ToolResult, "/plan to preview");
    let half = [user("plan it"), agent("I have a plan.\n\nUpdated plan")];
    let whole = [user("plan it"), agent("I have a plan."), call, result];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&half)),
        (4.0, asked("Shall it be so?", &whole[3..])),
        (7.0, ready(&whole)),
    ];
    let script = Script::new(10.0, scenes);
    for interval in RATES {
        let told = script.every(interval);
        let answer = &told.log.records()[0].answer;
        assert_eq!(answer.text, "I have a plan.", "{interval}");
        assert!(answer.complete, "{interval} {:?}", answer.missing);
    }
}

/// The same, where the prompt stood for too short a time to be believed.
#[test]
fn a_prompt_that_was_glimpsed_brings_its_answer_when_it_comes_back() {
    let call = cell(CellRole::ToolCall, "Updated plan");
    let result = cell(CellRole::ToolResult, "/plan to preview");
    let whole = [user("plan it"), agent("I have a plan."), call, result];
    let scenes = vec![
        (0.0, ready(&[])),
        (2.0, working(&whole)),
        (2.1, asked("Shall it be so?", &whole[3..])),
        (7.0, ready(&whole)),
    ];
    let script = Script::new(10.0, scenes);
    for interval in [0.05, 0.1, 0.2, 0.5] {
        let told = script.every(interval);
        let record = &told.log.records()[0];
        assert_eq!(record.prompt.as_deref(), Some("plan it"), "{interval}");
        assert_eq!(record.answer.text, "I have a plan.", "{interval}");
    }
}
