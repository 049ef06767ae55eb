//! `shadow ask`: a prompt, and what comes of it, in one line.

use clap::Args;
use shadow_act::{Asked, Prompt, Terms, TurnResult};

use super::send::request;
use crate::acting::{Come, Named, PaneArgs, TextArgs, ask, asked, tell};
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::hosts::{Act, There, there};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  shadow ask %3 'which tests fail?' | jq -r .record.answer.text
  git diff | shadow ask %3 - --timeout 600

The command sends the prompt as `shadow send` does, and waits. The output is
one JSON line. Its `result` is:
  ended    the turn has ended; `record` has the answer
  blocked  a dialog waits; `operator_block` has its options and its
           signature, for `shadow choose`
  running  the time ran out, and the turn goes on
If the prompt was not sent, the line is the report of `shadow send`.

Exit codes: 0 the turn ended with success, 1 anything else, 4 the pane or its
CLI is gone.";

/// Arguments of `shadow ask`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AskArgs {
    #[command(flatten)]
    pane: PaneArgs,
    #[command(flatten)]
    text: TextArgs,
    /// Allow a draft in the composer and send it together with the text
    #[arg(long)]
    allow_draft: bool,
    /// If the screen does not show whether a turn runs, refuse at once; without this, shadow waits until the screen has
    /// not changed for 10 seconds
    #[arg(long)]
    no_quiet: bool,
}

/// Runs it.
pub fn run(args: &AskArgs) -> Outcome {
    let prompt = args.text.prompt()?;
    if let Some(there) = there(&args.pane.pane, &args.pane.server)? {
        return ask_there(args, &there, &prompt);
    }
    let Named {
        mut pane, server, ..
    } = args.pane.hold()?;
    let terms = Terms {
        allow_draft: args.allow_draft,
        no_quiet: args.no_quiet,
    };
    let exit = match ask(&mut pane, &prompt, terms)? {
        Come::Unsent(told) => tell(&told)?,
        Come::Answer(answer) => {
            Output::new().json(&answer)?;
            if let TurnResult::Blocked { operator_block } = &answer.result {
                complain(&asked(pane.id(), operator_block, server.as_deref()));
            }
            exit(&answer)
        }
        Come::Gone => {
            let pane = pane.id();
            return Err(Failure::gone(format!(
                "{pane}: the pane or its CLI is gone, and how the turn ended was not seen"
            )));
        }
    };
    pane.leave();
    Ok(exit)
}

/// Asks a pane of another machine.
fn ask_there(args: &AskArgs, there: &There, prompt: &Prompt) -> Outcome {
    args.pane.for_host()?;
    let terms = [args.allow_draft, args.no_quiet];
    let mut request = request(prompt, terms);
    request.insert("wait".to_owned(), true.into());
    let mut act = Act::new(there, request, args.pane.limits());
    let sent = act.done()?;
    if sent.get("outcome").is_none_or(|outcome| outcome != "done") {
        return act.tell(&sent);
    }
    act.end(&sent)
}

fn exit(answer: &Asked) -> Exit {
    match &answer.result {
        TurnResult::Ended { outcome, .. } => Exit::of_turn(*outcome),
        _ => Exit::NotHeld,
    }
}
