//! Waiting until a pane is in a state, or until a turn that `shadow send` has begun has ended.

use shadow_live::{Departure, Scope, Until, Waited, wait};
use shadow_tmux::{PaneId, PaneName};
use shadow_tui::contract::wire_name;
use shadow_tui::event::{Event, EventBody, Happening, Stamp};

use super::counted::last_turn;
use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure};
use crate::live::ServerArgs;
use crate::setup;
use crate::wire::deed::Awaited;

/// A wait.
#[derive(Debug)]
pub struct Wait<'a> {
    /// The pane.
    pub pane: &'a PaneName,
    /// The state; `completed` if it is left out.
    pub until: Option<Awaited>,
    /// The turn, instead of a state.
    pub turn: Option<u64>,
    /// Seconds after which it is given up.
    pub timeout: Option<f64>,
    /// Seconds between two looks.
    pub interval: Option<f64>,
}

impl Wait<'_> {
    /// Waits; the event that ends it. None if the turn ended before and another one was begun after it. `begun` gets the handle
    /// that ends the wait from outside, `note` what the operator should know of the watch.
    pub fn run(
        &self,
        servers: &ServerArgs,
        begun: impl FnOnce(Departure),
        mut note: impl FnMut(&str),
    ) -> Result<Option<Event>, Failure> {
        let (server, pane) = match servers.find(self.pane) {
            Err(failure) if self.until == Some(Awaited::Gone) && failure.exit() == Exit::Gone => {
                return Ok(Some(gone_already(self.pane)));
            }
            found => found?,
        };
        let until = match (self.turn, self.until) {
            (Some(turn), _) => match last_turn(server.socket(), pane) {
                Some(last) if turn < last => {
                    note(&ended_before(pane, turn, last));
                    return Ok(None);
                }
                Some(last) if turn == last => Until::NoTurn,
                last => return Err(not_counted(pane, turn, last)),
            },
            (None, until) => until.map_or(Until::Completed, Until::from),
        };
        let watcher = setup::watcher(self.interval, Scope::Named)?;
        begun(watcher.departure());
        match wait(watcher, (server.socket(), pane), until, self.timeout, note) {
            Waited::Came(event) => Ok(Some(*event)),
            Waited::PaneGone => Err(Failure::gone(format!(
                "pane {pane} is gone, so the wait cannot succeed"
            ))),
            Waited::ProgramEnded => Err(Failure::gone(format!(
                "the program in pane {pane} has ended, so the wait cannot succeed"
            ))),
            Waited::Late => Err(self.late()),
        }
    }

    fn late(&self) -> Failure {
        let (pane, seconds) = (self.pane, self.timeout.unwrap_or_default());
        let lacks = match (self.turn, self.until) {
            (Some(turn), _) => format!("turn {turn} of pane {pane} has not ended"),
            (None, until) => {
                let until = until.map(|until| wire_name(&until)).unwrap_or_default();
                format!("pane {pane} was not {until}")
            }
        };
        let message = format!("{lacks} within {seconds} s; see `shadow explain --pane {pane}`");
        Failure::new(Exit::NotHeld, message)
    }
}

/// A pane that no server has is gone: what is waited for holds.
fn gone_already(pane: &PaneName) -> Event {
    let mut stamp = Stamp::pane(pane.to_string(), since_epoch().as_secs_f64());
    stamp.event(Happening {
        at: 0.0,
        turn: None,
        body: EventBody::PaneGone,
    })
}

/// A turn that another one has followed has ended: `shadow send` begins none while one runs.
fn ended_before(pane: PaneId, turn: u64, last: u64) -> String {
    format!("turn {turn} of pane {pane} has ended: turn {last} was begun after it")
}

fn not_counted(pane: PaneId, turn: u64, last: Option<u64>) -> Failure {
    let known = last.map_or("has begun none there".to_owned(), |last| {
        format!("has begun {last} there so far")
    });
    Failure::usage(format!(
        "pane {pane} has no turn {turn}: `shadow send` {known}; `shadow wait {pane} --until idle` waits for any"
    ))
}
