//! Every schedule of polling tells the same turns, but for what it could not see.

use shadow_tui::event::{EventBody, Happening};
use shadow_tui::reducer::{Outcome, TurnHow};

use super::film::Film;
use super::missed::{Showing, missed, with_looks, without};
use super::played::played;
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

/// How schedules differ, recording by recording.
#[derive(Default)]
pub struct Differences {
    played: usize,
    told: usize,
    /// Recordings that some schedule tells otherwise than a look at every frame.
    short: Vec<String>,
    /// Those of them where nothing that it missed explains it.
    unexplained: Vec<String>,
}

impl Differences {
    /// Plays a recording by every schedule.
    pub fn play(&mut self, name: &str, film: &Film) {
        let first = turns(&film.polled(&Schedule::every_frame()).0);
        self.played += 1;
        self.told += first.len();
        let mut differing = 0;
        for schedule in Schedule::all() {
            let (events, looks) = film.polled(&schedule.polls(film.end));
            let other = turns(&events);
            if other == first {
                continue;
            }
            differing += 1;
            if explained(film, &first, &other, &looks).is_none() {
                let schedule = schedule.name();
                let line = format!("{name} {schedule}:\n  {first:?}\n  {other:?}");
                self.unexplained.push(line);
            }
        }
        if differing > 0 {
            self.short.push(format!("{name}: {differing} schedules"));
        }
    }

    /// Adds those of other recordings.
    pub fn add(&mut self, other: Self) {
        self.played += other.played;
        self.told += other.told;
        self.short.extend(other.short);
        self.unexplained.extend(other.unexplained);
    }
}

#[test]
fn every_schedule_tells_the_same_turns() {
    let found = &played().differences;
    println!(
        "{} recordings, {} turns; in {} a deciding fact shows for less than a poll at some \
         schedule, {} schedules differ without such a fact\n{}\n{}",
        found.played,
        found.told,
        found.short.len(),
        found.unexplained.len(),
        found.short.join("\n"),
        found.unexplained.join("\n")
    );
    assert!(found.told > 0);
    assert!(
        found.unexplained.is_empty(),
        "{} unexplained",
        found.unexplained.len()
    );
}
