//! `shadow interrupt`: the CLI's interrupt key, where a turn runs.

use clap::Args;

use crate::acting::{Named, PaneArgs, interrupt, tell};
use crate::exit::Outcome;

const EXAMPLES: &str = "\
Examples:
  shadow interrupt %3
  shadow interrupt %3 --timeout 5 && shadow send %3 'never mind, do this instead'

The key is Escape, pressed again only while the turn is seen to run. Codex before 0.162 takes no Escape while text streams
and no status row is shown; it does again when a tool runs. Ctrl-C would stop it, and would quit Codex if the turn had
just ended, so it is left to you. Recent versions put the interrupted prompt back into the composer. The screen is looked
at until it has stood for a moment even with --timeout 0, which then waits for no end of the turn. --force presses the
key where no turn is seen to run, too. Exit codes: 0 the turn stopped, 1 refused, it goes on or nothing tells, 4 the pane is gone.";

/// Arguments of `shadow interrupt`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct InterruptArgs {
    #[command(flatten)]
    pane: PaneArgs,
    /// Press it where a dialog is open, too: that answers the dialog
    #[arg(long)]
    dialog: bool,
}

/// Runs it.
pub fn run(args: &InterruptArgs) -> Outcome {
    let Named { mut pane, .. } = args.pane.hold()?;
    let told = interrupt(&mut pane, args.pane.force, args.dialog)?;
    let exit = tell(&told)?;
    pane.leave();
    Ok(exit)
}
