//! What is told of a prompt that was on its way when whoever sent it was stopped.

use crate::report::{DraftFate, Reason, ReasonCode, Stage};

/// How long a text that was just pasted may take to show, in seconds, before it is told as not seen.
pub const SHOWN: f64 = 0.5;

/// Why it ended, and what became of the text.
pub fn reason(stage: Stage, fate: DraftFate) -> Reason {
    let words = match (stage, fate) {
        (_, DraftFate::NotTyped) => "stopped by a signal before anything was typed",
        (Stage::Confirm, _) => {
            "stopped by a signal as Enter was pressed; look whether the turn runs before you send again"
        }
        (_, DraftFate::Standing) => {
            "stopped by a signal before Enter; the text stands in the composer, unsent"
        }
        (_, DraftFate::Cleared) => {
            "stopped by a signal; the text was taken out of the composer again"
        }
        _ => "stopped by a signal before Enter; the text may stand in the composer, unsent",
    };
    Reason::new(ReasonCode::Stopped, words)
}

/// The same of keys that answer a dialog or stop a turn.
pub const fn keys(presses: u32) -> &'static str {
    match presses {
        0 => "stopped by a signal before a key was pressed",
        _ => "stopped by a signal after a key was pressed; look before you press again",
    }
}

#[cfg(test)]
mod tests {
    use crate::report::{DraftFate, Report};
    use crate::step::{Act, Machine, Seen};
    use crate::testing::{draft, idle, sent, show};
    use crate::{ActOutcome, Prompt, Sending, Sight, Terms};

    const TEXT: &str = "hello there";

    /// A prompt that has been pasted.
    fn pasted() -> (Sending, f64) {
        let prompt = Prompt::new(TEXT).expect("plain text");
        let (mut sending, mut now) = (Sending::new(prompt, Terms::default()), 0.0);
        sending.step(Seen::Start, now);
        let act = show(&mut sending, &idle(), &mut now, 5.0);
        assert!(matches!(act, Act::Paste(_)), "{act:?}");
        sent(&mut sending, now);
        (sending, now)
    }

    /// What is told when it is stopped at this sight, which stands.
    fn told(sending: &mut Sending, sight: &Sight, mut now: f64) -> (ActOutcome, String, Report) {
        loop {
            match sending.step(Seen::Stopped(Some(sight)), now) {
                Act::Look { at } => now = at.max(now + 0.001),
                Act::End(report) => {
                    let words = report.reasons[0].message.clone();
                    return (report.outcome, words, *report);
                }
                act => panic!("{act:?}: nothing is pressed any more"),
            }
        }
    }

    #[test]
    fn a_text_that_stands_unsent_is_told() {
        let (mut sending, now) = pasted();
        let (outcome, words, report) = told(&mut sending, &draft(TEXT), now);
        assert_eq!(outcome, ActOutcome::Failed);
        assert_eq!(report.draft, Some(DraftFate::Standing));
        assert!(words.contains("stands in the composer, unsent"), "{words}");
        let again = sending.step(Seen::Look(&draft(TEXT)), now + 1.0);
        assert!(matches!(again, Act::End(_)), "{again:?}");
    }

    #[test]
    fn a_paste_that_is_not_painted_yet_is_waited_for() {
        let (mut sending, now) = pasted();
        let act = sending.step(Seen::Stopped(Some(&idle())), now + 0.1);
        assert!(matches!(act, Act::Look { .. }), "{act:?}");
        let (_, words, report) = told(&mut sending, &idle(), now + 0.1);
        assert_eq!(report.draft, Some(DraftFate::Unseen));
        assert!(words.contains("may stand in the composer"), "{words}");
    }

    #[test]
    fn what_was_not_typed_and_what_was_entered_are_told_apart() {
        let prompt = Prompt::new(TEXT).expect("plain text");
        let mut sending = Sending::new(prompt, Terms::default());
        sending.step(Seen::Start, 0.0);
        let (outcome, words, _) = told(&mut sending, &idle(), 0.1);
        assert_eq!(outcome, ActOutcome::Refused);
        assert!(words.contains("before anything was typed"), "{words}");

        let (mut sending, mut now) = pasted();
        let act = show(&mut sending, &draft(TEXT), &mut now, 5.0);
        assert_eq!(act, Act::Enter);
        sent(&mut sending, now);
        let (outcome, words, report) = told(&mut sending, &draft(TEXT), now);
        assert_eq!((outcome, report.presses), (ActOutcome::Failed, 1));
        assert!(words.contains("look whether the turn runs"), "{words}");
    }

    #[test]
    fn a_paste_of_which_nothing_is_known_may_stand_there() {
        let prompt = Prompt::new(TEXT).expect("plain text");
        let (mut sending, mut now) = (Sending::new(prompt, Terms::default()), 0.0);
        sending.step(Seen::Start, now);
        let act = show(&mut sending, &idle(), &mut now, 5.0);
        assert!(matches!(act, Act::Paste(_)), "{act:?}");
        let Act::End(report) = sending.step(Seen::Stopped(None), now) else {
            panic!("it ends");
        };
        assert_eq!(report.draft, Some(DraftFate::Unseen));
    }
}
