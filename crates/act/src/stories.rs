//! Sequences played against real screens: what is sent, what is refused and why, what is tried again.

use shadow_core::contract::{BusinessState, ComposerMode, InputMode, Offer, UiContext};

use crate::report::{ActOutcome, DraftFate, Proof, ReasonCode};
use crate::sight::Sight;
use crate::step::{Act, Machine, Seen};
use crate::testing::{capture, codes, dialog, draft, idle, report, sending, sent, show};
use crate::{Answer, Choice, Choosing, Interrupting, Prompt, Sending, Terms};

/// Takes a sequence to the moment in which Enter was pressed once.
fn entered(sending: &mut Sending, text: &str, now: &mut f64) {
    assert_eq!(
        show(sending, &idle(), now, 5.0),
        Act::Paste(text.to_owned())
    );
    sent(sending, *now);
    assert_eq!(show(sending, &draft(text), now, 5.0), Act::Enter);
    sent(sending, *now);
}

#[test]
fn a_prompt_is_pasted_seen_entered_and_its_turn_seen() {
    let (mut sending, mut now) = (sending("please look at the parser today"), 0.0);
    entered(&mut sending, "please look at the parser today", &mut now);
    let waiting = capture("claude/2.1.330/basic-120x40/waiting");
    let done = report(show(&mut sending, &waiting, &mut now, 5.0));
    assert_eq!((done.outcome, done.presses), (ActOutcome::Done, 1));
    assert_eq!(done.draft, Some(DraftFate::Submitted));
    assert!(done.evidence.contains(&Proof::Working), "{done:?}");
}

#[test]
fn a_prompt_that_cancels_a_continuation_says_so() {
    let (mut sending, mut now) = (sending("go on by hand"), 0.0);
    let limited = capture("claude/2.1.332/limits-120x40/limit-five-hour");
    assert!(limited.continues);
    let act = show(&mut sending, &limited, &mut now, 5.0);
    assert_eq!(act, Act::Paste("go on by hand".to_owned()));
    sent(&mut sending, now);
    let act = show(&mut sending, &draft("go on by hand"), &mut now, 5.0);
    assert_eq!(act, Act::Enter);
    sent(&mut sending, now);
    let waiting = capture("claude/2.1.330/basic-120x40/waiting");
    let done = report(show(&mut sending, &waiting, &mut now, 5.0));
    assert_eq!(done.evidence.last(), Some(&Proof::ContinuationCanceled));
}

#[test]
fn what_is_not_safe_is_refused_with_its_reason_and_nothing_typed() {
    let cases = [
        (
            "claude/2.1.330/basic-120x40/approval-command",
            ReasonCode::DialogOpen,
        ),
        (
            "codex/0.169.0/approval-command-120x40/approval-command",
            ReasonCode::DialogOpen,
        ),
        (
            "claude/2.1.330/basic-120x40/waiting",
            ReasonCode::TurnRunning,
        ),
        (
            "claude/2.1.330/basic-120x40/draft",
            ReasonCode::DraftPresent,
        ),
    ];
    for (name, code) in cases {
        let (mut sending, mut now) = (sending("hello"), 0.0);
        let refused = report(show(&mut sending, &capture(name), &mut now, 60.0));
        assert_eq!(refused.outcome, ActOutcome::Refused, "{name}");
        assert_eq!(codes(&refused), [code], "{name}");
        assert_eq!(refused.draft, Some(DraftFate::NotTyped));
        assert!(now < 2.0, "{name} took {now}");
    }
}

#[test]
fn every_flag_of_the_pane_is_a_reason_of_its_own() {
    let mut sight = idle();
    sight.flags.in_mode = true;
    sight.flags.input_off = true;
    sight.flags.synchronized = true;
    let refused = report(show(&mut sending("hello"), &sight, &mut 0.0, 60.0));
    use ReasonCode::{CopyMode, InputOff, PaneDead, Synchronized};
    assert_eq!(codes(&refused), [CopyMode, InputOff, Synchronized]);
    sight.flags.dead = true;
    let gone = report(show(&mut sending("hello"), &sight, &mut 0.0, 60.0));
    assert_eq!(
        (gone.outcome, codes(&gone)[0]),
        (ActOutcome::Gone, PaneDead)
    );
}

