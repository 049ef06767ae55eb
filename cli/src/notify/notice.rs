//! Which events are worth a notification, and its words: one line in which nothing acts.

use shadow_tui::contract::{BlockOrigin, OperatorBlock};
use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::{Outcome, TurnRecord};

use crate::render::verdict::wire;
use crate::safe::{excerpt, one_line};

/// Characters of a quoted text.
const QUOTE: usize = 80;

/// The words for an event; none for one that calls nobody. A dialog that the person opened does not.
pub fn notice(event: &Event) -> Option<String> {
    let pane = one_line(event.pane.as_deref().unwrap_or("the agent"));
    let what = match &event.body {
        EventBody::OperatorBlocked { operator_block } => asked(operator_block)?,
        EventBody::TurnEnded { outcome, record } => ended(*outcome, record)?,
        _ => return None,
    };
    Some(format!("shadow: {pane} {what}"))
}

fn asked(block: &OperatorBlock) -> Option<String> {
    if block.origin == BlockOrigin::Operator {
        return None;
    }
    let words = block.question.as_ref().or(block.title.as_ref());
    let words = words.map_or_else(|| wire(&block.kind), |text| excerpt(text, QUOTE));
    let subject = block.subject.as_ref().map(|text| excerpt(text, QUOTE));
    Some(
        format!("asks: {words} {}", subject.unwrap_or_default())
            .trim_end()
            .to_owned(),
    )
}

fn ended(outcome: Outcome, record: &TurnRecord) -> Option<String> {
    let prompt = record.prompt.as_ref().map(|text| excerpt(text, QUOTE));
    let prompt = prompt.unwrap_or_default();
    let failure = record.failure.as_ref();
    let failure = failure.map(|it| format!("{} {}", wire(&it.kind), excerpt(&it.text, QUOTE)));
    let words = match outcome {
        Outcome::Success => format!("is done: {prompt}"),
        Outcome::KnownFailure => format!("failed: {}", failure.unwrap_or_default()),
        Outcome::Disconnected => format!("ended in mid turn: {prompt}"),
        Outcome::Interrupted | Outcome::Unknown => return None,
    };
    Some(words.trim_end_matches([' ', ':']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::notice;
    use shadow_tui::contract::{BlockOrigin, OperatorBlock};
    use shadow_tui::event::{EventBody, Happening, Stamp};

    fn blocked(origin: BlockOrigin) -> Option<String> {
        let block = OperatorBlock {
            origin,
            question: Some("Do you\u{1b}]0;x\u{7} want\nthis?".to_owned()),
            ..OperatorBlock::default()
        };
        let body = EventBody::OperatorBlocked {
            operator_block: Box::new(block),
        };
        let happening = Happening {
            at: 0.0,
            turn: None,
            body,
        };
        notice(&Stamp::pane("%3", 0.0).event(happening))
    }

    #[test]
    fn a_question_is_one_line_in_which_nothing_acts() {
        let words = blocked(BlockOrigin::Agent).expect("a person is needed");
        assert_eq!(words, "shadow: %3 asks: Do you ]0;x want this?");
        assert_eq!(blocked(BlockOrigin::Operator), None);
    }
}
