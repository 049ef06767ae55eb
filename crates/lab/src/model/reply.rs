//! What a scenario lets the model say: replies, events, errors, token counts.
//!
//! Plain serde data, written in scenarios as TOML. Nothing here knows a wire
//! format or the name that a CLI gives to a tool.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::tool::Tool;

/// Headers of an answer by name. A value may be a moment counted from now, such as `@+2h`.
pub type Headers = BTreeMap<String, String>;

/// One answer of the model to one request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Only for requests whose last user text holds this substring (a
    /// subagent's prompt, a compaction request). Such replies stand outside the
    /// main queue, and their requests are not counted as main requests.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// How many requests this reply answers; 0 means all from here on.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: u32,
    /// What is said, in order.
    #[serde(default)]
    pub events: Vec<Event>,
    /// Headers of the answer, over those that the world gives to every answer.
    #[serde(default, skip_serializing_if = "Headers::is_empty")]
    pub headers: Headers,
    /// Token counts reported at the end of the stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

impl Reply {
    /// A reply of one short text, the commonest case.
    pub fn text(text: &str) -> Self {
        Self::of(vec![Event::Text(text.to_owned())])
    }

    /// A reply of these events, for one main request.
    pub fn of(events: Vec<Event>) -> Self {
        Self {
            times: 1,
            events,
            ..Self::default()
        }
    }
}

fn once() -> u32 {
    1
}

fn is_once(times: &u32) -> bool {
    *times == 1
}

/// One thing that happens in a stream.
///
/// In TOML: `{ text = "…" }`, `{ gate = "g1" }`, `{ tool = { shell = { command = "ls" } } }`,
/// and `"disconnect"`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Answer text, sent at once. Successive texts form one block.
    Text(String),
    /// Answer text in pieces with a pause between them.
    Stream(Paced),
    /// Reasoning: a thinking block, or a reasoning summary.
    Thinking(String),
    /// A tool call, in the form that the request offers.
    Tool(Tool),
    /// Holds the stream open until the gate of this name is released.
    Gate(String),
    /// As first event: holds the whole response back, head and all, until the
    /// gate of this name is released.
    BeforeHead(String),
    /// Waits this many seconds.
    Delay(f64),
    /// As first event an HTTP error, later an error inside the stream.
    Error(Failure),
    /// An error inside a stream that began well (`response.failed`, `event: error`).
    Failed(Failure),
    /// Drops the connection without ending the stream.
    Disconnect,
    /// The reason for stopping, in the provider's own word.
    Stop(String),
}

/// Text that arrives in pieces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paced {
    /// The whole text.
    pub text: String,
    /// Characters in one piece.
    #[serde(default = "default_chunk")]
    pub chunk: usize,
    /// Seconds between two pieces.
    #[serde(default)]
    pub pace: f64,
}

fn default_chunk() -> usize {
    24
}

/// Token counts of one response.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens read.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
}

impl Default for Usage {
    fn default() -> Self {
        Self {
            input: 1200,
            output: 40,
        }
    }
}

/// An error of the API.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// HTTP status, where the error is one of HTTP.
    #[serde(default = "default_status")]
    pub status: u16,
    /// The provider's error type or code, such as `rate_limit_error`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// The words shown to people.
    #[serde(default)]
    pub message: String,
    /// `retry-after` header in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// Further response headers, such as rate-limit ones.
    #[serde(default, skip_serializing_if = "Headers::is_empty")]
    pub headers: Headers,
    /// Further fields of the JSON error object, such as `resets_in_seconds`; moments become seconds of the epoch.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub extra: Value,
}

fn default_status() -> u16 {
    500
}

/// What the server answers to a path beside the model's own, such as that of an account.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideAnswer {
    /// End of the path.
    pub path: String,
    /// HTTP status.
    #[serde(default = "well")]
    pub status: u16,
    /// JSON body; moments in it become seconds of the epoch.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

fn well() -> u16 {
    200
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_reads_from_toml() {
        let reply: Reply = toml::from_str(
            r#"
            match = "count the files"
            events = [
              { text = "one" }, { gate = "g1" }, { delay = 0.5 }, "disconnect",
              { stream = { text = "two", chunk = 1, pace = 0.1 } },
              { tool = { shell = { command = "ls" } } },
              { error = { status = 429, type = "rate_limit_error", message = "slow", retry_after = 3 } },
            ]"#,
        )
        .expect("valid reply");
        assert_eq!(reply.times, 1);
        assert_eq!(reply.matches.as_deref(), Some("count the files"));
        assert_eq!(reply.events.len(), 7);
        assert_eq!(reply.events[3], Event::Disconnect);
        let Event::Tool(Tool::Shell(shell)) = &reply.events[5] else {
            panic!("{:?}", reply.events[5]);
        };
        assert_eq!(shell.command, "ls");
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        let bad = toml::from_str::<Reply>("event = []");
        assert!(bad.is_err());
    }
}
