//! An asciicast (version 2), written as it goes: a recorder that is killed leaves a whole file but
//! for its last line.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::json;
use shadow_files::private;

use crate::calendar::since_epoch;
use crate::exit::Failure;

/// A recording that is being written.
pub struct CastWriter {
    path: PathBuf,
    file: BufWriter<File>,
    /// The beginning of a character whose rest has not come yet, and when it came.
    held: Vec<u8>,
    failed: Option<io::Error>,
}

impl CastWriter {
    /// Begins a recording in a new file.
    pub fn begin(path: &Path, cols: u16, rows: u16, command: &str) -> Result<Self, Failure> {
        let file = private::create_new(path).map_err(|error| {
            let path = path.display();
            Failure::usage(format!("cannot record to {path}: {error}; name a new file"))
        })?;
        let mut writer = Self {
            path: path.to_owned(),
            file: BufWriter::new(file),
            held: Vec::new(),
            failed: None,
        };
        let term = std::env::var("TERM").unwrap_or_default();
        writer.line(&json!({
            "version": 2,
            "width": cols,
            "height": rows,
            "timestamp": since_epoch().as_secs(),
            "command": command,
            "env": { "TERM": term },
        }));
        Ok(writer)
    }

    /// The program wrote. A character that is not whole yet goes with what follows.
    pub fn output(&mut self, at: f64, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
        let whole = self.held.len() - unfinished(&self.held);
        let rest = self.held.split_off(whole);
        let text = String::from_utf8_lossy(&self.held).into_owned();
        self.held = rest;
        if !text.is_empty() {
            self.event(at, "o", &text);
        }
    }

    /// The size changed.
    pub fn resized(&mut self, at: f64, cols: u16, rows: u16) {
        self.event(at, "r", &format!("{cols}x{rows}"));
    }

    /// Something happened.
    pub fn marker(&mut self, at: f64, label: &str) {
        self.event(at, "m", label);
    }

    /// The program ended. Version 3 has this event; players of version 2 skip it.
    pub fn exited(&mut self, at: f64, code: i32) {
        self.event(at, "x", &code.to_string());
    }

    /// Writes what is buffered.
    pub fn flush(&mut self) {
        let flushed = self.file.flush();
        self.note(flushed);
    }

    /// Ends the recording; says in one line what went wrong.
    pub fn finish(&mut self) -> Option<String> {
        self.flush();
        let path = self.path.display();
        let error = self.failed.take()?;
        Some(format!(
            "the recording {path} is not whole: {error}; make room and record again"
        ))
    }

    fn event(&mut self, at: f64, code: &str, data: &str) {
        let at = (at * 1e6).round() / 1e6;
        self.line(&json!([at, code, data]));
    }

    fn line(&mut self, value: &serde_json::Value) {
        // A line behind one that failed would not be where it belongs.
        if self.failed.is_none() {
            let written = writeln!(self.file, "{value}");
            self.note(written);
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.failed.get_or_insert(error);
        }
    }
}

/// How many bytes at the end begin a character that is not whole.
fn unfinished(bytes: &[u8]) -> usize {
    let tail = bytes.len().saturating_sub(3);
    let begins = (tail..bytes.len()).find(|&at| {
        let rest = std::str::from_utf8(&bytes[at..]);
        bytes[at] >= 0xc0 && rest.is_err_and(|error| error.error_len().is_none())
    });
    begins.map_or(0, |at| bytes.len() - at)
}

#[cfg(test)]
mod tests {
    use super::CastWriter;
    use shadow_tui::recording::{Cast, CastKind};

    #[test]
    fn what_is_written_is_a_recording_and_characters_stay_whole() {
        let path = std::env::temp_dir().join(format!("shadow-cast-{}", std::process::id()));
        let mut writer = CastWriter::begin(&path, 80, 24, "x").expect("a new file");
        writer.output(0.5, b"a\xe2\x94");
        writer.marker(0.6, "turn_started");
        writer.output(0.75, b"\x82b\xff");
        writer.resized(1.0, 90, 30);
        writer.exited(2.0, 0);
        assert_eq!(writer.finish(), None);
        let text = std::fs::read_to_string(&path).expect("written");
        let cast = Cast::parse(&text).expect("a recording");
        let data: Vec<&str> = cast.events().iter().map(|event| &*event.data).collect();
        assert_eq!(data, ["a", "turn_started", "│b\u{fffd}", "90x30", "0"]);
        assert_eq!(cast.events()[4].kind, CastKind::Exit);
        assert!(
            CastWriter::begin(&path, 80, 24, "x").is_err(),
            "it is there"
        );
        std::fs::remove_file(path).expect("cleaned");
    }
}
