//! `shadow wait`: until a pane is ready, blocked or gone, or its turn has ended.

use clap::{ArgGroup, Args};
use serde_json::{Map, Value};
use shadow_live::Departure;
use shadow_tmux::PaneName;
use shadow_tui::event::{Event, EventBody};

use crate::acting::Wait;
use crate::exit::{Exit, Outcome, complain};
use crate::hosts::{There, there, wait_there};
use crate::live::ServerArgs;
use crate::output::Output;
use crate::seconds::{interval, patience};
use crate::wire::deed::Awaited;

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

With --turn, the command ends at once, with exit code 0, if three things are
true: that turn has already ended (however it ended), no other turn runs, and
no dialog is open. The output is then the readiness of the pane, without the
answer. If `shadow send` has begun a later turn, the command ends at once
whatever the pane shows: the output is empty, and a note on standard error says
so. For a pane of another machine, the output in this case is a JSON line with
the field `ended`, and there is no note.

Exit codes: 0 the state was reached, the turn of --turn ended with success, or
it had already ended; 1 the time ran out, or the turn ended during the wait
without success; 4 the pane is gone or dead (unless --until gone), or the CLI
ended during the turn that is waited for, or the connection to another machine
was lost during --until completed. If the CLI ends at any other time and its
pane stays with a shell, `wait` goes on until --timeout (unless --until gone).";

/// Arguments of `shadow wait`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("what").required(true)))]
pub struct WaitArgs {
    /// The pane: its id (%3), a tmux target (main:1.0), or HOST/SERVER/PANE on another machine
    #[arg(value_name = "PANE")]
    pane: PaneName,
    /// What to wait for
    #[arg(long, value_enum, value_name = "STATE", group = "what")]
    until: Option<Awaited>,
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
    if let Some(there) = there(&args.pane, &args.server)? {
        let what = (args.until, args.turn);
        let response = wait_there(&there, what, args.timeout, complain)?;
        return tell_there(&there, response);
    }
    let wait = Wait {
        pane: &args.pane,
        until: args.until,
        turn: args.turn,
        timeout: args.timeout,
        interval: args.interval,
    };
    let begun = |departure: Departure| departure.on_signals();
    match wait.run(&args.server, begun, complain)? {
        Some(event) => {
            Output::new().json(&event)?;
            Ok(exit(&event))
        }
        None => Ok(Exit::Done),
    }
}

/// Prints the event of a pane of another machine that ended the wait.
fn tell_there(there: &There, mut response: Map<String, Value>) -> Outcome {
    let outcome = response.get("outcome").and_then(Value::as_str);
    let exit = match outcome {
        None | Some("success") => Exit::Done,
        Some("disconnected") => Exit::Gone,
        Some(_) => Exit::NotHeld,
    };
    let There { host, pane } = there;
    response.insert("pane".to_owned(), format!("{host}/{pane}").into());
    response.insert("host".to_owned(), host.as_str().into());
    Output::new().json(&response)?;
    Ok(exit)
}

/// A turn that did not end in success is no completion; one whose process is gone will have none.
fn exit(event: &Event) -> Exit {
    match &event.body {
        EventBody::TurnEnded { outcome, .. } => Exit::of_turn(*outcome),
        _ => Exit::Done,
    }
}
