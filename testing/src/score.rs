//! Scoring many captures, on every core.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use shadow_fixtures::Capture;
use shadow_tui::Stack;

use crate::{Mark, Measure, Mode, Outcome, Scored, judge};

/// Which captures to score.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only this provider.
    pub provider: Option<String>,
    /// Only this version.
    pub version: Option<String>,
    /// Only sessions of this scenario.
    pub scenario: Option<String>,
    /// Only captures with this in their id.
    pub id_has: Option<String>,
}

impl Filter {
    /// Whether a capture is wanted.
    #[must_use]
    pub fn wants(&self, capture: &Capture) -> bool {
        let is = |wanted: &Option<String>, value: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == value)
        };
        is(&self.provider, &capture.session.provider)
            && is(&self.version, &capture.session.version)
            && is(&self.scenario, &capture.session.scenario)
            && self
                .id_has
                .as_deref()
                .is_none_or(|part| capture.id().contains(part))
    }
}

/// Runs every capture through the engine in a mode, in the order given. With all channels, an
/// honest unknown is excused only in versions that have silent screens ([`excuse_silent_versions`]).
#[must_use]
pub fn score(stack: &Stack, mode: Mode, captures: &[Capture]) -> Vec<Scored> {
    let mut scored = score_each(stack, mode, captures, &|| ());
    if mode == Mode::All {
        excuse_silent_versions(&mut scored);
    }
    scored
}

/// The same, each capture judged for itself alone; `progress` is called after each.
#[must_use]
pub fn score_each(
    stack: &Stack,
    mode: Mode,
    captures: &[Capture],
    progress: &(dyn Fn() + Sync),
) -> Vec<Scored> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, capture)) = take(&next, captures) {
            done.push((index, judge(stack, mode, capture)));
            progress();
        }
        done
    };
    let mut scored: Vec<(usize, Scored)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .flat_map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    scored.sort_by_key(|(index, _)| *index);
    scored.into_iter().map(|(_, scored)| scored).collect()
}

/// The next capture that no worker has taken.
fn take<'c>(next: &AtomicUsize, captures: &'c [Capture]) -> Option<(usize, &'c Capture)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    captures.get(index).map(|capture| (index, capture))
}

/// Takes the excuse of an honest unknown from versions in which nothing is silent: it holds for an
/// idle screen only where some working screen of the same version cannot be told either, with the
/// same in front of it (the bare composer, or a popup).
pub fn excuse_silent_versions(scored: &mut [Scored]) {
    let key = |case: &Scored| (case.provider.clone(), case.version.clone(), case.modal);
    let silent: HashSet<(String, String, bool)> = scored
        .iter()
        .filter(|case| case.silent && case.working)
        .map(key)
        .collect();
    for case in scored.iter_mut().filter(|case| case.silent) {
        if !silent.contains(&key(case)) {
            case.marks.iter_mut().for_each(condemn);
        }
    }
}

fn condemn(mark: &mut Mark) {
    let excusable = matches!(mark.measure, Measure::Business | Measure::FalseNotReady);
    if excusable && mark.outcome == Outcome::Unknown {
        mark.outcome = Outcome::Wrong;
    }
}
