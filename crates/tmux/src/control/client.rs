//! A control-mode client: the process, its pipes, and the thread that reads them.
//!
//! The thread never waits for the watcher: it takes everything that tmux sends, and keeps what
//! matters in bounded room. That is not a nicety: tmux holds a pane's program back while all clients
//! of its session are in control mode and do not read (3.3a). `pause-after` makes it drop output
//! instead, but it counts only while output flows; so a watcher that is about to be stopped must
//! drop its clients first.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::desk::{Answer, Desk};
use super::door::Door;
use super::guard::Guarded;
use super::parser::{Message, Parser};
use super::tape::Written;
use super::traffic::{Bell, Change, Heard, Traffic, lock};
use crate::error::TmuxError;
use crate::pane::PaneId;
use crate::quote::{command_line, commands};
use crate::spawn::refusal;
use crate::transport::Transport;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a client is for. Either has no part in sizes, cannot type, and does not hold programs back.
///
/// tmux (seen in 3.3a) lets an answer wait behind all output that a client has not taken yet, and
/// sends that at its own pace: where many panes write much, answers come seconds late. So questions
/// have a client of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// It is told of output, and may be asked.
    Listening,
    /// It is told of no output, so that its answers wait for nothing.
    Asking,
}

impl Purpose {
    /// The flag that sets it apart.
    const fn flag(self) -> &'static str {
        match self {
            Self::Listening => "pause-after",
            Self::Asking => "no-output",
        }
    }

    const fn flags(self) -> &'static str {
        match self {
            Self::Listening => "read-only,ignore-size,pause-after=1",
            Self::Asking => "read-only,ignore-size,no-output",
        }
    }
}

/// What is shared with the reading thread.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<Inbox>,
    answered: Condvar,
}

#[derive(Debug, Default)]
struct Inbox {
    desk: Desk,
    traffic: Traffic,
    /// Whether tmux has said anything at all.
    greeted: bool,
    /// Why the client has ended.
    ended: Option<String>,
}

/// A client attached to one session of a server, in control mode. Output comes from the panes of
/// that session alone; commands reach the whole server.
#[derive(Debug)]
pub struct ControlClient {
    socket: PathBuf,
    child: Child,
    stdin: Mutex<Option<ChildStdin>>,
    shared: Arc<Shared>,
    /// Ends its process, should this one die before it lets go.
    guarded: Option<Guarded>,
    /// Whether its process has ended and is no more.
    gone: bool,
}

/// A question that has been sent.
#[derive(Debug)]
#[must_use]
pub struct Ticket(u64);

