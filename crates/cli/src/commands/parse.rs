//! `shadow parse`: what a screen shows, from files, standard input, live panes, or a stream of
//! requests.

use std::io::{self, BufReader};
use std::sync::Arc;

use clap::Args;
use shadow_tui::Stack;
use shadow_tui::contract::Payload;

use crate::assess::assess;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{PayloadFormat, PayloadFormatArg};
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
  shadow parse --raw --size 120x40 typescript
  shadow parse --ndjson < requests.ndjson

With --ndjson the command is a co-process. Each line on standard input is a request, such as
  {\"id\":1,\"text\":\"…\",\"cols\":120,\"rows\":40,\"cursor\":[2,37],\"session\":\"pane 3\"}
Each line on standard output is the answer to a request, in the same order. `shadow schema` describes both.
A field that no request has is ignored, and named once on standard error.
With --act, a request with \"do\" acts on a live pane, through the guards of the command of that name:
  {\"id\":2,\"do\":\"ask\",\"pane\":\"%3\",\"text\":\"which tests fail?\",\"timeout\":600}
  {\"id\":3,\"do\":\"choose\",\"pane\":\"%3\",\"option\":1,\"signature\":\"…\"}
  {\"id\":4,\"do\":\"watch\"}
Its answer comes when it is done, and each event of a watch has the id of the watch.
A request with \"want\":[\"state\"] gets only the parts that it names: state, details, dialog, diagnostics.
Limits: 8 MiB a snapshot, 16 MiB a line (the answer to a longer one has its \"id\" if that comes before the limit),
1,024 sessions. Beyond that, the session unused for longest is dropped.
SHADOW_CLAUDE_VERSION and SHADOW_CODEX_VERSION choose the preset. They override the version on the screen.";

/// Arguments of `shadow parse`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ParseArgs {
    /// Answer requests from standard input, one JSON object a line
    #[arg(long, conflicts_with_all = ["files", "pane", "raw", "socket"])]
    ndjson: bool,
    /// Print JSON, one object a line (the default)
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// With --ndjson: also take requests that watch, send, ask, choose and interrupt in live panes
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
    let mut output = Output::new();
    let format = match args.json {
        true => PayloadFormat::Json,
        false => args.format.wanted(),
    };
    args.source.each(|source| {
        let (raw, screen) = (&source.raw, &source.screen);
        let payload = assess(&stack, source.provider, raw, screen, &source.channels).payload;
        print(&mut output, format, &source.id, payload)?;
        Ok(Exit::Done)
    })
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
