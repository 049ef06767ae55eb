//! Answers: a payload, or an error, with the `id` of what it answers.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shadow_tmux::{Pane, PaneId};
use shadow_tui::contract::Payload;

/// The answer to one input: its `id`, then the fields of the body.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Identified<I, B> {
    /// The path or pane given, or the request's `id`.
    pub id: I,
    /// The answer.
    #[serde(flatten)]
    pub body: B,
}

/// The answer to a line that is not a request.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// One line with the error and advice.
    pub error: String,
    /// The exit code of the equal command, for requests that watch, wait or act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<u8>,
}

impl Fault {
    /// What is wrong with a request.
    pub const fn new(error: String) -> Self {
        Self { error, exit: None }
    }
}

/// The answer to a request for the panes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PaneList {
    /// The panes, each as a line of `shadow panes --json`.
    pub panes: Vec<Identified<String, PaneReport>>,
    /// Panes that are left off, because there are too many for one line.
    pub left_off: usize,
}

/// A live pane: its place and its payload.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PaneReport {
    /// The name of the pane for every command: its id, after the name of its server if several servers run.
    pub name: String,
    /// The machine, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The socket of its tmux server.
    pub socket: String,
    /// Whether it holds an agent.
    pub agent: bool,
    /// The pane as tmux lists it.
    pub pane: Pane,
    /// Its payload.
    #[serde(flatten)]
    pub payload: Payload,
}

/// A pane by the socket of its tmux server and its id.
pub type PaneAddress = (PathBuf, PaneId);

/// How a pane looks now: a line of a watch, and the response to a request to `look`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LookLine {
    /// The pane.
    pub look: Box<Look>,
}

/// A pane as it looks now.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Look {
    /// The socket of its tmux server.
    pub socket: String,
    /// Whether the words of its screen are left out: the conversation, the draft, queued messages and the witnesses. A request to
    /// `look` gives them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub brief: bool,
    /// The run of the relay that counts its turns, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<String>,
    /// The pane as tmux lists it.
    pub pane: Pane,
    /// Its payload, with `lifecycle` if it is watched. `raw_text` is empty.
    #[serde(flatten)]
    pub payload: Payload,
}

impl Look {
    /// A pane of the server with this socket. The bytes of its screen are left out: the payload has the text.
    pub fn of(socket: &Path, pane: Pane, mut payload: Payload) -> Self {
        payload.dialog_projection.raw_text.clear();
        Self {
            socket: socket.display().to_string(),
            brief: false,
            life: None,
            pane,
            payload,
        }
    }
}

/// What `shadow extract` found in one input.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Extracted {
    /// Whether there was a match.
    pub found: bool,
    /// The answer; null if nothing matched.
    pub text: Option<String>,
    /// Whether line breaks of the screen were removed to find it. Then spaces at the breaks are a
    /// guess.
    pub across_wraps: bool,
}
