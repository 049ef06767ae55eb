//! The place where an agent's calls are carried out.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::time::Instant;

use super::leave::Leave;
use super::own::Own;
use super::refusal::Refusal;
use crate::acts::{Acts, Found};
use crate::board::{Board, PaneNow};

/// Calls with a key whose results are kept.
const KEPT: usize = 256;

/// What a call comes to: JSON for the agent, or why nothing was done.
pub(super) type Result = std::result::Result<Value, Refusal>;

/// Calls by their keys, the oldest first; those without a result still run.
type Calls = VecDeque<(String, Option<Result>)>;

/// The board, who acts on it, what agents may do, and where the agent runs that asks.
#[derive(Clone)]
pub struct Desk {
    pub(super) board: Arc<Board>,
    pub(super) acts: Arc<dyn Acts>,
    pub(super) leave: Arc<Leave>,
    own: Own,
    pub(super) begun: Instant,
    done: Arc<Mutex<Calls>>,
}

impl Desk {
    /// A desk for the agent that has started this process.
    #[must_use]
    pub fn new(board: Arc<Board>, acts: Arc<dyn Acts>, leave: Leave) -> Arc<Self> {
        let desk = Self::shared(board, acts, leave);
        Arc::new(desk.asked_by(&[std::process::id()]))
    }

    /// A desk for agents that each say where they run ([`Desk::asked_by`]).
    pub(crate) fn shared(board: Arc<Board>, acts: Arc<dyn Acts>, leave: Leave) -> Self {
        Self {
            board,
            acts,
            leave: Arc::new(leave),
            own: Own::default(),
            begun: Instant::now(),
            done: Arc::default(),
        }
    }

    /// This desk for an agent that asks through these processes.
    pub(super) fn asked_by(&self, processes: &[u32]) -> Self {
        Self {
            own: Own::of(processes),
            ..self.clone()
        }
    }

    /// The pane of a name: its key, or any name that the command line takes.
    pub(super) fn find(&self, name: &str) -> std::result::Result<Arc<PaneNow>, Refusal> {
        let ambiguous = || {
            Refusal::new(
                "ambiguous_pane",
                "Several panes have this name.",
                "Name it by the key that the tool panes lists.",
            )
        };
        let seen = |name: &str| match self.board.lock().called(name).as_slice() {
            [] => Ok(None),
            [now] => Ok(Some(Arc::clone(now))),
            _ => Err(ambiguous()),
        };
        if let Some(now) = seen(name)? {
            return Ok(now);
        }
        let found = match self.acts.find(name) {
            Found::Pane(key) => seen(&key.name())?,
            Found::Several(_) => return Err(ambiguous()),
            Found::Nothing => None,
        };
        found.ok_or_else(Refusal::no_such_pane)
    }

    /// Whether the agent that asks runs in a pane.
    pub(super) fn is_own(&self, now: &PaneNow) -> bool {
        self.own.is_in(now)
    }

    /// A pane in which something may be done.
    pub(super) fn find_to_act(
        &self,
        name: &str,
        allowed: bool,
        flag: &'static str,
    ) -> std::result::Result<Arc<PaneNow>, Refusal> {
        let now = self.find(name)?;
        if !allowed {
            return Err(Refusal::new(
                "not_allowed",
                format!("This server was started without --allow {flag}."),
                "Ask the person; do not look for another way to type into the pane.",
            ));
        }
        if !self.own.is_known() {
            return Err(Refusal::new(
                "unknown_caller",
                "The server cannot see which process asks, so the pane may be your own.",
                "Connect from this machine as the user of the server: through its Unix socket, or with shadow mcp.",
            ));
        }
        if self.is_own(&now) {
            return Err(Refusal::new(
                "own_pane",
                "You run in this pane yourself.",
                "An agent never acts on its own pane.",
            ));
        }
        let host = now.key.host.as_deref();
        if host.is_some_and(|host| self.board.down(host).is_some()) {
            return Err(Refusal::unreachable());
        }
        if !self.leave.covers(&now) {
            return Err(Refusal::new(
                "out_of_scope",
                "The pane is outside the scope that the person has given you.",
                "The tool panes marks the panes in which you may act.",
            ));
        }
        Ok(now)
    }

    /// Does what a call asks for, once for each key: a call that is repeated gets the first one's result.
    pub(super) fn once(
        &self,
        tool: &str,
        key: Option<&str>,
        act: impl FnOnce() -> Result,
    ) -> Result {
        let Some(key) = key.map(|key| format!("{tool} {key}")) else {
            return act();
        };
        {
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            match done.iter().find(|(known, _)| *known == key) {
                Some((_, Some(result))) => return result.clone(),
                Some((_, None)) => {
                    return Err(Refusal::new(
                        "in_progress",
                        "The call with this key still runs.",
                        "Call again with the key later; nothing is done twice.",
                    ));
                }
                None => done.push_back((key.clone(), None)),
            }
            if done.len() > KEPT {
                let oldest = done.iter().position(|(_, result)| result.is_some());
                oldest.map(|at| done.remove(at));
            }
        }
        let result = act();
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kept)) = done.iter_mut().find(|(known, _)| *known == key) {
            *kept = Some(result.clone());
        }
        result
    }
}