impl ControlClient {
    /// Attaches to a session (its id, `$0`). Fails where the server refuses. One that is attached for
    /// asking also fails where the server is too old to keep a client that reads slowly from holding
    /// programs back (before 3.2); one for listening cannot wait to be told.
    pub fn attach(
        socket: &Path,
        session: &str,
        purpose: Purpose,
        bell: &Bell,
    ) -> Result<Self, TmuxError> {
        let mut tmux = Command::new("tmux");
        tmux.args(["-u", "-C", "-S"]).arg(socket);
        // -E: the session's environment stays as it is.
        tmux.args(["attach-session", "-E", "-f", purpose.flags(), "-t", session]);
        tmux.env_remove("TMUX");
        tmux.stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // What a terminal sends to the processes in front (Ctrl-C, a hang-up) must not end one that is half connected.
        tmux.process_group(0);
        let door = Door::hold(socket);
        let mut child = tmux.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => TmuxError::not_installed(),
            _ => TmuxError::failed(format!("it cannot be started ({error})")),
        })?;
        let guarded = Some(Guarded::new(child.id()));
        let shared = Arc::new(Shared::default());
        let stdin = child.stdin.take();
        if let Some(stdout) = child.stdout.take() {
            let (shared, bell) = (Arc::clone(&shared), bell.clone());
            thread::spawn(move || read(stdout, &shared, &bell));
        }
        let mut client = Self {
            socket: socket.to_owned(),
            child,
            stdin: Mutex::new(stdin),
            shared,
            guarded,
            gone: false,
        };
        match client.set_up(purpose) {
            Ok(()) => Ok(client),
            Err(error) => {
                client.leave();
                door.settle(socket);
                Err(error)
            }
        }
    }

    fn set_up(&self, purpose: Purpose) -> Result<(), TmuxError> {
        self.wait(|inbox| inbox.greeted.then_some(()))?;
        if purpose == Purpose::Listening {
            return Ok(());
        }
        let flags = self.run(&["display-message", "-p", "#{client_flags}"])?;
        if memchr::memmem::find(&flags, purpose.flag().as_bytes()).is_none() {
            return Err(TmuxError::failed("control mode needs tmux 3.2 or newer"));
        }
        // No subscription (`refresh-client -B`): where its client's session goes, tmux 3.3a looks for
        // the session's panes all the same and crashes. What changes without output, flags and
        // names, is seen when the panes are listed.
        Ok(())
    }

    /// Follows the output of these panes and no others.
    pub fn follow(&self, panes: &HashSet<PaneId>) {
        lock(&self.shared.state).traffic.follow(panes);
    }

    /// The followed panes that have changed since they were last looked at.
    #[must_use]
    pub fn changed(&self) -> Vec<(PaneId, Change)> {
        lock(&self.shared.state).traffic.changed()
    }

    /// A followed pane may have changed in a way that no client is told of.
    pub fn touch(&self, pane: PaneId) {
        lock(&self.shared.state).traffic.touch(pane, Instant::now());
    }

    /// A pane is about to be looked at: what comes from now on is new.
    pub fn looked(&self, pane: PaneId) {
        lock(&self.shared.state).traffic.looked(pane);
    }

    /// What a followed pane has said of itself; its notifications are handed on once.
    #[must_use]
    pub fn take_heard(&self, pane: PaneId) -> Option<Heard> {
        lock(&self.shared.state)
            .traffic
            .take_heard(pane, Instant::now())
    }

    /// What a followed pane has written between the last two looks at it, the second of which has just been taken;
    /// handed on once.
    #[must_use]
    pub fn take_written(&self, pane: PaneId) -> Option<Written> {
        let now = Instant::now();
        lock(&self.shared.state).traffic.take_written(pane, now)
    }

    /// Adds to what [`Self::take_written`] gave what has been heard since.
    pub fn add_written(&self, pane: PaneId, written: &mut Written) {
        let now = Instant::now();
        lock(&self.shared.state)
            .traffic
            .add_written(pane, written, now);
    }

    /// What ran in a pane has ended: what it said of work and of waiting holds no more.
    pub fn process_ended(&self, pane: PaneId) {
        lock(&self.shared.state).traffic.process_ended(pane);
    }

    /// Whether panes may have come, gone, moved or changed their size since this was last asked.
    #[must_use]
    pub fn take_topology(&self) -> bool {
        lock(&self.shared.state).traffic.take_topology()
    }

    /// Asks again for the output that tmux has stopped to send because it was not read in time.
    pub fn resume(&self) {
        let paused = lock(&self.shared.state).traffic.take_paused();
        for pane in paused {
            self.post(&["refresh-client", "-A", &format!("{pane}:continue")]);
        }
    }

    /// Bytes of output that have come.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        lock(&self.shared.state).traffic.bytes()
    }

    /// Why the client has ended; none while it is attached.
    #[must_use]
    pub fn ended(&self) -> Option<String> {
        lock(&self.shared.state).ended.clone()
    }

    /// Sends a command line without waiting; several may be under way.
    pub fn ask(&self, words: &[&str]) -> Ticket {
        Ticket(self.send(words, true))
    }

    /// Sends command lines together: tmux goes through all its windows each time that it has read
    /// something, which with a thousand of them takes longer than an answer.
    pub fn ask_all(&self, lines: &[&[&str]]) -> Vec<Ticket> {
        let text: String = lines
            .iter()
            .map(|words| command_line(words) + "\n")
            .collect();
        // The lock keeps the order of questions that of their lines.
        let mut stdin = lock(&self.stdin);
        let mut inbox = lock(&self.shared.state);
        let asked = lines
            .iter()
            .map(|words| inbox.desk.ask(commands(words), true));
        let tickets = asked.map(Ticket).collect();
        drop(inbox);
        // A pipe that is broken shows as the client's end, which whoever waits is told of.
        let _ = stdin.as_mut().map(|stdin| stdin.write_all(text.as_bytes()));
        tickets
    }

    /// The answer to a question: what each of its commands printed.
    pub fn answer(&self, ticket: &Ticket) -> Result<Vec<Vec<u8>>, TmuxError> {
        match self.wait(|inbox| inbox.desk.answer(ticket.0))? {
            Answer::Ok(printed) => Ok(printed),
            Answer::Err(words) => Err(refusal(&words, &self.socket)),
        }
    }

    /// Sends a command line without waiting for its answer.
    fn post(&self, words: &[&str]) {
        self.send(words, false);
    }

    fn send(&self, words: &[&str], wanted: bool) -> u64 {
        let line = command_line(words) + "\n";
        // The lock keeps the order of questions that of their lines.
        let mut stdin = lock(&self.stdin);
        let ticket = lock(&self.shared.state).desk.ask(commands(words), wanted);
        // A pipe that is broken shows as the client's end, which whoever waits is told of.
        let _ = stdin.as_mut().map(|stdin| stdin.write_all(line.as_bytes()));
        ticket
    }

    /// Waits until the inbox gives something.
    fn wait<T>(&self, mut take: impl FnMut(&mut Inbox) -> Option<T>) -> Result<T, TmuxError> {
        let deadline = Instant::now() + PATIENCE;
        let mut inbox = lock(&self.shared.state);
        loop {
            if let Some(taken) = take(&mut inbox) {
                return Ok(taken);
            }
            if inbox.ended.is_some() {
                return Err(TmuxError::no_server(self.socket.display().to_string()));
            }
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(TmuxError::timed_out(PATIENCE.as_secs()));
            }
            let waited = self.shared.answered.wait_timeout(inbox, rest);
            inbox = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Transport for ControlClient {
    fn run(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError> {
        let ticket = self.ask(command);
        Ok(self.answer(&ticket)?.concat())
    }
}

impl ControlClient {
    /// Detaches clients of one server together.
    pub fn detach(clients: impl IntoIterator<Item = Self>) {
        let mut clients: Vec<Self> = clients.into_iter().collect();
        let Some(socket) = clients.first().map(|client| client.socket.clone()) else {
            return;
        };
        let door = Door::hold(&socket);
        clients.iter_mut().for_each(Self::leave);
        door.settle(&socket);
    }

    /// Ends its process; whoever does that holds the door.
    fn leave(&mut self) {
        self.gone = true;
        // The end of its input ends the client by itself; the rest is for one that hangs.
        lock(&self.stdin).take();
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.guarded = None;
    }
}

impl Drop for ControlClient {
    fn drop(&mut self) {
        if !self.gone {
            let door = Door::hold(&self.socket);
            self.leave();
            door.settle(&self.socket);
        }
    }
}

/// Reads what tmux sends until it ends.
fn read(mut stdout: impl Read, shared: &Shared, bell: &Bell) {
    let mut parser = Parser::default();
    let mut piece = vec![0; 64 << 10];
    let why = loop {
        match stdout.read(&mut piece) {
            Ok(0) => break "tmux has ended the control client".to_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => break format!("the control client cannot be read ({error})"),
            Ok(count) => {
                if let Some(why) = take(&mut parser, &piece[..count], shared, bell) {
                    break why;
                }
            }
        }
    };
    lock(&shared.state).ended.get_or_insert(why);
    shared.answered.notify_all();
    bell.ring();
}

/// Takes a piece of the stream; says why it is of no more use, if it is not.
fn take(parser: &mut Parser, piece: &[u8], shared: &Shared, bell: &Bell) -> Option<String> {
    let now = Instant::now();
    let mut why = None;
    let (mut rings, mut answered) = (false, false);
    let mut inbox = lock(&shared.state);
    parser.feed(piece, |message| match message {
        Message::Reply(reply) => {
            answered |= !inbox.greeted;
            inbox.greeted = true;
            answered |= inbox.desk.take(reply);
        }
        Message::Notice(super::Notice::Exit(words)) => {
            let words = String::from_utf8_lossy(words).into_owned();
            why = Some(if words.is_empty() {
                "detached".to_owned()
            } else {
                words
            });
        }
        Message::Notice(notice) => rings |= inbox.traffic.take(&notice, now),
        Message::Astray => why = Some("the stream of the control client is not understood".into()),
    });
    drop(inbox);
    if answered {
        shared.answered.notify_all();
    }
    if rings {
        bell.ring();
    }
    why
}
