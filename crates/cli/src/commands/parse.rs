//! `shadow parse`: what a screen shows, from files, standard input, live panes, or a stream of
//! requests.

use std::cell::RefCell;
use std::io::{self, BufReader};
use std::sync::Arc;

use clap::Args;
use shadow_tui::Stack;
use shadow_tui::contract::Payload;

use crate::assess::assess;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{PayloadFormat, PayloadFormatArg};
use crate::hosts::look;
use crate::output::Output;
use crate::render::verdict;
use crate::setup;
use crate::sources::SourceArgs;
use crate::stream::{Acts, Coprocess, Print};
use crate::wire::Identified;

/// Bytes of requests that are read at once: many, where many wait.
const READ_AT_ONCE: usize = 1 << 16;

const EXAMPLES: &str = "\
Examples:
  tmux -u capture-pane -e -p -t %3 | shadow parse --size 120x40 -
  shadow parse --format text screen.txt
  shadow parse --pane %3
  shadow parse --pane devbox/default/%3
  shadow parse --raw --size 120x40 typescript
  shadow parse --ndjson < requests.ndjson

With --ndjson the command is a co-process: a program starts it once, writes
one request a line, such as
  {\"id\":1,\"text\":\"…\",\"cols\":120,\"rows\":40,\"cursor\":[2,37],\"session\":\"left\"}
and reads one response a line.
- Responses have the `id` of their request, and come in the order of the
  requests. `shadow schema` describes both.
- Requests with the same `session` belong to one pane. shadow remembers that
  pane's earlier screens. Without `session` it remembers nothing.
- \"want\":[\"state\"] prints only the named parts: state, details, dialog (the
  conversation), diagnostics.
- If a request without \"do\" has an unknown field, shadow ignores the field
  and names it once on standard error.
- Limits: 8 MiB a snapshot, 16 MiB a line, 1,024 sessions. The response to a
  longer line is an error, and has the `id` of the request only if the `id`
  comes before the limit. If there are more sessions, shadow drops the one
  that was unused for longest.

With --act, a request may also act on a live pane. \"do\" names the command,
and shadow makes the checks of that command:
  {\"id\":2,\"do\":\"ask\",\"pane\":\"%3\",\"text\":\"which tests fail?\",\"timeout\":600}
  {\"id\":3,\"do\":\"choose\",\"pane\":\"%3\",\"option\":1,\"signature\":\"…\"}
  {\"id\":4,\"do\":\"watch\"}
shadow refuses such a request if it has an unknown field. The response comes
when the action is done, so responses to later requests may come before it.
Each event of a watch has the watch's `id`.

The variables SHADOW_CLAUDE_VERSION and SHADOW_CODEX_VERSION set the version
of the CLI. They override the version that the screen shows.";

/// This command's own `--pane` also reads panes of other machines.
const PANE: &str = "Read this live pane instead of a file: its id (%3), a tmux target (main:1.0), or HOST/SERVER/PANE on another machine; may be repeated";

/// Arguments of `shadow parse`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("pane", |pane| pane.help(PANE)))]
pub struct ParseArgs {
    /// Answer requests from standard input, one JSON object a line
    #[arg(long, conflicts_with_all = ["files", "pane", "raw", "socket"])]
    ndjson: bool,
    /// Print JSON, one object a line (the default)
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// With --ndjson: also take requests for live panes (watch, panes, wait, send, ask, choose, interrupt)
    #[arg(long, requires = "ndjson")]
    act: bool,
    #[command(flatten)]
    format: PayloadFormatArg,
    #[command(flatten)]
    source: SourceArgs,
}

/// Runs it.
pub fn run(args: &ParseArgs) -> Outcome {
    let stack = setup::stack()?;
    if args.ndjson {
        return stream(args, stack);
    }
    let output = RefCell::new(Output::new());
    let format = match args.json {
        true => PayloadFormat::Json,
        false => args.format.wanted(),
    };
    let print = |id: &str, payload| -> Outcome {
        print(&mut output.borrow_mut(), format, id, payload)?;
        Ok(Exit::Done)
    };
    args.source.each_given(
        |source| {
            let (raw, screen) = (&source.raw, &source.screen);
            let assessed = assess(&stack, source.provider, raw, screen, &source.channels);
            print(&source.id, assessed.payload)
        },
        |there| print(&there.to_string(), look(there)?.payload),
    )
}

/// One payload in the format wanted.
fn print(
    output: &mut Output,
    format: PayloadFormat,
    id: &str,
    body: Payload,
) -> Result<(), Failure> {
    match format {
        PayloadFormat::Json => output.json(&Identified { id, body }),
        PayloadFormat::Text => output.text(&verdict::text(id, &body)),
    }
}

/// The co-process: answers until standard input ends.
fn stream(args: &ParseArgs, stack: Stack) -> Outcome {
    if args.format.wanted() == PayloadFormat::Text {
        return Err(Failure::usage(
            "--ndjson answers in JSON; drop --format text",
        ));
    }
    let (provider, defaults) = (
        args.source.snapshot.reader.provider.choice(),
        args.source.snapshot.channels(),
    );
    let mut coprocess = Coprocess::new(stack, provider, defaults).noting(complain);
    if args.act {
        let print: Print = Arc::new(|line| Output::new().bytes(line));
        coprocess = coprocess.acting(Acts::new(print));
    }
    let input = BufReader::with_capacity(READ_AT_ONCE, io::stdin().lock());
    // Acts print from their own threads, so no thread keeps standard output.
    coprocess.serve(input, |answer| Output::new().bytes(answer))?;
    coprocess.finish();
    Ok(Exit::Done)
}
