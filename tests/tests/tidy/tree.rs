//! Walks the repository's own files: sources, manifests, documents, fixtures.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold nothing of the source tree.
const SKIPPED: [&str; 3] = ["target", ".git", "node_modules"];

/// The repository's root.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the workspace has a root")
}

/// Every file below `folder` of the root (`""` for all), sorted.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    found.sort();
    assert!(!found.is_empty(), "no file below {folder:?}");
    found
}

/// Every Rust file below `folder`.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = files(folder);
    found.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    assert!(!found.is_empty(), "no source below {folder:?}");
    found
}

/// Whether a file was built or grown there, and is no part of a clone.
pub fn is_made(path: &Path) -> bool {
    let shown = shown(path);
    let copied = shown.starts_with("paperclip/") && shown.contains("/LICENSE-");
    let grown = shown.starts_with("crates/fuzz/corpus/") || shown == "crates/fuzz/Cargo.lock";
    copied || grown || shown.contains("/dist/")
}

/// A path as seen from the root.
pub fn shown(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.display().to_string()
}

/// A file's text.
pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", shown(path)))
}

/// The text of a Rust file without comments that take a whole line.
pub fn code(path: &Path) -> String {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let text = text(path);
    let lines: Vec<&str> = text.lines().filter(|line| !is_comment(line)).collect();
    lines.join("\n")
}

/// Fails with every broken rule at once.
pub fn none(broken: &[String]) {
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

fn walk(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", shown(dir)));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if SKIPPED.contains(&name.as_str()) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}
