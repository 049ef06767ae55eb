//! Reading recordings: an asciicast, plain or gzipped, or a directory of captures.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use shadow_files::{Root, open_regular};
use shadow_fixtures::{SessionDir, Unpacked, open_recording};
use shadow_testing::Mode;
use shadow_tui::Channels;
use shadow_tui::recording::{Capture, Captures, Cast};
use shadow_tui::screen::MAX_INPUT_BYTES;

use crate::exit::{Failure, complain};
use crate::input::check_size;

/// The most captures that a directory may hold.
const CAPTURE_LIMIT: usize = 100_000;

/// The most bytes that they may hold together, unpacked: 512 MiB.
const CAPTURES_LIMIT: usize = 512 << 20;

/// A recording, read.
pub enum Recording {
    /// An asciicast.
    Cast(Cast),
    /// A directory of captures.
    Captures(Captures),
}

/// Reads a recording. Captures without a time in their names follow each other at `interval`.
pub fn read_recording(path: &str, interval: f64) -> Result<Recording, Failure> {
    if Path::new(path).is_dir() {
        return read_captures(path, interval).map(Recording::Captures);
    }
    let (bytes, cut) = read_prefix(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let cast = Cast::parse(&text).map_err(|error| {
        let hint = "give an asciicast or a directory of captures";
        Failure::input(format!("cannot replay {path}: {error}; {hint}"))
    })?;
    if cut {
        let end = cast.end();
        complain(&format!(
            "{path} is cut: what can be read of it ends after {end:.1} s"
        ));
    }
    Ok(Recording::Cast(cast))
}

/// A file's bytes, unpacked where it is gzipped, and whether the end of a gzipped one is missing.
fn read_prefix(path: &str) -> Result<(Vec<u8>, bool), Failure> {
    let mut bytes = Vec::new();
    let unpacked = open_recording(Path::new(path));
    match unpacked.and_then(|mut unpacked| unpacked.read_to_end(&mut bytes)) {
        Ok(_) => Ok((bytes, false)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof && !bytes.is_empty() => {
            Ok((bytes, true))
        }
        Err(error) => Err(refuse_recording(path, &error)),
    }
}

fn refuse_recording(path: &str, error: &std::io::Error) -> Failure {
    let hint = match error.kind() {
        ErrorKind::FileTooLarge => "cut it, no recording may be larger",
        _ => "give a readable recording",
    };
    Failure::input(format!("cannot read {path}: {error}; {hint}"))
}

/// A capture's bytes, unpacked where it is gzipped, and no more of them than show that they are too many.
fn read_capture(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let unpacked = open_regular(file).and_then(Unpacked::of)?;
    let mut capped = unpacked.take(MAX_INPUT_BYTES as u64 + 1);
    capped.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The captures of a directory: those that its `session.toml` names, or all by the names of their files.
fn read_captures(path: &str, interval: f64) -> Result<Captures, Failure> {
    let captures = match Path::new(path).join("session.toml").exists() {
        true => session_captures(path)?,
        false => named_captures(path)?,
    };
    let timed = captures.iter().all(|(at, _)| at.is_some());
    let captures = captures.into_iter().enumerate();
    let placed = captures.map(|(index, (at, mut capture))| {
        #[expect(clippy::cast_precision_loss, reason = "at most a hundred thousand")]
        let follows = index as f64 * interval;
        capture.at = at.filter(|_| timed).unwrap_or(follows);
        capture
    });
    Ok(Captures::new(placed.collect()))
}

/// A capture, with its time where that is known.
type Timed = (Option<f64>, Capture);

fn session_captures(path: &str) -> Result<Vec<Timed>, Failure> {
    let refuse = |error: shadow_fixtures::Error| Failure::input(format!("cannot replay {error}"));
    let session = SessionDir::read(Path::new(path)).map_err(refuse)?;
    let captures = session.captures().take(CAPTURE_LIMIT).map(|capture| {
        let capture = capture.map_err(refuse)?;
        check_size(&capture.bytes, &capture.id())?;
        let channels = Mode::All.snapshot(&capture).channels;
        Ok((
            capture.case.at,
            Capture {
                at: 0.0,
                text: capture.bytes,
                channels,
            },
        ))
    });
    captures.collect()
}

fn named_captures(path: &str) -> Result<Vec<Timed>, Failure> {
    let files = capture_files(path)?;
    let mut left = CAPTURES_LIMIT;
    let captures = files.iter().map(|file| {
        let name = file.display().to_string();
        let text = read_capture(file).map_err(|error| refuse_recording(&name, &error))?;
        check_size(&text, &name)?;
        left = left.checked_sub(text.len()).ok_or_else(|| {
            let limit = CAPTURES_LIMIT >> 20;
            Failure::input(format!(
                "{path} holds captures of more than {limit} MiB; give fewer at a time"
            ))
        })?;
        let capture = Capture {
            at: 0.0,
            text,
            channels: Channels::default(),
        };
        Ok((time_in_name(file), capture))
    });
    captures.collect()
}

/// The captures of a directory, by name. A link among them is none: the directory may be anybody's.
fn capture_files(path: &str) -> Result<Vec<PathBuf>, Failure> {
    let refuse = |error: std::io::Error| Failure::input(format!("cannot read {path}: {error}"));
    let is_capture = |file: &PathBuf| {
        let ends = ["ansi", "txt", "cap"];
        file.extension()
            .and_then(|end| end.to_str())
            .is_some_and(|end| ends.contains(&end))
    };
    let mut files = Root::at(path).files().map_err(refuse)?;
    files.retain(is_capture);
    files.truncate(CAPTURE_LIMIT);
    if files.is_empty() {
        return Err(Failure::input(format!(
            "{path} holds no captures; give files that end in .ansi, .txt or .cap"
        )));
    }
    Ok(files)
}

/// The number that a file's name begins with.
fn time_in_name(file: &Path) -> Option<f64> {
    let name = file.file_stem()?.to_str()?;
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let end = name.find(|c| !digits(c)).unwrap_or(name.len());
    name[..end].trim_end_matches('.').parse().ok()
}
