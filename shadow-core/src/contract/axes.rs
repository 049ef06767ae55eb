//! The three axes of a surface and the name under which evidence speaks for one of them.

use serde::{Deserialize, Serialize};

/// Whether the pane shows a CLI that shadow can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    /// A live surface of a CLI that is known.
    Supported,
    /// The pane plainly shows something else: a shell, an editor.
    Unsupported,
    /// The CLI was here and has ended: farewell, dead pane, shell prompt below old chrome.
    Disconnected,
    /// Blank, half painted, or not enough to tell.
    #[default]
    Unknown,
}

/// What the agent is doing, seen from the person in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BusinessState {
    /// No turn runs and nothing asks.
    Idle,
    /// A turn runs (retrying and foreground subagents included).
    Working,
    /// A dialog, picker or panel must be answered or dismissed.
    AwaitingOperator,
    /// Nothing on the given channels tells.
    #[default]
    Unknown,
}

/// Where keystrokes would go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InputMode {
    /// Into the composer, as text of the next prompt.
    Freeform,
    /// Into a dialog, picker, panel, completion popup, or a draft that is a command.
    Modal,
    /// Nowhere useful: a pager, an exited process.
    Closed,
    /// Not known.
    #[default]
    Unknown,
}

/// What a piece of evidence speaks for (`for` on the wire).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Axis {
    /// [`Availability`].
    Availability,
    /// [`BusinessState`].
    BusinessState,
    /// [`InputMode`].
    InputMode,
    /// [`super::UiContext`].
    UiContext,
    /// The composer's content.
    Composer,
    /// Messages queued behind the turn.
    PendingInput,
    /// Work outside the turn.
    Background,
    /// The failure of the last turn.
    Failure,
    /// That the CLI will go on by itself.
    Continues,
    /// What is offered beside the composer.
    Offers,
    /// The permission mode.
    PermissionMode,
}