#[test]
fn a_swallowed_enter_is_pressed_again_once_that_is_proven_and_no_more_than_three_times() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    let plain = draft("hello there");
    entered(&mut sending, "hello there", &mut now);
    for _ in 0..2 {
        let begun = now;
        let mark = show(&mut sending, &plain, &mut now, 9.0);
        assert_eq!(mark, Act::Press(".".into()));
        assert!(now - begun >= 1.0, "too soon: {now}");
        sent(&mut sending, now);
        let marked = draft("hello there.");
        let erase = show(&mut sending, &marked, &mut now, 9.0);
        assert_eq!(erase, Act::Press("BSpace".into()));
        sent(&mut sending, now);
        assert_eq!(show(&mut sending, &plain, &mut now, 9.0), Act::Enter);
        sent(&mut sending, now);
    }
    let failed = report(show(&mut sending, &plain, &mut now, 60.0));
    assert_eq!((failed.outcome, failed.presses), (ActOutcome::Failed, 3));
    assert_eq!(codes(&failed), [ReasonCode::EnterIgnored]);
    assert_eq!(failed.draft, Some(DraftFate::Standing));
}

#[test]
fn an_enter_that_is_only_late_is_not_pressed_again() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    entered(&mut sending, "hello there", &mut now);
    show(&mut sending, &draft("hello there"), &mut now, 9.0);
    sent(&mut sending, now);
    let working = capture("claude/2.1.330/basic-120x40/waiting");
    let late = Sight {
        composer: draft(".").composer,
        ..working.clone()
    };
    let erase = show(&mut sending, &late, &mut now, 9.0);
    assert_eq!(erase, Act::Press("BSpace".into()));
    sent(&mut sending, now);
    let done = report(show(&mut sending, &working, &mut now, 9.0));
    assert_eq!((done.outcome, done.presses), (ActOutcome::Done, 1));
}

#[test]
fn an_enter_that_acts_after_the_mark_was_seen_is_not_pressed_again() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    entered(&mut sending, "hello there", &mut now);
    show(&mut sending, &draft("hello there"), &mut now, 9.0);
    sent(&mut sending, now);
    let erase = show(&mut sending, &draft("hello there."), &mut now, 9.0);
    assert_eq!(erase, Act::Press("BSpace".into()));
    sent(&mut sending, now);
    let working = capture("claude/2.1.330/basic-120x40/waiting");
    let done = report(show(&mut sending, &working, &mut now, 9.0));
    assert_eq!((done.outcome, done.presses), (ActOutcome::Done, 1));
}

#[test]
fn a_cli_that_takes_no_keys_gets_one_enter() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    entered(&mut sending, "hello there", &mut now);
    show(&mut sending, &draft("hello there"), &mut now, 9.0);
    sent(&mut sending, now);
    let failed = report(show(&mut sending, &draft("hello there"), &mut now, 90.0));
    assert_eq!(
        (codes(&failed), failed.presses),
        (vec![ReasonCode::EnterIgnored], 1)
    );
}

#[test]
fn enter_is_not_pressed_again_once_the_draft_has_gone() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    entered(&mut sending, "hello there", &mut now);
    let failed = report(show(&mut sending, &idle(), &mut now, 60.0));
    assert_eq!(
        (codes(&failed), failed.presses),
        (vec![ReasonCode::TurnNotSeen], 1)
    );
}

#[test]
fn a_dialog_that_opens_over_the_draft_is_not_answered() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let dialog = capture("claude/2.1.330/basic-120x40/approval-command");
    let failed = report(show(&mut sending, &dialog, &mut now, 60.0));
    assert_eq!(codes(&failed), [ReasonCode::DialogOpen]);
    assert_eq!((failed.presses, failed.draft), (0, Some(DraftFate::Unseen)));
}

