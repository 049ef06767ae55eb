//! The conversation on the screen.

use serde::{Deserialize, Serialize};

use super::{ProjectionMetadata, ShadowAnomaly};

/// The role of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CellRole {
    /// The person.
    User,
    /// The agent.
    Assistant,
    /// The agent's reasoning.
    Thinking,
    /// A tool call.
    ToolCall,
    /// The result of a tool.
    ToolResult,
    /// A remark of the CLI (tips, mode changes, command output). It is not part of `dialog_text`.
    Notice,
    /// An error of the turn.
    Error,
    /// The CLI's banner. It is not part of `dialog_text`.
    Banner,
}

impl CellRole {
    /// Whether cells of this role belong to `dialog_text`.
    #[must_use]
    pub const fn in_dialog_text(self) -> bool {
        !matches!(self, Self::Notice | Self::Banner)
    }
}

/// One cell of the dialog, in screen order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DialogCell {
    /// The role.
    pub role: CellRole,
    /// The text without bullet and indent, soft wraps undone where they can be proven.
    pub text: String,
    /// First and last row. Rows of history count negative, the row above the screen is -1.
    pub rows: [i32; 2],
    /// Whether the cell begins above the given text.
    pub truncated_above: bool,
    /// Whether the cell's end is on the screen and final. False for the last cell of a running turn and
    /// for cells that the CLI itself folded.
    pub complete: bool,
    /// Whether the cell is the CLI's note that a person interrupted the turn above it. JSON leaves it out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub breaks_off: bool,
    /// The command by which a person has started the agent, if the cell is the CLI's report of it (`/review`). Left out of JSON
    /// otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Whether a mark of a turn's end is right above it, without a prompt between: the agent goes on by itself. Left out of JSON
    /// if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_end: bool,
}

impl DialogCell {
    /// A complete cell in these rows.
    #[must_use]
    pub fn new(role: CellRole, text: impl Into<String>, rows: [i32; 2]) -> Self {
        Self {
            role,
            text: text.into(),
            rows,
            truncated_above: false,
            complete: true,
            breaks_off: false,
            command: None,
            after_end: false,
        }
    }
}

/// The conversation on the screen. It is best effort, and not an exact transcript.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialogProjection {
    /// The input. In JSON, bytes that are not UTF-8 become U+FFFD, and `raw_lossy` is true.
    pub raw_text: String,
    /// Whether `raw_text` lost bytes that are not UTF-8.
    pub raw_lossy: bool,
    /// `raw_text` without escape sequences, line ends unified, right margins trimmed.
    pub normalized_text: String,
    /// The text of all cells that belong to the dialog.
    pub dialog_text: String,
    /// The first lines of `dialog_text`.
    pub head: String,
    /// The last lines of `dialog_text`.
    pub tail: String,
    /// The cells in order.
    pub cells: Vec<DialogCell>,
    /// How the dialog was projected.
    pub projection_metadata: ProjectionMetadata,
    /// Anomalies: doubts, and things that are not as expected.
    pub anomalies: Vec<ShadowAnomaly>,
}
