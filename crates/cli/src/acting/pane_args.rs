//! Which pane is meant, and what is known of it beside its screen.

use clap::Args;
use shadow_tmux::PaneName;

use crate::live::ServerArgs;
use crate::seconds::patience;
use crate::snapshot_args::ReaderArgs;

/// The pane to act on.
#[derive(Debug, Args)]
pub struct PaneArgs {
    /// The pane: its id (%3) or a tmux target (main:1.0)
    #[arg(value_name = "PANE")]
    pub pane: PaneName,
    /// Give up after so many seconds
    #[arg(long, value_name = "S", value_parser = patience)]
    pub timeout: Option<f64>,
    /// Act although nothing tells that an agent's CLI is in front of the pane
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub reader: ReaderArgs,
    #[command(flatten)]
    pub server: ServerArgs,
}
