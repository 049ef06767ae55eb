//! The three axes of a surface and the name under which evidence speaks for one of them.

use serde::{Deserialize, Serialize};

/// Whether the pane shows a CLI that shadow can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    /// A live surface of a known CLI.
    Supported,
    /// The pane plainly shows something else: a shell, an editor.
    Unsupported,
    /// The CLI was here and has exited: a farewell, a dead pane, or a shell prompt below its old interface.
    Disconnected,
    /// A blank or half-painted screen, or too little information.
    #[default]
    Unknown,
}

/// What the agent is doing, from the view of its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BusinessState {
    /// No turn runs, and no dialog is open.
    Idle,
    /// A turn runs. Retries and foreground subagents are part of it.
    Working,
    /// A dialog, picker or panel must be answered or dismissed.
    AwaitingOperator,
    /// The given channels do not show it.
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
    /// Nowhere useful, such as into a pager or an exited process.
    Closed,
    /// Unknown.
    #[default]
    Unknown,
}

/// What a piece of evidence supports (`for` in JSON).
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
    /// Background work, outside the turn.
    Background,
    /// The failure of the last turn.
    Failure,
    /// The announcement that the CLI will go on by itself.
    Continues,
    /// Offers beside the composer.
    Offers,
    /// The permission mode.
    PermissionMode,
}
