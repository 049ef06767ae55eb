//! A suite: the cases below some folders, run through the engine, and what changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use shadow_fixtures::{Capture, SessionDir, TURNS, sessions};
use shadow_tui::Stack;

use crate::parallel::each;
use crate::turns::judge_turns;
use crate::{Acceptance, Accepted, Filter, Mark, Mode, Outcome, Scored, score_each};

/// Cases to run.
#[derive(Debug, Default)]
pub struct Suite {
    /// The cases, by path of session and order of cases.
    pub captures: Vec<Capture>,
    /// The sessions, whose recordings are read, and replayed where the session names turns.
    pub recordings: Vec<SessionDir>,
    /// What could not be read, a line each.
    pub faults: Vec<String>,
    accepted: BTreeMap<PathBuf, Accepted>,
}

/// What is told of a judgment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The answer is wrong and not accepted.
    Wrong,
    /// The answer is right, where a wrong one is accepted.
    Fixed,
}

/// One change of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What is told.
    pub kind: ChangeKind,
    /// The judgment, in the words of `accepted.toml`.
    pub judgment: Acceptance,
}

/// One case in one mode, run: a capture, or the turns of a recording.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Folder of its session.
    pub dir: PathBuf,
    /// Its name in the session; [`TURNS`] for the turns of its recording.
    pub case: String,
    /// Every judgment.
    pub scored: Scored,
    /// What changed.
    pub changes: Vec<Change>,
    /// Wrong answers that are accepted.
    pub accepted: usize,
}

impl Ran {
    /// Whether nothing changed.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.changes.is_empty()
    }
}

/// A suite, run.
#[derive(Debug, Default)]
pub struct Run {
    /// Every capture in every mode, in the order of the suite, and then the turns of each recording.
    pub ran: Vec<Ran>,
    /// Recordings that could not be read, a line each.
    pub faults: Vec<String>,
}

impl Run {
    /// The cases in which something changed.
    pub fn changed(&self) -> impl Iterator<Item = &Ran> {
        self.ran.iter().filter(|ran| !ran.holds())
    }
}

impl Suite {
    /// Loads every case below some folders. What cannot be read is a fault, and the rest goes on.
    #[must_use]
    pub fn load(roots: &[PathBuf]) -> Self {
        let mut suite = Self::default();
        let mut seen = BTreeSet::new();
        for root in roots {
            let found = sessions(root).unwrap_or_else(|error| vec![Err(error)]);
            for session in found {
                match session {
                    Ok(session) if seen.insert(whole(&session.dir)) => suite.add(session),
                    Ok(_) => {}
                    Err(error) => suite.faults.push(error.to_string()),
                }
            }
        }
        suite
    }

    fn add(&mut self, session: SessionDir) {
        let accepted = Accepted::read(&session.dir).unwrap_or_else(|fault| {
            self.faults.push(fault);
            Accepted::default()
        });
        self.accepted.insert(session.dir.clone(), accepted);
        self.recordings.push(session.clone());
        for capture in session.captures() {
            match capture {
                Ok(capture) => self.captures.push(capture),
                Err(error) => self.faults.push(error.to_string()),
            }
        }
    }

    /// Keeps what is wanted.
    pub fn retain(&mut self, filter: &Filter) {
        self.captures.retain(|capture| filter.wants(capture));
        let recordings = &mut self.recordings;
        recordings.retain(|session| filter.wants_recording(session));
    }

    /// Whether there is nothing to judge: no capture, and no recording whose turns are named.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut recordings = self.recordings.iter();
        self.captures.is_empty() && recordings.all(|session| session.session.turns.is_none())
    }

    /// How many steps a run in some modes has, of which each is told as progress.
    #[must_use]
    pub fn steps(&self, modes: &[Mode]) -> usize {
        self.captures.len() * modes.len() + self.recordings.len()
    }

    /// Runs every case in some modes, on every core. `progress` is called after each. Turns are judged
    /// with all channels alone; a recording is read whatever the modes.
    #[must_use]
    pub fn run(&self, stack: &Stack, modes: &[Mode], progress: &(dyn Fn() + Sync)) -> Run {
        let mut run = Run::default();
        for &mode in modes {
            let scored = score_each(stack, mode, &self.captures, progress);
            let pairs = self.captures.iter().zip(scored);
            let ran = pairs.map(|(capture, scored)| {
                let (dir, case) = (&capture.dir, &capture.case.name);
                self.compare(dir, case, scored)
            });
            run.ran.extend(ran);
        }
        self.run_recordings(stack, modes.contains(&Mode::All), progress, &mut run);
        run
    }

    fn run_recordings(
        &self,
        stack: &Stack,
        judged: bool,
        progress: &(dyn Fn() + Sync),
        run: &mut Run,
    ) {
        let work = |session: &SessionDir| judge_turns(stack, session, judged);
        let told = each(&self.recordings, work, progress);
        for (session, told) in self.recordings.iter().zip(told) {
            match told {
                Ok(Some(scored)) => run.ran.push(self.compare(&session.dir, TURNS, scored)),
                Ok(None) => {}
                Err(fault) => run.faults.push(fault),
            }
        }
    }

    /// Holds what came out of a case to what is accepted.
    fn compare(&self, dir: &Path, case: &str, scored: Scored) -> Ran {
        let none = Accepted::default();
        let accepted = self.accepted.get(dir).unwrap_or(&none);
        let wrong: Vec<Acceptance> = scored
            .with(Outcome::Wrong)
            .map(|mark: &Mark| Acceptance::of(case, scored.mode, mark))
            .collect();
        let own = accepted
            .accepted
            .iter()
            .filter(|kept| kept.case == case && kept.mode == scored.mode.name());
        let fixed = own
            .clone()
            .filter(|kept| !wrong.iter().any(|now| now.same_place(kept)))
            .map(|kept| change(ChangeKind::Fixed, kept));
        let new = wrong
            .iter()
            .filter(|now| !own.clone().any(|kept| kept.is_same(now)))
            .map(|now| change(ChangeKind::Wrong, now));
        let changes: Vec<Change> = new.chain(fixed).collect();
        let accepted = wrong.len()
            - changes
                .iter()
                .filter(|c| c.kind == ChangeKind::Wrong)
                .count();
        Ran {
            dir: dir.to_owned(),
            case: case.to_owned(),
            scored,
            changes,
            accepted,
        }
    }
}

fn change(kind: ChangeKind, judgment: &Acceptance) -> Change {
    Change {
        kind,
        judgment: judgment.clone(),
    }
}

fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
