//! The lines of a machine's relay over a NATS server: requests and responses, and the events of the stream.
//!
//! The connection ends whenever something may have been lost: when the server or the relay has gone, even for a moment. What
//! is asked again then is asked by its key or its number, and the events go on after the last one that came.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use serde_json::{Map, Value, json};
use shadow_legible::excerpt;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::looks::Looks;
use super::wire::{Came, Carrier, SHOWN, WAITING, Wire, lost, unreachable};
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::input::LINE_LIMIT;
use crate::nats::store::{self, StreamPosition};
use crate::nats::{Connection, News, names};
use crate::wire::deed::Deed;
use crate::wire::relay::Hello;

/// A way over a NATS server.
struct Nats {
    output: Sender<Vec<u8>>,
    /// Why it has ended.
    why: Arc<Mutex<String>>,
}

/// Begins one. `ring` is called whenever something has come.
pub fn wire(
    connection: &Arc<Connection>,
    host: &HostName,
    ring: impl Fn() + Send + 'static,
) -> Result<Wire, Failure> {
    let (output, to_write) = channel(WAITING);
    let (to_take, lines) = sync_channel(WAITING);
    let why = Arc::new(Mutex::new(String::new()));
    let (said, connection, host) = (Arc::clone(&why), Arc::clone(connection), host.to_string());
    // A thread of its own: it waits for who takes the lines.
    thread::spawn(move || {
        let lines = Lines {
            lines: to_take,
            ring,
        };
        let mut talk = Talk::new(&connection, host, &lines);
        if let Err(words) = connection.wait(talk.run(to_write)) {
            *said.lock().unwrap_or_else(PoisonError::into_inner) = excerpt(&words, SHOWN);
        }
        let Lines { lines, ring } = lines;
        // The end is to be seen when the bell rings.
        drop(lines);
        ring();
    });
    let carrier = Box::new(Nats { output, why });
    Ok(Wire { carrier, lines })
}

impl Nats {
    fn why(&self) -> String {
        let why = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        why.clone()
    }
}

impl Carrier for Nats {
    fn send(&mut self, line: Vec<u8>) -> bool {
        self.output.try_send(line).is_ok()
    }

    fn refused(&mut self, host: &HostName) -> Failure {
        unreachable(host, &self.why())
    }

    fn ended(&mut self, host: &HostName) -> Failure {
        lost(host, &self.why())
    }

    fn bring(&self, host: &HostName) -> String {
        format!("install this version on {host} (docs/install.md), and start its relay again")
    }
}

/// Where the lines go.
struct Lines<R> {
    lines: SyncSender<Came>,
    ring: R,
}

impl<R: Fn()> Lines<R> {
    fn put(&self, line: &[u8]) -> Result<(), String> {
        let sent = self.lines.send(Came::of(line));
        (self.ring)();
        sent.map_err(|_| String::new())
    }

    fn put_value(&self, line: &Value) -> Result<(), String> {
        self.put(line.to_string().as_bytes())
    }
}

/// The events that are read.
struct Events {
    /// The number of the request for them.
    id: Value,
    events: Ordered,
    /// The stream that they are in, and the number of the last one there: a reader that begins again may give earlier ones.
    last: StreamPosition,
    /// The panes that are meant; every one if there is none.
    panes: Panes,
    /// Whether all events that were there at first have come.
    is_caught_up: bool,
}

/// Panes by the socket of their server and their id.
type Panes = Vec<(String, String)>;

/// A request for events.
struct Wanted {
    id: Value,
    after: Option<StreamPosition>,
}

/// What is read as it comes, once it is asked for.
#[derive(Default)]
struct Reads {
    events: Option<Events>,
    looks: Option<Looks>,
}

/// The talk with a relay.
struct Talk<'a, R> {
    connection: &'a Connection,
    host: String,
    lines: &'a Lines<R>,
    inbox: String,
    /// The newest event before the relay has answered.
    newest: StreamPosition,
    hello: Option<Hello>,
    /// The beginning of a response.
    begun: Vec<u8>,
    /// The acts that were asked for.
    acts: Vec<Value>,
    /// Whether the relay waits for something.
    waits: bool,
    /// The events whose panes the relay is asked for, and those that begin once the relay has caught up.
    wanted: Option<Wanted>,
    held: Option<(Wanted, Panes)>,
    /// How many events the relay must have stored before its latest states are those of now.
    behind: u64,
}

impl<'a, R: Fn()> Talk<'a, R> {
    fn new(connection: &'a Connection, host: String, lines: &'a Lines<R>) -> Self {
        let newest = StreamPosition {
            stream: 0,
            number: 0,
        };
        Self {
            inbox: connection.client().new_inbox(),
            connection,
            host,
            lines,
            newest,
            hello: None,
            begun: Vec::new(),
            acts: Vec::new(),
            waits: false,
            wanted: None,
            held: None,
            behind: 0,
        }
    }

