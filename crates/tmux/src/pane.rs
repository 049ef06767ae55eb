//! A pane as tmux lists it, and a view of it: the pane with its text.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shadow_core::{Channels, Foreground, ProcessState, Snapshot};

/// Multiplexers within multiplexers that are followed. One may show itself.
pub(crate) const DEPTH: usize = 3;

/// A pane's id, unique in its server for its life: `%3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaneId(u32);

impl FromStr for PaneId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text
            .strip_prefix('%')
            .filter(|d| d.bytes().all(|b| b.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number
            .map(Self)
            .ok_or_else(|| "write a pane's id such as %3".to_owned())
    }
}

impl fmt::Display for PaneId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "%{}", self.0)
    }
}

impl Serialize for PaneId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PaneId {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A pane, as tmux lists it. Texts are as the pane's programs set them: make them safe before you
/// print them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Pane {
    /// Its id, such as `%3`.
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub id: PaneId,
    /// The session that holds it.
    pub session: String,
    /// That session's id, such as `$0`.
    pub session_id: String,
    /// Index of its window in the session.
    pub window: u32,
    /// Its index in the window.
    pub index: u32,
    /// Process id of the program that tmux started in it.
    pub pid: u32,
    /// Name of the program in front, as tmux tells it.
    pub command: String,
    /// The device of its terminal.
    pub tty: String,
    /// The programs in front of its terminal, by their names; empty where nothing is known.
    #[serde(serialize_with = "names", deserialize_with = "of_names")]
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    pub foreground: Foreground,
    /// Its title; null where it is only tmux's default, the host's name.
    pub title: Option<String>,
    /// Columns.
    pub cols: u16,
    /// Rows.
    pub rows: u16,
    /// Cursor `[x, y]` on the visible screen, from 0.
    pub cursor: [u16; 2],
    /// Whether the cursor is shown.
    pub cursor_visible: bool,
    /// Whether the alternate screen is on.
    pub alternate: bool,
    /// Whether its program has ended and tmux keeps the pane.
    pub dead: bool,
    /// Whether a mode (copy mode, a chooser) takes the keys, or what a tmux in the pane shows over its own.
    pub in_mode: bool,
    /// Whether keys go to all panes of its window.
    pub synchronized: bool,
    /// Whether tmux takes no keys for it.
    pub input_off: bool,
    /// The pane that a tmux in it shows, with its server's socket; none where it shows none that can be asked.
    #[serde(skip)]
    pub shows: Option<(PathBuf, PaneId)>,
}

/// The names of programs.
fn names<S: serde::Serializer>(foreground: &Foreground, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(foreground.programs.iter().map(|program| &program.name))
}

/// The programs of these names.
fn of_names<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Foreground, D::Error> {
    Vec::<String>::deserialize(from).map(Foreground::of_names)
}

impl Pane {
    /// Whether it only shows a pane of one of these servers, which lists that pane itself.
    #[must_use]
    pub fn shows_pane_of<'s>(&self, mut sockets: impl Iterator<Item = &'s Path>) -> bool {
        let shown = self.shows.as_ref();
        shown.is_some_and(|(socket, _)| sockets.any(|it| it == socket))
    }

    /// What tmux knows of it beside its text.
    #[must_use]
    pub fn channels(&self) -> Channels {
        let process = match self.dead {
            true => ProcessState::Exited,
            false => ProcessState::Unknown,
        };
        Channels {
            cols: Some(self.cols),
            rows: Some(self.rows),
            cursor: Some((self.cursor[0], self.cursor[1])),
            cursor_visible: Some(self.cursor_visible),
            alternate: Some(self.alternate),
            title: self.title.clone(),
            process,
            foreground: self.foreground.clone(),
            ..Channels::default()
        }
    }
}

/// A pane and its visible text with SGR, taken at the same moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The pane.
    pub pane: Pane,
    /// The visible screen, as `capture-pane -e -p` gives it.
    pub text: Vec<u8>,
    /// Whether a tmux in the pane shows something else than the pane that it leads to: a popup, a menu, a prompt. What
    /// stands there then is known of no program.
    pub covered: bool,
}

impl View {
    /// The snapshot to parse: an empty one where the pane is covered, of which nothing is known then.
    #[must_use]
    pub fn into_snapshot(self) -> Snapshot {
        Snapshot {
            channels: self.pane.channels(),
            text: match self.covered {
                true => Vec::new(),
                false => self.text,
            },
        }
    }
}
