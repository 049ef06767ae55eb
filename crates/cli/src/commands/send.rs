//! `shadow send`: a prompt into a pane, once and whole, or not at all.

use clap::Args;
use shadow_act::{ActOutcome, Terms};

use crate::acting::{Begun, EndArgs, PaneArgs, TextArgs, count_turn, send, tell};
use crate::exit::{Exit, Outcome};

const EXAMPLES: &str = "\
Examples:
  shadow send %3 'please look at the parser'
  shadow send %3 --file prompt.md --wait completed --timeout 600 | jq -r 'select(.record).record.answer.text'
  git diff | shadow send %3 -

How it works: the command waits until the screen is stable and checks that typing is safe. If not, it refuses and
gives every reason. Then it pastes the text, finds it in the composer, presses Enter and sees the turn begin.

Output: the first JSON line is the result. With --wait completed, a second line is the end of the turn with its
answer. If a dialog opens meanwhile, standard error shows it with the command that answers it. If the time runs out
while the dialog is open, the second line is its `operator_blocked` event. `turn` in the result is the number that
`shadow wait %3 --turn N` takes, however late. If the text was typed but is neither sent
nor in the composer, it is saved to a file.

Several commands: one send, choose or interrupt acts on a pane at a time. The next one waits within its --timeout and
then looks at the screen again. On Ctrl-C the command first reports where the text is, and then ends.

Commands of the CLI: a text such as /name is refused. For Claude Code the words exit, quit, :q, :q!, :wq and :wq! are
refused too, if they are the whole text, because they end it. Use other words.

Spaces: a text that begins with / ! # or & gets a space before it. A single ?, a text that ends in a backslash, and a
text whose last word opens a list (@ / $) get a space after it. Then the CLI reads the text as words, and `spaced` is
true. Claude Code passes the leading space on to the model.

Exit codes: 0 done, 1 refused, failed, or the time ran out, 4 the pane or its CLI is gone.";

/// Arguments of `shadow send`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SendArgs {
    #[command(flatten)]
    pane: PaneArgs,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    end: EndArgs,
    /// Allow a draft in the composer and send it together with the text
    #[arg(long)]
    allow_draft: bool,
    /// Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence
    #[arg(long)]
    no_quiet: bool,
}

/// Runs it.
pub fn run(args: &SendArgs) -> Outcome {
    let prompt = args.text.prompt()?;
    let log = args.end.log()?;
    let mut named = args.pane.hold()?;
    let terms = Terms {
        allow_draft: args.allow_draft,
        no_quiet: args.no_quiet,
    };
    let mut told = send(&mut named.pane, &prompt, terms)?;
    told.turn = match told.report.outcome {
        ActOutcome::Done => count_turn(&named.socket, named.pane.id()),
        _ => None,
    };
    let exit = tell(&told)?;
    if exit != Exit::Done {
        named.pane.leave();
    }
    match (exit, args.end.is_wanted()) {
        (Exit::Done, true) => {
            let begun = Begun {
                did: "the prompt was sent",
                answered: None,
                turn: told.turn,
                within: args.pane.timeout,
            };
            args.end.finish(named, log, begun)
        }
        _ => Ok(exit),
    }
}