    /// Talks until the reader has gone, or until something may have been lost: then why.
    async fn run(&mut self, mut requests: Receiver<Vec<u8>>) -> Result<(), String> {
        let client = self.connection.client();
        let mut news = self.connection.news();
        let before = news.borrow_and_update().clone();
        let mut replies = subscribe(client, self.inbox.clone()).await?;
        let mut beats = subscribe(client, names::beat(&self.host)).await?;
        let mut reads = Reads::default();
        self.newest = store::newest(self.connection.streams()).await?;
        self.ask(false, json!({"do": "hello"}).to_string().into_bytes())
            .await?;
        loop {
            tokio::select! {
                changed = news.changed() => {
                    let now = news.borrow_and_update().clone();
                    changed.map_err(|_| "the connection has ended".to_owned())?;
                    self.heed(&before, &now)?;
                }
                reply = replies.next() => {
                    let line = self.reply(&some(reply)?)?;
                    self.take(line, &mut reads).await?;
                }
                beat = beats.next() => self.beat(&some(beat)?, &mut reads).await?,
                request = requests.recv() => {
                    let Some(line) = request else { return Ok(()) };
                    self.request(line, &mut reads).await?;
                }
                event = next(&mut reads.events) => self.event(event?, &mut reads.events)?,
                look = next_look(&mut reads.looks) => {
                    if let Some(line) = look? {
                        self.lines.put_value(&line)?;
                    }
                }
            }
        }
    }

    /// What has become of the connection.
    fn heed(&mut self, before: &News, now: &News) -> Result<(), String> {
        if now.lost > before.lost {
            return Err("the connection to the NATS server was lost".to_owned());
        }
        let (words, count) = &now.refused;
        if *count == before.refused.1 {
            return Ok(());
        }
        // The words are of one refusal, which may be another talk's.
        if words.contains(&self.subject(true)) {
            let host = &self.host;
            let error =
                format!("these credentials may not act on {host}: the NATS server refuses it");
            for id in std::mem::take(&mut self.acts) {
                self.lines
                    .put_value(&json!({"id": id, "error": error, "exit": 1}))?;
            }
        } else if words.contains(&self.subject(false)) || words.contains("$JS.API") {
            return Err(format!("the NATS server refuses it: {words}"));
        }
        Ok(())
    }

    fn subject(&self, acts: bool) -> String {
        names::request(acts, &self.host, self.connection.key())
    }

    async fn ask(&self, acts: bool, line: Vec<u8>) -> Result<(), String> {
        let client = self.connection.client();
        let sent = client.publish_with_reply(self.subject(acts), self.inbox.clone(), line.into());
        sent.await
            .map_err(|error| format!("a request cannot be sent: {error}"))
    }

    /// A line of the viewer. What it wants to read is begun here.
    async fn request(&mut self, line: Vec<u8>, reads: &mut Reads) -> Result<(), String> {
        let request: Map<String, Value> =
            serde_json::from_slice(&line).map_err(|error| error.to_string())?;
        let field = |name: &str| request.get(name).cloned().unwrap_or_default();
        match field("do").as_str() {
            // Without a sign of its viewer, a wait ends. A relay over NATS needs none for anything else.
            Some("beat") if !self.waits => Ok(()),
            Some("watch") => {
                if field("looks") == true {
                    self.looks(field("id"), reads).await?;
                }
                let wanted = Wanted {
                    id: field("id"),
                    after: place(&field("after")),
                };
                if field("panes").as_array().is_none_or(Vec::is_empty) {
                    return self.begin(wanted, Vec::new(), reads).await;
                }
                self.wanted = Some(wanted);
                let find = json!({"do": "find", "id": field("id"), "panes": field("panes")});
                self.ask(false, find.to_string().into_bytes()).await
            }
            _ => {
                let mut deed = request.clone();
                for name in ["id", "key", "life", "before", "by"] {
                    deed.remove(name);
                }
                let deed = serde_json::from_value::<Deed>(Value::Object(deed));
                let acts = deed.as_ref().is_ok_and(Deed::acts);
                self.waits |= deed.is_ok_and(|deed| deed.waits());
                if acts {
                    self.acts.push(field("id"));
                }
                self.ask(acts, line).await
            }
        }
    }

