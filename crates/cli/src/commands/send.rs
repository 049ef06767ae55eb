//! `shadow send`: a prompt into a pane, once and whole, or not at all.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use shadow_act::Terms;
use shadow_live::Watched;
use shadow_tmux::PaneId;
use shadow_tui::contract::{OperatorBlock, wire_name};
use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::Outcome as TurnOutcome;

use crate::acting::{Named, PaneArgs, TextArgs, advice, asked, send, tell};
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

How it works: the command waits until the screen is stable and checks that typing is safe. If not, it refuses and
gives every reason. Then it pastes the text, finds it in the composer, presses Enter and sees the turn begin.

Output: the first JSON line is the result. With --wait completed, a second line is the end of the turn with its
answer. If a dialog opens meanwhile, standard error shows it with the command that answers it. If the time runs out
while the dialog is open, the second line is its `operator_blocked` event. If the text was typed but is neither sent
nor in the composer, it is saved to a file.

Several commands: one send, choose or interrupt acts on a pane at a time. The next one waits within its --timeout and
then looks at the screen again. On Ctrl-C the command first reports where the text is, and then ends.

Commands of the CLI: a text such as /name is refused. For Claude Code the words exit, quit, :q, :q!, :wq and :wq! are
refused too, if they are the whole text, because they end it. Use other words.

Spaces: a text that begins with / ! # or & gets a space before it. A single ?, a text that ends in a backslash, and a
text whose last word opens a list (@ / $) get a space after it. Then the CLI reads the text as words, and `spaced` is
true. Claude Code passes the leading space on to the model.

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
    /// With --wait: also wait until background agents are done
    #[arg(long, requires = "wait")]
    after_background: bool,
    /// Allow a draft in the composer and send it together with the text
    #[arg(long)]
    allow_draft: bool,
    /// Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence
    #[arg(long)]
    no_quiet: bool,
    /// With --wait: append the turn to this file when it ends
    #[arg(long, value_name = "FILE", requires = "wait")]
    log: Option<PathBuf>,
}

/// Runs it.
pub fn run(args: &SendArgs) -> Outcome {
    let prompt = args.text.prompt()?;
    let log = args.log.as_deref().map(TurnLogFile::open).transpose()?;
    let mut named = args.pane.hold()?;
    let terms = Terms {
        allow_draft: args.allow_draft,
        no_quiet: args.no_quiet,
    };
    let told = send(&mut named.pane, &prompt, terms)?;
    let exit = tell(&told)?;
    if exit != Exit::Done {
        named.pane.leave();
    }
    match (exit, args.wait) {
        (Exit::Done, Some(WaitFor::Completed)) => finish(args, named, log),
        _ => Ok(exit),
    }
}

/// Waits for the end of the turn; logs it as soon as it has come, and prints it.
fn finish(args: &SendArgs, named: Named, mut log: Option<TurnLogFile>) -> Outcome {
    let keep = |event: &Event| {
        log.as_mut()
            .map_or(Ok(()), |log| log.append(event).map(drop))
    };
    let mut live = named.pane;
    let pane = live.id();
    let socket = named.server.as_deref();
    // The dialog that stands in front of the turn, told as it comes up.
    let mut dialog: Option<Event> = None;
    let tells = |event: &Event| match &event.body {
        EventBody::OperatorBlocked { operator_block } => {
            complain(&asked(pane, operator_block, socket));
            dialog = Some(event.clone());
        }
        EventBody::OperatorUnblocked | EventBody::TurnEnded { .. } => dialog = None,
        _ => {}
    };
    let watched = live.watch(is_end, args.after_background, INTERVAL, keep, tells)?;
    let (last, lack) = match watched {
        Watched::Ended(event) => (Some(event), None),
        Watched::Late(last) => {
            let answer = block(dialog.as_ref()).map(|block| advice(pane, block, socket));
            let ended = last.as_ref().and_then(|end| end.body.outcome());
            let why = late(pane, args.pane.timeout, ended, answer.as_deref());
            let why = Failure::new(Exit::NotHeld, why);
            (last.or(dialog), Some(why))
        }
        Watched::Stopped(last) => {
            let ended = last.as_ref().and_then(|end| end.body.outcome());
            if let Some(event) = last.or(dialog) {
                Output::new().json(&event)?;
            }
            complain(&stopped(pane, ended));
            live.leave();
            return Ok(Exit::NotHeld);
        }
        Watched::Gone { last, before } => {
            let why = gone(
                pane,
                last.as_ref().and_then(|end| end.body.outcome()),
                before,
            );
            (last, Some(Failure::gone(why)))
        }
    };
    if let Some(event) = &last {
        Output::new().json(event)?;
    }
    match (lack, last.as_ref().and_then(|end| end.body.outcome())) {
        (Some(failure), _) => Err(failure),
        (None, Some(TurnOutcome::Success)) => Ok(Exit::Done),
        (None, _) => Ok(Exit::NotHeld),
    }
}

