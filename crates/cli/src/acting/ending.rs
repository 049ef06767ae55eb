//! The end of a turn that was begun or let go on: waited for, logged and reported.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use shadow_live::{TurnGoal, Watched};
use shadow_tmux::PaneId;
use shadow_tui::contract::{OperatorBlock, wire_name};
use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::Outcome as TurnOutcome;

use super::asked::{advice, asked, socket_words};
use super::pane_args::Named;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::output::Output;
use crate::turn_log::TurnLogFile;

/// What to wait for after acting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WaitFor {
    /// The end of the turn.
    Completed,
}

/// Waiting for the end of the turn.
#[derive(Debug, Args)]
pub struct EndArgs {
    /// Wait for the end of the turn and print its record
    #[arg(
        long,
        value_enum,
        value_name = "completed",
        hide_possible_values = true
    )]
    wait: Option<WaitFor>,
    /// With --wait: also wait for the agents that the turn left running in the background
    #[arg(long, requires = "wait")]
    after_background: bool,
    /// With --wait: append the turn to this file when it ends
    #[arg(long, value_name = "FILE", requires = "wait")]
    log: Option<PathBuf>,
}

impl EndArgs {
    /// Whether the end is waited for.
    pub fn is_wanted(&self) -> bool {
        self.wait.is_some()
    }

    /// Whether the end is waited for on another machine, which takes no more of these arguments.
    pub fn for_host(&self) -> Result<bool, Failure> {
        match self.after_background || self.log.is_some() {
            true => Err(Failure::usage(
                "--after-background and --log do not work for a pane of another machine; use `shadow watch --log`",
            )),
            false => Ok(self.is_wanted()),
        }
    }

    /// The log that the turn goes into.
    pub fn log(&self) -> Result<Option<TurnLogFile>, Failure> {
        self.log.as_deref().map(TurnLogFile::open).transpose()
    }

    /// Waits for the end of the turn; logs it as soon as it has come, and prints it. `begun` says
    /// what was done before.
    pub fn finish(&self, named: Named, mut log: Option<TurnLogFile>, begun: Begun<'_>) -> Outcome {
        let mut live = named.pane;
        let place = NamedPane {
            pane: live.id(),
            socket: named.server.as_deref(),
        };
        // The dialog that is open in front of the turn, reported when it opens.
        let mut dialog: Option<Event> = None;
        let mut answered = begun.answered;
        let on_event = |event: &Event, is_end| {
            match &event.body {
                EventBody::OperatorBlocked { operator_block }
                    if answered == Some(operator_block.signature.as_str()) => {}
                EventBody::OperatorBlocked { operator_block } => {
                    complain(&asked(place.pane, operator_block, place.socket));
                    dialog = Some(event.clone());
                }
                EventBody::OperatorUnblocked | EventBody::TurnEnded { .. } => {
                    (dialog, answered) = (None, None);
                }
                _ => {}
            }
            let log = log.as_mut().filter(|_| is_end);
            log.map_or(Ok(()), |log| log.append(event).map(drop))
        };
        let goal = match self.after_background {
            true => TurnGoal::Rested,
            false => TurnGoal::Ended,
        };
        let watched = live.until(goal, on_event)?;
        let (last, lack) = match watched {
            Watched::Ended(event) => (Some(event), None),
            Watched::Late(last) => {
                let why = late(place, begun, ended(last.as_ref()), block(dialog.as_ref()));
                (last.or(dialog), Some(Failure::new(Exit::NotHeld, why)))
            }
            Watched::Stopped(last) => {
                let ended = ended(last.as_ref());
                if let Some(event) = last.or(dialog) {
                    Output::new().json(&event)?;
                }
                complain(&stopped(place, begun, ended));
                live.leave();
                return Ok(Exit::NotHeld);
            }
            Watched::Gone { last, before } => {
                let why = gone(place.pane, ended(last.as_ref()), before);
                (last, Some(Failure::gone(why)))
            }
        };
        if let Some(event) = &last {
            Output::new().json(event)?;
        }
        match (lack, ended(last.as_ref())) {
            (Some(failure), _) => Err(failure),
            (None, Some(outcome)) => Ok(Exit::of_turn(outcome)),
            (None, None) => Ok(Exit::NotHeld),
        }
    }
}

/// What was done before the end is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Begun<'a> {
    /// What was done, in words, such as `the prompt was sent`.
    pub did: &'static str,
    /// The signature of the dialog that was answered. It was open before, and is not reported again until it has gone.
    pub answered: Option<&'a str>,
    /// The number of the turn, where it was counted.
    pub turn: Option<u64>,
    /// Seconds that there were for it.
    pub within: Option<f64>,
}

