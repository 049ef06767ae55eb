//! What the engine says of a swept session, held to what is known: the axes and readiness of each state, the rows that no
//! rule explains, the screens on which typing went nowhere, and the turns that the recording reports at three rates.

use std::fs;

use shadow_fixtures::{Dropped, SessionDir};
use shadow_tui::{ProviderChoice, Snapshot};

use crate::campaign::Report;
use crate::error::{Context, LabError, Result};
use crate::live::seen;
use crate::live::told::{ToldTurn, lines};
use crate::live::truth::{self, End, TrueTurn};
use crate::model::{Fact, Note};
use crate::session::{JOURNAL, RETRACTED};

/// Seconds between two looks at a recording.
const RATES: [f64; 3] = [0.05, 0.25, 0.5];

/// Seconds by which the end of a turn may be reported before the journal has it.
const EDGE: f64 = 0.5;

/// What is wrong of a session, a line each, without the session's name: the same fault reads the same in every session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Faults {
    /// Wrong axes, false readies, wrong turns.
    pub wrong: Vec<String>,
    /// Rows that no rule explains.
    pub unexplained: Vec<String>,
    /// States that the session did not come to, and why.
    pub lost: Vec<String>,
}

impl Faults {
    /// Judges a session.
    pub fn of(session: &SessionDir) -> Result<Self> {
        let mut report = Report::default();
        report.session(session)?;
        let lines = |findings: Vec<crate::campaign::Finding>| {
            let line = |it: crate::campaign::Finding| format!("{}: {}", it.state, it.what);
            findings.into_iter().map(line).collect::<Vec<_>>()
        };
        let mut faults = Self {
            wrong: lines(report.disagreements),
            unexplained: lines(report.unexplained),
            lost: Vec::new(),
        };
        // What an earlier failure took with it says nothing of its own.
        let own = |it: &&Dropped| !it.why.starts_with("an earlier step failed");
        let dropped = session.session.dropped.iter().filter(own);
        faults.lost = dropped
            .map(|it| format!("{}: {}", it.case, it.why))
            .collect();
        faults.wrong.extend(astray(session)?);
        faults.wrong.extend(turns(session)?);
        faults.wrong.sort();
        faults.wrong.dedup();
        Ok(faults)
    }

    /// What of it the plain sessions have not.
    pub fn beyond(&self, plain: &[Self]) -> Self {
        let new = |lines: &[String], known: fn(&Self) -> &Vec<String>| {
            let fresh = |line: &&String| plain.iter().all(|it| !known(it).contains(line));
            lines.iter().filter(fresh).cloned().collect()
        };
        let came = |line: &&String| {
            let state = line.split(':').next().unwrap_or_default();
            let lost = |it: &Self| {
                it.lost
                    .iter()
                    .any(|line| line.split(':').next() == Some(state))
            };
            !plain.iter().any(lost)
        };
        Self {
            wrong: new(&self.wrong, |it| &it.wrong),
            unexplained: new(&self.unexplained, |it| &it.unexplained),
            lost: self.lost.iter().filter(came).cloned().collect(),
        }
    }

    /// Nothing is wrong, nothing unexplained, no state lost.
    pub fn is_empty(&self) -> bool {
        self.wrong.is_empty() && self.unexplained.is_empty() && self.lost.is_empty()
    }
}

/// The screens that are read as ready, and took no typing.
fn astray(session: &SessionDir) -> Result<Vec<String>> {
    let place = session.dir.join(RETRACTED);
    let Ok(entries) = fs::read_dir(&place) else {
        return Ok(Vec::new());
    };
    let stack = shadow_tui::stack();
    let provider = ProviderChoice::Named(&session.session.provider);
    let mut lines = Vec::new();
    for entry in entries {
        let path = entry.context(place.display())?.path();
        let text = fs::read(&path).context(path.display())?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if stack
            .parse(provider, &Snapshot::from_text(text))
            .submit_ready
        {
            lines.push(format!(
                "{name}: FALSE READY, what was typed came to no composer"
            ));
        }
    }
    Ok(lines)
}

/// The turns that are reported wrongly.
fn turns(session: &SessionDir) -> Result<Vec<String>> {
    let journal: Vec<Note> = lines(&session.dir.join(JOURNAL))?;
    let time = |fact: Fact| {
        journal
            .iter()
            .find(|note| note.fact == fact)
            .map(|it| it.at)
    };
    let (Some(began), Some(over)) = (time(Fact::RecordingBegan), time(Fact::SessionOver)) else {
        return Err(LabError::new(format!(
            "{}: no whole journal",
            session.dir.display()
        )));
    };
    let truths = truth::turns(&journal);
    let mut wrong = Vec::new();
    for rate in RATES {
        let seen = seen::replay(session, over - began + 2.5, true, rate)?;
        for told in &seen.turns {
            let at = |seconds: f64| seconds + began;
            let of = truths
                .iter()
                .rfind(|turn| turn.entered - EDGE - rate <= at(told.started));
            let what = of.and_then(|turn| fault(turn, told, began));
            wrong.extend(what.map(|what| format!("turn: {what}")));
        }
    }
    Ok(wrong)
}

/// What is wrong of a reported turn, in words that hold in every session.
fn fault(turn: &TrueTurn, told: &ToldTurn, began: f64) -> Option<String> {
    let prompt = turn.prompt.as_deref().unwrap_or("(queued)");
    let success = told.outcome == "success" && told.shown;
    let early = match turn.ended {
        Some((at, _)) => told.told + began < at - EDGE,
        None => true,
    };
    let end = turn.ended.map(|(_, end)| end);
    match end {
        _ if success && early => Some(format!("{prompt:?} told as success while it ran")),
        Some(end @ (End::Failure | End::Interrupted)) if success => {
            Some(format!("{prompt:?} told as success, it was {end:?}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_before_the_end_and_one_of_a_failure_are_wrong() {
        let turn = |end| TrueTurn {
            prompt: Some("go".into()),
            entered: 100.0,
            began: 101.0,
            ended: Some((110.0, end)),
        };
        let told = |at: f64, outcome: &str| ToldTurn {
            how: "inferred_composer".into(),
            prompt: None,
            started: 1.0,
            told: at,
            outcome: outcome.into(),
            answer: None,
            shown: true,
        };
        let fault = |end, at, outcome| fault(&turn(end), &told(at, outcome), 100.0);
        assert!(fault(End::Success, 5.0, "success").is_some());
        assert!(fault(End::Failure, 12.0, "success").is_some());
        assert_eq!(fault(End::Success, 12.0, "success"), None);
        assert_eq!(fault(End::Failure, 12.0, "known_failure"), None);
    }

    #[test]
    fn what_the_plain_session_has_too_is_no_setting_s() {
        let faults = |wrong: &[&str], lost: &[&str]| Faults {
            wrong: wrong.iter().map(|&it| it.to_owned()).collect(),
            lost: lost.iter().map(|&it| it.to_owned()).collect(),
            ..Faults::default()
        };
        let plain = [faults(&["fresh: a"], &["queued: late"])];
        let beyond = faults(&["fresh: a", "draft: b"], &["queued: later"]).beyond(&plain);
        assert_eq!(beyond, faults(&["draft: b"], &[]));
        assert!(faults(&["fresh: a"], &[]).beyond(&plain).is_empty());
    }
}
