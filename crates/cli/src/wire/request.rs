//! A request of the co-process: one line of `shadow parse --ndjson`.

use std::cell::RefCell;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use shadow_tui::contract::Part;
use shadow_tui::{Channels, Foreground, ProcessState, ProgramStatus};

use super::{object, untrusted, whole, word};

/// Which CLI the pane runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestProvider {
    /// Recognized from the screen, and kept within a session.
    #[default]
    Auto,
    /// Claude Code.
    Claude,
    /// The Codex CLI.
    Codex,
}

/// What was just sent to the pane, so that a session knows how a turn begins.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(rename = "RequestInput")]
pub struct Input {
    /// Enter was pressed on a prompt.
    #[serde(default)]
    pub submit: bool,
    /// The prompt's text, if known.
    #[serde(default)]
    pub text: Option<String>,
}

/// One request: a snapshot with its channels. Unknown fields are ignored.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct Request {
    /// Any JSON value; the answer carries it unchanged.
    #[serde(default)]
    #[schemars(with = "Value")]
    pub id: Option<Box<RawValue>>,
    /// The text of the visible screen, with or without SGR.
    pub text: String,
    /// Which CLI the pane runs; `auto` if absent.
    #[serde(default, deserialize_with = "word::optional")]
    pub provider: Option<RequestProvider>,
    /// The CLI's version, if known.
    #[serde(default)]
    pub cli_version: Option<String>,
    /// Columns of the pane.
    #[serde(default, deserialize_with = "whole::one")]
    pub cols: Option<u16>,
    /// Rows of the pane.
    #[serde(default, deserialize_with = "whole::one")]
    pub rows: Option<u16>,
    /// Cursor `[x, y]` on the visible screen, from 0; `x` may equal the width.
    #[serde(default, deserialize_with = "whole::pair")]
    pub cursor: Option<[u16; 2]>,
    /// Whether the cursor is shown.
    #[serde(default)]
    pub cursor_visible: Option<bool>,
    /// Whether the alternate screen is on.
    #[serde(default)]
    pub alternate: Option<bool>,
    /// The pane's title.
    #[serde(default)]
    pub title: Option<String>,
    /// Current program status records (OSC 7501). A record with an unknown state is ignored.
    #[serde(default, deserialize_with = "untrusted::records")]
    #[schemars(with = "Option<Vec<untrusted::Record>>")]
    pub program_status: Option<Vec<ProgramStatus>>,
    /// Current progress report (OSC 9;4): `state` or `state;percent`, a percentage, or an object
    /// with `state` and `percent`.
    #[serde(default, deserialize_with = "untrusted::progress")]
    #[schemars(with = "Option<untrusted::Progress>")]
    pub progress: Option<String>,
    /// Texts of notifications (OSC 9, 99, 777) since the last snapshot.
    #[serde(default, deserialize_with = "untrusted::texts")]
    #[schemars(with = "Option<Vec<untrusted::Notification>>")]
    pub notifications: Option<Vec<String>>,
    /// Current tab status (OSC 21337), as received: `key=value;key=value…`.
    #[serde(default)]
    pub tab_status: Option<String>,
    /// Whether the bell has rung since the last snapshot.
    #[serde(default)]
    pub bell: Option<bool>,
    /// Whether the CLI's process is alive; `unknown` if absent.
    #[serde(default, deserialize_with = "word::optional")]
    pub process: Option<ProcessState>,
    /// Names of the foreground programs, leader first. If none of them can be a CLI, the pane holds none.
    #[serde(default)]
    pub foreground: Option<Vec<String>>,
    /// The number of the process in this pane. A new value makes the session
    /// forget everything.
    #[serde(default, deserialize_with = "untrusted::generation")]
    #[schemars(with = "Option<Value>")]
    pub generation: Option<u64>,
    /// The time of the snapshot, in seconds; by default the time of the binary.
    #[serde(default)]
    pub t: Option<f64>,
    /// What was just sent to the pane.
    #[serde(default, deserialize_with = "object::optional")]
    pub input: Option<Input>,
    /// Names a session (a string or any other JSON value): requests of one session share its
    /// memory.
    #[serde(default)]
    pub session: Option<Value>,
    /// The parts to compute and print; by default all parts.
    #[serde(default, deserialize_with = "word::list")]
    pub want: Option<Vec<Part>>,
}

impl Request {
    /// The channels, with `defaults` where the request is silent.
    pub fn channels(&mut self, defaults: &Channels) -> Channels {
        Channels {
            cols: self.cols.or(defaults.cols),
            rows: self.rows.or(defaults.rows),
            cursor: self.cursor.map(|[x, y]| (x, y)).or(defaults.cursor),
            cursor_visible: self.cursor_visible.or(defaults.cursor_visible),
            alternate: self.alternate.or(defaults.alternate),
            title: self.title.take().or_else(|| defaults.title.clone()),
            past_titles: Vec::new(),
            title_age: None,
            program_status: self.program_status.take().unwrap_or_default(),
            program_status_age: None,
            progress: self.progress.take(),
            notifications: self.notifications.take().unwrap_or_default(),
            tab_status: self.tab_status.take(),
            bell: self.bell.unwrap_or_default(),
            process: self.process.unwrap_or_default(),
            foreground: Foreground::of_names(self.foreground.take().unwrap_or_default()),
            generation: self.generation,
            cli_version: self
                .cli_version
                .take()
                .or_else(|| defaults.cli_version.clone()),
        }
    }
}

/// The `id` of a line that is no request: as far as the line reads as an object, its `id` is found
/// even if what follows is broken or cut off.
pub fn recover_id(line: &[u8]) -> Option<Box<RawValue>> {
    let found = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(line);
    // The object may be broken further on: what was found before counts.
    let _ = reader.deserialize_map(IdFinder(&found));
    found.into_inner()
}

/// Keeps the `id` of an object as soon as it has been read.
struct IdFinder<'f>(&'f RefCell<Option<Box<RawValue>>>);

impl<'de> Visitor<'de> for IdFinder<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                *self.0.borrow_mut() = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::recover_id;

    fn recovered(line: &str) -> Option<String> {
        recover_id(line.as_bytes()).map(|id| id.get().to_owned())
    }

    #[test]
    fn ids_are_recovered_from_broken_lines() {
        assert_eq!(recovered(r#"{"id":7,"text":"cut o"#).as_deref(), Some("7"));
        assert_eq!(
            recovered(r#"{"a":[1],"id":"x","b":"#).as_deref(),
            Some("\"x\"")
        );
        assert_eq!(
            recovered(r#"{"id":[1,{"k":2}],"text":5}"#).as_deref(),
            Some(r#"[1,{"k":2}]"#)
        );
        assert_eq!(recovered(r#"{"text":"cut o"#), None);
        assert_eq!(recovered("[1]"), None);
        assert_eq!(recovered("nonsense"), None);
    }
}
