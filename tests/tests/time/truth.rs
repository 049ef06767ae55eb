//! What a session says at each captured step, and how its turns end, agrees with the truth there, at every
//! schedule.

use std::collections::BTreeMap;

use shadow_fixtures::{Case, Truth, TurnTruth};
use shadow_tui::contract::wire_name;
use shadow_tui::event::{EventBody, Happening};
use shadow_tui::reducer::{Lifecycle, Outcome, Readiness, TurnRecord, TurnState};

use super::schedule::Schedule;
use shadow_tests::turns::{Film, Recorded, mark, outcome, whole};

/// What readiness should be on a screen of this truth; none where the truth does not tell.
fn expected(truth: &Truth) -> Option<Readiness> {
    let axes = (
        truth.availability.as_str(),
        truth.business_state.as_str(),
        truth.input_mode.as_str(),
    );
    match axes {
        ("disconnected" | "unsupported", ..) => Some(Readiness::Failed),
        ("supported", "idle", "freeform") => Some(Readiness::Ready),
        ("supported", "idle" | "working", _) => Some(Readiness::Waiting),
        ("supported", "awaiting_operator", _) => Some(Readiness::Blocked),
        _ => None,
    }
}

/// Seconds in which a surface that has just come may not be told yet: a poll, and the time to believe it.
const BELIEF: f64 = 0.5 + 0.3;

/// Seconds that work without a prompt lasts before what ended before it counts as over no more, and the
/// time to see it.
const WORK_BEGINS: f64 = 1.0 + BELIEF;

/// States that may say less than the truth, and outcomes that may be untold, in hundredths of those that
/// are right: mostly a silence that is not over. The whole corpus has some 14,000 such states beside 281,600,
/// and some 5,300 such outcomes beside 88,400.
const MOST: [usize; 2] = [6, 8];

/// The same for the sample, which has more of them: 60 beside 552, and 18 beside 162.
const MOST_IN_SAMPLE: [usize; 2] = [12, 12];

/// A step whose truth is compared, and what stood there for how long before it.
struct Step<'r> {
    case: &'r Case,
    /// The turns that the session names.
    turns: &'r [TurnTruth],
    at: f64,
    /// For how many seconds its surface has stood.
    stood: f64,
}

/// The steps of a recording that holds what the pane did up to them.
fn steps<'r>(recorded: &'r Recorded, film: &Film) -> Vec<Step<'r>> {
    let turns = recorded.session.session.turns.as_deref();
    let turns = turns.unwrap_or_default();
    let mut before = 0.0;
    let mut steps = Vec::new();
    for case in &recorded.session.session.cases {
        let Some(at) = case.at else { continue };
        let held = recorded.holds(before, at) && case.process.as_deref() != Some("exited");
        if held {
            before = at;
            let stood = film.stood(at);
            steps.push(Step {
                case,
                turns,
                at,
                stood,
            });
        }
    }
    steps
}

/// How the session says that a turn ended, where it names one of this prompt and no other: that is known of the
/// turn itself, and goes before what a step tells.
fn named<'s>(step: &Step<'s>, record: &TurnRecord) -> Option<(Outcome, Option<&'s str>)> {
    let prompt = record.prompt.as_ref()?;
    let mut same = step
        .turns
        .iter()
        .filter(|turn| turn.prompt.as_ref() == Some(prompt));
    let (turn, other) = (same.next()?, same.next());
    let told = turn.outcome.as_deref().filter(|_| other.is_none())?;
    let outcomes = [
        Outcome::Success,
        Outcome::Interrupted,
        Outcome::KnownFailure,
        Outcome::Disconnected,
        Outcome::Unknown,
    ];
    let is_told = |outcome: &Outcome| wire_name(outcome) == *told;
    let outcome = outcomes.into_iter().find(is_told)?;
    let kind = step.case.truth.failure.as_deref();
    Some((outcome, kind.filter(|_| outcome == Outcome::KnownFailure)))
}

fn records(events: &[Happening]) -> Vec<(f64, TurnRecord)> {
    let record = |event: &Happening| match &event.body {
        EventBody::TurnEnded { record, .. } => Some((event.at, (**record).clone())),
        _ => None,
    };
    events.iter().filter_map(record).collect()
}

fn kind(record: &TurnRecord) -> Option<String> {
    let kind = serde_json::to_value(record.failure.as_ref()?.kind).ok()?;
    kind.as_str().map(str::to_owned)
}

/// What was found, by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// The state agrees.
    Right,
    /// It says less than the truth: unknown, or to wait where the prompt is free.
    Less,
    /// It says another thing.
    Other,
    FalseReady,
    FalseCompleted,
    OutcomeRight,
    /// It is said that the outcome is not known.
    OutcomeUntold,
    OutcomeWrong,
}

#[derive(Default)]
pub struct Findings(BTreeMap<Mark, Vec<String>>);

