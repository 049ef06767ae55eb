//! Answers that a dialog gets or does not get: by what it shows of what it asks, and whether it is the one that was read.

use shadow_core::contract::CellRole;

use crate::report::{ReasonCode, Stage};
use crate::sight::Sight;
use crate::step::{Act, Machine, Seen};
use crate::testing::{codes, dialog, report, sent, show};
use crate::{Answer, Choice, Choosing};

#[test]
fn what_is_not_shown_whole_is_approved_by_a_person_alone() {
    let (mut sight, signature) = dialog();
    let block = sight.block.as_mut().expect("a block");
    let no = block.options.len() - 1;
    block.options[no].refuses = true;
    let last = u32::try_from(no + 1).expect("few options");
    for whole in [None, Some(false)] {
        sight.block.as_mut().expect("a block").subject_whole = whole;
        for number in 1..last {
            let answer = Answer::new(Choice::Number(number), &signature);
            let mut yes = Choosing::new(answer.clone());
            let refused = report(show(&mut yes, &sight, &mut 0.0, 5.0));
            let told = (codes(&refused), refused.presses, refused.step);
            assert_eq!(told, (vec![ReasonCode::SubjectNotWhole], 0, Stage::Look));
            let words = &refused.reasons[0].message;
            assert!(
                words.contains("terminal") && words.contains("--unseen"),
                "{words}"
            );
            let by_person = show(&mut Choosing::new(answer.unseen()), &sight, &mut 0.0, 5.0);
            assert!(matches!(by_person, Act::Press(_)), "{by_person:?}");
        }
        let mut no = Choosing::new(Answer::new(Choice::Number(last), &signature));
        let act = show(&mut no, &sight, &mut 0.0, 5.0);
        assert!(matches!(act, Act::Press(_)), "a no always works: {act:?}");
    }
}

#[test]
fn a_part_that_goes_between_two_keys_keeps_the_last_one_back() {
    let (mut sight, signature) = dialog();
    let block = sight.block.as_mut().expect("a block");
    block.options[0].keys = vec!["Down".into(), "Enter".into()];
    let mut choosing = Choosing::new(Answer::new(Choice::Number(1), signature));
    let mut now = 0.0;
    let act = show(&mut choosing, &sight, &mut now, 5.0);
    assert_eq!(act, Act::Press("Down".into()));
    sent(&mut choosing, now);
    sight.block.as_mut().expect("a block").subject_whole = Some(false);
    let failed = report(show(&mut choosing, &sight, &mut now, 5.0));
    assert_eq!(codes(&failed), [ReasonCode::SubjectNotWhole]);
}

#[test]
fn a_dialog_of_the_same_words_is_another_one_by_its_number_or_its_process() {
    let (mut sight, signature) = dialog();
    let block = sight.block.as_mut().expect("a block");
    block.appearance = Some(2);
    let answer = Answer::new(Choice::Number(1), &signature);
    let refused = |answer: Answer, sight: &Sight| {
        let act = show(&mut Choosing::new(answer), sight, &mut 0.0, 5.0);
        let refused = report(act);
        assert_eq!(codes(&refused), [ReasonCode::OtherDialog]);
        refused.reasons[0].message.clone()
    };
    let words = refused(answer.clone().of_appearance(Some(1)), &sight);
    assert!(words.contains("asked again"), "{words}");
    let mut known = Choosing::new(answer.clone().of_appearance(Some(2)));
    let act = show(&mut known, &sight, &mut 0.0, 5.0);
    assert!(matches!(act, Act::Press(_)), "{act:?}");
    // Drawn anew at another size it has another signature: what stands there by now is told, and to be read.
    let mut resized = sight.clone();
    resized.block.as_mut().expect("a block").signature = "f00d".into();
    let words = refused(answer.clone().of_appearance(Some(2)), &resized);
    assert!(
        words.contains("read it anew") && words.contains("f00d"),
        "{words}"
    );
    // Whoever looks only now compares with its own first look.
    for change in [
        |sight: &mut Sight| sight.front = Some((7, 2)),
        |sight: &mut Sight| {
            sight
                .cells
                .push((CellRole::ToolCall, "$touchmade.txt".into()))
        },
        // The first of two equal calls has got its answer, and the second one asks.
        |sight: &mut Sight| sight.over += 1,
        |sight: &mut Sight| sight.block.as_mut().expect("a block").appearance = Some(3),
    ] {
        let mut choosing = Choosing::new(answer.clone());
        choosing.step(Seen::Look(&sight), 0.0);
        let mut later = sight.clone();
        change(&mut later);
        let refused = report(show(&mut choosing, &later, &mut 0.1, 5.0));
        assert_eq!(codes(&refused), [ReasonCode::OtherDialog]);
    }
}
