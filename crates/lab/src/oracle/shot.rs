//! What is kept of a call: the screens on which it stood, as they were captured. They are judged again by every later
//! engine, without the CLI.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shadow_fixtures::Unpacked;
use shadow_tui::{Channels, Snapshot};

use super::ask::Ask;
use crate::error::{Context, Result};
use crate::version::Version;

/// A screen, and what was known beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    /// Columns and rows.
    pub size: [u16; 2],
    /// Column and row of the cursor.
    pub cursor: [u16; 2],
    /// Whether it is shown.
    pub cursor_visible: bool,
    /// Whether the alternate screen is on.
    pub alternate: bool,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Taken right after a resize, before the CLI can have painted anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hasty: bool,
    /// Text with SGR.
    pub screen: String,
}

/// A call, and its screens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// What was asked for.
    pub ask: Ask,
    /// Why it never stood on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// Its screens in order.
    pub shots: Vec<Shot>,
}

impl Shot {
    /// The screen for the engine, with everything that is known beside it.
    pub fn snapshot(&self, version: Version) -> Snapshot {
        let [x, y] = self.cursor;
        Snapshot {
            text: self.screen.clone().into_bytes(),
            channels: Channels {
                cols: Some(self.size[0]),
                rows: Some(self.size[1]),
                cursor: Some((x, y)),
                cursor_visible: Some(self.cursor_visible),
                alternate: Some(self.alternate),
                title: self.title.clone(),
                cli_version: Some(version.to_string()),
                ..Channels::default()
            },
        }
    }
}

/// Reads the lines of a file, which may be gzipped; none where there is no such file.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let file = Unpacked::open(path).context(path.display())?;
    let mut all = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line.context(path.display())?;
        all.push(serde_json::from_str(&line).context(path.display())?);
    }
    Ok(all)
}

/// Adds lines of JSON to a file.
pub fn add(path: &Path, items: &[impl Serialize]) -> Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.context(path.display())?;
    for item in items {
        let line = serde_json::to_string(item).context("a line")?;
        writeln!(file, "{line}").context(path.display())?;
    }
    Ok(())
}
