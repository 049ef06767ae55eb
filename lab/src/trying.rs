//! Trying a CLI by hand: a real version in the terminal around us, offline, in a private world like any
//! session's, against a model that answers every prompt by asking to make a file.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cache;
use crate::campaign::{core, refuse_held_out};
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::model::{Reply, Server};
use crate::provider::{HOME, PORT, PROJECT, Provider};
use crate::scenario::Setup;
use crate::session::{keep_known_flags, program};
use crate::setting::Setting;
use crate::version::Version;

/// Prompts that the model can answer before it only says that it is done.
const PROMPTS: usize = 100;

/// Which CLI.
#[derive(Debug, Clone, Args)]
pub struct TryArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// CLI version, such as `2.1.330`; the newest of the core matrix if absent.
    pub version: Option<Version>,
}

/// What crosses the wall of namespaces.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    provider: Provider,
    version: Version,
    /// Folder of the installed version.
    cli: PathBuf,
    /// What starts it.
    argv: Vec<String>,
}

/// Runs the CLI until it ends; gives its exit code. `prefix` are the words before the subcommand.
pub fn run(args: &TryArgs, prefix: &[&str]) -> Result<i32> {
    let newest = || core(args.provider).into_iter().max();
    let version = args.version.or_else(newest);
    let version = version.ok_or_else(|| LabError::new("name a version"))?;
    refuse_held_out(args.provider, version)?;
    let installed = cache::install(args.provider, version)?;
    let job = Job {
        provider: args.provider,
        version,
        cli: installed.dir,
        argv: installed.argv,
    };
    let exe = std::env::current_exe().context("own path")?;
    let status = isolate::command(&exe)
        .args(prefix)
        .arg("try-session")
        .arg(serde_json::to_string(&job).context("job")?)
        .status()
        .context("unshare (util-linux)")?;
    Ok(status.code().unwrap_or(1))
}

/// The inner side: prepares the world, starts the model, and the CLI on our own terminal.
pub fn inside(job: &str) -> Result<i32> {
    let job: Job = serde_json::from_str(job).context("job")?;
    let exe = std::env::current_exe().context("own path")?;
    isolate::enter(&job.cli, &exe)?;
    let setting: Setting = "120x40".parse()?;
    let setup = setup(job.provider)?;
    let home = Path::new(HOME);
    let mut launch = job.provider.prepare(home, job.version, &setup, &setting)?;
    let argv = program(&job.argv);
    keep_known_flags(&mut launch, &argv)?;
    let server = Server::start(&format!("127.0.0.1:{PORT}")).context("scripted model")?;
    for reply in replies()?.iter().cycle().take(2 * PROMPTS) {
        server.enqueue(reply.clone());
    }
    let (program, rest) = argv
        .split_first()
        .ok_or_else(|| LabError::new("nothing to start"))?;
    let mut command = Command::new(program);
    command.args(rest).args(&launch.args).current_dir(PROJECT);
    command.env_clear().envs(launch.env);
    // The terminal is the caller's, not the lab's own.
    command.envs(std::env::var("TERM").map(|term| ("TERM", term)));
    let status = command.status().context(program)?;
    Ok(status.code().unwrap_or(1))
}

/// The plain setup, in which a command outside the sandbox is asked for.
fn setup(provider: Provider) -> Result<Setup> {
    let mut setup = Setup::default();
    if provider == Provider::Codex {
        setup.config = toml::from_str("approval_policy = \"on-request\"").context("setup")?;
    }
    Ok(setup)
}

/// What a prompt is answered with, and what the tool's result is.
fn replies() -> Result<[Reply; 2]> {
    let ask = "events = [{ text = \"I will make the file.\" }, { tool = { shell = \
               { command = \"touch made.txt\", escalated = true, description = \"Make the file?\" } } }]";
    let ask = toml::from_str(ask).context("reply")?;
    Ok([ask, Reply::text("The file is made. What is next?")])
}

#[cfg(test)]
mod tests {
    use super::replies;
    use crate::model::Event;

    #[test]
    fn the_model_asks_before_it_is_done() {
        let [ask, done] = replies().expect("they are written right");
        assert!(matches!(ask.events.last(), Some(Event::Tool(_))));
        assert_eq!(done.events.len(), 1);
    }
}
