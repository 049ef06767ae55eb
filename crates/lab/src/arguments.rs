//! Arguments that several subcommands take.

use std::path::PathBuf;

use clap::Args;

use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// Which scenarios to run, and where to leave the sessions.
#[derive(Debug, Clone, Args)]
pub struct Which {
    /// Names of scenarios [default: all scenarios].
    pub scenarios: Vec<String>,
    /// Folder of scenarios to use instead of the bundled ones.
    #[arg(long)]
    pub scenario_dir: Option<PathBuf>,
    /// Write the sessions to this folder, as `<provider>/<version>/<session>/`.
    #[arg(long, default_value = "lab-out")]
    pub out: PathBuf,
    /// Add this world to the one that each scenario has, and add the world's name to the session's name. May be repeated: all
    /// are combined in one session, each on top of those before.
    #[arg(long = "world")]
    pub worlds: Vec<String>,
    /// Folder of worlds to use instead of the bundled ones.
    #[arg(long)]
    pub world_dir: Option<PathBuf>,
    /// Run this many sessions at a time.
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

/// One version.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Version of the CLI, such as `2.1.330`.
    pub version: Version,
    /// Pane setting: `COLSxROWS[+THEME][+inline|+fullscreen][+nocolor][+tmux]`, then `+pty`, `+run`, `+watch` or nothing; may be
    /// repeated. `+tmux`: the CLI sees that it is in tmux; `+pty`: the CLI runs in a second pty, which answers the CLI's status
    /// query (OSC 7501); `+run`: `shadow run` hosts it; `+watch`: `shadow watch` runs beside it.
    #[arg(long = "setting", default_value = "120x40")]
    pub settings: Vec<Setting>,
    /// Which sessions.
    #[command(flatten)]
    pub which: Which,
}

/// Many versions.
#[derive(Debug, Clone, Args)]
pub struct MatrixArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Versions, separated by commas [default: those of the core matrix].
    #[arg(long, value_delimiter = ',')]
    pub versions: Vec<Version>,
    /// Run the wide matrix: three versions, fewer scenarios, and a list of pane settings (sizes, and themes and renderers at
    /// 120x40).
    #[arg(long)]
    pub wide: bool,
    /// Use this pane setting instead of those of the matrix; may be repeated.
    #[arg(long = "setting")]
    pub settings: Vec<Setting>,
    /// Which sessions.
    #[command(flatten)]
    pub which: Which,
}