#[test]
fn a_person_who_types_along_keeps_the_draft_unsent() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let failed = report(show(
        &mut sending,
        &draft("hello therewait"),
        &mut now,
        60.0,
    ));
    assert_eq!(codes(&failed), [ReasonCode::DraftDiffers]);
    assert_eq!(failed.presses, 0);
}

#[test]
fn a_prompt_that_would_run_in_a_shell_is_taken_out_again() {
    let (mut sending, mut now) = (sending("!ls now"), 0.0);
    assert_eq!(
        show(&mut sending, &idle(), &mut now, 5.0),
        Act::Paste(" !ls now".into())
    );
    sent(&mut sending, now);
    let mut shell = draft("!ls now");
    shell.composer.as_mut().expect("a composer").mode = ComposerMode::Bash;
    for key in ["C-u", "BSpace"] {
        assert_eq!(
            show(&mut sending, &shell, &mut now, 5.0),
            Act::Press(key.into())
        );
        sent(&mut sending, now);
    }
    let failed = report(show(&mut sending, &idle(), &mut now, 5.0));
    assert_eq!(codes(&failed), [ReasonCode::BashMode]);
    assert_eq!(
        (failed.presses, failed.draft),
        (0, Some(DraftFate::Cleared))
    );
}

#[test]
fn what_the_cli_would_run_as_a_command_is_not_typed() {
    let refused = report(show(&mut sending("/compact"), &idle(), &mut 0.0, 5.0));
    assert_eq!(codes(&refused), [ReasonCode::IsCommand]);
    assert_eq!(refused.draft, Some(DraftFate::NotTyped));
    let act = show(&mut sending("/etc/hosts is odd"), &idle(), &mut 0.0, 5.0);
    assert_eq!(act, Act::Paste(" /etc/hosts is odd".into()));
}

#[test]
fn a_single_key_that_answers_what_is_offered_is_not_typed() {
    let offering = Sight {
        offers: vec![Offer {
            keys: vec!["1".into(), "0".into()],
            ..Offer::default()
        }],
        ..idle()
    };
    let refused = report(show(&mut sending("1"), &offering, &mut 0.0, 5.0));
    assert_eq!(codes(&refused), [ReasonCode::AnswersOffer]);
    assert_eq!(refused.draft, Some(DraftFate::NotTyped));
    let act = show(&mut sending("1 more"), &offering, &mut 0.0, 5.0);
    assert_eq!(act, Act::Paste("1 more".into()));
}

