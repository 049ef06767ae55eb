//! Scoring many captures.

use std::collections::HashSet;

use shadow_fixtures::{Capture, Session, SessionDir};
use shadow_tui::Stack;

use crate::parallel::each;
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
        self.wants_of(&capture.session, &capture.id())
    }

    /// Whether a session's recording is wanted; its id is that of its turns.
    #[must_use]
    pub fn wants_recording(&self, session: &SessionDir) -> bool {
        self.wants_of(&session.session, &session.turns_id())
    }

    fn wants_of(&self, session: &Session, id: &str) -> bool {
        let is = |wanted: &Option<String>, value: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == value)
        };
        is(&self.provider, &session.provider)
            && is(&self.version, &session.version)
            && is(&self.scenario, &session.scenario)
            && self.id_has.as_deref().is_none_or(|part| id.contains(part))
    }
}

/// Runs every capture through the engine in a mode, in the order given. With all channels, an
/// honest unknown is excused only in versions that have silent screens ([`excuse_silent_versions`]).
#[must_use]
pub fn score(stack: &Stack, mode: Mode, captures: &[Capture]) -> Vec<Scored> {
    excused(mode, score_each(stack, mode, captures, &|| ()))
}

/// What was scored capture by capture in a mode, with honest unknowns excused as [`score`] does.
#[must_use]
pub fn excused(mode: Mode, mut scored: Vec<Scored>) -> Vec<Scored> {
    if mode == Mode::All {
        excuse_silent_versions(&mut scored);
    }
    scored
}

/// Scores each capture alone. `progress` is called after each.
#[must_use]
pub fn score_each(
    stack: &Stack,
    mode: Mode,
    captures: &[Capture],
    progress: &(dyn Fn() + Sync),
) -> Vec<Scored> {
    each(captures, |capture| judge(stack, mode, capture), progress)
}

/// Takes the excuse of an honest unknown from versions in which nothing is silent: it holds for an
/// idle screen only where some working screen of the same version cannot be told either, with the
/// same in front of it (the bare composer, or a popup), or where a title that was seen to move would tell, and some
/// working screen of the version is told by its title alone. A pager leaves nothing but the title.
pub fn excuse_silent_versions(scored: &mut [Scored]) {
    let version = |case: &Scored| (case.provider.clone(), case.version.clone());
    let key = |case: &Scored| (version(case), case.modal);
    let working = || scored.iter().filter(|case| case.working);
    let silent: HashSet<_> = working().filter(|case| case.silent).map(key).collect();
    let titled: HashSet<_> = working()
        .filter(|case| case.title_alone)
        .map(version)
        .collect();
    for case in scored.iter_mut().filter(|case| case.silent) {
        let titled = case.title_would_tell && (case.pager || titled.contains(&version(case)));
        if !titled && !silent.contains(&key(case)) {
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
