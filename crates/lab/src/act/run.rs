//! One run of one version: handed from the lab to itself across the wall of namespaces, as a session is.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::job::ActJob;
use super::plan::trials;
use super::stage::Stage;
use super::tally;
use super::trial::play;
use crate::cache;
use crate::campaign::refuse_held_out;
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::provider::Provider;
use crate::session::Watch;
use crate::setting::Setting;
use crate::version::Version;

const JOB: &str = "act.json";
const TRIALS: &str = "trials.ndjson";
const TABLE: &str = "table.txt";

/// One version, and how many prompts.
#[derive(Debug, Clone, Args)]
pub struct ActArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Version of the CLI, such as `2.1.330`.
    pub version: Version,
    /// Plan this many trials. Each sends one prompt. In some, something such as a dialog is in its way, or comes while it is
    /// sent.
    #[arg(long, default_value_t = 40)]
    pub prompts: usize,
    /// Run only the trials with these numbers, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<usize>,
    /// Pane setting, as `COLSxROWS[+THEME][+inline|+fullscreen][+nocolor]`.
    #[arg(long, default_value = "120x40")]
    pub setting: Setting,
    /// Write the trials, and a table that counts them by result, to `<provider>/<version>/` in this folder.
    #[arg(long, default_value = "act-out")]
    pub out: PathBuf,
}

/// Sends prompts into a version; exit code 1 if one of them came out wrong. `prefix` are the words before the
/// subcommand: without any this binary has no `send`.
pub fn run(args: &ActArgs, prefix: &[&str]) -> Result<i32> {
    refuse_held_out(args.provider, args.version)?;
    let mut trials = trials(args.prompts);
    trials.retain(|trial| args.only.is_empty() || args.only.contains(&trial.number));
    let job = ActJob {
        trials,
        ..job(args.provider, args.version, &args.setting)?
    };
    let (table, code) = begin(&job, &args.out, prefix)?;
    println!("{} {}\n{table}", args.provider, args.version);
    Ok(code)
}

/// A run of a version, installed, without trials.
pub fn job(provider: Provider, version: Version, setting: &Setting) -> Result<ActJob> {
    let installed = cache::install(provider, version)?;
    Ok(ActJob {
        provider,
        version,
        setup: provider.asking(),
        setting: setting.clone(),
        cli: installed.dir,
        argv: installed.argv,
        trials: Vec::new(),
        start: None,
        is_foreign: false,
        tells_version: false,
    })
}

/// Plays a run in a world of its own; gives its table and the exit code.
pub fn begin(job: &ActJob, out: &Path, prefix: &[&str]) -> Result<(String, i32)> {
    if prefix.is_empty() {
        return Err(LabError::new(
            "this binary has no `send`: run it as `shadow lab act`",
        ));
    }
    let dir = out.join(job.provider.name()).join(job.version.to_string());
    fs::create_dir_all(&dir).context(dir.display())?;
    for old in [TRIALS, TABLE] {
        // There is none at the first run.
        let _ = fs::remove_file(dir.join(old));
    }
    let text = serde_json::to_string(job).context("job")?;
    fs::write(dir.join(JOB), text).context(dir.display())?;
    let exe = std::env::current_exe().context("own path")?;
    let output = isolate::command(&exe)
        .args(prefix)
        .arg("act-session")
        .current_dir(&dir)
        .stdin(Stdio::null())
        .output()
        .context("unshare (util-linux)")?;
    let table = fs::read_to_string(dir.join(TABLE)).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        LabError::new(format!("the run ended early ({}): {said}", output.status))
    })?;
    Ok((table, output.status.code().unwrap_or(1)))
}

/// The inner side: plays the trials, each line written as soon as it is known. Gives the exit code.
pub fn inside() -> Result<i32> {
    let text = fs::read_to_string(JOB).context(JOB)?;
    let job: ActJob = serde_json::from_str(&text).context(JOB)?;
    let exe = std::env::current_exe().context("own path")?;
    isolate::enter(&job.cli, &exe)?;
    let mut log = fs::File::create(TRIALS).context(TRIALS)?;
    let stage = Stage::start(&job)?;
    let watch = job.start.as_ref().map(|_| Watch::start()).transpose()?;
    stage.wait_until_safe()?;
    let mut all = Vec::new();
    for trial in &job.trials {
        let played = play(&stage, trial);
        let line = serde_json::to_string(&played).context("a trial")?;
        writeln!(log, "{line}").context(TRIALS)?;
        all.push(played);
    }
    let (table, code) = match watch {
        Some(watch) => {
            // The end of the last turn must hold for a while before it is told.
            thread::sleep(Duration::from_secs(3));
            drop(watch);
            tally::of_start(&stage, &all)?
        }
        None => (tally::table(&all), i32::from(tally::wrong(&all) > 0)),
    };
    fs::write(TABLE, table).context(TABLE)?;
    Ok(code)
}
