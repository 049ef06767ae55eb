//! How the panes of a machine of a NATS server look: what its relay publishes, read from the bucket.

use std::collections::BTreeMap;

use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use serde_json::{Value, json};

use super::wire::PANES;
use crate::nats::{Connection, names, store};

/// The reader of a machine's looks.
pub struct Looks {
    published: Subscriber,
    /// The number of the request for them.
    id: Value,
    /// The run of the relay whose looks they are.
    life: String,
    /// The number of the last look of each pane, by its key: what is read at first may be older than what has come meanwhile.
    last: BTreeMap<String, u64>,
    /// The number of the last message with a look.
    sent: Option<u64>,
}

impl Looks {
    /// Begins to read; gives the lines of those that are there.
    pub async fn begin(
        connection: &Connection,
        host: &str,
        (id, life): (Value, String),
    ) -> Result<(Self, Vec<Value>), String> {
        let keys = names::looks_of(host);
        let client = connection.client();
        let published = client.subscribe(keys.clone()).await;
        let published =
            published.map_err(|error| format!("the NATS server cannot be asked: {error}"))?;
        let mut looks = Self {
            published,
            id,
            life,
            last: BTreeMap::new(),
            sent: None,
        };
        let kept = store::latest(client, &keys).await?;
        let lines = kept
            .into_iter()
            .filter_map(|(key, value)| looks.line(&key, &read(&value), true));
        let lines = lines.collect();
        Ok((looks, lines))
    }

    /// The next line; none if the message says nothing new.
    pub async fn next(&mut self) -> Result<Option<Value>, String> {
        let Some(Message {
            subject, payload, ..
        }) = self.published.next().await
        else {
            return Err("the connection to the NATS server has ended".to_owned());
        };
        let value = read(&payload);
        if value["life"] == self.life.as_str() {
            self.count(value["sent"].as_u64())?;
        }
        Ok(self.line(&subject, &value, false))
    }

    /// Takes the number of a message. An error if one is missing: more has come than was taken.
    fn count(&mut self, sent: Option<u64>) -> Result<(), String> {
        let counted = self.sent.zip(sent);
        if counted.is_some_and(|(last, sent)| sent > last + 1) {
            return Err("some of what it publishes was lost on the way".to_owned());
        }
        self.sent = self.sent.max(sent);
        Ok(())
    }

    /// The line for a value of this run of the relay, if it is newer than what has come; `kept` says that it may be of a pane
    /// that has closed meanwhile. That a pane is gone, an event says.
    fn line(&mut self, key: &str, value: &Value, kept: bool) -> Option<Value> {
        let number = value["number"].as_u64()?;
        let is_known = match self.last.get(key) {
            Some(last) => number <= *last,
            None => self.last.len() >= PANES,
        };
        let look = &value["look"];
        if look.is_null() {
            self.last.remove(key);
        }
        if is_known || value["life"] != self.life.as_str() || !look.is_object() {
            return None;
        }
        self.last.insert(key.to_owned(), number);
        Some(json!({ "id": self.id, "look": look, "kept": kept }))
    }
}

fn read(value: &[u8]) -> Value {
    serde_json::from_slice(value).unwrap_or_default()
}
