//! The command: runs what is not there yet, judges all, prints the table.

use std::path::{Path, PathBuf};

use clap::Args;
use shadow_fixtures::SessionDir;

use super::judge::judge;
use super::verdict::{HEAD, Verdict};
use crate::arguments::{MatrixArgs, Which};
use crate::campaign;
use crate::error::{LabError, Result};
use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// Seconds between two looks of `shadow watch`; `shadow run` looks more often.
const POLL: f64 = 0.25;

/// Versions, and where to leave the sessions.
#[derive(Debug, Clone, Args)]
pub struct LiveArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Versions, separated by commas.
    #[arg(value_delimiter = ',', required = true)]
    pub versions: Vec<Version>,
    /// Run this scenario; may be repeated [default: those with turns, dialogs, failures, interruptions and tools].
    #[arg(long = "scenario")]
    pub scenarios: Vec<String>,
    /// Pane setting with `+watch` or `+run`; may be repeated.
    #[arg(long = "setting", default_values = ["120x40+watch", "120x40+run"])]
    pub settings: Vec<Setting>,
    /// Write the sessions to this folder; sessions that exist there are judged and not run again.
    #[arg(long, default_value = "live-out")]
    pub out: PathBuf,
    /// Run this many sessions at a time.
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Run nothing, and judge only the sessions that exist.
    #[arg(long)]
    pub judge: bool,
}

/// Runs and judges; exit code 1 if the lifecycle does not hold in some version and setting.
pub fn run(args: &LiveArgs, prefix: &[&str]) -> Result<i32> {
    if let Some(setting) = args.settings.iter().find(|it| !it.is_followed()) {
        let hint = "end it in +watch or +run";
        return Err(LabError::new(format!(
            "setting {setting}: nothing follows the session; {hint}"
        )));
    }
    if !args.judge {
        campaign::matrix(&matrix(args), prefix)?;
    }
    let shelf = args.out.join(args.provider.name());
    let (mut all, mut rows, mut holds) = (Verdict::default(), Vec::new(), true);
    for version in &args.versions {
        for setting in &args.settings {
            let verdict = judged(&shelf.join(version.to_string()), setting)?;
            let name = format!("{version} {setting}");
            rows.push(format!("{name:<25}{}", verdict.row()));
            holds &= verdict.holds(POLL);
            all.add(verdict);
        }
    }
    all.charges.iter().for_each(|line| println!("{line}"));
    println!("{:<25}{HEAD}", args.provider.to_string());
    rows.iter().for_each(|row| println!("{row}"));
    println!("{:<25}{}", "all", all.row());
    Ok(i32::from(!holds))
}

fn matrix(args: &LiveArgs) -> MatrixArgs {
    let scenarios = match args.scenarios.is_empty() {
        true => usual(args.provider)
            .iter()
            .map(|&it| it.to_owned())
            .collect(),
        false => args.scenarios.clone(),
    };
    MatrixArgs {
        provider: args.provider,
        versions: args.versions.clone(),
        wide: false,
        settings: args.settings.clone(),
        which: Which {
            scenarios,
            scenario_dir: None,
            worlds: Vec::new(),
            world_dir: None,
            out: args.out.clone(),
            jobs: args.jobs,
        },
    }
}

/// Scenarios with turns, dialogs, failures, interruptions and tools.
fn usual(provider: Provider) -> &'static [&'static str] {
    match provider {
        Provider::Claude => &[
            "basic",
            "approvals",
            "failures",
            "work",
            "questions",
            "questions-closed",
            "plan-closed",
        ],
        Provider::Codex => &[
            "basic",
            "approval-command",
            "failures",
            "interrupt-streaming",
            "interrupt-tool",
            "queue",
            "question",
            "tool",
        ],
    }
}

/// The verdict on the sessions of a version in a setting.
fn judged(shelf: &Path, setting: &Setting) -> Result<Verdict> {
    let mut all = Verdict::default();
    for session in shadow_fixtures::sessions(shelf).map_err(LabError::new)? {
        let session: SessionDir = session.map_err(LabError::new)?;
        if session.session.setting == setting.to_string() {
            all.add(judge(&session, POLL)?);
        }
    }
    Ok(all)
}
