//! Recordings of the corpus, replayed under schedules: what the session says at each captured step
//! agrees with the truth there, and every schedule tells the same turns.

use std::collections::BTreeMap;

use shadow_fixtures::{SessionDir, Truth, sessions};
use shadow_tests::{Corpus, fixtures_dir};
use shadow_tui::Stack;
use shadow_tui::event::{EventBody, Happening};
use shadow_tui::recording::{Cast, CastEvent, CastKind, Replay, ReplayOptions};
use shadow_tui::reducer::{Lifecycle, Outcome, Readiness, TurnHow, TurnState};

/// Polls a second between 20 and 2, each at a phase of its own: 24 schedules.
fn schedules() -> Vec<(f64, f64)> {
    let intervals = [0.05, 0.083, 0.1, 0.17, 0.2, 0.25, 0.33, 0.5];
    let phases = [0.0, 0.31, 0.77];
    let pairs = intervals.iter().flat_map(|i| phases.map(|p| (*i, i * p)));
    pairs.collect()
}

/// A session of the corpus with its recording.
struct Recorded {
    name: String,
    session: SessionDir,
    cast: Cast,
}

impl Recorded {
    /// Whether the recording holds what the pane did between two steps: output can reach the
    /// recorder later than the capture. That a process has ended is in no recording of version 2.
    fn holds(&self, after: f64, until: f64) -> bool {
        let output = self
            .cast
            .events
            .iter()
            .filter(|it| it.kind == CastKind::Output);
        let mut times = output.map(|it| it.at);
        times.any(|at| after < at && at <= until)
    }
}

fn recorded() -> Vec<Recorded> {
    let found = sessions(&Corpus::Development.dir()).expect("the corpus can be read");
    let found: Vec<_> = found
        .into_iter()
        .map(|session| session.expect("a session"))
        .collect();
    let step = if whole() {
        1
    } else {
        found.len().div_ceil(SPREAD).max(1)
    };
    let only = std::env::var("SHADOW_SCHEDULES_OF").unwrap_or_default();
    let wanted = |session: &SessionDir| {
        let path = session.dir.to_string_lossy();
        only.split('|')
            .any(|words| path.ends_with(words) || words.is_empty())
    };
    let spread = found.into_iter().step_by(step).filter(wanted);
    spread.filter_map(with_cast).collect()
}

/// Recordings that are replayed, spread over the corpus: all of them take minutes.
const SPREAD: usize = 24;

/// Whether every recording meets every schedule: `SHADOW_ALL_SCHEDULES` is set. With
/// `SHADOW_SCHEDULES_OF` only those whose paths end in one of its words, parted by `|`.
fn whole() -> bool {
    std::env::var_os("SHADOW_ALL_SCHEDULES").is_some()
}

fn with_cast(session: SessionDir) -> Option<Recorded> {
    let cast = session.cast().expect("a recording")?;
    let events = cast.events.iter().map(|event| CastEvent {
        at: event.at,
        kind: kind(event.kind),
        data: event.data.clone(),
    });
    let cast = Cast {
        size: (cast.size[0], cast.size[1]),
        events: events.collect(),
    };
    let root = fixtures_dir();
    let name = session.dir.strip_prefix(&root).unwrap_or(&session.dir);
    Some(Recorded {
        name: name.display().to_string(),
        session,
        cast,
    })
}

fn kind(code: char) -> CastKind {
    match code {
        'o' => CastKind::Output,
        'r' => CastKind::Resize,
        _ => CastKind::Other,
    }
}

fn options(recorded: &Recorded, interval: f64, phase: f64) -> ReplayOptions {
    ReplayOptions {
        provider: Some(recorded.session.session.provider.clone()),
        cli_version: Some(recorded.session.session.version.clone()),
        interval,
        phase,
        ..ReplayOptions::default()
    }
}

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

/// Whether what a session says at a step is right, wrong, or wrong in the one way that harms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Right,
    Wrong,
    FalseReady,
}

fn mark(said: Lifecycle, wanted: Readiness) -> Mark {
    match (said.readiness, wanted) {
        (said, wanted) if said == wanted => Mark::Right,
        (Readiness::Ready, _) if !said.inferred_by_silence => Mark::FalseReady,
        _ => Mark::Wrong,
    }
}

