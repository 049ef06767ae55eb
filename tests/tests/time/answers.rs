//! Answers that scroll out of the screen while they stream: whole in the log, at every schedule.

use shadow_tui::event::EventBody;
use shadow_tui::reducer::TurnRecord;

use super::schedule::Schedule;
use shadow_tests::turns::Film;
use shadow_tests::turns::of_scenario;

/// Numbered parts of the long answer of the scenario.
const PARTS: usize = 30;

/// The numbers of the parts that an answer holds, in its order.
fn parts(answer: &str) -> Vec<usize> {
    let number = |line: &str| line.strip_prefix("Part ")?.split_once(':')?.0.parse().ok();
    answer.lines().filter_map(number).collect()
}

#[test]
fn an_answer_that_scrolls_away_is_whole_at_every_schedule() {
    let stack = shadow_tui::stack();
    let wanted: Vec<usize> = (1..=PARTS).collect();
    let mut recordings = 0;
    for recorded in of_scenario("long") {
        recordings += 1;
        let film = Film::of(&recorded, &stack);
        let mut texts: Vec<String> = Vec::new();
        for schedule in Schedule::all() {
            let (events, _) = film.polled(&schedule.polls(film.end));
            let record = |body: &EventBody| match body {
                EventBody::TurnEnded { record, .. } => Some((**record).clone()),
                _ => None,
            };
            let told = events.iter().filter_map(|event| record(&event.body));
            let long = |record: &TurnRecord| {
                let prompt = record.prompt.as_deref();
                prompt.is_some_and(|prompt| prompt.contains("long story"))
            };
            let told: Vec<TurnRecord> = told.filter(long).collect();
            let place = format!("{} {}", recorded.name, schedule.name());
            let [turn] = told.as_slice() else {
                panic!("{place}: {} such turns", told.len());
            };
            assert!(turn.answer.complete, "{place}: {:?}", turn.answer.missing);
            assert_eq!(parts(&turn.answer.text), wanted, "{place}");
            texts.push(turn.answer.text.clone());
        }
        texts.dedup();
        assert_eq!(texts.len(), 1, "{}: {texts:#?}", recorded.name);
    }
    assert!(recordings > 0, "no recording of the scenario");
}
