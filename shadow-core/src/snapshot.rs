//! The snapshot: one observation of one pane, as the caller gives it. No parsing here.

use serde::{Deserialize, Serialize};

use crate::foreground::Foreground;

/// Whether the pane's process is alive, as the caller knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProcessState {
    /// The CLI runs.
    Running,
    /// The CLI has ended, or the pane is dead.
    Exited,
    /// Unknown.
    #[default]
    Unknown,
}

/// The state in a program status report (OSC 7501, revision 0.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReportedState {
    /// Nothing runs.
    Idle,
    /// Something runs.
    Working,
    /// Something has just finished.
    Done,
    /// It waits for a person.
    Blocked,
    /// It failed.
    Error,
    /// The program withdrew the record.
    Clear,
}

/// A current program status record. It is untrusted: any program in the pane can send it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ProgramStatus {
    /// The record's path; absent or empty at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its state.
    pub state: ReportedState,
    /// `permission`, `question`, `auth`, with `blocked`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The program's name for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// Its message, decoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub msg: Option<String>,
}

/// Everything that is known about the pane beside its text. All fields are optional.
///
/// More fields will be added. The type is open, so that a literal can end with `..Channels::default()` and still compile
/// then:
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::Channels;
///
/// let channels = Channels { cols: Some(120), rows: Some(40), ..Channels::default() };
/// assert_eq!(channels.cursor, None);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Channels {
    /// Columns of the pane.
    pub cols: Option<u16>,
    /// Rows of the pane.
    pub rows: Option<u16>,
    /// Cursor `(x, y)` on the visible screen, from 0; `x` may equal the width.
    pub cursor: Option<(u16, u16)>,
    /// Whether the cursor is shown. Hidden is not absent.
    pub cursor_visible: Option<bool>,
    /// Whether the alternate screen is on.
    pub alternate: Option<bool>,
    /// The window or pane title, as the terminal keeps it.
    pub title: Option<String>,
    /// Titles that were set and replaced since the last snapshot, the last 16 of them.
    pub past_titles: Vec<String>,
    /// Seconds since the title last changed.
    pub title_age: Option<f64>,
    /// The current OSC 7501 records.
    pub program_status: Vec<ProgramStatus>,
    /// Seconds since the newest program status report.
    pub program_status_age: Option<f64>,
    /// OSC 9;4 payload: `state` or `state;percent`.
    pub progress: Option<String>,
    /// Texts of OSC 9, 99, 777 notifications since the last snapshot.
    pub notifications: Vec<String>,
    /// The current OSC 21337 payload: `key=value;key=value…`.
    pub tab_status: Option<String>,
    /// Whether the bell has rung since the last snapshot.
    pub bell: bool,
    /// Whether the process is alive.
    pub process: ProcessState,
    /// The programs in the foreground of the terminal.
    pub foreground: Foreground,
    /// The number of the process in this pane, counted from 1, if the caller knows it.
    pub generation: Option<u64>,
    /// The CLI's version, if the caller knows it.
    pub cli_version: Option<String>,
}

impl Channels {
    /// Copies `other`, and reuses the buffers of the texts.
    pub fn copy_from(&mut self, other: &Self) {
        self.title.clone_from(&other.title);
        self.past_titles.clone_from(&other.past_titles);
        self.progress.clone_from(&other.progress);
        self.cli_version.clone_from(&other.cli_version);
        self.notifications.clone_from(&other.notifications);
        self.tab_status.clone_from(&other.tab_status);
        self.program_status.clone_from(&other.program_status);
        self.foreground.copy_from(&other.foreground);
        let title = self.title.take();
        let past_titles = std::mem::take(&mut self.past_titles);
        let progress = self.progress.take();
        let cli_version = self.cli_version.take();
        let tab_status = self.tab_status.take();
        let notifications = std::mem::take(&mut self.notifications);
        let program_status = std::mem::take(&mut self.program_status);
        let foreground = std::mem::take(&mut self.foreground);
        *self = Self {
            title,
            past_titles,
            progress,
            cli_version,
            notifications,
            tab_status,
            program_status,
            foreground,
            ..*other
        };
    }
}

/// One observation of one pane: the bytes of its text, and the channels beside it. It has no other fields: everything else
/// that can be known about a pane is a channel.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::{Channels, Snapshot};
///
/// let alone = Snapshot::from_text("$ ls");
/// let titled = Snapshot {
///     channels: Channels { title: Some("a shell".into()), ..Channels::default() },
///     ..alone.clone()
/// };
/// assert_eq!((alone.text, alone.channels.title), (titled.text, None));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot {
    /// The text as captured, with or without SGR. Any bytes.
    pub text: Vec<u8>,
    /// The channels beside the text.
    pub channels: Channels,
}

impl Snapshot {
    /// A snapshot without channels.
    #[must_use]
    pub fn from_text(text: impl Into<Vec<u8>>) -> Self {
        Self {
            text: text.into(),
            channels: Channels::default(),
        }
    }
}
