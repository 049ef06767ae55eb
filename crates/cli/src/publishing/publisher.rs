//! From the spool to the server: each event once it is the first, and the latest state of each pane behind it.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::{Client, HeaderMap};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shadow_tui::contract::SCHEMA_VERSION;
use shadow_tui::event::{Event, EventBody};
use tokio::sync::Notify;
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, sleep, sleep_until};

use super::looks::{Due, Looks};
use super::spool::Spool;
use crate::build;
use crate::calendar::since_epoch;
use crate::exit::complain;
use crate::nats::{News, is_there, names, store};
use crate::output::json_line;
use crate::relay::{Journal, Life};
use crate::stream::News as LookNews;
use crate::wire::relay::{Hello, RELAY};

/// Time between two signs that the relay is there.
const BEAT: Duration = Duration::from_secs(2);

/// Time between two tries to publish an event.
const PAUSE: Duration = Duration::from_millis(500);

/// Looks that are under way at one time.
const LOOKS: usize = 256;

/// The header by which the server knows a message again.
const ID: &str = "Nats-Msg-Id";

/// A line of the spool.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    subject: String,
    id: String,
    /// The key of the latest state that the event changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    /// Whether the pane is gone with it.
    #[serde(default)]
    gone: bool,
    life: String,
    event: Box<RawValue>,
}

/// What is published, and how far.
pub struct Publisher {
    host: String,
    journal: Arc<Journal>,
    spool: Mutex<Spool>,
    looks: Arc<Looks>,
    more: Notify,
    more_looks: Notify,
    /// The number of the newest event of this run that the stream has.
    at: Mutex<Option<u64>>,
}

impl Publisher {
    /// A publisher of what happens on a host in this run of the relay, and of how its panes look.
    pub fn new(host: String, journal: Arc<Journal>, spool: Spool, looks: Arc<Looks>) -> Self {
        Self {
            host,
            journal,
            spool: Mutex::new(spool),
            looks,
            more: Notify::new(),
            more_looks: Notify::new(),
            at: Mutex::new(None),
        }
    }

    fn life(&self) -> &Life {
        self.journal.life()
    }

    /// Takes an event, to be published after those that were taken before.
    pub fn take(&self, mut event: Event) {
        let life = self.life().name().to_owned();
        event.life = Some(life.clone());
        let server = event.socket.clone().unwrap_or_default();
        let pane = event.pane.clone().unwrap_or_default();
        let host = &self.host;
        let Ok(raw) = serde_json::value::to_raw_value(&event) else {
            return;
        };
        let fields: Value = serde_json::from_str(raw.get()).unwrap_or_default();
        let name = fields["event"].as_str().unwrap_or_default();
        let shows = matches!(
            event.body,
            EventBody::SurfaceChanged(_) | EventBody::PaneGone
        );
        let parts = [host, &life, &server, &pane].map(|part| names::escaped(part));
        let entry = Entry {
            subject: names::event(host, &server, &pane, name),
            id: format!("{}/{}", parts.join("/"), event.seq),
            state: shows.then(|| names::pane(host, &server, &pane)),
            gone: matches!(event.body, EventBody::PaneGone),
            life,
            event: raw,
        };
        let mut spool = self.spool();
        spool.push(json_line(&entry).as_bytes(), entry.state.as_deref());
        self.more.notify_one();
    }

    /// Takes how panes look, to be published.
    pub fn show(&self, news: Vec<LookNews>) {
        if self.looks.take(news) {
            self.more_looks.notify_one();
        }
    }

    fn spool(&self) -> std::sync::MutexGuard<'_, Spool> {
        self.spool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first line of the relay, as it is now.
    pub fn hello(&self, made: u64) -> Hello {
        // The number of the newest event is read after them: it counts all that are stored.
        let (taken, stored) = {
            let spool = self.spool();
            (spool.pushed, spool.popped)
        };
        Hello {
            relay: RELAY,
            life: self.life().name().to_owned(),
            clock: self.life().now(),
            time: Some(since_epoch().as_secs_f64()),
            version: build::VERSION.to_string(),
            schema_version: SCHEMA_VERSION.to_owned(),
            at: *self.at.lock().unwrap_or_else(PoisonError::into_inner),
            made: Some(made),
            taken,
            stored,
        }
    }

    /// Publishes signs that the relay is there, as long as the connection is.
    pub async fn beat(self: Arc<Self>, client: Client, news: Receiver<News>) {
        let subject = names::beat(&self.host);
        loop {
            // What is given to a lost connection would come late.
            if is_there(&client) {
                let made = news.borrow().made;
                let hello = json_line(&self.hello(made));
                let _ = client.publish(subject.clone(), hello.into()).await;
            }
            sleep(BEAT).await;
        }
    }

