//! Answers: a payload, or an error, with the `id` of what it answers.

use schemars::JsonSchema;
use serde::Serialize;

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
