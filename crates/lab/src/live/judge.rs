//! One session: compares the reported events with what really happened.

use shadow_fixtures::{Case, SessionDir};

use super::merge::{STABLE, matched, merged};
use super::seen::{self, Seen};
use super::told::{State, Told, ToldTurn, lines};
use super::truth::{self, End, TrueTurn};
use super::verdict::Verdict;
use crate::error::Result;
use crate::model::{Fact, Note};
use crate::session::JOURNAL;

/// Seconds beside a poll within which everything is to be reported.
const SLACK: f64 = 0.3;

/// Seconds for which `ready` may outlast the beginning of a turn: the screen may show it later than the model hears it.
const BEGINS: f64 = 1.0;

/// Seconds within which the session has reported what stands on its screen at a captured step.
const NOTICED: f64 = 0.5;

/// Seconds by which the clocks of the model and of the watch may differ, and a turn be reported to end as it is superseded.
const EDGE: f64 = 0.5;

/// Seconds of silence that settle what nothing shows, and the time to tell it.
const QUIET: f64 = 12.0;

/// Seconds that a dialog must stand to be reported at all.
const FLEETING: f64 = 0.6;

/// Judges a session; `poll` is the time between two looks, in seconds.
pub fn judge(session: &SessionDir, poll: f64) -> Result<Verdict> {
    let journal: Vec<Note> = lines(&session.dir.join(JOURNAL))?;
    let told = Told::read(&session.dir)?;
    let time = |fact: &Fact| {
        journal
            .iter()
            .find(|note| note.fact == *fact)
            .map(|note| note.at)
    };
    let began = time(&Fact::RecordingBegan).unwrap_or_default();
    let over = time(&Fact::SessionOver).unwrap_or(f64::MAX);
    let hosted = session.session.setting.contains("+run");
    let seen = seen::replay(
        session,
        over - began + 2.5,
        told.reports || !hosted,
        seen::INTERVAL,
    )?;
    let mut verdict = Verdict {
        sessions: 1,
        ..Verdict::default()
    };
    let mut court = Court {
        told: &told,
        verdict: &mut verdict,
        place: session.dir.display().to_string(),
        began,
        hosted: hosted && told.reports,
        over,
        blind: truth::blind(&journal),
    };
    let turns = truth::turns(&journal);
    court.turns(&merged(turns.clone(), &told.turns), &seen);
    let known = |turn: &&TrueTurn| !court.is_blind(turn.began, turn.ended.map_or(over, |it| it.0));
    let known: Vec<&TrueTurn> = turns.iter().filter(known).collect();
    for turn in known {
        court.readiness(turn, over);
    }
    court.steps(&session.session.cases);
    court.blocked(&seen, over, STABLE + poll + SLACK);
    court.replay(&seen, over);
    Ok(verdict)
}

struct Court<'a> {
    told: &'a Told,
    verdict: &'a mut Verdict,
    place: String,
    began: f64,
    /// `shadow run` hosted the CLI, and its reports stand in the recording between the CLI's own.
    hosted: bool,
    /// When the session was over.
    over: f64,
    /// Times in which nothing is known.
    blind: Vec<(f64, f64)>,
}

