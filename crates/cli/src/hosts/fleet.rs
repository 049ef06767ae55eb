//! The machines whose relays publish on a NATS server, and the one connection of this process to it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::json;
use tokio::time::timeout;

use crate::config;
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::nats::{Connection, names, store};

/// Time between two looks for machines that have come.
const PAUSE: Duration = Duration::from_secs(5);

/// How long a machine is asked what these credentials may do.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection, once it was made. It comes back by itself.
static CURRENT: Mutex<Option<Arc<Connection>>> = Mutex::new(None);

/// The machines that were named, which ssh leads to.
static NAMED: Mutex<BTreeSet<HostName>> = Mutex::new(BTreeSet::new());

/// Takes these machines for those of ssh, whatever the fleet has.
pub fn name(hosts: &[HostName]) {
    let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    named.extend(hosts.iter().cloned());
}

fn is_named(host: &HostName) -> Result<bool, Failure> {
    let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(named.contains(host) || config::current()?.hosts.contains(host))
}

/// Whether a machine is asked over a NATS server, without asking it.
pub fn has(host: &HostName) -> bool {
    let is_named = is_named(host).unwrap_or(true);
    !is_named && matches!(config::fleet(), Ok(Some(_)))
}

/// The connection over which a machine is asked; none if ssh leads to it.
pub fn of(host: &HostName) -> Result<Option<Arc<Connection>>, Failure> {
    match is_named(host)? {
        true => Ok(None),
        false => current(),
    }
}

/// The connection to the server of the arguments or the settings; none if there is no such server.
pub fn current() -> Result<Option<Arc<Connection>>, Failure> {
    let Some(address) = config::fleet()? else {
        return Ok(None);
    };
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    if current.is_none() {
        *current = Some(Arc::new(Connection::open(&address)?));
    }
    match &*current {
        Some(connection) if !connection.is_there() => {
            Err(connection.unreachable("the connection is lost"))
        }
        connection => Ok(connection.clone()),
    }
}

/// The machines of the fleet that ssh does not lead to, those that are away included.
pub fn hosts() -> Result<Vec<HostName>, Failure> {
    let Some(connection) = current()? else {
        return Ok(Vec::new());
    };
    let found = connection.wait(store::latest(connection.client(), names::ALL_BEATS));
    let found = found.map_err(|why| connection.unreachable(&why))?;
    let mut hosts = Vec::new();
    for (subject, _) in found {
        let host = names::host_of_beat(&subject).and_then(|name| name.parse().ok());
        if let Some(host) = host
            && !is_named(&host)?
        {
            hosts.push(host);
        }
    }
    hosts.sort();
    Ok(hosts)
}

/// What becomes known of the machines of the fleet.
pub enum Found {
    /// A machine has come.
    Host(HostName),
    /// The server cannot be asked, for this reason. Its place, as the name of a machine.
    Away(Option<HostName>, String),
    /// It can be asked again.
    Back(Option<HostName>),
}

/// Gives the machines that come to the fleet to `tell`, besides those that are known, until that returns false.
pub fn follow(known: &[HostName], mut tell: impl FnMut(Found) -> bool) {
    let mut known: BTreeSet<HostName> = known.iter().cloned().collect();
    let place = || config::fleet().ok()??.place().parse().ok();
    let mut is_away = false;
    loop {
        let goes_on = match hosts() {
            Ok(hosts) => {
                let is_back = std::mem::take(&mut is_away);
                let back = is_back.then(|| Found::Back(place()));
                let new = hosts.into_iter().filter(|host| known.insert(host.clone()));
                back.into_iter().chain(new.map(Found::Host)).all(&mut tell)
            }
            Err(_) if is_away => true,
            Err(failure) => {
                is_away = true;
                tell(Found::Away(place(), failure.message().to_owned()))
            }
        };
        if !goes_on {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// What is known of the server and of what these credentials may do there; none if there is no fleet, or it cannot be asked.
pub fn about() -> Option<String> {
    let connection = current().ok()??;
    let hosts = hosts().ok()?;
    let count = match hosts.len() {
        1 => "1 host".to_owned(),
        count => format!("{count} hosts"),
    };
    let mut words = format!(
        "NATS {} at {}, {count}",
        connection.version(),
        connection.server()
    );
    if !connection.is_encrypted() {
        words += ", not encrypted";
    }
    // The first machine that answers shows it.
    let mut rights = hosts.iter();
    let may_act = rights.find_map(|host| connection.wait(may_act(&connection, host)));
    words += match may_act {
        Some(true) => ", these credentials may act",
        Some(false) => ", these credentials may look and not act",
        None => "",
    };
    Some(words)
}

/// Whether the server lets these credentials act on a machine; none if its relay does not answer.
async fn may_act(connection: &Connection, host: &HostName) -> Option<bool> {
    let client = connection.client();
    let inbox = client.new_inbox();
    let mut replies = client.subscribe(inbox.clone()).await.ok()?;
    let mut news = connection.news();
    let before = news.borrow_and_update().refused.1;
    let subject = names::request(true, host.as_str(), connection.key());
    let hello = json!({"do": "hello"}).to_string();
    let sent = client.publish_with_reply(subject, inbox, hello.into());
    sent.await.ok()?;
    let answered = async {
        loop {
            tokio::select! {
                reply = replies.next() => return reply.filter(|it| !store::is_unread(it)).map(|_| true),
                changed = news.changed() => {
                    changed.ok()?;
                    if news.borrow().refused.1 > before {
                        return Some(false);
                    }
                }
            }
        }
    };
    timeout(PATIENCE, answered).await.ok()?
}
