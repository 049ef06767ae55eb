//! Standard output: JSON one object a line, text, each flushed as soon as it is whole.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use shadow_files::private;
pub use shadow_legible::{append_harmless_json, append_json, json_line};

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
        self.bytes(text.as_bytes())
    }

    /// Writes the bytes of a text.
    pub fn bytes(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.0.write_all(text)?;
        if !text.ends_with(b"\n") {
            self.0.write_all(b"\n")?;
        }
        Ok(self.0.flush()?)
    }
}

/// Writes a picture of screens to a file that an argument names, which is its owner's alone; `-` is standard output.
pub fn write_picture(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_by(private::write, path, bytes)
}

/// Writes a report of cases to a file that an argument names; `-` is standard output.
pub fn write_report(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_by(|path, bytes| std::fs::write(path, bytes), path, bytes)
}

fn write_by(
    write: impl Fn(&Path, &[u8]) -> io::Result<()>,
    path: &Path,
    bytes: &[u8],
) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        return Ok(out.write_all(bytes).and_then(|()| out.flush())?);
    }
    write(path, bytes).map_err(|error| {
        let path = path.display();
        let message = format!("cannot write {path}: {error}; give a file that can be written");
        Failure::new(Exit::NotHeld, message)
    })
}
