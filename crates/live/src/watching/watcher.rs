//! Watching panes of one or more servers.

use std::path::{Path, PathBuf};
use std::thread;

use shadow_core::Stack;
use shadow_tmux::{Bell, PaneId};

use super::departure::Departure;
use super::pane::Seen;
use super::rules::{Rules, Scope, Step};
use super::search::Search;
use super::server::{LISTING, WatchedServer};
use super::source::Source;
use super::suspend::Suspension;
use crate::clock::Clock;

/// A watch over the panes of tmux servers.
pub struct Watcher {
    rules: Rules,
    bell: Bell,
    suspension: Suspension,
    /// Where servers that come are watched, too.
    search: Option<Search>,
    departure: Departure,
    /// Whether the step before the one in which it leaves is still to say so.
    warns: bool,
    servers: Vec<WatchedServer>,
    /// What is watched elsewhere.
    sources: Vec<Box<dyn Source>>,
    /// Gets the numbers of dialogs.
    numbers: Option<Tell>,
}

/// Hears the number of the dialog in front of a pane, none where there is no dialog any more.
pub(crate) type Tell = Box<dyn FnMut(&Path, PaneId, Option<u64>) + Send>;

impl Watcher {
    /// A watch without panes. `interval` is the shortest time between two looks at a pane, in seconds.
    #[must_use]
    pub fn new(stack: Stack, interval: f64, scope: Scope) -> Self {
        let clock = Clock::start();
        let rules = Rules {
            stack,
            clock,
            interval,
            scope,
            shown: false,
            numbers: 0,
        };
        let bell = Bell::default();
        Self {
            rules,
            suspension: Suspension::default(),
            search: None,
            departure: Departure::new(&bell),
            bell,
            warns: true,
            servers: Vec::new(),
            sources: Vec::new(),
            numbers: None,
        }
    }

    /// Numbers dialogs (`operator_block.appearance`) from the number after `before` on, and calls the function with the number
    /// in a pane whenever it changes, `None` for a pane without a dialog. Call this before you add panes.
    #[must_use]
    pub fn numbering_after(
        mut self,
        before: u64,
        tell: impl FnMut(&Path, PaneId, Option<u64>) + Send + 'static,
    ) -> Self {
        self.rules.numbers = before;
        self.numbers = Some(Box::new(tell));
        self
    }

    /// Detaches from the servers before a signal stops the process (SIGTSTP, from Ctrl-Z). Otherwise a program in tmux waits while
    /// all clients of its session are stopped. Call this if you own the process.
    #[must_use]
    pub fn heeding_stops(mut self) -> Self {
        self.suspension = Suspension::listen(&self.bell);
        self
    }

    /// Finds the user's servers, those that run and those that start later.
    #[must_use]
    pub fn searching(mut self) -> Self {
        self.search = Some(Search::default());
        self
    }

    /// Keeps every look, so that you can show panes with [`Watcher::news`].
    #[must_use]
    pub fn shown(mut self) -> Self {
        self.rules.shown = true;
        self
    }

    /// A handle with which another thread asks the watch to detach before the process ends. The step that detaches does not
    /// return.
    #[must_use]
    pub fn departure(&self) -> Departure {
        self.departure.clone()
    }

    /// The panes that have changed since the last call, with the socket of the server. `None` for a
    /// pane that is gone.
    pub fn news(&mut self) -> Vec<(PathBuf, PaneId, Option<Seen>)> {
        self.servers
            .iter_mut()
            .flat_map(WatchedServer::news)
            .collect()
    }

    /// Seconds since the start of the watch.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.rules.clock.now()
    }

    /// The start of the watch, in seconds of the epoch.
    #[must_use]
    pub fn epoch(&self) -> f64 {
        self.rules.clock.epoch()
    }

    /// Watches a server: its agents, or only its named panes.
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

    /// Watches panes that another program watches, too.
    pub fn add_source(&mut self, mut source: Box<dyn Source>) {
        source.begin(self.bell.clone());
        self.sources.push(source);
    }

    /// Whether any server is watched.
    #[must_use]
    pub fn watches(&self, socket: &Path) -> bool {
        self.servers.iter().any(|server| server.socket() == socket)
    }

    /// Whether every watched pane is gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let here = self.servers.iter().all(WatchedServer::is_over);
        here && self.sources.iter().all(|source| source.is_over())
    }

    /// Waits for events, at most until `latest` (seconds of the watch). Returns a step without events if the time ran out.
    pub fn next(&mut self, latest: Option<f64>) -> Step {
        loop {
            let step = self.step();
            let late = latest.is_some_and(|latest| self.now() >= latest);
            if late || step.leaves || !(step.events.is_empty() && step.notes.is_empty()) {
                return step;
            }
            self.sleep(latest);
        }
    }

    /// Does everything that is due. It waits only for tmux.
    pub fn step(&mut self) -> Step {
        let mut step = Step::default();
        self.take_found();
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
        let watched = sockets(&self.servers);
        for server in &mut self.servers {
            server.step(&self.rules, &watched, &mut step);
        }
        for source in &mut self.sources {
            source.step(&mut step);
        }
        self.tell_numbers();
        step
    }

    fn tell_numbers(&mut self) {
        let Some(tell) = &mut self.numbers else {
            return;
        };
        for server in &mut self.servers {
            for (pane, number) in server.new_numbers() {
                tell(server.socket(), pane, number);
            }
        }
    }

    /// Watches the servers that have come, too. One that has gone is watched on: it may come back.
    fn take_found(&mut self) {
        let Some(search) = &mut self.search else {
            return;
        };
        let watched = sockets(&self.servers);
        for socket in search.step(self.rules.clock.now(), &watched) {
            self.add_server(&socket);
        }
    }

    /// Detaches from every server and sleeps until the process ends.
    fn leave(&mut self) -> ! {
        self.servers.clear();
        self.sources.clear();
        self.departure.done();
        loop {
            thread::park();
        }
    }

    /// Sleeps until something is due or has changed, or until `latest`.
    pub fn sleep(&self, latest: Option<f64>) {
        let here = self.servers.iter().map(|server| server.due(&self.rules));
        let now = self.now();
        let elsewhere = self.sources.iter().map(|it| now + it.due().as_secs_f64());
        let wake = here
            .chain(elsewhere)
            .chain(latest)
            .fold(now + LISTING, f64::min);
        self.bell.sleep(self.rules.clock.until(wake));
    }
}

/// The sockets of servers.
fn sockets(servers: &[WatchedServer]) -> Vec<PathBuf> {
    let sockets = servers.iter().map(|server| server.socket().to_owned());
    sockets.collect()
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.servers.clear();
        self.departure.done();
    }
}
