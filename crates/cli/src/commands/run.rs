//! `shadow run`: host a command transparently, and tell what happens in it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use shadow_live::{Hosted, Listener};
use shadow_tui::event::Event;

use crate::exit::{Failure, Outcome, complain};
use crate::hooks::{Hook, Hooks};
use crate::hosting::{EventTarget, HostArgs, LogTarget, Sink, Target};

/// How long slow readers of events are waited for at the end.
const PATIENCE: Duration = Duration::from_secs(4);

const EXAMPLES: &str = "\
Examples:
  shadow run -- claude
  shadow run --events events.ndjson --log turns.ndjson -- codex
  shadow run --on operator_blocked 'notify-send \"$SHADOW_EVENT\"' -- claude

The command gets a terminal of its own. Keys, sizes, signals and colors pass
through unchanged. The exit code is that of the command (128 plus the number
of a signal that killed it, 127 if it does not exist). A terminal can show
whether a program works or waits, if the program reports it (OSC 7501). If
the CLI does not report it, shadow does.

Events go to a file or to a Unix socket that a program listens on. shadow does
not wait for a slow reader: it drops events, and says at the end how many.";

/// Arguments of `shadow run`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    host: HostArgs,
    /// Write every event to this file or socket, one JSON object a line; may be repeated
    #[arg(long, value_name = "FILE|socket:PATH")]
    events: Vec<Target>,
    /// Run a shell command at each event of this name. The command gets the event as JSON on standard input, and the event's
    /// name in $SHADOW_EVENT; may be repeated
    #[arg(long, num_args = 2, value_names = ["EVENT", "CMD"])]
    on: Vec<String>,
    /// Append each turn to this file when it ends
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The command to run, with its arguments
    #[arg(required = true, last = true, value_name = "CMD")]
    argv: Vec<OsString>,
}

/// Runs it.
pub fn run(args: RunArgs) -> Outcome {
    let mut sinks = open(&args)?;
    let (exit, _) = args
        .host
        .host(&args.argv, |_| Ok(ToSinks(std::mem::take(&mut sinks))))?;
    Ok(exit)
}

fn open(args: &RunArgs) -> Result<Vec<Sink>, Failure> {
    let hooks = Hook::pairs(&args.on).map_err(Failure::usage)?;
    let mut sinks = Vec::new();
    for target in &args.events {
        let (Target::File(path) | Target::Socket(path)) = target;
        let name = path.display().to_string();
        sinks.push(Sink::new(name, EventTarget::open(target)?));
    }
    if let Some(path) = &args.log {
        let name = path.display().to_string();
        sinks.push(Sink::new(name, LogTarget::open(path)?));
    }
    if !hooks.is_empty() {
        sinks.push(Sink::new("--on".to_owned(), Hooks::new(hooks)));
    }
    Ok(sinks)
}

/// Puts every event into every sink; says at the end what was lost.
struct ToSinks(Vec<Sink>);

impl Listener for ToSinks {
    fn happened(&mut self, _at: f64, events: Vec<Event>, _hosted: &Hosted) {
        for event in events.into_iter().map(Arc::new) {
            self.0.iter_mut().for_each(|sink| sink.put(&event));
        }
    }
}

impl Drop for ToSinks {
    fn drop(&mut self) {
        let until = Instant::now() + PATIENCE;
        for complaint in self.0.iter_mut().flat_map(|sink| sink.finish(until)) {
            complain(&complaint);
        }
    }
}
