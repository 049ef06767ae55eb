//! How much of a capture the engine is given.

use std::fmt;
use std::str::FromStr;

use shadow_fixtures::{Capture, UNKNOWN_VERSION, strip_sgr};
use shadow_tui::{Channels, ProcessState, ProgramStatus, ProviderChoice, ReportedState, Snapshot};

/// What the engine is given of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Text with SGR, size, cursor, title, reports, process state, provider and version.
    All,
    /// Text with SGR and nothing else; the provider must be recognized.
    Sgr,
    /// Plain text and nothing else; the provider must be recognized.
    Plain,
}

impl Mode {
    /// Every mode.
    pub const EACH: [Self; 3] = [Self::All, Self::Sgr, Self::Plain];

    /// What it is called in tables.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::All => "all channels",
            Self::Sgr => "text with SGR alone",
            Self::Plain => "plain text alone",
        }
    }

    /// What it is called in arguments and files: `all`, `sgr`, `plain`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Sgr => "sgr",
            Self::Plain => "plain",
        }
    }

    /// The capture as the engine is given it.
    #[must_use]
    pub fn snapshot(self, capture: &Capture) -> Snapshot {
        match self {
            Self::All => Snapshot {
                text: capture.bytes.clone(),
                channels: channels(capture),
            },
            Self::Sgr => Snapshot::from_text(capture.bytes.clone()),
            Self::Plain => Snapshot::from_text(strip_sgr(&capture.bytes)),
        }
    }

    /// The provider that is asked for.
    #[must_use]
    pub fn provider(self, capture: &Capture) -> ProviderChoice<'_> {
        match self {
            Self::All => ProviderChoice::Named(&capture.session.provider),
            Self::Sgr | Self::Plain => ProviderChoice::Auto,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::EACH.into_iter().find(|mode| mode.name() == text);
        named.ok_or_else(|| "one of all, sgr, plain".to_owned())
    }
}

/// Everything that the fixture knows beside the text.
fn channels(capture: &Capture) -> Channels {
    let case = &capture.case;
    Channels {
        cols: Some(case.size[0]),
        rows: Some(case.size[1]),
        cursor: case.cursor.map(|[x, y]| (x, y)),
        cursor_visible: case.cursor_visible,
        alternate: Some(case.alternate),
        title: case.title.clone(),
        program_status: case.program_status.iter().filter_map(status).collect(),
        progress: case.progress.clone(),
        notifications: case.notifications.clone(),
        process: process(case.process.as_deref()),
        cli_version: version(capture),
        ..Channels::default()
    }
}

/// The CLI's version, where it is known.
fn version(capture: &Capture) -> Option<String> {
    let version = &capture.session.version;
    (version != UNKNOWN_VERSION).then(|| version.clone())
}

fn process(name: Option<&str>) -> ProcessState {
    match name {
        Some("running") => ProcessState::Running,
        Some("exited") => ProcessState::Exited,
        _ => ProcessState::Unknown,
    }
}

fn status(record: &shadow_fixtures::ProgramStatus) -> Option<ProgramStatus> {
    let state: ReportedState =
        serde_json::from_value(serde_json::Value::from(record.state.as_str())).ok()?;
    Some(ProgramStatus {
        id: record.id.clone(),
        state,
        kind: record.kind.clone(),
        app: record.app.clone(),
        msg: record.msg.clone(),
    })
}