    /// Publishes the events that are taken, for as long as the relay runs.
    pub async fn publish(self: Arc<Self>, streams: Context) {
        let mut states: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut again = Instant::now() + store::AGAIN;
        let mut trouble = None;
        loop {
            let first = match self.first() {
                Ok(first) => first,
                Err(error) => {
                    say(
                        &mut trouble,
                        Some(format!("events cannot be read from the disk: {error}")),
                    );
                    sleep(PAUSE).await;
                    continue;
                }
            };
            let Some(entry) = first else {
                tokio::select! {
                    () = self.more.notified() => {}
                    () = sleep_until(again) => {
                        for (key, state) in &states {
                            let _ = put(&streams, key, state).await;
                        }
                        again = Instant::now() + store::AGAIN;
                    }
                }
                continue;
            };
            match self.one(&streams, entry, &mut states).await {
                Ok(()) => {
                    say(&mut trouble, None);
                    if let Err(error) = self.pop() {
                        complain(&format!("events cannot be taken from the disk: {error}"));
                        sleep(PAUSE).await;
                    }
                }
                Err(why) => {
                    say(&mut trouble, Some(why));
                    sleep(PAUSE).await;
                    // Somebody may have taken the stream away.
                    let _ = store::prepare(&streams).await;
                }
            }
        }
    }

    /// Publishes how panes look, for as long as the relay runs: all of them again after each new connection.
    pub async fn publish_looks(
        self: Arc<Self>,
        client: Client,
        streams: Context,
        mut news: Receiver<News>,
    ) {
        let mut again = Instant::now() + store::AGAIN;
        let mut made = 0;
        loop {
            let now = news.borrow_and_update().made;
            if std::mem::replace(&mut made, now) != now {
                self.looks.again();
            }
            // What is given to a lost connection would come late.
            let due = self.looks.due(if is_there(&client) { LOOKS } else { 0 });
            if due.is_empty() {
                tokio::select! {
                    () = self.more_looks.notified() => {}
                    _ = news.changed() => {}
                    () = sleep_until(again) => {
                        self.looks.again();
                        again = Instant::now() + store::AGAIN;
                    }
                }
            } else if self.store(&streams, due).await.is_err() {
                sleep(PAUSE).await;
            }
        }
    }

    /// Stores looks. Those that the server does not confirm go on waiting.
    async fn store(&self, streams: &Context, looks: Vec<Due>) -> Result<(), PublishError> {
        let mut sent = Vec::new();
        for look in looks {
            let value = look.value.clone().into();
            sent.push((streams.publish(look.key.clone(), value).await, look));
        }
        for (sent, look) in sent {
            let stored = match sent {
                Ok(sent) => sent.await.map(drop),
                Err(error) => Err(error),
            };
            match stored {
                // One that is too long is never taken.
                Err(error) if error.kind() != PublishErrorKind::MaxPayloadExceeded => {
                    return Err(error);
                }
                _ => self.looks.stored(&look),
            }
        }
        Ok(())
    }

    /// The first entry that waits. Lines that are none are taken away.
    fn first(&self) -> io::Result<Option<Entry>> {
        let mut spool = self.spool();
        let dropped = spool.dropped();
        if dropped > 0 {
            complain(&format!(
                "{dropped} events were dropped: the NATS server is away, and there is no room for more"
            ));
        }
        while let Some(line) = spool.first()? {
            match serde_json::from_slice(&line) {
                Ok(entry) => return Ok(Some(entry)),
                Err(_) => spool.pop()?,
            }
        }
        Ok(None)
    }

    fn pop(&self) -> io::Result<()> {
        self.spool().pop()
    }

    /// Publishes one event, and the state that it leaves. The place moves on when both are there.
    async fn one(
        &self,
        streams: &Context,
        entry: Entry,
        states: &mut BTreeMap<String, Vec<u8>>,
    ) -> Result<(), String> {
        let mut headers = HeaderMap::new();
        headers.insert(ID, entry.id.as_str());
        let body = entry.event.get().to_owned();
        let sent = streams.publish_with_headers(entry.subject, headers, body.into());
        let stored = match sent.await {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        let place = match stored {
            Ok(stored) => stored.sequence,
            Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                complain(
                    "an event is dropped: the NATS server does not take so long a message (max_payload)",
                );
                return Ok(());
            }
            Err(error) => return Err(format!("events wait for the NATS server: {error}")),
        };
        // The states of an earlier run are not those of now.
        if entry.life != self.life().name() {
            return Ok(());
        }
        if let Some(key) = entry.state {
            let state = json!({"at": place, "event": entry.event})
                .to_string()
                .into_bytes();
            put(streams, &key, &state).await?;
            // That a pane is gone is stored once, and expires.
            match entry.gone {
                true => states.remove(&key),
                false => states.insert(key, state),
            };
        }
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        *at = Some(place);
        Ok(())
    }
}

async fn put(streams: &Context, key: &str, state: &[u8]) -> Result<(), String> {
    let sent = streams.publish(key.to_owned(), state.to_vec().into());
    let stored = match sent.await {
        Ok(sent) => sent.await,
        Err(error) => Err(error),
    };
    let failed = |error| format!("states wait for the NATS server: {error}");
    stored.map(drop).map_err(failed)
}

/// Says when a trouble begins, and when it ends.
fn say(trouble: &mut Option<String>, now: Option<String>) {
    match (&trouble, &now) {
        (None, Some(why)) => complain(&format!("{why}; trying again")),
        (Some(_), None) => complain("events are published again"),
        _ => {}
    }
    *trouble = now;
}
