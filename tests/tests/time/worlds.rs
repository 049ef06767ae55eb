//! Turns under other settings, accounts and queues: what each session names is told, word for word, at every rate.

use shadow_fixtures::{TurnTruth, sessions};
use shadow_tests::turns::{Film, RATES, Recorded, standing};
use shadow_tests::{Corpus, TIMED};
use shadow_tui::contract::FailureKind;
use shadow_tui::reducer::{Outcome, TurnRecord};

/// What a record says of what is named of its turn.
fn told(record: &TurnRecord, named: &TurnTruth) -> TurnTruth {
    let lines = record
        .answer
        .text
        .lines()
        .map(|line| line.trim_end().to_owned());
    let kinds = record.blocked.iter().map(|interval| wire(&interval.kind));
    TurnTruth {
        outcome: Some(wire(&record.outcome)),
        how: Some(wire(&record.how)),
        prompt: Some(record.prompt.clone().unwrap_or_default()),
        blocked: named.blocked.as_ref().map(|_| kinds.collect()),
        answer_lines: lines.filter(|line| !line.is_empty()).collect(),
        witness: named.witness.clone(),
    }
}

fn wire(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or("?").to_owned()
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
