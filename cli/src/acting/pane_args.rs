//! Which pane is meant, and what is known of it beside its screen.

use clap::Args;
use shadow_tmux::PaneId;

use crate::live::ServerArgs;
use crate::seconds::patience;
use crate::snapshot_args::{ProviderArg, version};

/// The pane to act on.
#[derive(Debug, Args)]
pub struct PaneArgs {
    /// The pane's id (%3)
    #[arg(value_name = "PANE")]
    pub pane: PaneId,
    /// Give up after so many seconds
    #[arg(long, value_name = "S", value_parser = patience)]
    pub timeout: Option<f64>,
    /// Which CLI the pane runs
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "claude|codex|auto",
        hide_possible_values = true
    )]
    pub provider: ProviderArg,
    /// Its version
    #[arg(long, value_name = "V", value_parser = version)]
    pub cli_version: Option<String>,
    #[command(flatten)]
    pub server: ServerArgs,
}
