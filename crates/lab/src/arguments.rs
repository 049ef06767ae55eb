//! Arguments that several subcommands take.

use std::path::PathBuf;

use clap::Args;

use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// Which scenarios to run, and where to leave the sessions.
#[derive(Debug, Clone, Args)]
pub struct Which {
    /// Scenarios by name; all if none is given.
    pub scenarios: Vec<String>,
    /// Folder of the scenarios; the bundled ones if absent.
    #[arg(long)]
    pub scenario_dir: Option<PathBuf>,
    /// Folder that receives `<provider>/<version>/<session>/`.
    #[arg(long, default_value = "lab-out")]
    pub out: PathBuf,
    /// A world to lay over those that the scenarios name; may be repeated. Its name stands in those of the sessions.
    #[arg(long = "world")]
    pub worlds: Vec<String>,
    /// Folder of the worlds; the bundled ones if absent.
    #[arg(long)]
    pub world_dir: Option<PathBuf>,
    /// Sessions at a time.
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

/// One version.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// CLI version, such as `2.1.330`.
    pub version: Version,
    /// `COLSxROWS[+THEME][+inline|+fullscreen][+nocolour][+tmux][+pty|+run|+watch]`; may be repeated.
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
    /// Versions, with commas; those of the core matrix if absent.
    #[arg(long, value_delimiter = ',')]
    pub versions: Vec<Version>,
    /// The wide matrix: three versions, every size, theme and renderer, the reduced list of scenarios.
    #[arg(long)]
    pub wide: bool,
    /// Settings instead of the matrix's own; may be repeated.
    #[arg(long = "setting")]
    pub settings: Vec<Setting>,
    /// Which sessions.
    #[command(flatten)]
    pub which: Which,
}
