//! What a NATS server keeps for a fleet: the stream of events, and the bucket of latest states.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::context::{
    CreateStreamError, CreateStreamErrorKind, GetStreamErrorKind,
};
use async_nats::jetstream::stream::{Config, DiscardPolicy, Info};
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, Message, StatusCode};
use futures_util::StreamExt;
use serde_json::json;

use super::names::{ALL_EVENTS, ALL_STATES, EVENTS, STATES};

const DAY: Duration = Duration::from_secs(86_400);

/// How long events are kept, and how many bytes of them.
const KEPT: Duration = Duration::from_secs(7 * 86_400);
const MOST: i64 = 1 << 30;

/// How long a host that has gone is listed.
const LISTED: Duration = Duration::from_secs(2 * 86_400);

/// How long the server knows the id of a message, so that another one with it is dropped.
const WINDOW: Duration = Duration::from_secs(120);

/// How long one message of an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Values in one answer.
const PAGE: u64 = 500;

/// How often the latest states are stored again: often enough that none is forgotten.
pub const AGAIN: Duration = Duration::from_secs(DAY.as_secs() / 4);

/// Makes the stream and the bucket where they are not there. Those that are there stay as they are.
pub async fn prepare(streams: &Context) -> Result<(), String> {
    let events = Config {
        name: EVENTS.to_owned(),
        description: Some("events of shadow".to_owned()),
        subjects: vec![ALL_EVENTS.to_owned()],
        max_age: KEPT,
        max_bytes: MOST,
        discard: DiscardPolicy::Old,
        duplicate_window: WINDOW,
        allow_direct: true,
        ..Config::default()
    };
    let states = Config {
        name: STATES.to_owned(),
        description: Some("latest states of shadow".to_owned()),
        subjects: vec![ALL_STATES.to_owned()],
        max_age: LISTED,
        max_bytes: MOST,
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        duplicate_window: WINDOW,
        allow_direct: true,
        allow_rollup: true,
        deny_delete: true,
        ..Config::default()
    };
    for config in [events, states] {
        let name = config.name.clone();
        match streams.create_stream(config).await {
            Ok(_) => {}
            // With other limits, as somebody has set them.
            Err(error) if is_taken(&error) => {}
            Err(error) => return Err(format!("the stream {name} cannot be made: {error}")),
        }
    }
    Ok(())
}

/// Whether a stream is there already.
fn is_taken(error: &CreateStreamError) -> bool {
    match error.kind() {
        CreateStreamErrorKind::JetStream(error) => {
            error.error_code() == ErrorCode::STREAM_NAME_EXIST
        }
        _ => false,
    }
}

/// What the server says of a stream that keeps the messages of its subjects, and does nothing else with them. Any host may make
/// the streams, and could read all other hosts through one that hands messages on: such a server is not used.
async fn kept(streams: &Context, name: &str, subjects: &str) -> Result<Info, String> {
    let stream = streams.get_stream(name).await;
    let stream = stream.map_err(|error| match error.kind() {
        GetStreamErrorKind::JetStream(error)
            if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
        {
            "no relay has published on the NATS server yet".to_owned()
        }
        _ => format!("its stream {name} cannot be read: {error}"),
    })?;
    let info = stream.cached_info().clone();
    let is = &info.config;
    let takes = is.mirror.is_some() || is.sources.as_ref().is_some_and(|it| !it.is_empty());
    if is.republish.is_some() || takes || is.subjects != [subjects] {
        return Err(format!(
            "its stream {name} takes other messages than those of shadow, or hands them on; delete it on the server"
        ));
    }
    Ok(info)
}

/// A place in the stream of events: when the stream was made, and the number of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamPosition {
    /// Names the stream: another one of this name was made at another time.
    pub stream: i128,
    /// The number.
    pub number: u64,
}

/// The place of the newest event.
pub async fn newest(streams: &Context) -> Result<StreamPosition, String> {
    kept(streams, STATES, ALL_STATES).await?;
    let info = kept(streams, EVENTS, ALL_EVENTS).await?;
    Ok(StreamPosition {
        stream: info.created.unix_timestamp_nanos(),
        number: info.state.last_sequence,
    })
}

/// The latest values of the keys that a subject with wildcards means, each with its subject.
pub async fn latest(client: &Client, keys: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut found = BTreeMap::new();
    let mut from = Some(1);
    while let Some(first) = from {
        from = page(client, keys, first, &mut found).await?;
    }
    Ok(found.into_iter().collect())
}

/// Adds the values from a number of the stream on, as many as the server gives at one time. The number to go on from, if there
/// are more.
async fn page(
    client: &Client,
    keys: &str,
    first: u64,
    found: &mut BTreeMap<String, Vec<u8>>,
) -> Result<Option<u64>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("its bucket cannot be read: {error}");
    let inbox = client.new_inbox();
    let mut values = client
        .subscribe(inbox.clone())
        .await
        .map_err(|error| failed(&error))?;
    let request = json!({ "next_by_subj": keys, "seq": first, "batch": PAGE }).to_string();
    let subject = format!("$JS.API.DIRECT.GET.{STATES}");
    client
        .publish_with_reply(subject, inbox, request.into())
        .await
        .map_err(|error| failed(&error))?;
    let mut last = None;
    loop {
        let next = tokio::time::timeout(PATIENCE, values.next()).await;
        let Ok(Some(message)) = next else {
            return Err(failed(&"it does not answer in 5 s"));
        };
        match message.status.map(|status| status.as_u16()) {
            None => {
                let (Some(key), Some(number)) = (
                    header(&message, "Nats-Subject"),
                    header(&message, "Nats-Sequence"),
                ) else {
                    return Err(failed(&"its answer has no subject"));
                };
                last = number.parse::<u64>().ok();
                found.insert(key, message.payload.to_vec());
            }
            // The end of a page: the last one if none is left.
            Some(204) => {
                let left = header(&message, "Nats-Num-Pending");
                let left = left.is_some_and(|left| left != "0");
                return Ok(last.filter(|_| left).map(|last| last + 1));
            }
            // Nothing found; or no bucket, since no relay has ever been here.
            Some(404 | 503) => return Ok(None),
            Some(code) => {
                let why = message.description.unwrap_or_default();
                return Err(failed(&format!("{code} {why}")));
            }
        }
    }
}

fn header(message: &Message, name: &str) -> Option<String> {
    let value = message.headers.as_ref()?.get(name)?;
    Some(value.as_str().to_owned())
}

/// Whether a message says that nothing reads a subject.
pub fn is_unread(message: &Message) -> bool {
    message.status == Some(StatusCode::NO_RESPONDERS)
}
