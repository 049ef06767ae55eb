//! A live pane over time: look, compare with the last look, step the session, number the events.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use shadow_tmux::{PaneId, Server, TmuxError, View};
use shadow_tui::event::{Event, EventBody, Happening, Stamp};
use shadow_tui::{ProcessState, ProviderChoice, Session, Snapshot, Stack};

/// A clock that never runs backwards, and where it stood in the epoch when it was started.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    epoch: f64,
}

impl Clock {
    /// Starts it.
    pub fn start() -> Self {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            started: Instant::now(),
            epoch: epoch.map_or(0.0, |epoch| epoch.as_secs_f64()),
        }
    }

    /// Seconds of the epoch at which it was started.
    pub fn epoch(&self) -> f64 {
        self.epoch
    }

    /// Seconds since it was started.
    pub fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// A pane that is being watched.
pub struct Watched {
    server: Server,
    id: PaneId,
    session: Session,
    stamp: Stamp,
    last: Option<View>,
    /// The process in the pane and how many there have been.
    process: Option<(u32, u64)>,
    gone: bool,
    due: f64,
}

impl Watched {
    /// A pane that has not been looked at.
    pub fn new(server: Server, id: PaneId, clock: &Clock) -> Self {
        Self {
            server,
            id,
            session: Session::default(),
            stamp: Stamp::pane(id.to_string(), clock.epoch),
            last: None,
            process: None,
            gone: false,
            due: 0.0,
        }
    }

    /// The pane's id.
    pub fn id(&self) -> PaneId {
        self.id
    }

    /// The server that holds it.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Whether the pane is gone for good.
    pub fn is_gone(&self) -> bool {
        self.gone
    }

    /// When to look again, in seconds of the clock.
    pub fn due(&self) -> f64 {
        self.due
    }

    /// Looks, if it is time; the next look is `interval` later, or at the session's deadline.
    pub fn poll(
        &mut self,
        stack: &Stack,
        now: f64,
        interval: f64,
    ) -> Result<Vec<Event>, TmuxError> {
        if self.gone || now < self.due {
            return Ok(Vec::new());
        }
        let happenings = match self.server.view(self.id) {
            Ok(view) => self.look(stack, view, now),
            Err(error) if error.is_no_pane() || error.is_no_server() => self.lose(stack, now),
            Err(error) => return Err(error),
        };
        let deadline = self.session.next_deadline().filter(|at| *at > now);
        self.due = deadline.map_or(now + interval, |at| at.min(now + interval));
        let stamped = happenings.into_iter().map(|it| self.stamp.event(it));
        Ok(stamped.collect())
    }

    fn look(&mut self, stack: &Stack, view: View, now: f64) -> Vec<Happening> {
        if self.last.as_ref() == Some(&view) {
            return self.session.tick(now);
        }
        self.last = Some(view.clone());
        let generation = self.count_process(view.pane.pid);
        let named = view.pane.agent_by_command();
        let wanted = named.map_or(ProviderChoice::Auto, ProviderChoice::Named);
        let mut snapshot = view.into_snapshot();
        snapshot.channels.generation = Some(generation);
        self.session.look(stack, wanted, &snapshot, now).events
    }

    /// How many processes there have been in the pane.
    fn count_process(&mut self, pid: u32) -> u64 {
        let count = match self.process {
            Some((known, count)) if known == pid => count,
            Some((_, count)) => count + 1,
            None => 1,
        };
        self.process = Some((pid, count));
        count
    }

    /// The pane is gone: what ran in it has ended.
    fn lose(&mut self, stack: &Stack, now: f64) -> Vec<Happening> {
        self.gone = true;
        let mut snapshot = Snapshot::default();
        snapshot.channels.process = ProcessState::Exited;
        let look = self
            .session
            .look(stack, ProviderChoice::Auto, &snapshot, now);
        let mut events = look.events;
        events.push(Happening {
            at: now,
            turn: None,
            body: EventBody::PaneGone,
        });
        events
    }
}
