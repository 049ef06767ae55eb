//! The lines that only a relay reads and writes. Its other lines are those of the co-process that acts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of what a relay reads and writes beside the contract. Another one is not understood.
pub const RELAY: u32 = 1;

/// The `result` of a second response if no turn runs after an answer.
pub const NO_TURN: &str = "no_turn";

/// The first line of a relay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the relay's lines.
    pub relay: u32,
    /// Names this run of the relay. An act names it, so that no other run takes it.
    pub life: String,
    /// Seconds of the relay's clock, which no other program sets and which runs on while the machine sleeps.
    pub clock: f64,
    /// Seconds of the epoch by the machine's wall clock, which is compared and shown. Nothing depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The version of shadow.
    pub version: String,
    /// The version of the machine interface.
    pub schema_version: String,
    /// Over a NATS server: the number of the newest event of this run that the stream has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// Over a NATS server: how often this run has connected. What was under way to an earlier connection may be lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<u64>,
    /// Over a NATS server: how many events this run has taken, those that it found on its disk included.
    #[serde(default)]
    pub taken: u64,
    /// Over a NATS server: how many of them the stream has. The others wait on the disk of the relay.
    #[serde(default)]
    pub stored: u64,
}

/// The line that a relay writes every two seconds, whatever else it writes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Beat {
    /// Seconds of the relay's clock.
    pub clock: f64,
}

/// What a request that acts carries for a relay, beside the fields of the co-process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    /// The requester's own name for this act: letters, digits, `-` and `_`, 8 to 64 of them. An act is done once for each key:
    /// a request with a key that is known gets what came of the first one.
    pub key: String,
    /// The run of the relay that may do it: `life` of its first line.
    pub life: String,
    /// The second of the relay's clock after which it may not begin any more, at most 600 after the request comes.
    pub before: f64,
    /// The requester, as it calls itself.
    pub by: String,
    /// The requester, as the relay knows it: no field of a request.
    #[serde(skip)]
    pub from: Option<String>,
}

/// A request that only a relay takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum RelayDeed {
    /// Ask what came of the act of a key. Nothing is done again.
    Act {
        /// The key.
        key: String,
    },
    /// Find panes: `found` in the response lists the socket and the id of each.
    Find {
        /// The panes, by any names that commands take; every pane that holds an agent if the list is empty.
        #[serde(default)]
        panes: Vec<String>,
        /// List panes without an agent, too; only if `panes` is empty.
        #[serde(default)]
        all: bool,
    },
    /// Look at a pane now. The response has its `look`, with the words of its screen.
    Look {
        /// The pane, by any name that commands take.
        pane: String,
    },
    /// Say that the requester is there; no response. After the first one, a relay ends when nothing has come for 30 seconds.
    Beat,
}
