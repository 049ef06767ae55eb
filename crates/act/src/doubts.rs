//! Sequences whose end is not plain: the same dialog again, a CLI that dies on the way, a turn that takes no key.

use shadow_codex::CodexProvider;
use shadow_core::contract::{BusinessState, CellRole, UiContext};
use shadow_core::{OwnDialogs, Provider};

use crate::report::{ActOutcome, DraftFate, Proof, ReasonCode};
use crate::sight::Sight;
use crate::step::{Act, Machine};
use crate::testing::{capture, codes, draft, idle, left_by_its_cli, report, sending, sent, show};
use crate::{Answer, Choice, Choosing, Interrupting, Prompt, Sending, Terms};

/// A dialog, the same after a command more has run, and one that has been answered so far as its keys are pressed.
fn asked() -> (Sight, Sight, Choosing, f64) {
    let sight = capture("claude/2.1.330/basic-120x40/approval-command");
    let mut again = sight.clone();
    again
        .cells
        .push((CellRole::ToolResult, "(Nooutput)".into()));
    let block = sight.block.as_ref().expect("a block");
    let mut choosing = Choosing::new(Answer::new(Choice::Number(1), block.signature.clone()));
    let mut now = 0.0;
    for key in block.options[0].keys.clone() {
        let act = show(&mut choosing, &sight, &mut now, 5.0);
        assert_eq!(act, Act::Press(key));
        sent(&mut choosing, now);
    }
    (sight, again, choosing, now)
}

/// A frame between two dialogs.
fn between(sight: &Sight) -> Sight {
    let (block, business_state) = (None, BusinessState::Working);
    Sight {
        block,
        business_state,
        ..sight.clone()
    }
}

fn glimpse(choosing: &mut Choosing, sight: &Sight, now: &mut f64) {
    let act = choosing.step(crate::Seen::Look(sight), *now);
    assert!(matches!(act, Act::Look { .. }), "{act:?}");
    *now += 0.03;
}

#[test]
fn the_same_dialog_asked_again_is_told_from_the_one_that_was_answered() {
    let (sight, again, mut choosing, mut now) = asked();
    glimpse(&mut choosing, &sight, &mut now);
    glimpse(&mut choosing, &between(&sight), &mut now);
    let done = report(show(&mut choosing, &again, &mut now, 5.0));
    assert_eq!((done.outcome, now < 2.0), (ActOutcome::Done, true));
    assert_eq!(done.evidence, [Proof::DialogReturned]);
    let signature = sight.block.as_ref().map(|block| block.signature.clone());
    assert_eq!(done.signature, signature, "what stands there is told");
}

#[test]
fn a_dialog_under_what_tells_once_more_of_its_command_is_another_one() {
    let (sight, _, mut choosing, mut now) = asked();
    let mut again = sight.clone();
    let about = sight.block.as_ref().and_then(|block| block.subject.clone());
    let ran = format!("Ran{}", crate::shown::solid(&about.expect("a subject")));
    again.cells.push((CellRole::ToolCall, ran));
    let done = report(show(&mut choosing, &again, &mut now, 5.0));
    assert_eq!(done.evidence, [Proof::DialogReturned]);
}

#[test]
fn a_selection_that_is_back_at_the_top_is_another_dialog() {
    let mut sight = capture("claude/2.1.330/basic-120x40/approval-command");
    let block = sight.block.as_mut().expect("a block");
    let signature = block.signature.clone();
    let last = block.options.len() - 1;
    for (at, option) in block.options.iter_mut().enumerate() {
        option.selected = Some(at == last);
    }
    block.options[last].keys = vec!["Enter".into()];
    let choice = Choice::Label(block.options[last].label.clone());
    let (mut choosing, mut now) = (Choosing::new(Answer::new(choice, signature)), 0.0);
    let act = show(&mut choosing, &sight, &mut now, 5.0);
    assert_eq!(act, Act::Press("Enter".into()));
    sent(&mut choosing, now);
    for (at, option) in sight
        .block
        .as_mut()
        .expect("a block")
        .options
        .iter_mut()
        .enumerate()
    {
        option.selected = Some(at == 0);
    }
    let done = report(show(&mut choosing, &sight, &mut now, 9.0));
    assert_eq!(done.evidence, [Proof::DialogReturned]);
}

