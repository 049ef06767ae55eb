//! Which events are worth a notification, and its words: one line in which nothing acts.

use shadow_tui::contract::{
    BlockOrigin, Failure, FailureKind, OperatorBlock, QuotaScope, wire_name,
};
use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::{Outcome, TurnRecord};

use shadow_legible::{excerpt, one_line, subject_line};

/// Characters of a quoted text.
const QUOTE: usize = 80;

/// The words for an event; none for one that calls nobody. A dialog that the person opened does not.
pub fn notice(event: &Event) -> Option<String> {
    let pane = one_line(event.pane.as_deref().unwrap_or("the agent"));
    let what = match &event.body {
        EventBody::OperatorBlocked { operator_block } => asked(operator_block)?,
        EventBody::TurnEnded {
            outcome, record, ..
        } => ended(*outcome, record)?,
        _ => return None,
    };
    Some(format!("shadow: {pane} {what}"))
}

fn asked(block: &OperatorBlock) -> Option<String> {
    if block.origin == BlockOrigin::Operator {
        return None;
    }
    let words = block.question.as_ref().or(block.title.as_ref());
    let words = words.map_or_else(|| wire_name(&block.kind), |text| excerpt(text, QUOTE));
    let subject = block.subject.as_ref().map(|text| subject_line(text, QUOTE));
    let missing = block.missing().map(|what| format!("({what}: look there)"));
    let parts = [Some(format!("asks: {words}")), subject, missing];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn ended(outcome: Outcome, record: &TurnRecord) -> Option<String> {
    let prompt = record.prompt.as_ref().map(|text| excerpt(text, QUOTE));
    let prompt = prompt.unwrap_or_default();
    let words = match outcome {
        Outcome::Success => format!("is done: {prompt}"),
        Outcome::KnownFailure => failed(&record.failure.clone().unwrap_or_default()),
        Outcome::Disconnected => format!("ended in mid turn: {prompt}"),
        Outcome::Interrupted | Outcome::Unknown => return None,
    };
    Some(words.trim_end_matches([' ', ':']).to_owned())
}

/// What is said of a failure. A limit says which and until when: that is what a person plans by.
fn failed(failure: &Failure) -> String {
    if failure.kind != FailureKind::Quota {
        let kind = wire_name(&failure.kind);
        return format!("failed: {kind} {}", excerpt(&failure.text, QUOTE));
    }
    let known = |scope: &&QuotaScope| **scope != QuotaScope::Unknown;
    let scope = failure.scope.as_ref().filter(known).map(wire_name);
    let scope = scope.map_or_else(String::new, |scope| {
        format!(" ({})", scope.replace('_', " "))
    });
    let resets = failure.resets_at.as_deref();
    let resets = resets.map_or_else(String::new, |at| format!(", resets {}", excerpt(at, QUOTE)));
    format!("has reached its limit{scope}{resets}")
}

#[cfg(test)]
mod tests {
    use super::notice;
    use serde_json::json;
    use shadow_tui::contract::{BlockKind, BlockOrigin, OperatorBlock};
    use shadow_tui::event::{EventBody, Happening, Stamp};

    fn told(body: EventBody) -> Option<String> {
        let happening = Happening {
            at: 0.0,
            turn: None,
            body,
        };
        notice(&Stamp::pane("%3", 0.0).event(happening))
    }

    /// What is said of a turn that ended so.
    fn ended(outcome: &str) -> Option<String> {
        ended_by(
            outcome,
            &json!({"kind": "rate_limit", "text": "slow\u{1b}[2J down", "resets_at": null, "retry_in_seconds": null}),
        )
    }

    fn ended_by(outcome: &str, failure: &serde_json::Value) -> Option<String> {
        let record = json!({
            "id": 1, "generation": 1, "how": "explicit_submit", "prompt": "look at\nit", "started": 0.0,
            "first_activity": null, "ended": 1.0, "outcome": outcome, "blocked": [],
            "failure": failure,
            "answer": {"text": "", "complete": true, "missing": []}, "inferred_by_silence": false, "evidence": [],
        });
        let outcome = serde_json::from_value(json!(outcome)).expect("an outcome");
        let record = serde_json::from_value(record).expect("a record");
        told(EventBody::TurnEnded {
            outcome,
            supersedes: None,
            record,
        })
    }

    #[test]
    fn a_turn_that_ended_is_told_unless_a_person_ended_it() {
        let said = |outcome| ended(outcome).unwrap_or_default();
        assert_eq!(said("success"), "shadow: %3 is done: look at it");
        assert_eq!(
            said("known_failure"),
            "shadow: %3 failed: rate_limit slow<U+001B>[2J down"
        );
        assert_eq!(
            said("disconnected"),
            "shadow: %3 ended in mid turn: look at it"
        );
        assert_eq!((said("interrupted"), said("unknown")), Default::default());
    }

    #[test]
    fn a_limit_says_which_and_until_when() {
        let told = |scope: &str, resets: Option<&str>| {
            let failure = json!({"kind": "quota", "scope": scope, "text": "words", "resets_at": resets,
                "retry_in_seconds": null});
            ended_by("known_failure", &failure).unwrap_or_default()
        };
        assert_eq!(
            told("five_hour", Some("3:57pm\u{1b}[2J (UTC)")),
            "shadow: %3 has reached its limit (five hour), resets 3:57pm<U+001B>[2J (UTC)"
        );
        assert_eq!(told("unknown", None), "shadow: %3 has reached its limit");
    }

    fn blocked(origin: BlockOrigin) -> Option<String> {
        let block = OperatorBlock {
            origin,
            question: Some("Do you\u{1b}]0;x\u{7} want\nthis?".to_owned()),
            ..OperatorBlock::default()
        };
        let body = EventBody::OperatorBlocked {
            operator_block: Box::new(block),
        };
        told(body)
    }

    #[test]
    fn an_approval_shows_where_its_rows_end_and_what_is_missing() {
        let block = OperatorBlock {
            kind: BlockKind::ApprovalCommand,
            question: Some("Do you want this?".to_owned()),
            subject: Some("make # all\nrm -rf out".to_owned()),
            ..OperatorBlock::default()
        };
        let operator_block = Box::new(block);
        assert_eq!(
            told(EventBody::OperatorBlocked { operator_block }).as_deref(),
            Some(
                "shadow: %3 asks: Do you want this? make # all ⏎ rm -rf out (nothing proves that all of what it asks to \
                 approve is on the screen: look there)"
            )
        );
    }

    #[test]
    fn a_question_is_one_line_in_which_nothing_acts() {
        let words = blocked(BlockOrigin::Agent).expect("a person is needed");
        assert_eq!(
            words,
            "shadow: %3 asks: Do you<U+001B>]0;x<U+0007> want this?"
        );
        assert_eq!(blocked(BlockOrigin::Unknown), Some(words));
        assert!(blocked(BlockOrigin::Unknown).is_some());
        assert_eq!(blocked(BlockOrigin::Operator), None);
    }
}
