//! A suite: the cases below some folders, run through the engine, and what changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use shadow_fixtures::{Capture, load};
use shadow_tui::Stack;

use crate::{Acceptance, Accepted, Mark, Mode, Outcome, Scored, score_each};

/// Cases to run.
#[derive(Debug, Default)]
pub struct Suite {
    /// The cases, by path of session and order of cases.
    pub captures: Vec<Capture>,
    /// What could not be read, a line each.
    pub faults: Vec<String>,
    accepted: BTreeMap<PathBuf, Accepted>,
}

/// What is told of a judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The answer is wrong, and nobody has accepted it.
    Wrong,
    /// The answer is right, where a wrong one stands accepted.
    Fixed,
}

/// One change of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What is told.
    pub kind: ChangeKind,
    /// The judgement, in the words of `accepted.toml`.
    pub judgement: Acceptance,
}

/// One case in one mode, run.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Folder of its session.
    pub dir: PathBuf,
    /// Its name in the session.
    pub case: String,
    /// Every judgement.
    pub scored: Scored,
    /// What changed.
    pub changes: Vec<Change>,
    /// Wrong answers that stand accepted.
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
    /// Every case in every mode, in the order of the suite.
    pub ran: Vec<Ran>,
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
            for capture in load(root) {
                match capture {
                    Ok(capture) => {
                        if seen.insert((whole(&capture.dir), capture.case.name.clone())) {
                            suite.add(capture);
                        }
                    }
                    Err(error) => suite.faults.push(error.to_string()),
                }
            }
        }
        suite
    }

    fn add(&mut self, capture: Capture) {
        if !self.accepted.contains_key(&capture.dir) {
            let accepted = Accepted::read(&capture.dir).unwrap_or_else(|fault| {
                self.faults.push(fault);
                Accepted::default()
            });
            self.accepted.insert(capture.dir.clone(), accepted);
        }
        self.captures.push(capture);
    }

    /// Runs every case in some modes, on every core. `progress` is called after each.
    #[must_use]
    pub fn run(&self, stack: &Stack, modes: &[Mode], progress: &(dyn Fn() + Sync)) -> Run {
        let mut ran = Vec::with_capacity(self.captures.len() * modes.len());
        for &mode in modes {
            let scored = score_each(stack, mode, &self.captures, progress);
            let pairs = self.captures.iter().zip(scored);
            ran.extend(pairs.map(|(capture, scored)| self.compare(capture, scored)));
        }
        Run { ran }
    }

    /// Holds what came out of a case to what stands accepted.
    fn compare(&self, capture: &Capture, scored: Scored) -> Ran {
        let none = Accepted::default();
        let accepted = self.accepted.get(&capture.dir).unwrap_or(&none);
        let case = &capture.case.name;
        let wrong: Vec<Acceptance> = scored
            .with(Outcome::Wrong)
            .map(|mark: &Mark| Acceptance::of(case, scored.mode, mark))
            .collect();
        let own = accepted
            .accepted
            .iter()
            .filter(|kept| kept.case == *case && kept.mode == scored.mode.name());
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
            dir: capture.dir.clone(),
            case: case.clone(),
            scored,
            changes,
            accepted,
        }
    }
}

fn change(kind: ChangeKind, judgement: &Acceptance) -> Change {
    Change {
        kind,
        judgement: judgement.clone(),
    }
}

fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
