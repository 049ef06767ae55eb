//! One server, followed: which of its panes have changed, and views of those that have.
//!
//! A control-mode client tells of output in its own session alone, so there is one for each session
//! that holds a followed pane. (Linking all windows into a session of one's own would take one
//! client, but it would keep windows alive that their owner has closed.) Questions have a client of
//! their own, whose answers wait behind no output. Where control mode is refused, the same questions are asked by starting `tmux`, and nobody tells of changes.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::control::{Bell, Change, ControlClient, Heard, Purpose, Ticket, Written};
use crate::error::TmuxError;
use crate::pane::{Pane, PaneId, View};
use crate::record::Record;
use crate::server::{Server, ViewQuestion};
use crate::transport::Transport;

/// Time between two tries to attach to a session.
const RETRY: Duration = Duration::from_secs(2);

/// How long a server's sessions and windows must have rested before a client attaches. tmux (seen in
/// 3.3a) tells a control client that is just connecting of a new session before it is ready to be told,
/// and ends by it with every session.
const CALM: Duration = Duration::from_secs(1);

/// Views that are asked for before the first answer is read.
const PIPELINE: usize = 32;

/// One server and the clients that follow its panes.
#[derive(Debug)]
pub struct Feed {
    server: Server,
    bell: Bell,
    /// The client that is asked.
    asker: Option<ControlClient>,
    /// Clients by the id of their session.
    clients: HashMap<String, ControlClient>,
    /// The session whose client follows a pane; there is one for each of these. Asked for every pane at
    /// every step: in a tree of small keys that costs less than hashing them.
    homes: BTreeMap<PaneId, String>,
    /// When a client last tried to attach to a session.
    tried: HashMap<(String, Purpose), Instant>,
    /// When something last came, went or moved.
    stirred: Cell<Option<Instant>>,
    /// Why the last client could not attach.
    refusal: Option<String>,
}

impl Feed {
    /// A feed of the server behind a socket that follows nothing yet. `bell` rings when something
    /// has changed.
    #[must_use]
    pub fn new(socket: impl Into<PathBuf>, bell: &Bell) -> Self {
        Self {
            server: Server::new(socket),
            bell: bell.clone(),
            asker: None,
            clients: HashMap::new(),
            homes: BTreeMap::new(),
            tried: HashMap::new(),
            stirred: Cell::new(None),
            refusal: None,
        }
    }

    /// The server's socket.
    #[must_use]
    pub fn socket(&self) -> &Path {
        self.server.socket()
    }

    /// The server, asked by starting `tmux`.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// All panes of the server.
    pub fn panes(&self) -> Result<Vec<Pane>, TmuxError> {
        let Some(client) = self.any_client() else {
            return self.server.panes();
        };
        let record = Record::new();
        let answer = client.run(&["list-panes", "-a", "-F", &record.format()]);
        match answer {
            Ok(answer) => Ok(record.read_each(&answer)),
            Err(error) if error.is_no_server() => self.server.panes(),
            Err(error) => Err(error),
        }
    }

    /// Follows these panes and no others; attaches where no client is yet.
    pub fn follow(&mut self, panes: &[Pane]) {
        let mut homes: HashMap<String, HashSet<PaneId>> = HashMap::new();
        for pane in panes {
            let home = homes.entry(pane.session_id.clone()).or_default();
            home.insert(pane.id);
        }
        let left = self
            .clients
            .extract_if(|session, _| !homes.contains_key(session));
        let idle = self.asker.take_if(|_| homes.is_empty());
        ControlClient::detach(left.map(|(_, client)| client).chain(idle));
        self.tried
            .retain(|(session, _), _| homes.contains_key(session));
        self.homes.clear();
        for (session, panes) in homes {
            if self.listen(&session) {
                self.clients[&session].follow(&panes);
                self.homes
                    .extend(panes.iter().map(|&pane| (pane, session.clone())));
            }
        }
    }

    /// Makes sure of a client, in the session of the first of these panes that takes one: views of
    /// many panes are had some twenty times faster through it. The next [`Feed::follow`] lets go of
    /// it if it is not needed.
    pub fn reach(&mut self, panes: &[Pane]) {
        if self.asker.is_none()
            && let Some(pane) = panes.first()
        {
            self.attach(&pane.session_id, Purpose::Asking);
        }
    }

    /// Makes sure of a client that listens in a session, and of one to ask; says whether there are
    /// both.
    fn listen(&mut self, session: &str) -> bool {
        let asker = self.asker.is_some() || self.attach(session, Purpose::Asking);
        asker && (self.clients.contains_key(session) || self.attach(session, Purpose::Listening))
    }

    /// Attaches a client, unless that would be too soon; says whether it is there.
    fn attach(&mut self, session: &str, purpose: Purpose) -> bool {
        let now = Instant::now();
        let stirred = self.stirred.get();
        if stirred.is_some_and(|stirred| now < stirred + CALM) {
            return false;
        }
        let tried = self.tried.get(&(session.to_owned(), purpose));
        if tried.is_some_and(|tried| now < *tried + RETRY) {
            return false;
        }
        self.tried.insert((session.to_owned(), purpose), now);
        match ControlClient::attach(self.server.socket(), session, purpose, &self.bell) {
            Ok(client) => {
                self.refusal = None;
                match purpose {
                    Purpose::Asking => self.asker = Some(client),
                    Purpose::Listening => drop(self.clients.insert(session.to_owned(), client)),
                }
                true
            }
            Err(error) => {
                self.refusal = Some(error.to_string());
                false
            }
        }
    }

