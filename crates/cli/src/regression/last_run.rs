//! The changes of the last `shadow test` in a folder, kept for `shadow review`.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use shadow_files::{own, private};

use super::ndjson::Entry;
use crate::exit::Failure;
use crate::output::json_line;

/// Keeps the changed results. A cache that cannot be written costs the review, not the test.
pub fn keep(entries: &[Entry]) {
    let Some(path) = path() else { return };
    let lines: String = entries
        .iter()
        .filter(|entry| !entry.changes.is_empty())
        .map(|entry| json_line(entry) + "\n")
        .collect();
    let folder = path.parent().map(private::folder).transpose();
    let _ = folder.and_then(|_| private::write(&path, lines.as_bytes()));
}

/// The results that were kept.
pub fn kept() -> Result<Vec<Entry>, Failure> {
    let none = || Failure::input("no run of shadow test is kept for this folder; run it first");
    let text = path().and_then(|path| fs::read_to_string(path).ok());
    let text = text.ok_or_else(none)?;
    let parse = |line: &str| serde_json::from_str(line).map_err(|_| none());
    text.lines().map(parse).collect()
}

/// A file of the user's cache, one for each working folder.
fn path() -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?;
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let name = format!("{:016x}.ndjson", hasher.finish());
    Some(own::cache()?.join("test").join(name))
}
