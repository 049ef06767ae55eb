//! A screen to assert on: text, and what is known beside it.

use std::path::Path;

use shadow_tui::{Channels, ProviderChoice, Snapshot};

/// A screen to assert on.
#[derive(Debug, Clone, Default)]
pub struct Screenshot {
    snapshot: Snapshot,
    provider: Option<String>,
}

impl Screenshot {
    /// A screen of text alone, with or without SGR.
    #[must_use]
    pub fn of(text: impl Into<Vec<u8>>) -> Self {
        Self {
            snapshot: Snapshot::from_text(text),
            provider: None,
        }
    }

    /// The text of a file, or of a capture that a session keeps among its screens (`DIR/CASE.ansi`).
    ///
    /// # Panics
    /// When the file cannot be read: this is for tests.
    #[must_use]
    pub fn file(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let read = shadow_fixtures::read_capture(path);
        Self::of(read.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    /// Which CLI it is: `claude` or `codex`; recognized if not said.
    #[must_use]
    pub fn provider(mut self, id: &str) -> Self {
        self.provider = Some(id.to_owned());
        self
    }

    /// The CLI's version.
    #[must_use]
    pub fn version(mut self, version: &str) -> Self {
        self.snapshot.channels.cli_version = Some(version.to_owned());
        self
    }

    /// Columns and rows of the pane.
    #[must_use]
    pub fn size(mut self, cols: u16, rows: u16) -> Self {
        self.snapshot.channels.cols = Some(cols);
        self.snapshot.channels.rows = Some(rows);
        self
    }

    /// Column and row of a visible cursor, from 0.
    #[must_use]
    pub fn cursor(mut self, x: u16, y: u16) -> Self {
        self.snapshot.channels.cursor = Some((x, y));
        self.snapshot.channels.cursor_visible = Some(true);
        self
    }

    /// The pane's title.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.snapshot.channels.title = Some(title.to_owned());
        self
    }

    /// Everything that is known beside the text.
    #[must_use]
    pub fn channels(mut self, channels: Channels) -> Self {
        self.snapshot.channels = channels;
        self
    }

    /// The snapshot.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The provider to ask.
    #[must_use]
    pub fn choice(&self) -> ProviderChoice<'_> {
        match &self.provider {
            Some(id) => ProviderChoice::Named(id),
            None => ProviderChoice::Auto,
        }
    }
}

impl From<&str> for Screenshot {
    fn from(text: &str) -> Self {
        Self::of(text)
    }
}

impl From<String> for Screenshot {
    fn from(text: String) -> Self {
        Self::of(text)
    }
}

impl From<&[u8]> for Screenshot {
    fn from(text: &[u8]) -> Self {
        Self::of(text)
    }
}

impl From<&Path> for Screenshot {
    fn from(path: &Path) -> Self {
        Self::file(path)
    }
}

impl From<Snapshot> for Screenshot {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            snapshot,
            provider: None,
        }
    }
}

impl From<&Self> for Screenshot {
    fn from(shot: &Self) -> Self {
        shot.clone()
    }
}