/// The pane, and the socket of its server where one was named.
#[derive(Debug, Clone, Copy)]
struct NamedPane<'a> {
    pane: PaneId,
    socket: Option<&'a Path>,
}

/// How the turn of an event ended.
fn ended(last: Option<&Event>) -> Option<TurnOutcome> {
    last?.body.outcome()
}

/// The command that goes on waiting. It holds however late it is run: it ends at once if the turn has ended by then.
fn goes_on(place: NamedPane<'_>, turn: Option<u64>) -> String {
    let what = turn.map_or("--until idle".to_owned(), |turn| format!("--turn {turn}"));
    format!(
        "`shadow wait {} {what}{}`",
        place.pane,
        socket_words(place.socket)
    )
}

/// The block of an event that tells of one.
fn block(event: Option<&Event>) -> Option<&OperatorBlock> {
    match &event?.body {
        EventBody::OperatorBlocked { operator_block } => Some(operator_block),
        _ => None,
    }
}

/// What to say when the time has run out; `ended` is how the turn ended, if it did, `dialog` what is open in front of it.
fn late(
    place: NamedPane<'_>,
    begun: Begun<'_>,
    ended: Option<TurnOutcome>,
    dialog: Option<&OperatorBlock>,
) -> String {
    let (pane, seconds) = (place.pane, begun.within.unwrap_or_default());
    let (did, goes_on) = (begun.did, goes_on(place, begun.turn));
    let still = format!("{pane}: {did} and its turn has not ended within {seconds} s");
    match (ended, dialog) {
        (None, Some(block)) => {
            let answer = advice(pane, block, place.socket, " --wait completed");
            format!("{still}: a dialog waits for an answer; {answer}, which also waits for the end")
        }
        (None, None) => format!("{still}; {goes_on} goes on waiting"),
        (Some(ended), _) => format!(
            "{pane}: the turn ended ({}), and within {seconds} s the pane did not come to rest: an agent works in \
             the background or another turn runs; see `shadow explain --pane {pane}`",
            wire_name(&ended)
        ),
    }
}

/// What to say when a signal ends the waiting.
fn stopped(place: NamedPane<'_>, begun: Begun<'_>, ended: Option<TurnOutcome>) -> String {
    let (pane, did) = (place.pane, begun.did);
    match ended {
        None => format!(
            "{pane}: stopped by a signal; {did} and its turn goes on; {} goes on waiting",
            goes_on(place, begun.turn)
        ),
        Some(ended) => format!(
            "{pane}: stopped by a signal; {did} and its turn ended ({})",
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

#[cfg(test)]
mod tests {
    use shadow_tui::contract::OperatorBlock;

    use super::{Begun, NamedPane, TurnOutcome, gone, late, stopped};

    fn place() -> NamedPane<'static> {
        NamedPane {
            pane: "%3".parse().expect("a pane's id"),
            socket: None,
        }
    }

    #[test]
    fn what_is_said_of_a_turn_is_what_is_known_of_it() {
        let begun = Begun {
            did: "the prompt was sent",
            answered: None,
            turn: Some(7),
            within: Some(9.0),
        };
        let late = |ended, dialog| late(place(), begun, ended, dialog);
        let block = OperatorBlock::default();
        let said = late(None, Some(&block));
        for part in ["a dialog waits", "shadow choose %3", "--wait completed`"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        let said = late(None, None);
        assert!(said.contains("has not ended within 9 s"), "{said}");
        assert!(said.contains("`shadow wait %3 --turn 7`"), "{said}");
        let said = late(Some(TurnOutcome::Success), None);
        assert!(said.contains("the turn ended (success)"), "{said}");
        assert!(!said.contains("has not ended"), "{said}");
        let uncounted = Begun {
            turn: None,
            ..begun
        };
        let elsewhere = NamedPane {
            socket: Some("/tmp/a b".as_ref()),
            ..place()
        };
        let said = stopped(elsewhere, uncounted, None);
        assert!(said.contains("its turn goes on"), "{said}");
        assert!(
            said.contains("`shadow wait %3 --until idle --socket '/tmp/a b'`"),
            "{said}"
        );
        let said = stopped(place(), begun, Some(TurnOutcome::Success));
        assert!(said.contains("its turn ended (success)"), "{said}");
        let pane = place().pane;
        let said = gone(pane, Some(TurnOutcome::Success), true);
        assert!(said.contains("had ended before (success)"), "{said}");
        let said = gone(pane, Some(TurnOutcome::Disconnected), false);
        assert!(said.contains("ended with it"), "{said}");
        let said = gone(pane, None, false);
        assert!(said.contains("was not seen"), "{said}");
    }
}
