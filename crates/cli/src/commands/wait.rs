//! `shadow wait`: until a pane is ready, blocked, done or gone.

use clap::{Args, ValueEnum};
use shadow_tmux::PaneName;
use shadow_tui::contract::{Availability, BusinessState, Payload};
use shadow_tui::event::{Event, EventBody, Happening, Stamp};
use shadow_tui::reducer::{Limits, Outcome as TurnOutcome, Readiness};

use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::live::ServerArgs;
use crate::output::Output;
use crate::seconds::{interval, patience};
use crate::setup;
use crate::watching::{Scope, Watcher};

/// What to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Until {
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

/// Seconds that the first look may take to come, and that it takes longer than it must stand.
const LOOK: f64 = 2.0;
const MARGIN: f64 = 0.1;

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
    until: Until,
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
        Err(failure) if args.until == Until::Gone && failure.exit() == Exit::Gone => {
            return gone_already(&args.pane);
        }
        found => found?,
    };
    let mut watcher = Watcher::new(setup::stack()?, args.interval, Scope::Named).shown();
    let (mut silence, mut first) = (Silence::default(), None);
    watcher.departure().on_signals();
    watcher.add_pane(server.socket(), pane);
    loop {
        let step = watcher.step();
        step.notes.iter().for_each(|note| complain(note));
        let told = step.events.iter().find(|event| ends(args.until, event));
        if silence.hear(&step.events, &mut watcher) {
            first.get_or_insert(watcher.now());
        }
        if let Some(event) = told.or(silence.ends(args.until)) {
            Output::new().json(event)?;
            return Ok(exit(event));
        }
        if watcher.is_over() {
            let message = format!("pane {pane} is gone; nothing can be waited for");
            return Err(Failure::gone(message));
        }
        if silence.dead {
            let message =
                format!("the program in pane {pane} has ended; nothing can be waited for");
            return Err(Failure::gone(message));
        }
        let end = args.timeout.map(|seconds| end(seconds, first));
        if end.is_some_and(|end| watcher.now() >= end) {
            return Err(late(args));
        }
        watcher.sleep(end);
    }
}

/// When the wait is over: not before the first look, begun at `first`, could be believed. The time that is given bounds
/// the waiting for a change.
fn end(seconds: f64, first: Option<f64>) -> f64 {
    let settled = first.map_or(LOOK, |first| {
        first + Limits::default().first_settle + MARGIN
    });
    seconds.max(settled)
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

/// What the looks tell that no event does: what silence has settled of a screen that does not tell a running turn from a
/// finished one, and whether the program has ended.
#[derive(Default)]
struct Silence {
    /// The last event of the readiness: what there is to print.
    told: Option<Event>,
    /// Whether silence has settled the pane as it was seen last.
    settled: bool,
    /// Whether text typed into it would be a prompt.
    takes_a_prompt: bool,
    /// Whether its program has ended, and tmux keeps the pane.
    dead: bool,
}

impl Silence {
    /// Takes what happened; says whether there was a look.
    fn hear(&mut self, events: &[Event], watcher: &mut Watcher) -> bool {
        for event in events {
            if matches!(event.body, EventBody::ReadinessChanged { .. }) {
                self.told = Some(event.clone());
            }
        }
        let news = watcher.news();
        let looked = !news.is_empty();
        for (_, _, seen) in news {
            self.dead = seen.as_ref().is_some_and(|seen| seen.pane.dead);
            let payload = seen.map(|seen| seen.payload);
            let payload = payload.as_ref();
            self.settled = payload.is_some_and(Payload::is_settled_by_silence);
            self.takes_a_prompt = payload.is_some_and(Payload::takes_a_prompt);
        }
        looked
    }

    /// The event that ends the wait, if it does.
    fn ends(&self, until: Until) -> Option<&Event> {
        let holds = match until {
            Until::Idle => self.settled,
            Until::Safe => self.settled && self.takes_a_prompt,
            _ => false,
        };
        self.told.as_ref().filter(|_| holds)
    }
}

/// Whether an event ends the wait.
fn ends(until: Until, event: &Event) -> bool {
    match (&event.body, until) {
        (EventBody::ReadinessChanged { to, .. }, Until::Ready) => *to == Readiness::Ready,
        (EventBody::SurfaceChanged(axes), Until::Safe) => axes.safe_to_type,
        (EventBody::SurfaceChanged(axes), Until::Idle) => {
            axes.business_state == BusinessState::Idle
        }
        (EventBody::SurfaceChanged(axes), Until::Gone) => matches!(
            axes.availability,
            Availability::Disconnected | Availability::Unsupported
        ),
        (EventBody::OperatorBlocked { .. }, Until::Blocked)
        | (EventBody::TurnEnded { .. }, Until::Completed)
        | (EventBody::ProcessExited { .. } | EventBody::PaneGone, Until::Gone) => true,
        _ => false,
    }
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
