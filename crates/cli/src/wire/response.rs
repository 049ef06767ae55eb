//! Answers: a payload, or an error, with the `id` of what it answers.

use schemars::JsonSchema;
use serde::Serialize;
use shadow_tmux::Pane;
use shadow_tui::contract::Payload;

/// What answers one input: its `id`, then the fields of the body.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Identified<I, B> {
    /// The path or pane given, or the request's `id`.
    pub id: I,
    /// What answers it.
    #[serde(flatten)]
    pub body: B,
}

/// What answers a line that is no request.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// One line that says what is wrong and what to do.
    pub error: String,
}

/// A live pane: where it is, and what it shows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PaneReport {
    /// What every command takes to mean this pane: its id, after its server's name where several servers run.
    pub name: String,
    /// The socket of its tmux server.
    pub socket: String,
    /// The pane as tmux lists it.
    pub pane: Pane,
    /// What it shows.
    #[serde(flatten)]
    pub payload: Payload,
}

/// What `shadow extract` found in one input.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Extracted {
    /// Whether there was a match.
    pub found: bool,
    /// The text that counts as the answer; null where nothing matched.
    pub text: Option<String>,
    /// Whether line breaks of the screen were undone to find it: then spaces at the breaks are a
    /// guess.
    pub across_wraps: bool,
}
