//! Requests, and the responses to the inboxes of their requesters.
//!
//! What a requester may do depends on the subject, whose rights the server checks: `ask` changes nothing, `act` acts. The last
//! part of the subject is the requester's public key, and a response goes to an inbox of that key alone.

use std::sync::{Arc, Mutex, PoisonError};

use async_nats::{HeaderMap, Message};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::publisher::Publisher;
use crate::exit::{Exit, Failure};
use crate::nats::{Connection, names};
use crate::output::json_line;
use crate::stream::{Acts, Print, Requester};
use crate::wire::{Fault, Identified};

/// The largest request, in bytes: a prompt.
const LINE: usize = 1 << 20;

/// What a message has beside its payload, at most.
const AROUND: usize = 4096;

/// The requests that only this relay takes.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Asked {
    /// Its first line.
    Hello,
    /// Go on with the waits of this requester; no response.
    Beat,
}

/// Answers requests.
pub struct Answering {
    connection: Arc<Connection>,
    publisher: Arc<Publisher>,
    acts: Acts,
    /// Held while the parts of a response are sent.
    sending: Arc<Mutex<()>>,
}

impl Answering {
    /// Answers on a connection.
    pub fn new(connection: Arc<Connection>, publisher: Arc<Publisher>, acts: Acts) -> Self {
        Self {
            connection,
            publisher,
            acts,
            sending: Arc::default(),
        }
    }

    /// Waits until every act that was begun is done.
    pub fn finish(self) {
        self.acts.finish();
    }

    /// Ends the waits of requesters that are silent.
    pub fn expire(&self) {
        self.acts.expire();
    }

    /// Takes a request; `acts` says whether its subject lets it act.
    pub fn take(&mut self, request: &Message, acts: bool) {
        let Some((key, inbox)) = requester(request) else {
            return;
        };
        let print = self.print(inbox.clone());
        let line = &request.payload;
        let fields: Option<Map<String, Value>> = match line.len() <= LINE {
            true => serde_json::from_slice(line).ok(),
            false => None,
        };
        let id = fields.as_ref().and_then(|it| it.get("id")).cloned();
        let id = id.unwrap_or_default();
        let refuse = |failure: &Failure| {
            let body = Fault {
                error: failure.message().to_owned(),
                exit: Some(failure.exit().code()),
            };
            let _ = print(json_line(&Identified { id: &id, body }).as_bytes());
        };
        let Some(fields) = fields else {
            return refuse(&Failure::usage(
                "not a request: send one JSON object of at most 1 MiB, with \"do\"",
            ));
        };
        match serde_json::from_value(Value::Object(fields.clone())) {
            Ok(Asked::Hello) => {
                let made = self.connection.news().borrow().made;
                let _ = print(json_line(&self.publisher.hello(made)).as_bytes());
            }
            Ok(Asked::Beat) => self.acts.renew(&inbox),
            Err(_) if fields.get("do") == Some(&json!("watch")) => refuse(&Failure::usage(
                "over a NATS server, events are read from the stream",
            )),
            Err(_) => {
                let requester = Requester {
                    print: Arc::clone(&print),
                    from: Some(key),
                    acts,
                    name: Some(inbox),
                };
                if !self.acts.take_from(line, requester) {
                    refuse(&Failure::new(
                        Exit::Usage,
                        "not a request: send one JSON object with \"do\"",
                    ));
                }
            }
        }
    }

    /// Prints lines to an inbox, in as many parts as the server needs.
    fn print(&self, inbox: String) -> Print {
        let connection = Arc::clone(&self.connection);
        let sending = Arc::clone(&self.sending);
        Arc::new(move |line| {
            let _sending = sending.lock().unwrap_or_else(PoisonError::into_inner);
            let client = connection.client();
            let part = client.max_payload().saturating_sub(AROUND).max(AROUND);
            let mut parts = line.chunks(part).peekable();
            while let Some(part) = parts.next() {
                let mut headers = HeaderMap::new();
                if parts.peek().is_some() {
                    headers.insert(names::MORE, "1");
                }
                let sent =
                    client.publish_with_headers(inbox.clone(), headers, part.to_vec().into());
                connection
                    .wait(sent)
                    .map_err(|error| Failure::gone(error.to_string()))?;
            }
            Ok(())
        })
    }
}

/// The public key of a requester, and its inbox. What comes from elsewhere, such as from a stream, has no inbox of that key.
fn requester(request: &Message) -> Option<(String, String)> {
    let key = request.subject.as_str().rsplit('.').next()?;
    let inbox = request.reply.as_ref()?.as_str();
    let below = inbox.strip_prefix(&names::inbox(key))?;
    let is_own = below.starts_with('.');
    is_own.then(|| (key.to_owned(), inbox.to_owned()))
}
