//! Every schedule of polling tells the same turns, but for what it could not see.

use shadow_tui::event::{EventBody, Happening};
use shadow_tui::reducer::{Outcome, TurnHow};

use super::missed::{Showing, missed, with_looks, without};
use super::schedule::Schedule;
use shadow_tests::turns::Film;

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

/// The answers that are said to be whole, turn by turn.
fn whole_answers(events: &[Happening]) -> Vec<Option<&str>> {
    let records = events.iter().filter_map(|event| match &event.body {
        EventBody::TurnEnded { record, .. } => Some(record),
        _ => None,
    });
    let whole = records.map(|record| Some(&record.answer).filter(|answer| answer.complete));
    whole.map(|answer| Some(answer?.text.as_str())).collect()
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
    /// Turns of which two looks tell two answers, and say of both that they are whole.
    two_answers: Vec<String>,
}

impl Differences {
    /// Plays a recording by every schedule.
    pub fn play(&mut self, name: &str, film: &Film) {
        let all = film.polled(&Schedule::every_frame()).0;
        let first = turns(&all);
        self.played += 1;
        self.told += first.len();
        let mut differing = 0;
        for schedule in Schedule::all() {
            let (events, looks) = film.polled(&schedule.polls(film.end));
            let other = turns(&events);
            if other == first {
                self.compare_answers(&all, &events, &format!("{name} {}", schedule.name()));
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

    /// Notes where two looks at the same turns tell two whole answers.
    fn compare_answers(&mut self, all: &[Happening], seen: &[Happening], place: &str) {
        let pairs = whole_answers(all).into_iter().zip(whole_answers(seen));
        for (one, other) in pairs.filter_map(|(one, other)| one.zip(other)) {
            if one != other {
                self.two_answers
                    .push(format!("{place}:\n  {one:?}\n  {other:?}"));
            }
        }
    }

    /// Adds those of other recordings.
    pub fn add(&mut self, other: Self) {
        self.played += other.played;
        self.told += other.told;
        self.short.extend(other.short);
        self.unexplained.extend(other.unexplained);
        self.two_answers.extend(other.two_answers);
    }

    /// Fails where a schedule tells other turns than all frames do and nothing that it missed explains it.
    pub fn are_explained(&self) {
        println!(
            "{} recordings, {} turns; in {} a deciding fact shows for less than a poll at some \
             schedule, {} schedules differ without such a fact\n{}\n{}",
            self.played,
            self.told,
            self.short.len(),
            self.unexplained.len(),
            self.short.join("\n"),
            self.unexplained.join("\n")
        );
        assert!(self.told > 0);
        assert!(
            self.unexplained.is_empty(),
            "{} unexplained",
            self.unexplained.len()
        );
    }

    /// Fails where two schedules tell two answers and call both whole.
    pub fn hold_no_two_answers(&self) {
        let two = &self.two_answers;
        assert!(self.told > 0);
        assert!(two.is_empty(), "{}:\n{}", two.len(), two.join("\n"));
    }
}
