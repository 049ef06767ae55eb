//! `shadow wait`: until a pane is ready, blocked, done or gone.

use clap::{ArgGroup, Args, ValueEnum};
use shadow_live::{Scope, Until, Waited, wait};
use shadow_tmux::{PaneId, PaneName};
use shadow_tui::event::{Event, EventBody, Happening, Stamp};
use shadow_tui::reducer::Outcome as TurnOutcome;

use crate::acting::last_turn;
use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::live::ServerArgs;
use crate::output::Output;
use crate::seconds::{interval, patience};
use crate::setup;

/// What to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum UntilArg {
    /// No turn runs, no dialog is open, and the CLI accepts a prompt.
    Ready,
    /// As ready, and the composer is empty: no draft, no queued prompt.
    Safe,
    /// A dialog needs an answer.
    Blocked,
    /// A turn has ended.
    Completed,
    /// No turn runs and no dialog is open; a list of commands may be open.
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
  # `shadow send` printed \"turn\":4 for the turn that it began
  shadow wait %3 --turn 4

The output is the event that ended the wait, as JSON. If the pane is already
in the state, the wait ends at once, even with --timeout 0: shadow always
makes the first look, which takes about 0.3 s. `completed` is different: it
waits for the end of a turn that runs now or begins later.

--turn ends at once if that turn has ended, however long ago. The output is
then the event of the first look.

Exit codes: 0 the state was reached, 1 the time ran out or the turn did not
succeed, 4 the pane or its program is gone (unless --until gone).";

/// Arguments of `shadow wait`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("what").required(true)))]
pub struct WaitArgs {
    /// The pane: its id (%3) or a tmux target (main:1.0)
    #[arg(value_name = "PANE")]
    pane: PaneName,
    /// What to wait for
    #[arg(long, value_enum, value_name = "STATE", group = "what")]
    until: Option<UntilArg>,
    /// Wait for the end of this turn, by the number that `shadow send` printed; it may have ended already
    #[arg(long, value_name = "N", group = "what")]
    turn: Option<u64>,
    /// Give up after this many seconds; 0 makes one look [default: no limit]
    #[arg(long, value_name = "S", value_parser = patience)]
    timeout: Option<f64>,
    /// Seconds between two looks [default: 0.25]
    #[arg(long, value_name = "S", value_parser = interval)]
    interval: Option<f64>,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &WaitArgs) -> Outcome {
    let (server, pane) = match args.server.find(&args.pane) {
        Err(failure) if args.until == Some(UntilArg::Gone) && failure.exit() == Exit::Gone => {
            return gone_already(&args.pane);
        }
        found => found?,
    };
    let until = match (args.turn, args.until) {
        (Some(turn), _) => match last_turn(server.socket(), pane) {
            Some(last) if turn < last => return ended_before(pane, turn, last),
            Some(last) if turn == last => Until::NoTurn,
            last => return Err(not_counted(pane, turn, last)),
        },
        (None, until) => until.map_or(Until::Completed, Until::from),
    };
    let watcher = setup::watcher(args.interval, Scope::Named)?;
    watcher.departure().on_signals();
    let place = (server.socket(), pane);
    match wait(watcher, place, until, args.timeout, complain) {
        Waited::Came(event) => {
            Output::new().json(&*event)?;
            Ok(exit(&event))
        }
        Waited::PaneGone => Err(Failure::gone(format!(
            "pane {pane} is gone, so the wait cannot succeed"
        ))),
        Waited::ProgramEnded => Err(Failure::gone(format!(
            "the program in pane {pane} has ended, so the wait cannot succeed"
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
    let until = args.until.and_then(|until| until.to_possible_value());
    let lacks = match (args.turn, &until) {
        (Some(turn), _) => format!("turn {turn} of pane {pane} has not ended"),
        (None, until) => {
            let until = until.as_ref().map_or("", |value| value.get_name());
            format!("pane {pane} was not {until}")
        }
    };
    let message = format!("{lacks} within {seconds} s; see `shadow explain --pane {pane}`");
    Failure::new(Exit::NotHeld, message)
}

/// A turn that another one has followed has ended: `shadow send` begins none while one runs.
fn ended_before(pane: PaneId, turn: u64, last: u64) -> Outcome {
    complain(&format!(
        "turn {turn} of pane {pane} has ended: turn {last} was begun after it"
    ));
    Ok(Exit::Done)
}

fn not_counted(pane: PaneId, turn: u64, last: Option<u64>) -> Failure {
    let known = last.map_or("has begun none there".to_owned(), |last| {
        format!("has begun {last} there so far")
    });
    Failure::usage(format!(
        "pane {pane} has no turn {turn}: `shadow send` {known}; `shadow wait {pane} --until idle` waits for any"
    ))
}
