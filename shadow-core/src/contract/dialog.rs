//! What the dialog on the screen says.

use serde::{Deserialize, Serialize};

use super::{ProjectionMetadata, ShadowAnomaly};

/// Who speaks in a cell.
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
    /// What a tool returned.
    ToolResult,
    /// The CLI's own remark (tips, mode changes, command output). Kept out of `dialog_text`.
    Notice,
    /// An error of the turn.
    Error,
    /// The CLI's banner. Kept out of `dialog_text`.
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
    /// Who speaks.
    pub role: CellRole,
    /// The text without bullet and indent, soft wraps undone where they can be proven.
    pub text: String,
    /// First and last row. Rows of history count negative, the row above the screen is -1.
    pub rows: [i32; 2],
    /// Whether the cell's beginning is above what is given.
    pub truncated_above: bool,
    /// Whether its end is on the screen and it will not grow: false for the last cell of a running
    /// turn and for cells that the CLI itself folded.
    pub complete: bool,
    /// Whether it is the CLI's own word that a person broke off the turn above it. Left out of JSON where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub breaks_off: bool,
}

impl DialogCell {
    /// A whole cell that stands in these rows.
    #[must_use]
    pub fn new(role: CellRole, text: impl Into<String>, rows: [i32; 2]) -> Self {
        Self {
            role,
            text: text.into(),
            rows,
            truncated_above: false,
            complete: true,
            breaks_off: false,
        }
    }
}

/// What the dialog on the screen says. Best effort, not an exact transcript.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialogProjection {
    /// The input; in JSON with U+FFFD and `raw_lossy` where it is not UTF-8.
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
    /// What went other than expected.
    pub anomalies: Vec<ShadowAnomaly>,
}