#[test]
fn where_it_cannot_be_told_whether_the_answer_was_taken_that_is_said() {
    // The dialog went for a look and nothing else changed; something came and the dialog was never seen to go.
    let (sight, again, choosing, now) = asked();
    for (went, stands) in [(true, &sight), (false, &again)] {
        let (mut choosing, mut now) = (choosing.clone(), now);
        if went {
            glimpse(&mut choosing, &between(&sight), &mut now);
        }
        let failed = report(show(&mut choosing, stands, &mut now, 60.0));
        assert_eq!(failed.outcome, ActOutcome::Failed);
        assert_eq!(codes(&failed), [ReasonCode::AnswerUnsure], "{went}");
        assert!(
            failed.reasons[0]
                .message
                .contains("look before you press again")
        );
    }
    // Nothing at all changed: it was not taken.
    let (sight, _, mut choosing, mut now) = asked();
    let failed = report(show(&mut choosing, &sight, &mut now, 60.0));
    assert_eq!(codes(&failed), [ReasonCode::DialogStands]);
}

#[test]
fn a_cli_that_dies_after_enter_has_not_taken_the_prompt_for_sure() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    assert_eq!(
        show(&mut sending, &draft("hello there"), &mut now, 5.0),
        Act::Enter
    );
    sent(&mut sending, now);
    let mut left = draft("hello there");
    left.cells.push((CellRole::User, "hellothereKilled".into()));
    let ended = report(show(&mut sending, &left_by_its_cli(left), &mut now, 20.0));
    assert_eq!(
        (ended.outcome, codes(&ended)),
        (ActOutcome::Gone, vec![ReasonCode::Exited])
    );
    assert_eq!(ended.draft, Some(DraftFate::Unseen));
    assert!(ended.is_unsure() && now < 3.0, "{now}");
}

/// A draft that is submitted, up to Enter.
fn entered() -> (Sending, f64) {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let act = show(&mut sending, &draft("hello there"), &mut now, 5.0);
    assert_eq!(act, Act::Enter);
    sent(&mut sending, now);
    (sending, now)
}

#[test]
fn a_dialog_that_opened_as_enter_was_pressed_is_no_proof_of_a_turn() {
    let (mut sending, mut now) = entered();
    let asked = capture("claude/2.1.330/basic-120x40/approval-command");
    let is_users = |(role, _): &(CellRole, String)| *role == CellRole::User;
    let mut dialog = asked.clone();
    dialog.cells.retain(|cell| !is_users(cell));
    let failed = report(show(&mut sending, &dialog, &mut now, 20.0));
    assert_eq!(codes(&failed), [ReasonCode::DialogOpen]);
    assert_eq!(failed.draft, Some(DraftFate::Unseen));
    assert!(failed.is_unsure(), "Enter may have gone to the dialog");
    // Once the turn was seen to run, its dialog is its own.
    let (mut sending, mut now) = entered();
    let waiting = capture("claude/2.1.330/basic-120x40/waiting");
    sending.step(crate::Seen::Look(&waiting), now);
    now += 0.03;
    let done = report(show(&mut sending, &dialog, &mut now, 20.0));
    assert_eq!(done.outcome, ActOutcome::Done);
}

#[test]
fn a_paste_that_nobody_has_taken_may_come_later_and_that_is_told() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let failed = report(show(&mut sending, &idle(), &mut now, 60.0));
    assert_eq!(failed.draft, Some(DraftFate::Unseen));
    assert!(failed.may_come_later());
    let told = crate::Told::new("send", "%0".to_owned(), failed).words();
    assert!(told.contains("may take it yet"), "{told}");
}

