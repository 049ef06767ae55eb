//! The relay at work over a NATS server, from its begin to its end.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use futures_util::StreamExt;
use shadow_files::{own, private};
use shadow_live::{Scope, Watcher};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tokio::sync::Notify;
use tokio::time::interval;

use super::answering::Answering;
use super::looks::{Looks, leave_out_words};
use super::publisher::Publisher;
use super::spool::Spool;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::host_name::HostName;
use crate::nats::{Address, Connection, names, store};
use crate::relay::{Journal, Life};
use crate::setup;
use crate::stream::{Acts, Hide, Print, Seeing, Turns, follow};

/// The pause before another try to connect.
const PAUSE: Duration = Duration::from_secs(2);

/// Time between two looks for waits whose requester is silent.
const EXPIRE: Duration = Duration::from_secs(5);

/// What a relay needs to begin.
pub struct Service {
    /// The server.
    pub address: Address,
    /// The name of this machine.
    pub host: HostName,
    /// The servers of tmux that are watched; all of the user's if there is none.
    pub sockets: Vec<PathBuf>,
    /// Screens are given with every letter blanked.
    pub redacted: bool,
}

impl Service {
    /// Publishes and answers until a signal asks it to end.
    pub fn run(self) -> Outcome {
        let journal = Arc::new(Journal::open(Life::begin())?);
        let spool = self.spool()?;
        let host = self.host.to_string();
        let life = journal.life().name().to_owned();
        let looks = Arc::new(Looks::new(host.clone(), life, self.redacted));
        let (kept, shown) = (Arc::clone(&journal), Arc::clone(&looks));
        let publisher = Arc::new(Publisher::new(host, kept, spool, shown));
        let watcher = self.watcher()?;
        let departure = watcher.departure();
        let taker = Arc::clone(&publisher);
        thread::spawn(move || {
            follow(watcher, true, |news, step| {
                step.notes.iter().for_each(|note| complain(note));
                taker.show(news);
                step.events.into_iter().for_each(|event| taker.take(event));
            });
        });
        // Until then a signal ends the process: no act can have begun.
        let connection = Arc::new(self.connect()?);
        let ends = Arc::new(Notify::new());
        on_signals(&ends)?;
        let nowhere: Print = Arc::new(|_| Ok(()));
        let of = Arc::clone(&looks);
        let turns: Turns = Arc::new(move |socket, pane| of.turn(socket, pane));
        // A list of panes has the words of all their screens.
        let hide: Hide = if self.redacted {
            leave_out_words
        } else {
            |_| {}
        };
        let seeing = Seeing {
            look: Arc::new(move |socket, pane| looks.look(socket, pane)),
            hide,
            turns: Some(turns),
        };
        let acts = Acts::new(nowhere).kept_in(journal).seeing(seeing);
        let ended = self.serve(&connection, publisher, acts, &ends);
        departure.wait();
        ended
    }

    /// The events that wait for the server: those of an earlier run, too.
    fn spool(&self) -> Result<Spool, Failure> {
        let state = own::state().ok_or_else(|| {
            Failure::input("there is no home folder, so events cannot be kept; set HOME")
        })?;
        let folder = state.join("events");
        let path = folder.join(names::escaped(self.host.as_str()));
        let spool = private::folder(&folder).and_then(|()| Spool::open(&path));
        spool.map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => Failure::new(
                Exit::NotHeld,
                format!("another relay runs here as {}; end it, or give this one another --host", self.host),
            ),
            _ => {
                let path = path.display();
                Failure::input(format!(
                    "events cannot be kept in {path}: {error}; make room, or make it yours alone (chmod 700)"
                ))
            }
        })
    }

    fn watcher(&self) -> Result<Watcher, Failure> {
        let mut watcher = setup::watcher(None, Scope::Agents)?;
        if self.sockets.is_empty() {
            return Ok(watcher.searching());
        }
        for socket in &self.sockets {
            watcher.add_server(socket);
        }
        Ok(watcher)
    }

    /// Connects, as soon as the server is there. One that is too old is an error.
    fn connect(&self) -> Result<Connection, Failure> {
        let mut is_away = false;
        loop {
            let connected = Connection::open(&self.address);
            let failure = match connected {
                Ok(connection) => return Ok(connection),
                Err(failure) if failure.exit() != Exit::Gone => return Err(failure),
                Err(failure) => failure,
            };
            if !std::mem::replace(&mut is_away, true) {
                complain(&format!("{}; trying again", failure.message()));
            }
            thread::sleep(PAUSE);
        }
    }

    fn serve(
        &self,
        connection: &Arc<Connection>,
        publisher: Arc<Publisher>,
        kept: Acts,
        ends: &Notify,
    ) -> Outcome {
        let client = connection.client();
        let streams = connection.streams();
        let failed = |why: String| connection.unreachable(&why);
        connection.wait(store::prepare(streams)).map_err(failed)?;
        let subscribed = |acts: bool| {
            let subject = names::request(acts, self.host.as_str(), "*");
            let subscribed = connection.wait(client.subscribe(subject));
            subscribed.map_err(|error| failed(error.to_string()))
        };
        let (mut asks, mut acts) = (subscribed(false)?, subscribed(true)?);
        connection.begin(Arc::clone(&publisher).publish(streams.clone()));
        let looks = Arc::clone(&publisher);
        let looks = looks.publish_looks(client.clone(), streams.clone(), connection.news());
        connection.begin(looks);
        connection.begin(Arc::clone(&publisher).beat(client.clone(), connection.news()));
        let mut answering = Answering::new(Arc::clone(connection), publisher, kept);
        let (mut news, mut refused) = (connection.news(), 0);
        let (server, host) = (&self.address, &self.host);
        complain(&format!(
            "{host} publishes to {server}; shadow panes --fleet lists it"
        ));
        let mut ticks = connection.wait(async { interval(EXPIRE) });
        loop {
            let next = connection.wait(async {
                tokio::select! {
                    _ = ticks.tick() => Some((None, false)),
                    () = ends.notified() => None,
                    request = asks.next() => request.map(|it| (Some(it), false)),
                    request = acts.next() => request.map(|it| (Some(it), true)),
                    _ = news.changed() => Some((None, false)),
                }
            });
            match next {
                Some((Some(request), acts)) => answering.take(&request, acts),
                Some((None, _)) => {
                    answering.expire();
                    let now = news.borrow().refused.clone();
                    if std::mem::replace(&mut refused, now.1) != now.1 {
                        complain(&format!("the NATS server refuses something: {}", now.0));
                    }
                }
                None => break,
            }
        }
        // No act is left between two keys.
        answering.finish();
        Ok(Exit::Done)
    }
}

/// Says when a signal asks the relay to end. A second one ends it at once.
fn on_signals(ends: &Arc<Notify>) -> Result<(), Failure> {
    let signals = Signals::new([SIGHUP, SIGINT, SIGTERM]);
    let mut signals =
        signals.map_err(|error| Failure::input(format!("signals cannot be taken: {error}")))?;
    let ends = Arc::clone(ends);
    thread::spawn(move || {
        let mut signals = signals.forever();
        if signals.next().is_some() {
            ends.notify_one();
        }
        if let Some(signal) = signals.next() {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// The name of this machine, as its relay is called.
pub fn own_name() -> Result<HostName, Failure> {
    let about = rustix::system::uname();
    let name = about.nodename().to_string_lossy().into_owned();
    name.parse().map_err(|_| {
        Failure::usage("the name of this machine cannot be used; give one with --host NAME")
    })
}
