//! Watching panes of one or more servers.

use std::path::{Path, PathBuf};
use std::thread;

use shadow_tmux::{Bell, PaneId};
use shadow_tui::Stack;
use shadow_tui::event::Event;

use super::clock::Clock;
use super::departure::Departure;
use super::pane::Seen;
use super::server::{LISTING, WatchedServer};
use super::suspend::Suspension;

/// Which panes are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those that were named.
    Named,
    /// Every pane that holds an agent, those that come later too.
    Agents,
    /// Every pane.
    All,
}

/// What holds for every server.
pub struct Rules {
    pub stack: Stack,
    pub clock: Clock,
    /// The shortest time between two looks at a pane, in seconds.
    pub interval: f64,
    pub scope: Scope,
    /// Looks are kept whole, for whoever shows them.
    pub shown: bool,
}

/// What a step yields.
#[derive(Default)]
pub struct Step {
    /// Events in order.
    pub events: Vec<Event>,
    /// What an operator should know of the watching itself.
    pub notes: Vec<String>,
    /// The next step has no end: whatever is to be done before the process ends is to be done now.
    pub leaves: bool,
}

/// A watch at work.
pub struct Watcher {
    rules: Rules,
    bell: Bell,
    suspension: Suspension,
    departure: Departure,
    /// Whether the step before the one in which it leaves is still to say so.
    warns: bool,
    servers: Vec<WatchedServer>,
}

impl Watcher {
    /// A watch of nothing yet.
    pub fn new(stack: Stack, interval: f64, scope: Scope) -> Self {
        let clock = Clock::start();
        let rules = Rules {
            stack,
            clock,
            interval,
            scope,
            shown: false,
        };
        let bell = Bell::default();
        Self {
            rules,
            suspension: Suspension::listen(&bell),
            departure: Departure::new(&bell),
            bell,
            warns: true,
            servers: Vec::new(),
        }
    }

    /// Keeps every look whole for whoever shows it; see [`Watcher::news`].
    pub fn shown(mut self) -> Self {
        self.rules.shown = true;
        self
    }

    /// How it is asked to leave by another thread, which ends the process then: the step in which it leaves has no end.
    pub fn departure(&self) -> Departure {
        self.departure.clone()
    }

    /// The panes that look otherwise than when this was last asked, with the server's socket: how
    /// they look, or nothing where they are gone.
    pub fn news(&mut self) -> Vec<(PathBuf, PaneId, Option<Seen>)> {
        self.servers
            .iter_mut()
            .flat_map(WatchedServer::news)
            .collect()
    }

    /// Seconds since the watch began.
    pub fn now(&self) -> f64 {
        self.rules.clock.now()
    }

    /// When the watch began, in seconds of the epoch.
    #[cfg(feature = "serve")]
    pub fn epoch(&self) -> f64 {
        self.rules.clock.epoch()
    }

    /// Watches a server: its agents, or those of its panes that are named.
    pub fn add_server(&mut self, socket: &Path) {
        if !self.watches(socket) {
            self.servers.push(WatchedServer::new(socket, &self.bell));
        }
    }

    /// Watches a pane.
    pub fn add_pane(&mut self, socket: &Path, id: PaneId) {
        self.add_server(socket);
        for server in self.servers.iter_mut().filter(|it| it.socket() == socket) {
            server.add(&self.rules, id);
        }
    }

    /// Whether a server is watched.
    pub fn watches(&self, socket: &Path) -> bool {
        self.servers.iter().any(|server| server.socket() == socket)
    }

    /// Whether every pane that is watched is gone.
    pub fn is_over(&self) -> bool {
        self.servers.iter().all(WatchedServer::is_over)
    }

    /// Does everything that is due.
    pub fn step(&mut self) -> Step {
        let mut step = Step::default();
        if self.departure.is_asked() {
            if std::mem::take(&mut self.warns) {
                self.bell.ring();
                step.leaves = true;
                return step;
            }
            self.leave();
        }
        if self.suspension.take() {
            self.servers.iter_mut().for_each(WatchedServer::let_go);
            Suspension::stop();
        }
        for server in &mut self.servers {
            server.step(&self.rules, &mut step);
        }
        step
    }

    /// Detaches from every server, and rests until the process ends.
    fn leave(&mut self) -> ! {
        self.servers.clear();
        self.departure.done();
        loop {
            thread::park();
        }
    }

    /// Sleeps until something is due or has changed, or until `latest`.
    pub fn sleep(&self, latest: Option<f64>) {
        let due = self.servers.iter().map(|server| server.due(&self.rules));
        let wake = due.chain(latest).fold(self.now() + LISTING, f64::min);
        self.bell.sleep(self.rules.clock.until(wake));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.servers.clear();
        self.departure.done();
    }
}