#[test]
fn a_cli_that_dies_before_enter_is_told_so_and_gets_no_key() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let left = left_by_its_cli(draft("hello there"));
    let ended = report(show(&mut sending, &left, &mut now, 20.0));
    assert_eq!(
        (codes(&ended), ended.presses),
        (vec![ReasonCode::Exited], 0)
    );
    let dialog = left_by_its_cli(capture("claude/2.1.330/basic-120x40/approval-command"));
    let refused = report(show(&mut sending_fresh(), &dialog, &mut 0.0, 20.0));
    assert_eq!(
        codes(&refused),
        [ReasonCode::Exited],
        "no dialog is to be answered"
    );
}

fn sending_fresh() -> Sending {
    sending("hello")
}

#[test]
fn a_backslash_at_the_end_gets_a_space_behind_it_and_that_is_told() {
    for (text, pasted, spaced) in [
        ("ends in \\", "ends in \\ ", true),
        ("/usr/bin is odd", " /usr/bin is odd", true),
        ("plain words", "plain words", false),
    ] {
        let (mut sending, mut now) = (sending(text), 0.0);
        let act = show(&mut sending, &idle(), &mut now, 5.0);
        assert_eq!(act, Act::Paste(pasted.into()));
        sent(&mut sending, now);
        assert_eq!(show(&mut sending, &draft(text), &mut now, 5.0), Act::Enter);
        sent(&mut sending, now);
        let waiting = capture("claude/2.1.330/basic-120x40/waiting");
        let done = report(show(&mut sending, &waiting, &mut now, 5.0));
        assert_eq!(
            (done.outcome, done.spaced),
            (ActOutcome::Done, Some(spaced))
        );
    }
    let terms = Terms {
        allow_draft: true,
        ..Terms::default()
    };
    let mut along = Sending::new(Prompt::new("ends in \\").expect("a prompt"), terms);
    let act = show(&mut along, &draft("mine"), &mut 0.0, 5.0);
    assert_eq!(act, Act::Paste("\nends in \\ ".into()));
}

#[test]
fn a_word_that_would_end_the_cli_is_not_typed() {
    for text in ["exit", "quit", ":q", ":wq!"] {
        let refused = report(show(&mut sending(text), &idle(), &mut 0.0, 5.0));
        assert_eq!(codes(&refused), [ReasonCode::IsCommand], "{text}");
        assert_eq!(refused.draft, Some(DraftFate::NotTyped));
    }
    let act = show(&mut sending("exit the loop"), &idle(), &mut 0.0, 5.0);
    assert_eq!(act, Act::Paste("exit the loop".into()));
}

#[test]
fn an_interrupt_that_nothing_tells_the_end_of_is_not_done() {
    let unwitnessed = Sight {
        business_state: BusinessState::Unknown,
        ui_context: UiContext::NormalPrompt,
        unwitnessed: true,
        manners: CodexProvider::new(&OwnDialogs::NONE).manners(None),
        ..idle()
    };
    let (mut stops, mut now) = (Interrupting::new(true, false), 0.0);
    let act = show(&mut stops, &unwitnessed, &mut now, 9.0);
    assert_eq!(act, Act::Press("Escape".into()));
    sent(&mut stops, now);
    let failed = report(show(&mut stops, &unwitnessed, &mut now, 60.0));
    assert_eq!((failed.outcome, failed.presses), (ActOutcome::Failed, 1));
    assert_eq!(codes(&failed), [ReasonCode::NoTurnWitness]);
    let words = &failed.reasons[0].message;
    assert!(words.contains("no Escape while text streams"), "{words}");
}

#[test]
fn a_codex_that_takes_no_escape_is_told_what_does_and_gets_no_other_key() {
    let working = Sight {
        business_state: BusinessState::Working,
        manners: CodexProvider::new(&OwnDialogs::NONE).manners(None),
        ..idle()
    };
    let (mut stops, mut now) = (Interrupting::new(false, false), 0.0);
    let failed = loop {
        match show(&mut stops, &working, &mut now, 60.0) {
            Act::Press(key) => {
                assert_eq!(key, "Escape", "Ctrl-C might quit it");
                sent(&mut stops, now);
            }
            act => break report(act),
        }
    };
    assert_eq!(codes(&failed), [ReasonCode::StillRunning]);
    assert!(failed.reasons[0].message.contains("Ctrl-C in the pane"));
}
