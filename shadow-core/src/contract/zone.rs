//! Zones: which part of the interface a row belongs to.

use serde::{Deserialize, Serialize};

/// A part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Zone {
    /// Rows above the live surface, which never decide anything.
    History,
    /// The CLI's banner.
    Banner,
    /// The dialog's cells.
    Transcript,
    /// The running turn's status, spinner or retry row with its tree.
    Status,
    /// The row that a finished turn leaves.
    Finished,
    /// Messages queued behind the turn.
    Queued,
    /// The task list.
    Tasks,
    /// The composer with its frame.
    Composer,
    /// A completion popup.
    Popup,
    /// A dialog, picker or panel that replaces the composer.
    Dialog,
    /// The proposal that a dialog is about, if it is above the dialog's frame.
    Proposal,
    /// Hints, mode and status line below the composer.
    Footer,
    /// Background work listed beside the composer.
    Background,
    /// An overlay beside a live composer (shortcuts).
    Overlay,
    /// A pager over the transcript.
    Pager,
    /// A shell prompt or farewell after the CLI has ended, or another program.
    Shell,
    /// A channel beside the screen.
    Channel,
    /// No rule explains the row.
    #[default]
    Unexplained,
}
