//! Every schedule of polling tells the same turns, but for what it could not see.

use shadow_tui::event::{EventBody, Happening};
use shadow_tui::reducer::{Outcome, TurnHow};

use super::film::Film;
use super::missed::{Showing, missed, with_looks, without};
use super::recorded::recorded;
use super::schedule::Schedule;

type Turns = Vec<(TurnHow, Outcome, Option<String>)>;

pub fn turns(events: &[Happening]) -> Turns {
    let record = |event: &Happening| match &event.body {
        EventBody::TurnEnded { record, .. } => {
            Some((record.how, record.outcome, record.prompt.clone()))
        }
        _ => None,
    };
    events.iter().filter_map(record).collect()
}

/// What explains that a schedule tells other turns than all frames do; nothing where nothing does.
fn explained(film: &Film, first: &Turns, told: &Turns, looks: &[f64]) -> Option<Vec<Showing>> {
    let explains = |set: &Vec<Showing>| {
        let hidden = without(film, set).polled(&Schedule::every_frame());
        turns(&hidden.0) == *told || {
            let seen = film.polled(&with_looks(looks, set));
            turns(&seen.0) == *first
        }
    };
    missed(film, looks).into_iter().find(explains)
}

#[test]
fn every_schedule_tells_the_same_turns() {
    let stack = shadow_tui::stack();
    let (mut played, mut told, mut short, mut unexplained) = (0, 0, Vec::new(), Vec::new());
    for recorded in recorded() {
        let film = Film::of(&recorded, &stack);
        let first = turns(&film.polled(&Schedule::every_frame()).0);
        played += 1;
        told += first.len();
        let mut differing = 0;
        for schedule in Schedule::all() {
            let (events, looks) = film.polled(&schedule.polls(film.end));
            let other = turns(&events);
            if other == first {
                continue;
            }
            differing += 1;
            if explained(&film, &first, &other, &looks).is_none() {
                unexplained.push(format!(
                    "{} {}:\n  {first:?}\n  {other:?}",
                    recorded.name,
                    schedule.name()
                ));
            }
        }
        if differing > 0 {
            short.push(format!("{}: {differing} schedules", recorded.name));
        }
    }
    println!(
        "{played} recordings, {told} turns; in {} a deciding fact shows for less than a poll at some \
         schedule, {} schedules differ without such a fact\n{}\n{}",
        short.len(),
        unexplained.len(),
        short.join("\n"),
        unexplained.join("\n")
    );
    assert!(told > 0);
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}
