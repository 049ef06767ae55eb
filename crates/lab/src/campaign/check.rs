//! The drift report: runs a version, and holds what the engine says of each capture against the known truth.
//!
//! It names every disagreement on the axes, on readiness (with bare text too), on a failure and on queued messages, and
//! every row that no rule explains. Scores and tables are not made here.

use std::fmt;
use std::path::Path;

use serde_json::Value;
use shadow_fixtures::{Capture, SessionDir};
use shadow_testing::Mode;

use super::run;
use crate::arguments::RunArgs;
use crate::error::{Context, LabError, Result};

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Captures that were judged.
    pub captures: usize,
    /// What the engine says that is not so.
    pub disagreements: Vec<Finding>,
    /// Each row, or other anomaly, that no rule explains.
    pub unexplained: Vec<Finding>,
}

/// Something that was found of a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Id of the capture.
    pub id: String,
    /// Its name: the state that it shows.
    pub state: String,
    /// What was found.
    pub what: String,
}

impl Finding {
    fn of(capture: &Capture, what: String) -> Self {
        Self {
            id: capture.id(),
            state: capture.case.name.clone(),
            what,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.what)
    }
}

/// Runs the version and prints the report; exit code 1 if a session failed or the engine disagrees anywhere.
pub fn check(args: &RunArgs, prefix: &[&str]) -> Result<i32> {
    let failed = run::run(args, prefix)?;
    report(args).map(|wrong| failed.max(wrong))
}

/// Prints the report of the sessions that are there; exit code 1 if the engine disagrees anywhere.
pub fn report(args: &RunArgs) -> Result<i32> {
    let shelf = args.which.out.join(args.provider.name());
    let report = judge(&shelf.join(args.version.to_string()))?;
    for line in report.disagreements.iter().chain(&report.unexplained) {
        println!("{line}");
    }
    println!(
        "{} {}: {} captures, {} disagreements, {} unexplained",
        args.provider,
        args.version,
        report.captures,
        report.disagreements.len(),
        report.unexplained.len()
    );
    Ok(i32::from(!report.disagreements.is_empty()))
}

/// Judges every session below a folder.
pub fn judge(dir: &Path) -> Result<Report> {
    let mut report = Report::default();
    for session in shadow_fixtures::sessions(dir).map_err(LabError::new)? {
        report.session(&session.map_err(LabError::new)?)?;
    }
    Ok(report)
}

impl Report {
    /// Judges a session.
    pub fn session(&mut self, session: &SessionDir) -> Result<()> {
        let stack = shadow_tui::stack();
        for capture in session.clone().captures() {
            let capture = capture.map_err(LabError::new)?;
            let read = |mode: Mode| stack.parse(mode.provider(&capture), &mode.snapshot(&capture));
            let payload = serde_json::to_value(read(Mode::All)).context("payload")?;
            self.take(&capture, &payload);
            for mode in [Mode::Sgr, Mode::Plain] {
                self.take_bare(&capture, mode, read(mode).submit_ready);
            }
        }
        Ok(())
    }

    fn take(&mut self, capture: &Capture, payload: &Value) {
        self.captures += 1;
        let truth = &capture.case.truth;
        let said = &payload["surface_assessment"];
        for (axis, want) in [
            ("availability", &truth.availability),
            ("business_state", &truth.business_state),
            ("input_mode", &truth.input_mode),
            ("ui_context", &truth.ui_context),
        ] {
            let got = said[axis].as_str().unwrap_or("nothing");
            let what = format!("{axis} is {want}, the engine says {got}");
            let differs = got != want && !silent(axis, got, said);
            let finding = differs.then(|| Finding::of(capture, what));
            self.disagreements.extend(finding);
        }
        for (name, want, got) in [
            ("failure", &truth.failure, &said["failure"]["kind"]),
            (
                "pending_input",
                &truth.pending_input,
                &said["pending_input"],
            ),
        ] {
            let wrong = want.as_ref().filter(|want| got != want.as_str());
            let what = wrong.map(|want| format!("{name} is {want}, the engine says {got}"));
            let finding = what.map(|what| Finding::of(capture, what));
            self.disagreements.extend(finding);
        }
        if payload["submit_ready"] == true && !truth.submit_ready() {
            let what = "FALSE READY, keys would go astray".to_owned();
            self.disagreements.push(Finding::of(capture, what));
        }
        for anomaly in anomalies(said).filter(|anomaly| unexplained(anomaly)) {
            let (code, message) = (&anomaly["code"], &anomaly["message"]);
            let what = format!("{code}: {message} {}", anomaly["details"]);
            self.unexplained.push(Finding::of(capture, what));
        }
    }

    /// Less may be known, and less be said; readiness must still not be claimed.
    fn take_bare(&mut self, capture: &Capture, mode: Mode, ready: bool) {
        if ready && !capture.case.truth.submit_ready() {
            let what = format!("FALSE READY with {}", mode.title());
            self.disagreements.push(Finding::of(capture, what));
        }
    }
}

/// Whether the engine says, with its anomaly, that no given channel tells a running turn from a finished one.
fn silent(axis: &str, got: &str, said: &Value) -> bool {
    let witness = |anomaly: &Value| anomaly["code"] == "no_turn_witness";
    axis == "business_state" && got == "unknown" && anomalies(said).any(witness)
}

fn anomalies(said: &Value) -> impl Iterator<Item = &Value> {
    said["anomalies"].as_array().into_iter().flatten()
}

fn unexplained(anomaly: &Value) -> bool {
    let codes = [
        "drift_suspected",
        "unknown_dialog",
        "contradictory_evidence",
    ];
    codes.iter().any(|code| anomaly["code"] == **code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shadow_fixtures::{Case, SCHEMA, Session, Truth, write_session};

    fn session(truth: Truth) -> Session {
        let case = Case {
            name: "shell".into(),
            screen: None,
            at: None,
            size: [80, 24],
            cursor: None,
            cursor_visible: None,
            alternate: false,
            title: None,
            process: None,
            progress: None,
            notifications: Vec::new(),
            witness: "made up".into(),
            program_status: Vec::new(),
            truth,
        };
        Session {
            schema: SCHEMA,
            provider: "claude".into(),
            version: "2.1.330".into(),
            scenario: "made-up".into(),
            setting: "80x24".into(),
            made: "2026-01-01".into(),
            how: "made up".into(),
            dropped: Vec::new(),
            turns: None,
            cases: vec![case],
        }
    }

    #[test]
    fn a_wrong_axis_is_a_disagreement() {
        let truth = Truth {
            availability: "supported".into(),
            business_state: "idle".into(),
            input_mode: "freeform".into(),
            ui_context: "normal_prompt".into(),
            ..Truth::default()
        };
        let dir = std::env::temp_dir().join(format!("lab-check-{}", std::process::id()));
        let shell = b"dev:~/project$ ls\nCargo.toml\ndev:~/project$ \n".to_vec();
        write_session(&dir, &session(truth), &[shell], None).unwrap();
        let report = judge(&dir).unwrap();
        std::fs::remove_dir_all(dir).unwrap();
        assert_eq!(report.captures, 1);
        let about = |axis: &str| {
            report
                .disagreements
                .iter()
                .any(|line| line.what.contains(axis))
        };
        assert!(about("input_mode is freeform"), "{report:?}");
    }
}
