//! The lab on the command line: the subcommands that `shadow lab` mounts.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::act::{self, ActArgs, StartsArgs};
use crate::arguments::{MatrixArgs, RunArgs, Which};
use crate::attack::{self, AttackArgs};
use crate::campaign;
use crate::error::Result;
use crate::lead::{self, LeadArgs};
use crate::live::{self, LiveArgs};
use crate::oracle::{self, OracleArgs};
use crate::provider::Provider;
use crate::session;
use crate::sweep::{self, SweepArgs};
use crate::trying::{self, TryArgs};
use crate::version::Version;
use crate::world;

/// Runs the real CLIs offline and captures their screens with known truth.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Run scenarios of one version and report what was captured.
    Run(RunArgs),
    /// Run scenarios of many versions; sessions that exist are skipped.
    Matrix(MatrixArgs),
    /// Run all scenarios of a version, then try the CLI's own settings, and report what shadow reads wrongly.
    Check(CheckArgs),
    /// Try a version with each of the CLI's own settings, and report what shadow reads wrongly.
    Sweep(SweepArgs),
    /// Turn sessions into fixtures, the screens that the tests read.
    Add {
        /// Folder of the sessions.
        from: PathBuf,
        /// Write the fixtures to this folder.
        #[arg(long, default_value = "fixtures/corpus")]
        to: PathBuf,
    },
    /// Run scenarios of the held-out versions, and show no screen of them.
    Heldout {
        /// `claude` or `codex`.
        provider: Provider,
        /// Run only these held-out versions, separated by commas.
        #[arg(long, value_delimiter = ',')]
        versions: Vec<Version>,
        /// Which sessions, and where to leave them.
        #[command(flatten)]
        which: Which,
    },
    /// Send prompts to a version with `shadow send`, also while a dialog, a turn or a draft is in the way, and count what reaches
    /// the model.
    Act(ActArgs),
    /// Start a version in many ways (from a script, through npx, in tmux in tmux, …), and send a prompt to each.
    Starts(StartsArgs),
    /// Run versions under `shadow watch` or `shadow run`, and report whether the events were right and in time.
    Live(LiveArgs),
    /// Make versions ask for approval of generated tool calls, and check that each dialog shows exactly the call that the model
    /// made.
    Oracle(OracleArgs),
    /// Let versions ask for approval of calls that are disguised as other calls, and check whether any part of shadow approves one.
    Attack(AttackArgs),
    /// Let versions of Claude Code lead another CLI with `shadow mcp`, and check what they may do.
    Lead(LeadArgs),
    /// Try a real CLI offline in this terminal; without a name, start both CLIs in tmux.
    ///
    /// The scripted model answers every prompt with a request to create a file, so that you see a dialog.
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
    /// Internal: calls asked for inside the private world.
    #[command(hide = true)]
    OracleSession,
    /// Internal: attacks inside the private world.
    #[command(hide = true)]
    AttackSession,
    /// Internal: an agent that leads another inside the private world.
    #[command(hide = true)]
    LeadSession,
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
    /// Try no more of the CLI's settings after this many minutes; 0 tries none. Run the command again to go on. The sessions
    /// of these settings go to `sweep/<provider>/<version>/` below --out.
    #[arg(long, default_value_t = 20.0)]
    pub sweep_budget: f64,
    /// Run nothing, and judge only the sessions that exist.
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
            Self::Oracle(args) => oracle::run(&args, prefix),
            Self::Attack(args) => attack::run(&args, prefix),
            Self::Lead(args) => lead::run(&args, prefix),
            Self::Try(args) => trying::run(&args, prefix),
            Self::TrySession { job } => trying::inside(&job),
            Self::ActSession => act::inside(),
            Self::OracleSession => oracle::inside(),
            Self::AttackSession => attack::inside(),
            Self::LeadSession => lead::inside(),
            Self::Session => session::inside().map(|()| 0),
            Self::Mcp { file } => world::serve(&file),
            Self::Bridge { argv } => session::bridge(&argv),
        }
    }
}