    /// Begins to read how panes look: at first as they looked last.
    async fn looks(&self, id: Value, reads: &mut Reads) -> Result<(), String> {
        let hello = self.hello.as_ref();
        let life = hello.map(|hello| hello.life.clone()).unwrap_or_default();
        let (looks, lines) = Looks::begin(self.connection, &self.host, (id, life)).await?;
        reads.looks = Some(looks);
        lines.iter().try_for_each(|line| self.lines.put_value(line))
    }

    /// A response, once it is whole.
    fn reply(&mut self, reply: &Message) -> Result<Vec<u8>, String> {
        if store::is_unread(reply) {
            return Err("its relay does not run, or cannot reach the NATS server".to_owned());
        }
        self.begun.extend_from_slice(&reply.payload);
        if self.begun.len() > LINE_LIMIT {
            return Err("what came is no line of a relay".to_owned());
        }
        let goes_on = reply
            .headers
            .as_ref()
            .and_then(|it| it.get(names::MORE))
            .is_some();
        Ok(match goes_on {
            true => Vec::new(),
            false => std::mem::take(&mut self.begun),
        })
    }

    /// A whole response. Events whose panes it names are begun here.
    async fn take(&mut self, line: Vec<u8>, reads: &mut Reads) -> Result<(), String> {
        if line.is_empty() {
            return Ok(());
        }
        let value: Value = serde_json::from_slice(&line).unwrap_or_default();
        if self.hello.is_none() {
            self.hello = serde_json::from_value(value.clone()).ok();
            self.behind = self.hello.as_ref().map_or(0, |hello| hello.taken);
        }
        let is_found = |wanted: &mut Wanted| wanted.id == value["id"];
        if let Some(wanted) = self.wanted.take_if(is_found)
            && value["error"].is_null()
        {
            let panes = serde_json::from_value(value["found"].clone());
            let panes = panes.map_err(|error| format!("its panes cannot be read: {error}"))?;
            return self.begin(wanted, panes, reads).await;
        }
        self.acts.retain(|id| *id != value["id"]);
        self.lines.put(&line)
    }

    /// A sign that the relay is there. Another run of it does not know what was asked of this one.
    async fn beat(&mut self, beat: &Message, reads: &mut Reads) -> Result<(), String> {
        let Some(hello) = &mut self.hello else {
            return Ok(());
        };
        let beat = serde_json::from_slice::<Hello>(&beat.payload);
        let beat = beat.map_err(|error| format!("what came is no beat of a relay: {error}"))?;
        if (&beat.life, beat.made) != (&hello.life, hello.made) {
            return Err("its relay was started again, or connected again".to_owned());
        }
        self.lines.put_value(&json!({"clock": beat.clock}))?;
        *hello = beat;
        if let Some((wanted, panes)) = self.held.take_if(|_| hello.stored >= self.behind) {
            reads.events = Some(self.watch(wanted, panes).await?);
        }
        self.catch_up(&mut reads.events)
    }

    /// Begins to read events. While the relay has older ones to publish, its latest states are not those of now, and wait.
    async fn begin(
        &mut self,
        mut wanted: Wanted,
        panes: Panes,
        reads: &mut Reads,
    ) -> Result<(), String> {
        let StreamPosition { stream, number } = self.newest;
        // A stream that was made anew, or begins later, has none of what was missed before it.
        let has = |it: &StreamPosition| it.stream == stream && it.number <= number;
        wanted.after = wanted.after.filter(has);
        if wanted.after.is_none() && !self.has_stored_all() {
            self.held = Some((wanted, panes));
            return Ok(());
        }
        reads.events = Some(self.watch(wanted, panes).await?);
        self.catch_up(&mut reads.events)
    }

    /// Whether the relay has stored all that it had taken when the talk began.
    fn has_stored_all(&self) -> bool {
        let hello = self.hello.as_ref();
        hello.is_some_and(|hello| hello.stored >= self.behind)
    }

