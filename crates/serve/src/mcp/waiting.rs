//! `pane_wait`: returns when a pane needs the agent, within the time that clients allow a call.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shadow_tui::Need;
use tokio::time::{Instant, timeout_at};

use super::desk::{Desk, Result};
use super::refusal::Refusal;
use crate::board::{Frame, PaneNow, Ring};

/// The most seconds that a call waits: clients cut calls after 60.
const MOST: f64 = 50.0;

/// The most events that a call returns.
const EVENTS: usize = 40;

/// Frames that are read at a time.
const FRAMES: usize = 512;

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Until {
    /// The pane accepts a prompt.
    Ready,
    /// A dialog waits for an answer.
    Blocked,
    /// A turn has ended since the cursor.
    Done,
}

/// What `pane_wait` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    /// The panes, by their keys or ids; one of them is enough.
    panes: Vec<String>,
    /// What is waited for; any of these is enough. The default is all of them.
    #[serde(default)]
    until: Vec<Until>,
    /// The place in the events from which they count, as an earlier call gave it; the default is now.
    #[serde(default)]
    cursor: Option<String>,
    /// Return after this many seconds, at most 50.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 50.0))]
    timeout: Option<f64>,
}

/// What has happened, and whether the wait is over.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Waited {
    /// Events of these panes since the cursor, the oldest first, at most 40.
    events: Vec<Happened>,
    /// The place behind them: give it to the next call.
    cursor: String,
    /// Whether a pane is as was asked for. If not, call again with the cursor.
    settled: bool,
    /// The panes that are as was asked for now, or have ended, with what holds.
    panes: Vec<Settled>,
    /// Whether events before these were lost, because too many came since the cursor.
    missed: bool,
}

/// A pane for which the wait is over.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Settled {
    /// Its key.
    pane: String,
    /// `ready`, `blocked`, `done` or `gone`.
    what: &'static str,
}

/// An event, without the words of the screen; `pane_read` has those.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Happened {
    /// The pane's key.
    pane: String,
    /// Its name: `turn_started`, `turn_ended`, `operator_blocked`, …
    event: String,
    /// The turn.
    turn: Option<u64>,
    /// When, in seconds of the epoch.
    at: f64,
    /// How the turn ended.
    outcome: Option<String>,
}

/// The events that matter to somebody who waits.
const TOLD: [&str; 8] = [
    "turn_started",
    "turn_ended",
    "turn_resumed",
    "operator_blocked",
    "operator_unblocked",
    "stalled_entered",
    "process_exited",
    "pane_gone",
];

/// The place in the events now.
pub(super) fn cursor(ring: &Ring) -> String {
    ring.id(ring.next() - 1)
}

/// Seconds for which the first call waits for the first look at a pane.
const FIRST: Duration = Duration::from_secs(2);

impl Desk {
    /// Waits for the first look at a pane. A client may ask as soon as it has started the server.
    pub(super) async fn look_first(&self) {
        let mut changes = self.board.follow();
        let deadline = self.begun + FIRST;
        while self.board.lock().revision == 0
            && timeout_at(deadline, changes.changed()).await.is_ok()
        {}
    }

    /// `pane_wait`.
    pub(super) async fn wait(self: &Arc<Self>, asked: Wait) -> Result {
        let panes: std::result::Result<Vec<_>, _> =
            asked.panes.iter().map(|name| self.find(name)).collect();
        let panes = panes?;
        if panes.is_empty() {
            return Err(Refusal::bad("Name at least one pane."));
        }
        let seconds = asked.timeout.unwrap_or(MOST);
        if !(0.0..=MOST).contains(&seconds) {
            return Err(Refusal::bad(format!(
                "timeout is a number of seconds from 0 to {MOST}."
            )));
        }
        let until = match asked.until.as_slice() {
            [] => vec![Until::Ready, Until::Blocked, Until::Done],
            some => some.to_vec(),
        };
        let from = self.place(asked.cursor.as_deref())?;
        let deadline = Instant::now() + Duration::from_secs_f64(seconds);
        let mut changes = self.board.follow();
        loop {
            changes.borrow_and_update();
            let waited = self.waited(&panes, &until, from);
            let over = waited.settled || Instant::now() >= deadline;
            if over || timeout_at(deadline, changes.changed()).await.is_err() {
                let waited = if over {
                    waited
                } else {
                    self.waited(&panes, &until, from)
                };
                return Ok(serde_json::to_value(waited).unwrap_or(Value::Null));
            }
        }
    }

    /// The place behind a cursor; without one, behind what has happened.
    fn place(&self, cursor: Option<&str>) -> std::result::Result<u64, Refusal> {
        let inner = self.board.lock();
        let Some(cursor) = cursor else {
            return Ok(inner.ring.next());
        };
        inner.ring.place_behind(cursor).map_err(|_| {
            Refusal::new(
                "other_cursor",
                "The cursor is of another run of this server.",
                "Call without a cursor, and read the panes first.",
            )
        })
    }

    fn waited(&self, panes: &[Arc<PaneNow>], until: &[Until], from: u64) -> Waited {
        let inner = self.board.lock();
        let keys: BTreeSet<&str> = panes.iter().map(|now| now.name.as_str()).collect();
        let (mut events, mut ended, mut place, mut missed) =
            (Vec::new(), BTreeSet::new(), from, false);
        while events.len() < EVENTS {
            let since = inner.ring.since(place, FRAMES);
            missed |= since.missed.is_some();
            if since.frames.is_empty() {
                break;
            }
            for frame in &since.frames {
                place += 1;
                let Some(event) =
                    happened(frame).filter(|event| keys.contains(event.pane.as_str()))
                else {
                    continue;
                };
                if event.event == "turn_ended" {
                    ended.insert(event.pane.clone());
                }
                if TOLD.contains(&event.event.as_str()) && events.len() < EVENTS {
                    events.push(event);
                }
            }
            place = place.max(since.next);
        }
        let settled = |name: &&str| {
            let what = match inner.panes.get(*name) {
                None => "gone",
                Some((now, _)) => is_so(now, until, ended.contains(*name))?,
            };
            Some(Settled {
                pane: (*name).to_owned(),
                what,
            })
        };
        let panes: Vec<Settled> = keys.iter().filter_map(settled).collect();
        Waited {
            events,
            cursor: inner.ring.id(place - 1),
            settled: !panes.is_empty(),
            panes,
            missed,
        }
    }
}

/// Which of the wanted things holds for a pane.
fn is_so(now: &PaneNow, until: &[Until], ended: bool) -> Option<&'static str> {
    let wants = |what| until.contains(&what);
    match now.need {
        Need::Gone | Need::Other => Some("gone"),
        Need::Blocked => wants(Until::Blocked).then_some("blocked"),
        _ if ended && wants(Until::Done) => Some("done"),
        _ => (wants(Until::Ready) && now.look.payload.takes_a_prompt()).then_some("ready"),
    }
}

/// An event of the ring, whose frames are `id: …`, `event: …` and `data: JSON`, a line each.
fn happened(frame: &Frame) -> Option<Happened> {
    let pane = frame.key.clone()?;
    let text = std::str::from_utf8(&frame.bytes).ok()?;
    let json = text.lines().find_map(|line| line.strip_prefix("data: "))?;
    let told: Value = serde_json::from_str(json).ok()?;
    Some(Happened {
        pane,
        event: frame.event.clone(),
        turn: told["turn"].as_u64(),
        at: told["at"].as_f64().unwrap_or_default(),
        outcome: told["outcome"].as_str().map(str::to_owned),
    })
}
