//! The stream: events as they happen, each once, resumed by id; and how panes look, the latest alone.
//!
//! A reader keeps a place in the events of late. Nothing is kept for it: one that reads too slowly, or comes back too
//! late, is told how many it missed and goes on. How panes look is sent as it is when the reader is ready for it: in
//! between may lie looks that it never gets.

use std::collections::{BTreeSet, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use shadow_legible::json_line;
use shadow_tui::event::EventBody;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::listed::find;
use crate::board::{Board, Frame, Inner, Missed};
use crate::problem::{Code, Problem};
use crate::site::Site;

/// Streams at one time.
const STREAMS: u64 = 512;

/// Frames that are sent together.
const TOGETHER: usize = 256;

/// How often a reader of a quiet stream hears that it is still there.
const ALIVE: Duration = Duration::from_secs(15);

/// How long changes are gathered before they are sent.
const GATHER: Duration = Duration::from_millis(50);

/// `GET /api/v1/events`.
pub async fn events(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let query = Query::of(&uri)?;
    let wanted = Wanted::of(&site, &query).await?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let last = last.map(str::to_owned).or(query.last_event_id);
    let reader = Reader::new(site.board(), last.as_deref(), query.states, wanted)?;
    let stream = unfold(reader, |mut reader| async {
        let frames = reader.next().await;
        Some((Ok::<_, Infallible>(frames), reader))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    Ok((kind, Body::from_stream(stream)).into_response())
}

/// What the address asks for.
#[derive(Default)]
struct Query {
    states: bool,
    last_event_id: Option<String>,
    /// Panes, by any name.
    panes: Vec<String>,
    events: Vec<String>,
}

impl Query {
    fn of(uri: &Uri) -> Result<Self, Problem> {
        let mut query = Self::default();
        for pair in uri
            .query()
            .unwrap_or_default()
            .split('&')
            .filter(|pair| !pair.is_empty())
        {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decoded(value);
            match (name, value.as_str()) {
                ("states", "true") => query.states = true,
                ("states", "false") => query.states = false,
                ("last_event_id", _) => query.last_event_id = Some(value),
                ("pane", _) => query.panes.push(value),
                ("event", _) => query.events.push(value),
                _ => {
                    let wrong = "the address may ask for pane=PANE, event=EVENT (each more than once), states=true and \
                                 last_event_id=ID, and nothing else";
                    return Err(Problem::new(Code::BadRequest, wrong));
                }
            }
        }
        Ok(query)
    }
}

/// A value of an address, in which `%` and two hexadecimal digits are a byte.
fn decoded(value: &str) -> String {
    let bytes = value.as_bytes();
    let (mut plain, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let digits = digits.and_then(|it| std::str::from_utf8(it).ok());
        match digits.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// What a reader chooses; everything where it names nothing.
#[derive(Default)]
struct Wanted {
    /// Keys of panes.
    panes: Vec<String>,
    events: Vec<String>,
}

impl Wanted {
    async fn of(site: &Arc<Site>, query: &Query) -> Result<Self, Problem> {
        let mut panes = Vec::new();
        for name in &query.panes {
            panes.push(find(site, name).await?.name.clone());
        }
        let known = |name: &String| EventBody::NAMES.contains(&name.as_str());
        if let Some(unknown) = query.events.iter().find(|name| !known(name)) {
            let names = EventBody::NAMES.join(", ");
            let wrong = format!("there is no event {unknown}; there are {names}");
            return Err(Problem::new(Code::BadRequest, wrong));
        }
        let events = query.events.clone();
        Ok(Self { panes, events })
    }

    fn has_pane(&self, key: Option<&str>) -> bool {
        self.panes.is_empty() || key.is_some_and(|key| self.panes.iter().any(|it| it == key))
    }

    fn has(&self, frame: &Frame) -> bool {
        let event = self.events.is_empty() || self.events.contains(&frame.event);
        event && self.has_pane(frame.key.as_deref())
    }
}

/// A reader of the stream.
struct Reader {
    board: Arc<Board>,
    changed: watch::Receiver<u64>,
    /// The number of the next event.
    place: u64,
    /// What it knows of how panes look; none for a reader of events alone.
    states: Option<Known>,
    wanted: Wanted,
    /// Frames that are to be sent before anything else.
    first: VecDeque<Bytes>,
    _open: Open,
}

/// What a reader knows of how panes look.
#[derive(Default)]
struct Known {
    revision: u64,
    gone: u64,
    names: BTreeSet<String>,
    machines: u64,
    note: Option<String>,
}

impl Reader {
    fn new(
        board: &Arc<Board>,
        last: Option<&str>,
        states: bool,
        wanted: Wanted,
    ) -> Result<Self, Problem> {
        let open = Open::try_new(board).ok_or_else(|| {
            let full = "too many streams are open; close one, or read from one and share it";
            Problem::new(Code::TooManyStreams, full)
        })?;
        let changed = board.follow();
        let mut inner = board.lock();
        let (place, missed) = match last.map(|id| inner.ring.place_behind(id)) {
            None => (inner.ring.next(), None),
            Some(Ok(place)) => (place, None),
            // Another run's place: what is kept of this one is all new to the reader.
            Some(Err(missed)) => (inner.ring.first(), Some(missed)),
        };
        let mut first = VecDeque::new();
        let id = inner.ring.id(place - 1);
        first.push_back(match missed {
            Some(missed) => gap(&mut inner, &missed, &id),
            None => Bytes::from(format!(
                "id: {id}\nevent: hello\ndata: {{\"place\":\"{id}\"}}\n\n"
            )),
        });
        drop(inner);
        Ok(Self {
            board: Arc::clone(board),
            changed,
            place,
            states: states.then(Known::default),
            wanted,
            first,
            _open: open,
        })
    }

    /// What is to be sent next; waits until there is something.
    async fn next(&mut self) -> Bytes {
        loop {
            self.changed.mark_unchanged();
            let frames = self.frames();
            if !frames.is_empty() {
                return frames;
            }
            match timeout(ALIVE, self.changed.changed()).await {
                Ok(Ok(())) => sleep(GATHER).await,
                // The board lives as long as its readers.
                Ok(Err(_)) => sleep(ALIVE).await,
                Err(_) => return Bytes::from_static(b": alive\n\n"),
            }
        }
    }

    /// What has not been sent, as one piece.
    fn frames(&mut self) -> Bytes {
        let mut frames: Vec<Bytes> = self.first.drain(..).collect();
        let mut inner = self.board.lock();
        let since = inner.ring.since(self.place, TOGETHER);
        if let Some(missed) = since.missed {
            let id = inner.ring.id(since.next - since.frames.len() as u64 - 1);
            frames.push(gap(&mut inner, &missed, &id));
        }
        let wanted = since.frames.into_iter().filter(|it| self.wanted.has(it));
        frames.extend(wanted.map(|frame| frame.bytes));
        self.place = since.next;
        if let Some(known) = &mut self.states {
            known.catch_up(&inner, &self.wanted, &mut frames);
        }
        drop(inner);
        Bytes::from(frames.concat())
    }
}

impl Known {
    /// The panes that look otherwise than the reader knows, those that are gone, and the machines if one has changed.
    fn catch_up(&mut self, inner: &Inner, wanted: &Wanted, frames: &mut Vec<Bytes>) {
        if self.gone != inner.gone {
            self.gone = inner.gone;
            self.names.retain(|name| {
                let there = inner.panes.contains_key(name);
                if !there {
                    frames.push(Bytes::from(format!(
                        "event: gone\ndata: {{\"key\":\"{name}\"}}\n\n"
                    )));
                }
                there
            });
        }
        if self.revision < inner.revision {
            for (name, (now, _)) in &inner.panes {
                if now.revision > self.revision && wanted.has_pane(Some(name)) {
                    self.names.insert(name.clone());
                    frames.push(now.frame());
                }
            }
            self.revision = inner.revision;
        }
        if self.machines != inner.machines.revision {
            self.machines = inner.machines.revision;
            let json = json_line(&serde_json::json!({ "machines": inner.machines.all() }));
            frames.push(Bytes::from(format!("event: machines\ndata: {json}\n\n")));
        }
        if self.note != inner.note {
            self.note.clone_from(&inner.note);
            let json = json_line(&serde_json::json!({ "note": self.note }));
            frames.push(Bytes::from(format!("event: note\ndata: {json}\n\n")));
        }
    }
}

/// Tells a reader what it missed.
fn gap(inner: &mut Inner, missed: &Missed, id: &str) -> Bytes {
    inner.counts.gaps += 1;
    let lost = missed
        .lost
        .map_or("null".to_owned(), |lost| lost.to_string());
    Bytes::from(format!(
        "id: {id}\nevent: gap\ndata: {{\"lost\":{lost}}}\n\n"
    ))
}

/// A place among the open streams.
struct Open(Arc<Board>);

impl Open {
    fn try_new(board: &Arc<Board>) -> Option<Self> {
        let mut inner = board.lock();
        let free = inner.counts.streams < STREAMS;
        inner.counts.streams += u64::from(free);
        drop(inner);
        free.then(|| Self(Arc::clone(board)))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.lock().counts.streams -= 1;
    }
}
