//! Turns under other settings, accounts and queues: what each session names is told, word for word, at every rate.

use shadow_fixtures::{TurnTruth, sessions};
use shadow_tests::turns::{FRAME, Film, RATES, Recorded, standing};
use shadow_tests::{Corpus, TIMED};
use shadow_tui::contract::{FailureKind, wire_name};
use shadow_tui::event::EventBody;
use shadow_tui::recording::CastKind;
use shadow_tui::reducer::{Outcome, TurnRecord};

/// What a record says of what is named of its turn.
fn told(record: &TurnRecord, named: &TurnTruth) -> TurnTruth {
    let lines = record
        .answer
        .text
        .lines()
        .map(|line| line.trim_end().to_owned());
    let kinds = record
        .blocked
        .iter()
        .map(|interval| wire_name(&interval.kind));
    TurnTruth {
        outcome: Some(wire_name(&record.outcome)),
        how: Some(wire_name(&record.how)),
        prompt: named
            .prompt
            .as_ref()
            .map(|_| record.prompt.clone().unwrap_or_default()),
        blocked: named.blocked.as_ref().map(|_| kinds.collect()),
        answer_lines: lines.filter(|line| !line.is_empty()).collect(),
        witness: named.witness.clone(),
    }
}

#[test]
fn turns_under_other_settings_are_told_word_for_word_at_every_rate() {
    let stack = shadow_tui::stack();
    let found = sessions(&Corpus::Cases.dir().join(TIMED)).expect("the cases can be read");
    let found = found.into_iter().map(|session| session.expect("a session"));
    let (mut recordings, mut wrong) = (0, Vec::new());
    for recorded in found.filter_map(Recorded::of) {
        recordings += 1;
        let film = Film::of(&recorded, &stack);
        let named = recorded.session.session.turns.clone().unwrap_or_default();
        for rate in RATES {
            let (events, _) = film.polled(&film.steady(rate));
            let records = standing(&events);
            let pairs = records.iter().zip(&named);
            let all: Vec<TurnTruth> = pairs.map(|(record, named)| told(record, named)).collect();
            if all != named || records.len() != named.len() {
                let name = &recorded.name;
                wrong.push(format!("{name} every {rate} s: {all:#?}, truly {named:#?}"));
                continue;
            }
            for record in records
                .iter()
                .filter(|it| it.outcome == Outcome::KnownFailure)
            {
                let failure = record.failure.as_ref().expect("a failure");
                assert_eq!(failure.kind, FailureKind::Quota, "{}", recorded.name);
                assert!(failure.resets_at.is_some() && failure.scope.is_some());
            }
        }
    }
    assert!(recordings >= 4, "{recordings} recordings");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where a recording says that `shadow send` pressed Enter.
const SUBMITTED: &str = "submitted";

/// Claude Code 2.1.332 lets its logo walk over the first screen, for seconds on a busy machine. What was taken for the
/// agent's words, or for another life of the CLI, is the banner still.
#[test]
fn a_prompt_sent_while_the_logo_walks_is_one_turn_in_the_life_it_was_sent_to() {
    let stack = shadow_tui::stack();
    let found = sessions(&Corpus::Cases.dir().join(TIMED)).expect("the cases can be read");
    let found = found.into_iter().map(|session| session.expect("a session"));
    let mut sent = 0;
    for recorded in found.filter_map(Recorded::of) {
        let mut marks = recorded.cast.events().iter();
        let mark = marks.find(|it| it.kind == CastKind::Marker && it.data == SUBMITTED);
        let Some(at) = mark.map(|mark| mark.at) else {
            continue;
        };
        sent += 1;
        let film = Film::of(&recorded, &stack);
        let named = recorded.session.session.turns.clone().unwrap_or_default();
        for rate in RATES {
            let events = film.sent(&film.steady(rate), at, "item 1: please look");
            let lives = events.iter();
            let lives = lives.filter(|it| matches!(it.body, EventBody::ProcessStarted { .. }));
            assert_eq!(lives.count(), 1, "{} every {rate} s", recorded.name);
            let records = standing(&events);
            let told: Vec<(Outcome, &str)> = records
                .iter()
                .map(|it| (it.outcome, it.answer.text.as_str()))
                .collect();
            let answers = named.iter().map(|it| it.answer_lines.join("\n"));
            let answers: Vec<String> = answers.collect();
            let truth: Vec<(Outcome, &str)> = answers
                .iter()
                .map(|it| (Outcome::Success, it.as_str()))
                .collect();
            assert_eq!(told, truth, "{} every {rate} s", recorded.name);
        }
    }
    assert!(sent >= 1, "no recording has a mark {SUBMITTED}");
}

/// While a pane takes another size its dialog stands half drawn for a frame (Claude Code 2.1.332, Codex 0.169), and wraps
/// elsewhere afterwards: it is the same, and a person is called once.
#[test]
fn a_dialog_is_told_once_while_its_pane_takes_other_sizes() {
    let stack = shadow_tui::stack();
    let found = sessions(&Corpus::Cases.dir()).expect("the cases can be read");
    let found = found.into_iter().map(|session| session.expect("a session"));
    let resized = |it: &Recorded| {
        it.cast
            .events()
            .iter()
            .any(|it| it.kind == CastKind::Resize)
    };
    let mut recordings = 0;
    for recorded in found.filter_map(Recorded::of).filter(resized) {
        recordings += 1;
        let film = Film::of(&recorded, &stack);
        let named = recorded.session.session.turns.clone().unwrap_or_default();
        let asked = named.iter().flat_map(|turn| turn.blocked.iter().flatten());
        let truth = asked.count();
        for rate in [FRAME].into_iter().chain(RATES) {
            let events = film.followed(&film.steady(rate));
            let count =
                |is: fn(&EventBody) -> bool| events.iter().filter(|it| is(&it.body)).count();
            let told = [
                count(|body| matches!(body, EventBody::OperatorBlocked { .. })),
                count(|body| matches!(body, EventBody::OperatorUnblocked)),
            ];
            assert_eq!(told, [truth; 2], "{} every {rate} s", recorded.name);
        }
    }
    assert!(recordings >= 2, "{recordings} recordings");
}
