//! Standard output: JSON one object a line, text, each flushed as soon as it is whole.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::exit::{Exit, Failure};

/// Standard output.
pub struct Output(io::StdoutLock<'static>);

impl Output {
    /// Takes standard output.
    pub fn new() -> Self {
        Self(io::stdout().lock())
    }

    /// One object on one line, flushed.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        self.text(&json_line(value))
    }

    /// Text as it is, with a line end added where it has none, flushed.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.0.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            self.0.write_all(b"\n")?;
        }
        Ok(self.0.flush()?)
    }
}

/// Writes a file that an argument names; `-` is standard output.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        return Ok(out.write_all(bytes).and_then(|()| out.flush())?);
    }
    std::fs::write(path, bytes).map_err(|error| {
        let path = path.display();
        let message = format!("cannot write {path}: {error}; give a file that can be written");
        Failure::new(Exit::NotHeld, message)
    })
}

/// A value as one line of JSON in which no character can act on a terminal: C0 is escaped by JSON
/// itself, DEL and C1 (which some terminals obey) here.
pub fn json_line(value: &impl Serialize) -> String {
    // Our types hold neither maps with keys other than strings nor writers that fail.
    let line = serde_json::to_string(value).unwrap_or_else(|error| {
        let fault = serde_json::json!({ "id": null, "error": error.to_string() });
        fault.to_string()
    });
    escape_controls(line)
}

/// Escapes DEL and C1, which in JSON can stand in strings alone, and blanks the white space that
/// an echoed `id` may hold.
fn escape_controls(line: String) -> String {
    if !line.contains(char::is_control) {
        return line;
    }
    let mut safe = String::with_capacity(line.len() + 16);
    for character in line.chars() {
        match character {
            '\0'..' ' => safe.push(' '),
            '\u{7f}'..='\u{9f}' => safe += &format!("\\u{:04x}", u32::from(character)),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::json_line;

    #[test]
    fn no_control_character_is_left_and_the_value_is_kept() {
        let text = "a\u{1b}[31m\u{7f}\u{9b}2J\r\n";
        let line = json_line(&text);
        assert!(!line.contains(char::is_control), "{line:?}");
        assert_eq!(
            serde_json::from_str::<String>(&line).ok().as_deref(),
            Some(text)
        );
    }
}