    /// Begins to read events: at first the latest states, or what was missed.
    async fn watch(&self, wanted: Wanted, panes: Panes) -> Result<Events, String> {
        let hello = self.hello.as_ref();
        let StreamPosition { stream, number } = self.newest;
        let after = wanted.after;
        let shown = hello.and_then(|hello| hello.at).unwrap_or(number);
        let first = after.map_or(shown, |place| place.number) + 1;
        // Where the reader has a name, the server's rights can say which subjects it may read.
        let name = self.connection.client().new_inbox();
        let config = OrderedConfig {
            name: name.rsplit('.').next().map(str::to_owned),
            filter_subject: names::events_of(&self.host),
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: first,
            },
            ..OrderedConfig::default()
        };
        let failed = |error: &dyn std::fmt::Display| format!("its events cannot be read: {error}");
        let streams = self.connection.streams();
        let events = streams.get_stream_no_info(names::EVENTS).await;
        let events = events.map_err(|error| failed(&error))?;
        let events = events.create_consumer(config).await;
        let events = events.map_err(|error| failed(&error))?;
        // Where none is left, all up to the place of the relay have come.
        let come = match events.cached_info().num_pending {
            0 => hello.and_then(|hello| hello.at).unwrap_or_default(),
            _ => 0,
        };
        let events = Events {
            events: events.messages().await.map_err(|error| failed(&error))?,
            id: wanted.id,
            last: StreamPosition {
                stream,
                number: come.max(first - 1),
            },
            panes,
            is_caught_up: after.is_none(),
        };
        if let (None, Some(hello)) = (after, hello) {
            self.states(hello, &events).await?;
        }
        Ok(events)
    }

    /// The latest states, as they were when the relay gave its place.
    async fn states(&self, hello: &Hello, events: &Events) -> Result<(), String> {
        let panes = names::panes_of(&self.host);
        let Some(at) = hello.at else { return Ok(()) };
        for (_, value) in store::latest(self.connection.client(), &panes).await? {
            let mut value: Value = serde_json::from_slice(&value).unwrap_or_default();
            let is_of_then = value["at"].as_u64().is_some_and(|place| place <= at);
            let event = value["event"].take();
            if is_of_then && event["life"] == hello.life && event["event"] == "surface_changed" {
                self.tell(event, (at, true), events)?;
            }
        }
        Ok(())
    }

    /// Says it once if all that was missed has come: all that the relay had, and all of it that the stream has.
    fn catch_up(&self, events: &mut Option<Events>) -> Result<(), String> {
        let at = self.hello.as_ref().and_then(|hello| hello.at);
        let Some(events) = events.as_mut().filter(|it| {
            !it.is_caught_up && self.has_stored_all() && it.last.number >= at.unwrap_or_default()
        }) else {
            return Ok(());
        };
        events.is_caught_up = true;
        let line = json!({"id": events.id, "caught_up": true});
        self.lines.put_value(&line)
    }

    /// An event of the stream.
    fn event(
        &self,
        message: async_nats::jetstream::Message,
        events: &mut Option<Events>,
    ) -> Result<(), String> {
        let info = message.info().map_err(|error| error.to_string())?;
        let number = info.stream_sequence;
        let Some(of) = events.as_mut().filter(|it| number > it.last.number) else {
            return Ok(());
        };
        of.last.number = number;
        let event = serde_json::from_slice(&message.payload).unwrap_or_default();
        self.tell(event, (number, false), of)?;
        self.catch_up(events)
    }

    /// Hands an event on, if its pane is meant, with its number in the stream; `kept` says that it is a latest state.
    fn tell(
        &self,
        mut event: Value,
        (number, kept): (u64, bool),
        events: &Events,
    ) -> Result<(), String> {
        let is = |name: &str, text: &str| event[name].as_str().unwrap_or_default() == text;
        let mut panes = events.panes.iter();
        let is_meant = panes.any(|(socket, pane)| is("socket", socket) && is("pane", pane));
        let Some(fields) = event
            .as_object_mut()
            .filter(|_| is_meant || events.panes.is_empty())
        else {
            return Ok(());
        };
        let place = format!("{}:{number}", events.last.stream);
        fields.insert("id".to_owned(), events.id.clone());
        fields.insert("place".to_owned(), place.into());
        fields.insert("kept".to_owned(), kept.into());
        self.lines.put_value(&event)
    }
}

/// The place that a viewer has kept.
fn place(text: &Value) -> Option<StreamPosition> {
    let (stream, number) = text.as_str()?.split_once(':')?;
    Some(StreamPosition {
        stream: stream.parse().ok()?,
        number: number.parse().ok()?,
    })
}

/// The next event, once some are read.
async fn next(events: &mut Option<Events>) -> Result<async_nats::jetstream::Message, String> {
    let Some(events) = events else {
        return std::future::pending().await;
    };
    let next = events.events.next().await;
    let next = next.ok_or("its events have ended")?;
    next.map_err(|error| format!("its events cannot be read: {error}"))
}

/// The next look, once looks are read.
async fn next_look(looks: &mut Option<Looks>) -> Result<Option<Value>, String> {
    match looks {
        Some(looks) => looks.next().await,
        None => std::future::pending().await,
    }
}

fn some(message: Option<Message>) -> Result<Message, String> {
    message.ok_or_else(|| "the connection to the NATS server has ended".to_owned())
}

async fn subscribe(client: &async_nats::Client, subject: String) -> Result<Subscriber, String> {
    let subscribed = client.subscribe(subject).await;
    subscribed.map_err(|error| format!("the NATS server cannot be asked: {error}"))
}
