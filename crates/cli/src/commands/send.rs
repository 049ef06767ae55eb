//! `shadow send`: a prompt into a pane, once and whole, or not at all.

use clap::Args;
use serde_json::{Map, Value, json};
use shadow_act::{ActOutcome, Prompt, Terms};

use crate::acting::{Begun, EndArgs, PaneArgs, TextArgs, count_turn, send, tell};
use crate::exit::{Exit, Outcome};
use crate::hosts::{There, carry_out, there};

const EXAMPLES: &str = "\
Examples:
  shadow send %3 'please look at the parser'
  shadow send %3 --file prompt.md --wait completed --timeout 600
  git diff | shadow send %3 -

How it works: shadow waits until the screen is stable and checks that typing
is safe. If not, it refuses and gives every reason. Then it pastes the text,
finds it in the composer (where you type a prompt), presses Enter and sees the
turn begin.

Output: the first JSON line is the result. Its `turn` is the number for
`shadow wait %3 --turn N`, which you can run at any later time.
With --wait completed a second line follows:
- the end of the turn, with its answer in .record.answer.text, or
- `operator_blocked`, if the time ran out while a dialog was open.
If the time ran out and no dialog was open, there is no second line: standard
error names the command that waits for the rest.
For a pane of another machine, the second line is the one that `shadow ask`
prints. It also comes if the time ran out: its `result` is then `running`.
If a dialog opens during the wait, standard error shows it at once, with the
command that answers it. If shadow typed the text, but it is neither sent nor
in the composer, shadow saves it to a file and names the file.

Several commands: only one `send`, `choose` or `interrupt` acts on a pane at a
time. The next one waits within its --timeout and then looks at the screen
again. On Ctrl-C the command first reports where the text is, and then ends.

Commands of the CLI: shadow sends prompts only.
- Claude Code would run a text such as /name as a command, so shadow refuses
  it. A path (/usr/bin/env) is no command. Also refused are exit, quit, :q,
  :q!, :wq and :wq!, if they are the whole text: they end Claude Code.
- For Codex, shadow types a space before /name, so that Codex reads it as
  words. shadow refuses a text that begins with ! unless it knows that this
  version of Codex reads it as words (0.169 or newer; --cli-version gives the
  version).

Spaces: a text that begins with / ! # or & gets a space before it, unless
shadow refuses the text. A text gets a space after it if it is a single ?, if
it ends in a backslash, or if its last word begins with @ / or $. So the CLI
reads it as words and opens no list. The result then has `spaced` true. Claude
Code sends a space before the text to its model; Codex removes it.

Exit codes: 0 done, 1 refused, failed, or the time ran out, 4 the pane or its
CLI is gone.";

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
    /// If the screen does not show whether a turn runs, refuse at once; without this, shadow waits until the screen has
    /// not changed for 10 seconds
    #[arg(long)]
    no_quiet: bool,
}

/// The request that sends the prompt to a pane of another machine.
pub fn request(prompt: &Prompt, [allow_draft, no_quiet]: [bool; 2]) -> Map<String, Value> {
    let fields = [
        ("do", json!("send")),
        ("text", json!(prompt.text())),
        ("allow_draft", json!(allow_draft)),
        ("no_quiet", json!(no_quiet)),
    ];
    let fields = fields.map(|(name, value)| (name.to_owned(), value));
    fields.into_iter().collect()
}

fn send_there(args: &SendArgs, there: &There, prompt: &Prompt) -> Outcome {
    args.pane.for_host()?;
    let mut request = request(prompt, [args.allow_draft, args.no_quiet]);
    request.insert("wait".to_owned(), args.end.for_host()?.into());
    carry_out(there, request, args.pane.limits())
}

/// Runs it.
pub fn run(args: &SendArgs) -> Outcome {
    let prompt = args.text.prompt()?;
    if let Some(there) = there(&args.pane.pane, &args.pane.server)? {
        return send_there(args, &there, &prompt);
    }
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
