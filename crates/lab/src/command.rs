//! The lab on the command line: the subcommands that `shadow lab` mounts.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::act::{self, ActArgs, StartsArgs};
use crate::arguments::{MatrixArgs, RunArgs, Which};
use crate::campaign;
use crate::error::Result;
use crate::live::{self, LiveArgs};
use crate::provider::Provider;
use crate::session;
use crate::sweep::{self, SweepArgs};
use crate::trying::{self, TryArgs};
use crate::version::Version;
use crate::world;

/// Runs the real CLIs offline and captures their screens with known truth.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Run scenarios of one version and say what was captured.
    Run(RunArgs),
    /// Run scenarios of many versions; what is there already is left out, so it can be resumed.
    Matrix(MatrixArgs),
    /// Run a version, in its worlds and under its settings, and say where the engine disagrees with the truth, which rows no
    /// rule explains, and under which setting.
    Check(CheckArgs),
    /// Run a version's states under each of its own settings, which are read out of the CLI, and say what is wrong under which.
    Sweep(SweepArgs),
    /// Turn runs into fixtures.
    Add {
        /// Folder of the runs.
        from: PathBuf,
        /// Folder of the fixtures.
        #[arg(long, default_value = "fixtures/corpus")]
        to: PathBuf,
    },
    /// Run scenarios of the held-out versions, without showing a screen.
    Heldout {
        /// `claude` or `codex`.
        provider: Provider,
        /// Only these of them, with commas.
        #[arg(long, value_delimiter = ',')]
        versions: Vec<Version>,
        /// Which sessions, and where to leave them.
        #[command(flatten)]
        which: Which,
    },
    /// Send prompts into a version by `shadow send`, with obstacles, and count what the model heard of them.
    Act(ActArgs),
    /// Start a version in every way in which people start it, and send a prompt to each.
    Starts(StartsArgs),
    /// Run versions while shadow watches or hosts them, and say in a table whether what it told was true and in time.
    Live(LiveArgs),
    /// Start a real CLI in this terminal (without a name: both, and a shell, in tmux), offline, against a model that asks to make
    /// a file at every prompt.
    Try(TryArgs),
    /// Internal: a CLI that is tried, inside its private world.
    #[command(hide = true)]
    TrySession {
        /// What is to be started.
        job: String,
    },
    /// Internal: prompts sent inside the private world.
    #[command(hide = true)]
    ActSession,
    /// Internal: a session inside its private world.
    #[command(hide = true)]
    Session,
    /// Internal: an MCP server of a session's world.
    #[command(hide = true)]
    Mcp {
        /// What it is, as JSON.
        file: PathBuf,
    },
    /// Internal: a pty around a CLI that answers the program status query.
    #[command(hide = true)]
    Bridge {
        /// Program and arguments.
        #[arg(last = true)]
        argv: Vec<String>,
    },
}

/// One version, and how long to try its settings.
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    /// The version, and its scenarios.
    #[command(flatten)]
    pub run: RunArgs,
    /// Minutes after which no further setting is tried; 0 tries none. Check again to go on.
    #[arg(long, default_value_t = 20.0)]
    pub sweep_budget: f64,
    /// Only judge the sessions that are there.
    #[arg(long)]
    pub judge: bool,
}

impl CheckArgs {
    fn check(&self, prefix: &[&str]) -> Result<i32> {
        let run = &self.run;
        let code = match self.judge {
            true => campaign::report(run)?,
            false => campaign::check(run, prefix)?,
        };
        if self.sweep_budget <= 0.0 {
            return Ok(code);
        }
        let mut sweep = SweepArgs::of(run.provider, run.version, run.which.out.join("sweep"));
        sweep.budget = Some(self.sweep_budget);
        sweep.judge = self.judge;
        Ok(code.max(sweep::run(&sweep, prefix)?))
    }
}

impl LabCommand {
    /// Carries the command out; gives the exit code. `prefix` are the words before the subcommand on this binary's
    /// command line (`lab` for `shadow lab run`).
    pub fn run(self, prefix: &[&str]) -> Result<i32> {
        match self {
            Self::Run(args) => campaign::run(&args, prefix),
            Self::Matrix(args) => campaign::matrix(&args, prefix),
            Self::Check(args) => args.check(prefix),
            Self::Sweep(args) => sweep::run(&args, prefix),
            Self::Add { from, to } => campaign::add(&from, &to),
            Self::Heldout {
                provider,
                versions,
                which,
            } => campaign::run_held_out(provider, &versions, &which, prefix),
            Self::Act(args) => act::run(&args, prefix),
            Self::Starts(args) => act::run_starts(&args, prefix),
            Self::Live(args) => live::run(&args, prefix),
            Self::Try(args) => trying::run(&args, prefix),
            Self::TrySession { job } => trying::inside(&job),
            Self::ActSession => act::inside(),
            Self::Session => session::inside().map(|()| 0),
            Self::Mcp { file } => world::serve(&file),
            Self::Bridge { argv } => session::bridge(&argv),
        }
    }
}
