//! What `shadow run` said of a session in which it hosted the CLI, kept beside the session.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::stream::Stream;
use crate::error::{Context, Result};

/// Its events and its turn log, in the session's `/tmp`.
pub const FILES: [&str; 2] = ["events.ndjson", "turns.ndjson"];

/// When the session's recording began, in seconds of the epoch: events count from there.
pub const BEGAN: &str = "began.txt";

/// Copies them into the working folder.
pub fn keep(stream: &Stream) -> Result<()> {
    for file in FILES {
        fs::copy(Path::new("/tmp").join(file), file).context(file)?;
    }
    let epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    let began = epoch.context("clock")?.as_secs_f64() - stream.seconds();
    fs::write(BEGAN, format!("{began:.3}\n")).context(BEGAN)
}
