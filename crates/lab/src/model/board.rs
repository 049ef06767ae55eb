//! The shared state behind the server's handle: the queue of replies, the gates,
//! and the record of what happened. Knows no socket and no wire format.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::journal::{Ending, Fact, Note};
use super::reply::{Headers, Reply, SideAnswer};
use super::request::Asked;
use super::snapshot::{Snapshot, ToolCalled, ToolResult};

/// How a request is to be treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    Main,
    Keyed,
    Side,
}

#[derive(Debug, Default)]
struct State {
    snapshot: Snapshot,
    queue: Vec<Reply>,
    keyed: Vec<Reply>,
    keys: Vec<String>,
    released: Vec<String>,
    last_body: Value,
    closed: bool,
    /// The next main request is the second half of one turn's request and is not counted.
    detour: bool,
    searched: HashSet<String>,
    /// Those of every answer.
    headers: Headers,
    /// For paths beside the model's own.
    sides: Vec<SideAnswer>,
    journal: Vec<Note>,
}

/// The state under its lock.
#[derive(Debug, Default)]
pub(super) struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let result = change(&mut state);
        state.snapshot.queued = state.queue.len();
        self.changed.notify_all();
        result
    }

    pub fn enqueue(&self, reply: Reply) {
        self.change(|state| match reply.matches.clone() {
            Some(key) => {
                state.keys.push(key);
                state.keyed.push(reply);
            }
            None => state.queue.push(reply),
        });
    }

    /// What every answer carries from here on, and what paths beside the model's own are answered with.
    pub fn furnish(&self, headers: Headers, sides: Vec<SideAnswer>) {
        self.change(|state| (state.headers, state.sides) = (headers, sides));
    }

    pub fn headers(&self) -> Headers {
        self.lock().headers.clone()
    }

    pub fn side(&self, path: &str) -> Option<SideAnswer> {
        let state = self.lock();
        let answers = |side: &&SideAnswer| path.ends_with(&side.path);
        state.sides.iter().find(answers).cloned()
    }

    pub fn clear(&self) {
        self.change(|state| {
            state.queue.clear();
            state.keyed.clear();
        });
    }

    pub fn snapshot(&self) -> Snapshot {
        self.lock().snapshot.clone()
    }

    pub fn last_body(&self) -> Value {
        self.lock().last_body.clone()
    }

    /// Notes a fact of this moment.
    pub fn note(&self, fact: Fact) {
        self.change(|state| state.journal.push(Note::now(fact)));
    }

    /// Notes a fact of another moment, which may lie before others that are noted already.
    pub fn note_at(&self, note: Note) {
        self.change(|state| {
            let place = state.journal.partition_point(|other| other.at <= note.at);
            state.journal.insert(place, note);
        });
    }

    pub fn journal(&self) -> Vec<Note> {
        self.lock().journal.clone()
    }

    pub fn close(&self) {
        self.change(|state| state.closed = true);
    }

    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Waits until `holds` is true, or gives the last snapshot as the error.
    pub fn wait_for(
        &self,
        mut holds: impl FnMut(&Snapshot) -> bool,
        timeout: Duration,
    ) -> Result<Snapshot, Box<Snapshot>> {
        let deadline = Instant::now() + timeout;
        let mut state = self.lock();
        loop {
            if holds(&state.snapshot) {
                return Ok(state.snapshot.clone());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Box::new(state.snapshot.clone()));
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes a request and chooses what answers it.
    pub fn receive(&self, path: &str, asked: &Asked, body: Value) -> (Lane, Reply) {
        self.change(|state| {
            state.snapshot.paths.push(path.to_owned());
            let (lane, reply) = state.choose(asked);
            state.count(lane);
            state.note_results(asked);
            if lane == Lane::Main {
                state.note_main(asked);
                state.last_body = body;
            }
            (lane, reply)
        })
    }

    pub fn note_path(&self, path: &str) {
        self.change(|state| state.snapshot.paths.push(path.to_owned()));
    }

    pub fn say(&self, lane: Lane, text: &str) {
        if lane == Lane::Main {
            self.change(|state| {
                if let Some(said) = state.snapshot.said.last_mut() {
                    said.push_str(text);
                }
            });
        }
    }

    pub fn called(&self, lane: Lane, id: &str, name: &str) {
        let id = id.to_owned();
        let call = ToolCalled {
            id: id.clone(),
            name: name.to_owned(),
        };
        self.change(|state| {
            if lane == Lane::Main {
                state.journal.push(Note::now(Fact::Called { id }));
            }
            state.snapshot.tools_called.push(call);
        });
    }

    /// Puts a reply before all others, for a request that is not counted; false if this was done for the same `what`.
    pub fn detour(&self, what: &str, reply: Reply) -> bool {
        self.change(|state| {
            let fresh = state.searched.insert(what.to_owned());
            if fresh {
                state.detour = true;
                state.queue.insert(0, reply);
            }
            fresh
        })
    }

    pub fn forget_searches(&self) {
        self.change(|state| state.searched.clear());
    }

    pub fn not_offered(&self, what: &str) {
        self.change(|state| state.snapshot.unoffered.push(what.to_owned()));
    }

    pub fn ended(&self, lane: Lane, ending: Ending) {
        if lane == Lane::Side {
            return;
        }
        self.change(|state| {
            if lane == Lane::Main {
                state.journal.push(Note::now(Fact::Ended { ending }));
            }
            let snapshot = &mut state.snapshot;
            snapshot.in_flight -= 1;
            match ending {
                Ending::Completed | Ending::Cut => snapshot.completed += 1,
                Ending::Failed => snapshot.failed += 1,
                Ending::Aborted => snapshot.aborted += 1,
            }
        });
    }

    pub fn open_gate(&self, gate: &str) {
        self.change(|state| state.snapshot.open_gates.push(gate.to_owned()));
    }

    pub fn shut_gate(&self, gate: &str) {
        self.change(|state| remove_first(&mut state.snapshot.open_gates, gate));
    }

    /// Lets the gate of this name go on, now or, if it is not open yet, then.
    pub fn release(&self, gate: &str) {
        self.change(|state| state.released.push(gate.to_owned()));
    }

    /// Waits up to `slice` for the release of a gate; true uses the release up.
    pub fn take_release(&self, gate: &str, slice: Duration) -> bool {
        let mut state = self.lock();
        if !state.released.iter().any(|g| g == gate) {
            let waited = self.changed.wait_timeout(state, slice);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let before = state.released.len();
        remove_first(&mut state.released, gate);
        before != state.released.len()
    }
}

fn remove_first(list: &mut Vec<String>, item: &str) {
    if let Some(at) = list.iter().position(|g| g == item) {
        list.remove(at);
    }
}

impl State {
    fn choose(&mut self, asked: &Asked) -> (Lane, Reply) {
        let is_for = |key: &str| asked.user_text.contains(key);
        let keyed = self
            .keyed
            .iter()
            .position(|r| r.matches.as_deref().is_some_and(is_for));
        if let Some(at) = keyed {
            return (Lane::Keyed, use_once(&mut self.keyed, at));
        }
        if self.keys.iter().any(|key| is_for(key)) {
            return (Lane::Keyed, Reply::text("Done."));
        }
        if asked.side {
            let said = match asked.gerund {
                true => "Pondering",
                false => r#"{"title": "Scripted session"}"#,
            };
            return (Lane::Side, Reply::text(said));
        }
        if self.queue.is_empty() {
            self.snapshot.defaulted += 1;
            return (Lane::Main, Reply::text("Done."));
        }
        (Lane::Main, use_once(&mut self.queue, 0))
    }

    fn count(&mut self, lane: Lane) {
        let detour = lane == Lane::Main && std::mem::take(&mut self.detour);
        let snapshot = &mut self.snapshot;
        match lane {
            Lane::Main if detour => {}
            Lane::Main => snapshot.main_requests += 1,
            Lane::Keyed => snapshot.keyed_requests += 1,
            Lane::Side => snapshot.side_requests += 1,
        }
        if lane != Lane::Side {
            snapshot.in_flight += 1;
        }
    }

    fn note_main(&mut self, asked: &Asked) {
        self.snapshot.last_user_text.clone_from(&asked.user_text);
        self.snapshot.tools_offered = asked.tools.iter().map(|t| t.name.clone()).collect();
        self.snapshot.said.push(String::new());
        self.journal.push(Note::now(Fact::Asked));
    }

    fn note_results(&mut self, asked: &Asked) {
        for (id, text) in &asked.results {
            let known = self.snapshot.tool_results.iter().any(|r| r.id == *id);
            if !known {
                let (id, text) = (id.clone(), text.clone());
                let fact = Fact::Returned { id: id.clone() };
                self.journal.push(Note::now(fact));
                self.snapshot.tool_results.push(ToolResult { id, text });
            }
        }
    }
}

/// The reply at `at`, taken away when it has answered its number of requests.
fn use_once(replies: &mut Vec<Reply>, at: usize) -> Reply {
    match replies[at].times {
        0 => replies[at].clone(),
        1 => replies.remove(at),
        _ => {
            replies[at].times -= 1;
            replies[at].clone()
        }
    }
}