#[test]
fn what_is_said_agrees_with_the_truth_at_every_step() {
    let stack = shadow_tui::stack();
    let mut marks: BTreeMap<Mark, Vec<String>> = BTreeMap::new();
    for recorded in recorded() {
        let mut replay = Replay::of_cast(&recorded.cast, &stack, options(&recorded, 0.1, 0.0));
        let mut before = 0.0;
        for case in &recorded.session.session.cases {
            let (Some(at), Some(wanted)) = (case.at, expected(&case.truth)) else {
                continue;
            };
            replay.advance(at);
            if !recorded.holds(before, at) || case.process.as_deref() == Some("exited") {
                continue;
            }
            before = at;
            let said = replay.lifecycle();
            let line = format!(
                "{}/{} at {at}: {:?}, truly {wanted:?}",
                recorded.name, case.name, said.readiness
            );
            marks.entry(mark(said, wanted)).or_default().push(line);
        }
    }
    let list = |mark: Mark| marks.get(&mark).cloned().unwrap_or_default();
    let (right, wrong, harmful) = (list(Mark::Right), list(Mark::Wrong), list(Mark::FalseReady));
    let report = format!(
        "{} right, {} wrong, {} falsely ready\n{}\n{}",
        right.len(),
        wrong.len(),
        harmful.len(),
        harmful.join("\n"),
        wrong.join("\n")
    );
    println!("{report}");
    assert!(!right.is_empty(), "the corpus holds recordings");
    assert!(harmful.is_empty(), "{report}");
    assert!(
        wrong.len() * 100 <= right.len() * LEAST_WRONG_PERCENT,
        "{report}"
    );
}

/// Steps at which the session may say less than the truth, in percent of those where it is right.
const LEAST_WRONG_PERCENT: usize = 10;

/// Whether a recording is listed as one whose turns depend on the schedule, with the reason.
fn is_known(name: &str) -> bool {
    let lines = include_str!("schedules.txt").lines();
    let mut listed = lines.filter_map(|line| line.split_once(": "));
    listed.any(|(listed, _)| listed == name)
}

type Turns = Vec<(TurnHow, Outcome, Option<String>)>;

fn turns(events: &[Happening]) -> Turns {
    let record = |event: &Happening| match &event.body {
        EventBody::TurnEnded { record, .. } => {
            Some((record.how, record.outcome, record.prompt.clone()))
        }
        _ => None,
    };
    events.iter().filter_map(record).collect()
}

fn replayed(stack: &Stack, recorded: &Recorded, interval: f64, phase: f64) -> Vec<Happening> {
    Replay::of_cast(&recorded.cast, stack, options(recorded, interval, phase)).finish()
}

#[test]
fn every_schedule_tells_the_same_turns() {
    let stack = shadow_tui::stack();
    let mut differing = Vec::new();
    let mut told = 0;
    let all = whole();
    for (index, recorded) in recorded().into_iter().enumerate() {
        let first = turns(&replayed(&stack, &recorded, 0.05, 0.0));
        told += first.len();
        let chosen = schedules().into_iter().enumerate();
        // Every recording meets three of the schedules, and every schedule many recordings; all of
        // them with `SHADOW_ALL_SCHEDULES` set.
        let chosen = chosen.filter(|(at, _)| all || (at + index) % 8 == 0);
        for (_, (interval, phase)) in chosen {
            let other = turns(&replayed(&stack, &recorded, interval, phase));
            // A turn that ends in the recording's last second may end after it.
            let both = first.len().min(other.len());
            let short = first.len().abs_diff(other.len()) > 1;
            if (short || first[..both] != other[..both]) && !is_known(&recorded.name) {
                let name = &recorded.name;
                differing.push(format!(
                    "{name} every {interval} s from {phase:.3} s:\n  {first:?}\n  {other:?}"
                ));
                break;
            }
        }
    }
    println!("{told} turns told, {} recordings differ", differing.len());
    println!("{}", differing.join("\n"));
    assert!(told > 0);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn a_replay_is_the_same_every_time() {
    let stack = shadow_tui::stack();
    for recorded in recorded().iter().take(5) {
        let once = replayed(&stack, recorded, 0.1, 0.0);
        assert_eq!(once, replayed(&stack, recorded, 0.1, 0.0));
        assert!(once.windows(2).all(|pair| pair[0].at <= pair[1].at));
    }
}

/// Seconds that work which a command began lasts before it counts as a turn, and the time to see the
/// command and the work: so long the turn before it stands there as completed.
const COMMAND_BEGINS: f64 = 1.0 + 0.2 + 0.5;

/// No state stays `completed` while the truth says that a turn runs or waits.
#[test]
fn no_turn_is_completed_before_its_end() {
    let stack = shadow_tui::stack();
    let mut early = Vec::new();
    for recorded in recorded() {
        for interval in [0.05, 0.2, 0.5] {
            let options = options(&recorded, interval, 0.0);
            let mut replay = Replay::of_cast(&recorded.cast, &stack, options);
            for case in &recorded.session.session.cases {
                let Some(at) = case.at else { continue };
                replay.advance(at);
                let said = replay.lifecycle();
                let runs = case.truth.business_state == "working";
                if !runs || said.turn != TurnState::Completed || said.inferred_by_silence {
                    continue;
                }
                replay.advance(at + COMMAND_BEGINS);
                if replay.lifecycle().turn == TurnState::Completed {
                    early.push(format!(
                        "{}/{} every {interval} s",
                        recorded.name, case.name
                    ));
                }
            }
        }
    }
    assert!(early.is_empty(), "{}", early.join("\n"));
}