#[test]
fn a_completion_list_is_closed_by_a_space_and_a_command_taken_out() {
    let (mut sending, mut now) = (sending("/etc/hosts is"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let list = Sight {
        input_mode: InputMode::Modal,
        ui_context: UiContext::SlashCommand,
        ..draft("/etc/hosts is")
    };
    assert_eq!(
        show(&mut sending, &list, &mut now, 5.0),
        Act::Paste(" ".into())
    );
    sent(&mut sending, now);
    assert_eq!(
        show(&mut sending, &list, &mut now, 5.0),
        Act::Press("C-u".into())
    );
    sent(&mut sending, now);
    let failed = report(show(&mut sending, &idle(), &mut now, 5.0));
    assert_eq!(codes(&failed), [ReasonCode::IsCommand]);
}

#[test]
fn a_restarted_cli_gets_nothing_more() {
    let (mut sending, mut now) = (sending("hello there"), 0.0);
    show(&mut sending, &idle(), &mut now, 5.0);
    sent(&mut sending, now);
    let reborn = Sight {
        life: 2,
        ..draft("hello there")
    };
    let failed = report(show(&mut sending, &reborn, &mut now, 5.0));
    assert_eq!(codes(&failed), [ReasonCode::Restarted]);
}

#[test]
fn a_surface_without_a_witness_is_waited_for_until_it_is_quiet() {
    let unwitnessed = Sight {
        business_state: BusinessState::Unknown,
        unwitnessed: true,
        takes_a_prompt: false,
        ..idle()
    };
    let mut now = 0.0;
    let mut patient = sending("hello");
    assert!(matches!(
        show(&mut patient, &unwitnessed, &mut now, 9.0),
        Act::Look { .. }
    ));
    let quiet = Sight {
        silent: true,
        takes_a_prompt: true,
        ..unwitnessed.clone()
    };
    assert_eq!(
        show(&mut patient, &quiet, &mut now, 5.0),
        Act::Paste("hello".into())
    );
    let terms = Terms {
        no_quiet: true,
        ..Terms::default()
    };
    let mut hasty = Sending::new(Prompt::new("hello").expect("a prompt"), terms);
    let refused = report(show(&mut hasty, &unwitnessed, &mut 0.0, 5.0));
    assert_eq!(codes(&refused), [ReasonCode::NoTurnWitness]);
}

#[test]
fn an_allowed_draft_is_sent_along() {
    let terms = Terms {
        allow_draft: true,
        ..Terms::default()
    };
    let mut sending = Sending::new(Prompt::new("and this").expect("a prompt"), terms);
    let mut now = 0.0;
    let act = show(&mut sending, &draft("mine first"), &mut now, 5.0);
    assert_eq!(act, Act::Paste("\nand this".into()));
    sent(&mut sending, now);
    assert_eq!(
        show(&mut sending, &draft("mine first\nand this"), &mut now, 5.0),
        Act::Enter
    );
}

#[test]
fn time_and_pane_may_run_out_at_any_step() {
    for steps in 0..3 {
        for (seen, code) in [
            (Seen::Late, ReasonCode::TimedOut),
            (Seen::Gone, ReasonCode::Gone),
            (Seen::Stopped(None), ReasonCode::Stopped),
        ] {
            let (mut sending, mut now) = (sending("hello there"), 0.0);
            sending.step(Seen::Start, 0.0);
            if steps > 0 {
                show(&mut sending, &idle(), &mut now, 5.0);
                sent(&mut sending, now);
            }
            if steps > 1 {
                show(&mut sending, &draft("hello there"), &mut now, 5.0);
                sent(&mut sending, now);
            }
            let ended = report(sending.step(seen, now));
            assert_eq!(codes(&ended), [code]);
            let typed = ended.draft != Some(DraftFate::NotTyped);
            assert_eq!(typed, steps > 0, "{ended:?}");
        }
    }
}

#[test]
fn a_quiet_wait_that_runs_out_says_what_it_waited_for() {
    let unwitnessed = Sight {
        business_state: BusinessState::Unknown,
        unwitnessed: true,
        takes_a_prompt: false,
        ..idle()
    };
    let (mut sending, mut now) = (sending("hello"), 0.0);
    sending.step(Seen::Start, now);
    show(&mut sending, &unwitnessed, &mut now, 3.0);
    let refused = report(sending.step(Seen::Late, now));
    assert_eq!(
        codes(&refused),
        [ReasonCode::TimedOut, ReasonCode::NoTurnWitness]
    );
    let words = &refused.reasons[0].message;
    for told in ["10 s of quiet", "longer timeout", "no-quiet"] {
        assert!(words.contains(told), "{words}");
    }
    assert_eq!(refused.draft, Some(DraftFate::NotTyped));
}

#[test]
fn who_finds_another_at_work_is_refused_and_types_nothing() {
    let (_, signature) = dialog();
    let choosing = Choosing::new(Answer::new(Choice::Number(1), signature));
    let mut all: [Box<dyn Machine>; 3] = [
        Box::new(sending("hello")),
        Box::new(choosing),
        Box::new(Interrupting::new(false, false)),
    ];
    for machine in &mut all {
        let refused = report(machine.step(Seen::Busy, 9.0));
        assert_eq!((refused.outcome, refused.presses), (ActOutcome::Refused, 0));
        assert_eq!(codes(&refused), [ReasonCode::Busy]);
        assert_ne!(refused.draft, Some(DraftFate::Unseen));
    }
}

/// Claude Code below whose interface a shell has come.
const SUSPENDED: &str = "claude/2.1.330/suspend-120x40/suspended-idle";

#[test]
fn a_suspended_cli_is_told_how_it_comes_back() {
    let suspended = capture(SUSPENDED);
    let mut machines: [Box<dyn Machine>; 2] = [
        Box::new(sending("hello")),
        Box::new(Interrupting::new(false, false)),
    ];
    for machine in &mut machines {
        machine.step(Seen::Start, 0.0);
        let mut now = 0.0;
        let refused = loop {
            match machine.step(Seen::Look(&suspended), now) {
                Act::Look { at } => now = at,
                act => break report(act),
            }
        };
        assert_eq!(
            (refused.outcome, codes(&refused)),
            (ActOutcome::Refused, vec![ReasonCode::Suspended])
        );
        let words = &refused.reasons[0].message;
        assert!(
            words.contains("suspended") && words.contains("`fg`"),
            "{words}"
        );
    }
}

#[test]
fn an_interrupt_without_time_still_looks_until_the_first_sight_stands() {
    let working = capture("claude/2.1.330/basic-120x40/waiting");
    let mut interrupting = Interrupting::new(false, false);
    let mut now = 0.0;
    interrupting.step(Seen::Start, now);
    let pressed = loop {
        // The time has run out before each look.
        let late = interrupting.step(Seen::Late, now);
        assert!(matches!(late, Act::Look { .. }), "{late:?}");
        match interrupting.step(Seen::Look(&working), now) {
            Act::Look { at } => now = at,
            act => break act,
        }
    };
    assert_eq!(pressed, Act::Press("Escape".into()));
    sent(&mut interrupting, now);
    let ended = report(interrupting.step(Seen::Late, now));
    assert_eq!(
        (ended.presses, codes(&ended)),
        (1, vec![ReasonCode::TimedOut])
    );

    let mut blind = Interrupting::new(false, false);
    blind.step(Seen::Start, 0.0);
    let ended = report(blind.step(Seen::Late, 2.0));
    assert_eq!((ended.outcome, ended.presses), (ActOutcome::Refused, 0));
}

#[test]
fn a_dialog_is_answered_by_the_keys_of_the_option() {
    let (sight, signature) = dialog();
    let keys = sight.block.as_ref().expect("a block").options[1]
        .keys
        .clone();
    let mut choosing = Choosing::new(Answer::new(Choice::Number(2), signature));
    let mut now = 0.0;
    for key in keys {
        assert_eq!(show(&mut choosing, &sight, &mut now, 5.0), Act::Press(key));
        sent(&mut choosing, now);
    }
    let done = report(show(&mut choosing, &idle(), &mut now, 5.0));
    assert_eq!(
        (done.outcome, done.evidence),
        (ActOutcome::Done, vec![Proof::DialogGone])
    );
}

#[test]
fn only_the_dialog_that_was_read_is_answered() {
    let (sight, signature) = dialog();
    let mut other = Choosing::new(Answer::new(Choice::Number(1), "0000000000000000"));
    let refused = report(show(&mut other, &sight, &mut 0.0, 5.0));
    assert_eq!(
        (codes(&refused), refused.presses),
        (vec![ReasonCode::OtherDialog], 0)
    );
    assert_eq!(refused.signature.as_deref(), Some(signature.as_str()));
    assert!(refused.reasons[0].message.contains(&signature));
    let mut none = Choosing::new(Answer::new(Choice::Number(1), &signature));
    assert_eq!(
        codes(&report(show(&mut none, &idle(), &mut 0.0, 5.0))),
        [ReasonCode::NoDialog]
    );
    let mut dead = idle();
    dead.flags.dead = true;
    let mut none = Choosing::new(Answer::new(Choice::Number(1), &signature));
    let gone = report(show(&mut none, &dead, &mut 0.0, 5.0));
    assert_eq!(
        (gone.outcome, codes(&gone)),
        (ActOutcome::Gone, vec![ReasonCode::PaneDead])
    );
}

#[test]
fn an_option_must_be_meant_clearly() {
    let (sight, signature) = dialog();
    let code = |choice| {
        let mut choosing = Choosing::new(Answer::new(choice, &signature));
        codes(&report(show(&mut choosing, &sight, &mut 0.0, 5.0)))[0]
    };
    assert_eq!(code(Choice::Number(9)), ReasonCode::NoSuchOption);
    assert_eq!(code(Choice::Label("e".into())), ReasonCode::AmbiguousOption);
    assert_eq!(code(Choice::Key("F13".into())), ReasonCode::NoSuchOption);
}

#[test]
fn a_dialog_that_stands_is_told_and_no_key_pressed_twice() {
    let (sight, signature) = dialog();
    let mut choosing = Choosing::new(Answer::new(Choice::Number(1), signature));
    let mut now = 0.0;
    let mut presses = 0;
    let failed = loop {
        match show(&mut choosing, &sight, &mut now, 60.0) {
            Act::Press(_) => {
                presses += 1;
                sent(&mut choosing, now);
            }
            act => break report(act),
        }
    };
    let keys = sight.block.as_ref().expect("a block").options[0].keys.len();
    assert_eq!(
        (presses, codes(&failed)),
        (keys, vec![ReasonCode::DialogStands])
    );
}

#[test]
fn an_interrupt_goes_to_a_running_turn_alone() {
    let working = capture("claude/2.1.330/basic-120x40/waiting");
    let mut now = 0.0;
    let mut stops = Interrupting::new(false, false);
    assert_eq!(
        show(&mut stops, &working, &mut now, 5.0),
        Act::Press("Escape".into())
    );
    sent(&mut stops, now);
    let done = report(show(&mut stops, &idle(), &mut now, 5.0));
    assert_eq!((done.outcome, done.presses), (ActOutcome::Done, 1));
    let code = |sight: &Sight| {
        let mut interrupting = Interrupting::new(false, false);
        codes(&report(show(&mut interrupting, sight, &mut 0.0, 20.0)))[0]
    };
    assert_eq!(code(&idle()), ReasonCode::NoTurn);
    assert_eq!(code(&dialog().0), ReasonCode::DialogOpen);
    let mut forced = Interrupting::new(true, false);
    assert_eq!(
        show(&mut forced, &idle(), &mut 0.0, 5.0),
        Act::Press("Escape".into())
    );
    let other = Interrupting::new(false, true).of_dialog(Some("0123".to_owned()));
    let refused = report(show(&mut other.clone(), &dialog().0, &mut 0.0, 5.0));
    assert_eq!(
        (codes(&refused)[0], refused.presses),
        (ReasonCode::OtherDialog, 0)
    );
    let mut answers = Interrupting::new(false, true);
    assert_eq!(
        show(&mut answers, &dialog().0, &mut 0.0, 5.0),
        Act::Press("Escape".into())
    );
}

#[test]
fn a_turn_that_goes_on_gets_the_key_again_and_no_more_than_three_times() {
    let working = capture("claude/2.1.330/basic-120x40/waiting");
    let (mut stops, mut now, mut presses) = (Interrupting::new(false, false), 0.0, 0);
    let failed = loop {
        match show(&mut stops, &working, &mut now, 60.0) {
            Act::Press(_) => {
                presses += 1;
                sent(&mut stops, now);
            }
            act => break report(act),
        }
    };
    assert_eq!(
        (presses, codes(&failed)),
        (3, vec![ReasonCode::StillRunning])
    );
}
