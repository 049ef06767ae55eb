//! The tools: name, words for the agent, what they take and give, what they may change.

use std::sync::Arc;

use rmcp::handler::server::common::{schema_for_input, schema_for_output};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::acting::{Answering, Done, Send, Stopping};
use super::desk::{Desk, Result};
use super::portable::{Side, portable};
use super::reading::{List, PaneRead, Panes, Read, Since, Turns};
use super::refusal::Refusal;
use super::waiting::{Wait, Waited};

/// What a tool does to the world.
enum Effect {
    /// Nothing.
    Looks,
    /// It types. With a key, a repeated call types nothing.
    TypesOnce,
    /// It types.
    Types,
}

/// All tools.
pub(super) fn all() -> Vec<Tool> {
    vec![
        tool::<List, Panes>(
            "panes",
            "List the terminal panes that hold a coding agent, those that need somebody first. `self` marks the pane in which \
             you run.",
            Effect::Looks,
        ),
        tool::<Read, PaneRead>(
            "pane_read",
            "Read a pane: the open question with its signature and options, the last answer, the conversation, or the screen.",
            Effect::Looks,
        ),
        tool::<Wait, Waited>(
            "pane_wait",
            "Wait up to 50 seconds until a pane accepts a prompt, asks something, or has ended a turn. If `settled` is false, \
             call again with the cursor.",
            Effect::Looks,
        ),
        tool::<Since, Turns>(
            "pane_turns",
            "List the turns of a pane that have ended: prompt, answer, outcome.",
            Effect::Looks,
        ),
        tool::<Send, Done>(
            "pane_send",
            "Send a prompt to an agent, if it is safe to type there. Then use pane_wait with the cursor that this returns.",
            Effect::TypesOnce,
        ),
        tool::<Answering, Done>(
            "pane_answer",
            "Answer the dialog that you read, by the number of an option. Another dialog gets no key.",
            Effect::TypesOnce,
        ),
        tool::<Stopping, Done>(
            "pane_interrupt",
            "Stop the running turn of an agent.",
            Effect::Types,
        ),
    ]
}

fn tool<Input: JsonSchema + 'static, Output: JsonSchema + 'static>(
    name: &'static str,
    description: &'static str,
    effect: Effect,
) -> Tool {
    let annotations = match effect {
        Effect::Looks => ToolAnnotations::new().read_only(true),
        Effect::TypesOnce => ToolAnnotations::new()
            .read_only(false)
            .destructive(true)
            .idempotent(true),
        Effect::Types => ToolAnnotations::new().read_only(false).destructive(true),
    };
    let input = schema_for_input::<Input>().unwrap_or_default();
    let output = schema_for_output::<Output>();
    Tool::new(name, description, portable(&input, Side::Input))
        .with_raw_output_schema(portable(&output, Side::Output))
        .with_annotations(annotations.open_world(false))
}

impl Desk {
    /// Carries out a call; none where there is no such tool.
    pub(super) async fn call(self: Arc<Self>, name: &str, arguments: JsonObject) -> Option<Result> {
        self.look_first().await;
        Some(match name {
            "panes" => self.take(arguments, Self::list),
            "pane_read" => self.take(arguments, Self::read),
            "pane_turns" => self.take(arguments, Self::turns),
            "pane_wait" => match read(arguments) {
                Ok(asked) => self.wait(asked).await,
                Err(refusal) => Err(refusal),
            },
            "pane_send" => self.take_apart(arguments, Self::send).await,
            "pane_answer" => self.take_apart(arguments, Self::answer).await,
            "pane_interrupt" => self.take_apart(arguments, Self::interrupt).await,
            _ => return None,
        })
    }

    fn take<A: DeserializeOwned>(
        &self,
        arguments: JsonObject,
        of: fn(&Self, &A) -> Result,
    ) -> Result {
        of(self, &read(arguments)?)
    }

    /// An act blocks: it runs in a thread of its own, and goes on to its end if the client cuts the call.
    async fn take_apart<A: DeserializeOwned + std::marker::Send + 'static>(
        self: Arc<Self>,
        arguments: JsonObject,
        of: fn(&Self, &A) -> Result,
    ) -> Result {
        let asked: A = read(arguments)?;
        let done = tokio::task::spawn_blocking(move || of(&self, &asked)).await;
        done.unwrap_or_else(|_| {
            Err(Refusal::new(
                "failed",
                "The act broke off.",
                "Look at the pane before you try again.",
            ))
        })
    }
}

fn read<A: DeserializeOwned>(arguments: JsonObject) -> std::result::Result<A, Refusal> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Refusal::bad(format!("{error}.")))
}
