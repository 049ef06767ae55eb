//! `shadow interrupt`: the CLI's interrupt key, where a turn runs.

use clap::Args;
use serde_json::{Map, json};
use shadow_act::Interrupting;

use crate::acting::{Named, PaneArgs, interrupt, tell};
use crate::exit::Outcome;
use crate::hosts::{carry_out, open_dialog, there};

const EXAMPLES: &str = "\
Examples:
  shadow interrupt %3
  shadow interrupt %3 --timeout 5 && shadow send %3 'do this instead'

shadow presses Escape, and presses it again only while it sees the turn run.
Recent versions of the CLIs may then put the interrupted prompt back into the
composer. `shadow send` refuses to type until that draft is gone.

Codex before 0.162 ignores Escape while text streams and no status row is
shown. When a tool runs, Escape works again. Ctrl-C also stops a turn that
ignores Escape, but quits Codex if the turn has just ended. So shadow never
presses Ctrl-C; press it yourself if you want to.

With --timeout 0 the command still waits until the screen is stable, but does
not wait for the turn to end.

Exit codes: 0 the turn stopped, 1 refused, or the turn goes on, or its state
is unknown, 4 the pane or its CLI is gone.";

/// This command's own `--force` also goes on where no turn is seen to run.
const FORCE: &str = "Press Escape even if shadow does not see a turn run, or does not know that an agent's CLI runs in the pane";

/// Arguments of `shadow interrupt`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("force", |force| force.help(FORCE)))]
pub struct InterruptArgs {
    #[command(flatten)]
    pane: PaneArgs,
    /// Press Escape even if a dialog is open; Escape refuses what it asks, or closes it
    #[arg(long)]
    dialog: bool,
}

/// Runs it.
pub fn run(args: &InterruptArgs) -> Outcome {
    if let Some(there) = there(&args.pane.pane, &args.pane.server)? {
        args.pane.for_host()?;
        let mut request = Map::new();
        request.insert("do".to_owned(), json!("interrupt"));
        if args.dialog
            && let Some(block) = open_dialog(&there)?
        {
            request.insert("dialog".to_owned(), json!(true));
            request.insert("signature".to_owned(), json!(block.signature));
        }
        return carry_out(&there, request, args.pane.limits());
    }
    let Named { mut pane, .. } = args.pane.hold()?;
    let how = Interrupting::new(args.pane.force, args.dialog);
    let told = interrupt(&mut pane, how)?;
    let exit = tell(&told)?;
    pane.leave();
    Ok(exit)
}