/// The block of an event that tells of one.
fn block(event: Option<&Event>) -> Option<&OperatorBlock> {
    match &event?.body {
        EventBody::OperatorBlocked { operator_block } => Some(operator_block),
        _ => None,
    }
}

/// What to say when the time has run out; `ended` is how the turn ended, if it did, `answer` how the dialog in
/// front of it is answered.
fn late(
    pane: PaneId,
    seconds: Option<f64>,
    ended: Option<TurnOutcome>,
    answer: Option<&str>,
) -> String {
    let seconds = seconds.unwrap_or_default();
    match (ended, answer) {
        (None, Some(answer)) => format!(
            "{pane}: the prompt was sent and its turn has not ended within {seconds} s: a dialog waits for an answer; \
             {answer}; then `shadow wait {pane} --until completed` goes on waiting"
        ),
        (None, None) => format!(
            "{pane}: the prompt was sent and its turn has not ended within {seconds} s; \
             `shadow wait {pane} --until completed` goes on waiting"
        ),
        (Some(ended), _) => format!(
            "{pane}: the turn ended ({}), and within {seconds} s the pane did not come to rest: an agent works in \
             the background or another turn runs; see `shadow explain --pane {pane}`",
            wire_name(&ended)
        ),
    }
}

/// What to say when a signal ends the waiting.
fn stopped(pane: PaneId, ended: Option<TurnOutcome>) -> String {
    match ended {
        None => format!(
            "{pane}: stopped by a signal; the prompt was sent and its turn goes on; \
             `shadow wait {pane} --until completed` goes on waiting"
        ),
        Some(ended) => format!(
            "{pane}: stopped by a signal; the prompt was sent and its turn ended ({})",
            wire_name(&ended)
        ),
    }
}

/// What to say when the pane has gone; the turn may have ended `before`.
fn gone(pane: PaneId, ended: Option<TurnOutcome>, before: bool) -> String {
    match ended {
        Some(ended) if before => {
            let ended = wire_name(&ended);
            format!("pane {pane} is gone; the turn had ended before ({ended})")
        }
        Some(_) => format!("pane {pane} is gone; its turn ended with it"),
        None => format!("pane {pane} is gone; how its turn ended was not seen"),
    }
}

fn is_end(event: &Event) -> bool {
    event.body.outcome().is_some()
}

#[cfg(test)]
mod tests {
    use super::{TurnOutcome, gone, late, stopped};

    #[test]
    fn what_is_said_of_a_turn_is_what_is_known_of_it() {
        let pane = || "%3".parse().expect("a pane's id");
        let said = late(pane(), Some(9.0), None, Some("shadow choose %3"));
        assert!(said.contains("a dialog waits"), "{said}");
        assert!(said.contains("shadow choose %3"), "{said}");
        let said = late(pane(), Some(9.0), None, None);
        assert!(said.contains("has not ended within 9 s"), "{said}");
        let said = late(pane(), Some(9.0), Some(TurnOutcome::Success), None);
        assert!(said.contains("the turn ended (success)"), "{said}");
        assert!(!said.contains("has not ended"), "{said}");
        let said = stopped(pane(), None);
        assert!(said.contains("its turn goes on"), "{said}");
        let said = stopped(pane(), Some(TurnOutcome::Success));
        assert!(said.contains("its turn ended (success)"), "{said}");
        let said = gone(pane(), Some(TurnOutcome::Success), true);
        assert!(said.contains("had ended before (success)"), "{said}");
        let said = gone(pane(), Some(TurnOutcome::Disconnected), false);
        assert!(said.contains("ended with it"), "{said}");
        let said = gone(pane(), None, false);
        assert!(said.contains("was not seen"), "{said}");
    }
}
