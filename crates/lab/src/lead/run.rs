//! The command: one life of a version leads another one. Its inner side is in the private world.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::life::Life;
use super::story::{self, Step};
use crate::act::{ActJob, job};
use crate::campaign::refuse_held_out;
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::oracle::{add_lines, read_lines};
use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// The job of a life, in its working folder.
const JOB: &str = "lead.json";
/// Where the life adds what came of each step.
const RESULTS: &str = "lead.ndjson";

/// Which versions.
#[derive(Debug, Clone, Args)]
pub struct LeadArgs {
    /// Versions of Claude Code, separated by commas.
    #[arg(value_delimiter = ',', required = true)]
    pub versions: Vec<Version>,
    /// Pane setting.
    #[arg(long, default_value = "120x40")]
    pub setting: Setting,
    /// Write the results to this folder, as `claude/<version>/lead.ndjson`.
    #[arg(long, default_value = "lead-out")]
    pub out: PathBuf,
}

/// Plays the story; exit code 1 where a step did not come out as it must.
pub fn run(args: &LeadArgs, prefix: &[&str]) -> Result<i32> {
    if prefix.is_empty() {
        return Err(LabError::new(
            "this binary has no `mcp`: run it as `shadow lab lead`",
        ));
    }
    let mut is_right = true;
    for version in &args.versions {
        refuse_held_out(Provider::Claude, *version)?;
        let dir = args.out.join("claude").join(version.to_string());
        fs::create_dir_all(&dir).context(dir.display())?;
        // There is none at the first run.
        let _ = fs::remove_file(dir.join(RESULTS));
        let job = job(Provider::Claude, *version, &args.setting)?;
        isolate::live(&job, &dir.join(JOB), prefix, "lead-session", version)?;
        let steps: Vec<Step> = read_lines(&dir.join(RESULTS))?;
        println!("Claude Code {version}");
        for step in &steps {
            let mark = if step.is_right { "right" } else { "WRONG" };
            println!("  {mark}  {}", step.what);
            if !step.is_right {
                println!("         {}", step.told);
            }
        }
        is_right &= steps.last().is_some_and(|step| step.is_last);
        is_right &= steps.iter().all(|step| step.is_right);
    }
    Ok(i32::from(!is_right))
}

/// The inner side: plays the story; each step is written as soon as it is known.
pub fn inside() -> Result<i32> {
    let text = fs::read_to_string(JOB).context(JOB)?;
    let job: ActJob = serde_json::from_str(&text).context(JOB)?;
    let exe = std::env::current_exe().context("own path")?;
    isolate::enter(&job.cli, &exe)?;
    let life = Life::start(job, story::FIRST_ALLOWED)?;
    story::play(&life, |step| add_lines(Path::new(RESULTS), &[step]))?;
    Ok(0)
}