impl Court<'_> {
    fn charge(&mut self, what: &str) {
        let line = format!("{}: {what}", self.place);
        self.verdict.charges.push(line);
    }

    /// Seconds of the recording.
    fn at(&self, at: f64) -> String {
        format!("{:.2} s", at - self.began)
    }

    fn is_blind(&self, from: f64, until: f64) -> bool {
        let meets = |span: &(f64, f64)| span.0 <= until && from <= span.1;
        self.blind.iter().any(meets)
    }

    /// Each real turn is reported once, with its outcome, and no other turn is.
    fn turns(&mut self, turns: &[TrueTurn], seen: &Seen) {
        let matched = matched(turns, &self.told.turns);
        for (turn, found) in turns.iter().zip(&matched) {
            let found = found.map(|at| &self.told.turns[at]);
            let until = turn.ended.map_or(turn.began, |(at, _)| at);
            if self.is_blind(turn.began, until) {
                continue;
            }
            self.verdict.turns += usize::from(turn.ended.is_some() || found.is_some());
            self.turn(turn, found, seen);
        }
        for (at, told) in self.told.turns.iter().enumerate() {
            if !matched.contains(&Some(at)) && !self.is_blind(told.started, told.told - STABLE) {
                self.verdict.wrong += 1;
                let (started, outcome) = (self.at(told.started), &told.outcome);
                self.charge(&format!(
                    "told a turn at {started} that was none: {:?}, {outcome}",
                    told.prompt
                ));
            }
        }
    }

    fn turn(&mut self, turn: &TrueTurn, told: Option<&ToldTurn>, seen: &Seen) {
        let began = self.at(turn.began);
        let name = format!("the turn at {began} ({:?})", turn.prompt);
        match (turn.ended, told) {
            (None, None) => {}
            (Some((at, _)), None) if self.may_come(at) => self.verdict.by_silence += 1,
            (Some((at, end)), None) => {
                self.verdict.wrong += 1;
                let at = self.at(at);
                self.charge(&format!("{name}, ended at {at} ({end:?}), was not told"));
            }
            (None, Some(told)) => {
                self.verdict.false_completed += 1;
                let (at, outcome) = (self.at(told.told), &told.outcome);
                self.charge(&format!(
                    "FALSE COMPLETED: {name} was told to end at {at} ({outcome}); it did not"
                ));
            }
            (Some((at, end)), Some(told)) => {
                self.ending(&name, at, end, turn, told);
                // What `shadow run` reports to the outer terminal stands in its recording, and is as late as itself.
                if end == End::Success && told.shown && !self.hosted {
                    self.paint(told, seen);
                }
            }
        }
    }

    /// Whether an end that only silence shows may still be reported after the session: `ready` has not been reported since.
    fn may_come(&self, at: f64) -> bool {
        let last = self.told.readiness.last();
        let rests = last.is_some_and(|state| state.name == "ready" && state.at > at);
        self.over < at + QUIET && !rests
    }

    fn ending(&mut self, name: &str, at: f64, end: End, turn: &TrueTurn, told: &ToldTurn) {
        let late = told.told - at;
        if late < -EDGE {
            self.verdict.false_completed += 1;
            let (at, told) = (self.at(at), self.at(told.told));
            self.charge(&format!(
                "FALSE COMPLETED: {name} ended at {at}, told at {told}"
            ));
        }
        if told.outcome == "unknown" {
            self.verdict.unknown += 1;
        } else if !fits(end, &told.outcome) {
            self.verdict.wrong += 1;
            let outcome = &told.outcome;
            self.charge(&format!("{name} ended as {end:?}, told {outcome}"));
        }
        let differs = turn.prompt.as_ref().is_some_and(|prompt| {
            let told = told.prompt.as_deref().unwrap_or_default();
            bare(told) != bare(prompt)
        });
        if differs {
            self.verdict.wrong += 1;
            self.charge(&format!(
                "{name} was told with the prompt {:?}",
                told.prompt
            ));
        }
        if end == End::Success && !told.shown {
            self.verdict.by_silence += 1;
        } else if end == End::Success {
            self.verdict.completed.push(late);
        }
    }

    /// How long the end stood on the screen before it was reported.
    fn paint(&mut self, told: &ToldTurn, seen: &Seen) {
        let before = told.told - self.began - STABLE + 0.1;
        let painted = seen.ready.iter().rfind(|at| **at <= before);
        let late = painted.map(|at| told.told - self.began - at);
        self.verdict.painted.extend(late);
    }

    /// No event says that the CLI is ready, or that the turn is completed, while it runs.
    fn readiness(&mut self, turn: &TrueTurn, over: f64) {
        let until = turn.ended.map_or(over, |(at, _)| at);
        let within =
            |state: &&State| state.at > turn.began && state.at < until && !state.by_silence;
        let told = self.told;
        let last = told.readiness.iter().rfind(|state| state.at <= turn.began);
        let gone = told.readiness.iter().find(|state| state.at > turn.began);
        let stays = last.is_some_and(|state| state.name == "ready" && !state.by_silence);
        let gone = gone.map_or(f64::MAX, |state| state.at);
        if stays && gone > (turn.began + BEGINS).min(until) && until - turn.began > BEGINS {
            self.verdict.false_ready += 1;
            let (from, to) = (self.at(turn.began), self.at(gone));
            self.charge(&format!(
                "FALSE READY: the turn at {from} was noticed at {to}"
            ));
        }
        for state in told.readiness.iter().filter(within) {
            if state.name == "ready" {
                self.verdict.false_ready += 1;
                let (at, from) = (self.at(state.at), self.at(turn.began));
                self.charge(&format!("FALSE READY at {at}, in the turn at {from}"));
            }
        }
    }

    /// At each captured step whose truth is not ready, no event says that it is.
    fn steps(&mut self, cases: &[Case]) {
        for case in cases {
            let Some(at) = case.at else { continue };
            let at = self.began + at;
            let said = self.told.readiness.iter().rfind(|state| state.at <= at);
            let ready = said.is_some_and(|it| it.name == "ready" && !it.by_silence);
            let lasted = said.is_some_and(|it| it.at <= at - NOTICED);
            self.verdict.steps += 1;
            if ready && lasted && !case.truth.submit_ready() {
                self.verdict.false_ready += 1;
                self.charge(&format!("FALSE READY at the step {}", case.name));
            }
        }
    }

    /// Each dialog is reported, soon after it stands on the screen; `latest` is for those that are replaced by the next.
    fn blocked(&mut self, seen: &Seen, over: f64, latest: f64) {
        for &(from, until) in &seen.blocked {
            let (shown, gone) = (self.began + from, self.began + until);
            let told = self.told.blocked.iter().find(|at| **at >= shown - 0.05);
            if self.is_blind(shown, shown) {
                continue;
            }
            match told.filter(|at| **at <= gone + latest) {
                Some(at) => self.verdict.blocked.push((at - shown).max(0.0)),
                None if until - from < FLEETING || shown > over => {}
                None => {
                    self.verdict.wrong += 1;
                    let at = self.at(shown);
                    self.charge(&format!("the dialog at {at} was not told"));
                }
            }
        }
    }

    /// A replay reports equal turns.
    fn replay(&mut self, seen: &Seen, over: f64) {
        let told = |turns: &[ToldTurn], until: f64| -> Vec<Brief> {
            let turns = turns.iter().filter(|turn| turn.told <= until);
            turns.map(Brief::of).collect()
        };
        let (live, replayed) = (
            told(&self.told.turns, f64::MAX),
            told(&seen.turns, f64::MAX),
        );
        // What ends with the session may be told on one side alone.
        let last = over + STABLE / 2.0;
        let early = |turns: &[ToldTurn], began: f64| {
            turns.iter().filter(|it| it.told + began < last).count()
        };
        let sure = early(&self.told.turns, 0.0).max(early(&seen.turns, self.began));
        let differ = |at: &usize| match (live.get(*at), replayed.get(*at)) {
            (Some(live), Some(replayed)) => !live.agrees(replayed),
            _ => *at < sure,
        };
        let first = (0..live.len().max(replayed.len())).find(differ);
        self.verdict.replayed += usize::from(first.is_none());
        if let Some(at) = first {
            let (live, replayed) = (live.get(at), replayed.get(at));
            self.charge(&format!(
                "a replay tells {replayed:?}, live it was {live:?}"
            ));
        }
    }
}

/// What a replay must tell of a turn, too.
#[derive(Debug)]
struct Brief {
    how: String,
    prompt: Option<String>,
    outcome: String,
    answer: Option<String>,
}

impl Brief {
    fn of(turn: &ToldTurn) -> Self {
        Self {
            how: turn.how.clone(),
            prompt: turn.prompt.clone(),
            outcome: turn.outcome.clone(),
            answer: turn.answer.clone(),
        }
    }

    /// Beginning, prompt and outcome are the same, and the answer where both have it whole.
    fn agrees(&self, other: &Self) -> bool {
        let whole = self.answer.as_ref().zip(other.answer.as_ref());
        let same = whole.is_none_or(|(one, other)| one == other);
        let told = |it: &Self| (it.how.clone(), it.prompt.clone(), it.outcome.clone());
        same && told(self) == told(other)
    }
}

fn fits(end: End, outcome: &str) -> bool {
    match end {
        End::Success | End::Superseded => outcome == "success",
        End::Failure => outcome == "known_failure",
        End::Interrupted => outcome == "interrupted",
        End::Raced => matches!(outcome, "success" | "interrupted"),
        End::Either => matches!(outcome, "success" | "known_failure"),
    }
}

/// A prompt without its white space: the screen wraps it.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
