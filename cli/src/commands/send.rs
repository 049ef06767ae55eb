//! `shadow send`: a prompt into a pane, once and whole, or not at all.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use shadow_act::Terms;
use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::Outcome as TurnOutcome;

use crate::acting::{Driver, PaneArgs, TextArgs, send, tell};
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::output::Output;
use crate::turn_log::TurnLogFile;

/// Seconds between two looks while the turn runs.
const INTERVAL: f64 = 0.25;

const EXAMPLES: &str = "\
Examples:
  shadow send %3 'please look at the parser'
  shadow send %3 --file prompt.md --wait completed --timeout 600 | jq -r 'select(.record).record.answer.text'
  git diff | shadow send %3 -

It looks until the screen has settled, refuses with every reason unless typing is safe, pastes, finds the text in the
composer, presses Enter and sees the turn begin. One JSON line says how it ended; with --wait completed a second one is
the turn's end with its answer. A text that was typed and neither sent nor left in the composer is kept in a file. A
signal that ends it (Ctrl-C) waits until it is told where the text stands.
Exit codes: 0 done, 1 refused, failed, or the time ran out, 4 the pane or its CLI is gone.";

/// What to wait for after sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WaitFor {
    /// The end of the turn.
    Completed,
}

/// Arguments of `shadow send`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SendArgs {
    #[command(flatten)]
    pane: PaneArgs,
    #[command(flatten)]
    text: TextArgs,
    /// Wait for the end of the turn and print its record
    #[arg(
        long,
        value_enum,
        value_name = "completed",
        hide_possible_values = true
    )]
    wait: Option<WaitFor>,
    /// With --wait: wait also until agents in the background are done
    #[arg(long, requires = "wait")]
    after_background: bool,
    /// Send a draft along that stands in the composer, before the text
    #[arg(long)]
    allow_draft: bool,
    /// Refuse at once where nothing tells whether a turn runs, instead of waiting until it has been quiet
    #[arg(long)]
    no_quiet: bool,
    /// With --wait: append the turn to this file
    #[arg(long, value_name = "FILE", requires = "wait")]
    log: Option<PathBuf>,
}

/// Runs it.
pub fn run(args: &SendArgs) -> Outcome {
    let prompt = args.text.prompt()?;
    let log = args.log.as_deref().map(TurnLogFile::open).transpose()?;
    let mut driver = Driver::new(&args.pane)?;
    driver.heed_signals();
    let terms = Terms {
        allow_draft: args.allow_draft,
        no_quiet: args.no_quiet,
    };
    let told = send(&mut driver, args.pane.pane, &prompt, terms)?;
    let exit = tell(&told)?;
    if exit != Exit::Done {
        driver.leave();
    }
    match (exit, args.wait) {
        (Exit::Done, Some(WaitFor::Completed)) => finish(args, &mut driver, log),
        _ => Ok(exit),
    }
}

/// Waits for the end of the turn; prints and logs it.
fn finish(args: &SendArgs, driver: &mut Driver, mut log: Option<TurnLogFile>) -> Outcome {
    let pane = args.pane.pane;
    let ended = driver.watch(is_end, args.after_background, INTERVAL)?;
    let Some(event) = ended else {
        if driver.is_stopped() {
            complain(&format!(
                "{pane}: stopped by a signal; the prompt was sent and its turn goes on; \
                 `shadow wait {pane} --until completed` goes on waiting"
            ));
            driver.leave();
        }
        let seconds = args.pane.timeout.unwrap_or_default();
        let message = format!(
            "{pane}: the prompt was sent and its turn has not ended within {seconds} s; \
             `shadow wait {pane} --until completed` goes on waiting"
        );
        return Err(Failure::new(Exit::NotHeld, message));
    };
    if let Some(log) = &mut log {
        log.append(&event)?;
    }
    Output::new().json(&event)?;
    match &event.body {
        _ if driver.is_gone() => Err(Failure::gone(format!(
            "pane {pane} is gone; its turn ended with it"
        ))),
        EventBody::TurnEnded { outcome, .. } if *outcome != TurnOutcome::Success => {
            Ok(Exit::NotHeld)
        }
        _ => Ok(Exit::Done),
    }
}

fn is_end(event: &Event) -> bool {
    matches!(event.body, EventBody::TurnEnded { .. })
}
