//! `shadow wait`: until a pane is ready, blocked, done or gone.

use clap::{Args, ValueEnum};
use shadow_live::{Scope, Until, Waited, wait};
use shadow_tmux::PaneName;
use shadow_tui::event::{Event, EventBody, Happening, Stamp};
use shadow_tui::reducer::Outcome as TurnOutcome;

use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::live::ServerArgs;
use crate::output::Output;
use crate::seconds::{interval, patience};
use crate::setup;

/// What to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum UntilArg {
    /// The next prompt can be given.
    Ready,
    /// The same, and nothing would be overwritten or misread.
    Safe,
    /// A person must answer or dismiss something.
    Blocked,
    /// A turn has ended.
    Completed,
    /// No turn runs.
    Idle,
    /// The CLI or the pane is gone.
    Gone,
}

impl From<UntilArg> for Until {
    fn from(arg: UntilArg) -> Self {
        match arg {
            UntilArg::Ready => Self::Ready,
            UntilArg::Safe => Self::Safe,
            UntilArg::Blocked => Self::Blocked,
            UntilArg::Completed => Self::Completed,
            UntilArg::Idle => Self::Idle,
            UntilArg::Gone => Self::Gone,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  shadow wait %3 --until safe --timeout 60 && tmux send-keys -t %3 -l 'go on'
  shadow wait %3 --until completed | jq -r .record.answer.text

The event that ended the wait is printed as JSON. A state that holds already ends it at once, with --timeout 0
too: the time bounds the waiting for a change, not the first look, which takes some 0.3 s;
`completed` waits for the end of a turn that is seen running. Exit codes: 0 it came, 1 the time ran
out or the turn did not end in success, 4 the pane or its program is gone and something else was
waited for.";

/// Arguments of `shadow wait`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct WaitArgs {
    /// The pane: its id (%3) or a tmux target (main:1.0)
    #[arg(value_name = "PANE")]
    pane: PaneName,
    /// What to wait for
    #[arg(long, value_enum)]
    until: UntilArg,
    /// Give up after so many seconds; what holds at the first look counts with 0, too
    #[arg(long, value_name = "S", value_parser = patience)]
    timeout: Option<f64>,
    /// Seconds between two looks
    #[arg(long, value_name = "S", default_value = "0.25", value_parser = interval)]
    interval: f64,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &WaitArgs) -> Outcome {
    let (server, pane) = match args.server.find(&args.pane) {
        Err(failure) if args.until == UntilArg::Gone && failure.exit() == Exit::Gone => {
            return gone_already(&args.pane);
        }
        found => found?,
    };
    let watcher = setup::watcher(args.interval, Scope::Named)?;
    watcher.departure().on_signals();
    let place = (server.socket(), pane);
    match wait(watcher, place, args.until.into(), args.timeout, complain) {
        Waited::Came(event) => {
            Output::new().json(&*event)?;
            Ok(exit(&event))
        }
        Waited::PaneGone => Err(Failure::gone(format!(
            "pane {pane} is gone; nothing can be waited for"
        ))),
        Waited::ProgramEnded => Err(Failure::gone(format!(
            "the program in pane {pane} has ended; nothing can be waited for"
        ))),
        Waited::Late => Err(late(args)),
    }
}

/// A pane that no server has is gone: what is waited for holds.
fn gone_already(pane: &PaneName) -> Outcome {
    let mut stamp = Stamp::pane(pane.to_string(), since_epoch().as_secs_f64());
    let event = stamp.event(Happening {
        at: 0.0,
        turn: None,
        body: EventBody::PaneGone,
    });
    Output::new().json(&event)?;
    Ok(Exit::Done)
}

/// A turn that did not end in success is no completion; one whose process is gone will have none.
fn exit(event: &Event) -> Exit {
    match &event.body {
        EventBody::TurnEnded { outcome, .. } => match outcome {
            TurnOutcome::Success => Exit::Done,
            TurnOutcome::Disconnected => Exit::Gone,
            _ => Exit::NotHeld,
        },
        _ => Exit::Done,
    }
}

fn late(args: &WaitArgs) -> Failure {
    let (pane, seconds) = (&args.pane, args.timeout.unwrap_or_default());
    let until = args.until.to_possible_value();
    let until = until.as_ref().map_or("", |value| value.get_name());
    let message = format!(
        "pane {pane} did not come to be {until} within {seconds} s; see `shadow explain --pane {pane}`"
    );
    Failure::new(Exit::NotHeld, message)
}