    /// Why the last try to follow a session failed; none while all is well.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Lets go of clients that have ended; gives the reasons. Their panes are followed again by the
    /// next [`Feed::follow`].
    pub fn mend(&mut self) -> Vec<String> {
        let lost: Vec<ControlClient> = self
            .clients
            .extract_if(|_, client| client.ended().is_some())
            .map(|(_, client)| client)
            .collect();
        let reasons = lost.iter().filter_map(ControlClient::ended).collect();
        // It may have ended with its session alone: the next question attaches to another one.
        let asker = self.asker.take_if(|asker| asker.ended().is_some());
        ControlClient::detach(lost.into_iter().chain(asker));
        let clients = &self.clients;
        self.homes
            .retain(|_, session| clients.contains_key(session));
        reasons
    }

    /// Whether changes of a pane are told; otherwise it must be looked at to know.
    #[must_use]
    pub fn follows(&self, pane: PaneId) -> bool {
        self.homes.contains_key(&pane)
    }

    /// The followed panes that have changed since they were last viewed.
    #[must_use]
    pub fn changed(&self) -> Vec<(PaneId, Change)> {
        let mut all = Vec::new();
        for (session, client) in &self.clients {
            let at_home = |(pane, _): &(PaneId, Change)| self.homes.get(pane) == Some(session);
            all.extend(client.changed().into_iter().filter(at_home));
        }
        all
    }

    /// Whether panes may have come, gone, moved or changed their size since this was last asked.
    #[must_use]
    pub fn take_topology(&self) -> bool {
        let mut any = false;
        for client in self.clients.values().chain(&self.asker) {
            any |= client.take_topology();
        }
        if any {
            self.stirred.set(Some(Instant::now()));
        }
        any
    }

    /// What a followed pane has said of itself since it was followed; notifications come once.
    #[must_use]
    pub fn take_heard(&self, pane: PaneId) -> Option<Heard> {
        self.home(pane)?.take_heard(pane)
    }

    /// What a followed pane has written between the last two views of it; handed on once.
    #[must_use]
    pub fn take_written(&self, pane: PaneId) -> Option<Written> {
        self.home(pane)?.take_written(pane)
    }

    /// Adds to what [`Feed::take_written`] gave what has been heard since.
    pub fn add_written(&self, pane: PaneId, written: &mut Written) {
        if let Some(home) = self.home(pane) {
            home.add_written(pane, written);
        }
    }

    /// A pane may have changed in a way that nobody is told of.
    pub fn touch(&self, pane: PaneId) {
        if let Some(client) = self.home(pane) {
            client.touch(pane);
        }
    }

    /// What ran in a pane has ended: what it said of work and of waiting holds no more.
    pub fn process_ended(&self, pane: PaneId) {
        if let Some(client) = self.home(pane) {
            client.process_ended(pane);
        }
    }

    /// Views of panes, in their order; asked for together. Where one does not come in time, the rest is not waited for.
    pub fn views(&self, panes: &[PaneId]) -> Vec<Result<View, TmuxError>> {
        self.clients.values().for_each(ControlClient::resume);
        let mut views = Vec::with_capacity(panes.len());
        for some in panes.chunks(PIPELINE) {
            for asked in self.ask(some) {
                let view = self.view(asked);
                if let Err(error) = view.as_ref()
                    && error.is_timed_out()
                {
                    views.resize(panes.len(), Err(error.clone()));
                    return views;
                }
                views.push(view);
            }
        }
        views
    }

    /// Sends the questions for panes, if there is a client to send them through.
    fn ask(&self, panes: &[PaneId]) -> Vec<Asked<'_>> {
        for &pane in panes {
            if let Some(home) = self.home(pane) {
                home.looked(pane);
            }
        }
        let questions: Vec<ViewQuestion> = panes.iter().map(|&it| ViewQuestion::new(it)).collect();
        let client = self.any_client();
        let tickets = client.map(|client| {
            let words: Vec<_> = questions.iter().map(ViewQuestion::words).collect();
            let lines: Vec<&[&str]> = words.iter().map(|words| &words[..]).collect();
            client.ask_all(&lines)
        });
        let mut tickets = tickets.unwrap_or_default().into_iter();
        let asked = panes.iter().zip(questions).map(|(&pane, question)| Asked {
            pane,
            question,
            sent: client.zip(tickets.next()),
        });
        asked.collect()
    }

    fn view(&self, asked: Asked<'_>) -> Result<View, TmuxError> {
        let Some((client, ticket)) = &asked.sent else {
            return self.server.view(asked.pane);
        };
        match client.answer(ticket) {
            Ok(printed) => match asked.question.read(&printed.concat()) {
                Ok(view) if view.covered => self.server.view(asked.pane),
                view => view,
            },
            // The client has ended, and the server perhaps not.
            Err(error) if error.is_no_server() => self.server.view(asked.pane),
            Err(error) => Err(error),
        }
    }

    fn home(&self, pane: PaneId) -> Option<&ControlClient> {
        self.clients.get(self.homes.get(&pane)?)
    }

    fn any_client(&self) -> Option<&ControlClient> {
        let mut all = self.asker.iter().chain(self.clients.values());
        all.find(|client| client.ended().is_none())
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let clients = take(&mut self.clients).into_values();
        ControlClient::detach(clients.chain(self.asker.take()));
    }
}

/// A view that has been asked for.
struct Asked<'f> {
    pane: PaneId,
    question: ViewQuestion,
    sent: Option<(&'f ControlClient, Ticket)>,
}