impl Findings {
    /// Plays a recording by the schedules that are its share.
    pub fn play(&mut self, recorded: &Recorded, film: &Film) {
        let index = mark(&recorded.name) % 8;
        let steps = steps(recorded, film);
        let times: Vec<f64> = steps.iter().map(|step| step.at).collect();
        let schedules = Schedule::all().into_iter().enumerate();
        let chosen = schedules.filter(|(at, _)| whole() || (at + index).is_multiple_of(8));
        for (_, schedule) in chosen {
            let (told, events) = film.told_at(&schedule.polls(film.end), &times);
            let records = records(&events);
            let mut judged = 0;
            for (step, (said, looked)) in steps.iter().zip(told) {
                let (name, case) = (&recorded.name, &step.case.name);
                let place = format!("{name}/{case} {} at {}", schedule.name(), step.at);
                if looked >= step.at - step.stood {
                    self.state(step, said, &place);
                }
                self.turn(step, &records, &mut judged, &place);
            }
        }
    }

    /// Adds those of other recordings.
    pub fn add(&mut self, other: Self) {
        for (mark, lines) in other.0 {
            self.0.entry(mark).or_default().extend(lines);
        }
    }

    fn note(&mut self, mark: Mark, line: String) {
        self.0.entry(mark).or_default().push(line);
    }

    fn of(&self, mark: Mark) -> &[String] {
        self.0.get(&mark).map_or(&[], Vec::as_slice)
    }

    /// Compares what is said at a step whose surface has been looked at.
    fn state(&mut self, step: &Step, said: Lifecycle, place: &str) {
        let Some(wanted) = expected(&step.case.truth) else {
            return;
        };
        let line = format!("{place}: {:?}, truly {wanted:?}", said.readiness);
        let mark = match said.readiness {
            readiness if readiness == wanted => Mark::Right,
            Readiness::Ready if !said.inferred_by_silence => Mark::FalseReady,
            _ if step.stood < BELIEF => return,
            Readiness::Unknown => Mark::Less,
            Readiness::Waiting if wanted == Readiness::Ready => Mark::Less,
            _ => Mark::Other,
        };
        self.note(mark, line);
        let works = step.case.truth.business_state == "working";
        let told = step.stood > WORK_BEGINS && !said.inferred_by_silence;
        if works && told && said.turn == TurnState::Completed {
            self.note(Mark::FalseCompleted, format!("{place}: {said:?}"));
        }
    }

    /// Compares the turn that was the last at a step with how the step's truth says that it ended.
    fn turn(&mut self, step: &Step, records: &[(f64, TurnRecord)], judged: &mut u64, place: &str) {
        let last = records.iter().rfind(|(_, record)| record.started < step.at);
        let Some((told, record)) = last.filter(|(_, record)| record.id > *judged) else {
            return;
        };
        let wanted = named(step, record).or_else(|| outcome(step.case));
        let Some((wanted, wanted_kind)) = wanted else {
            return;
        };
        if record.ended > step.at && *told > step.at {
            return;
        }
        *judged = record.id;
        let agrees = record.outcome == wanted
            && (wanted_kind.is_none() || kind(record).as_deref() == wanted_kind);
        let mark = match record.outcome {
            _ if agrees => Mark::OutcomeRight,
            Outcome::Unknown => Mark::OutcomeUntold,
            _ => Mark::OutcomeWrong,
        };
        self.note(
            mark,
            format!(
                "{place}: {:?} {:?} of {:?}, truly {wanted:?} {wanted_kind:?}",
                record.outcome,
                kind(record),
                record.prompt
            ),
        );
    }

    /// Fails where too little is told of what is true, or anything that is not.
    pub fn agree(&self) {
        let count = |mark| self.of(mark).len();
        let report = format!(
            "states: {} right, {} less than the truth, {} wrong, {} falsely ready, {} falsely completed; outcomes: {} right, {} untold, {} wrong",
            count(Mark::Right),
            count(Mark::Less),
            count(Mark::Other),
            count(Mark::FalseReady),
            count(Mark::FalseCompleted),
            count(Mark::OutcomeRight),
            count(Mark::OutcomeUntold),
            count(Mark::OutcomeWrong)
        );
        println!("{report}");
        let told = [
            Mark::FalseReady,
            Mark::FalseCompleted,
            Mark::OutcomeWrong,
            Mark::OutcomeUntold,
            Mark::Other,
            Mark::Less,
        ];
        for mark in told {
            for line in self.of(mark) {
                println!("{mark:?} {line}");
            }
        }
        assert!(count(Mark::Right) > 0 && count(Mark::OutcomeRight) > 0);
        let [less, untold] = if whole() { MOST } else { MOST_IN_SAMPLE };
        assert!(
            count(Mark::Less) * 100 <= count(Mark::Right) * less,
            "{report}"
        );
        assert!(
            count(Mark::OutcomeUntold) * 100 <= count(Mark::OutcomeRight) * untold,
            "{report}"
        );
        let never = [
            Mark::Other,
            Mark::FalseReady,
            Mark::FalseCompleted,
            Mark::OutcomeWrong,
        ];
        for mark in never {
            assert_eq!(count(mark), 0, "{mark:?}: {}", self.of(mark).join("\n"));
        }
    }
}
