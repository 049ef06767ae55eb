//! The shape of files: a header that says what lives there, a size, tables of contents.

use std::path::Path;

use crate::tree;

/// Lines that a source file may have.
const LINES: usize = 600;

/// Tables of contents that still hold code; the list only shrinks.
const OWED: [&str; 5] = [
    "crates/cli/src/commands/mod.rs",
    "projectors/src/claude/mod.rs",
    "projectors/src/codex/mod.rs",
    "shadow-core/src/association/mod.rs",
    "shadow-core/src/screen/mod.rs",
];

#[test]
fn every_source_says_what_lives_in_it() {
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| !tree::text(path).starts_with("//! "))
        .map(|path| format!("{} has no //! header", tree::shown(path)))
        .collect();
    tree::none(&broken);
}

#[test]
fn no_source_is_too_long() {
    let lines = |path: &Path| tree::text(path).lines().count();
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| lines(path) > LINES)
        .map(|path| format!("{} has {} lines", tree::shown(path), lines(path)))
        .collect();
    tree::none(&broken);
}

#[test]
fn every_mod_rs_is_a_table_of_contents() {
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| path.file_name().is_some_and(|name| name == "mod.rs"))
        .filter(|path| !OWED.contains(&tree::shown(path).as_str()))
        .filter_map(|path| Some(format!("{}: {}", tree::shown(path), beyond_contents(path)?)))
        .collect();
    tree::none(&broken);
}

#[test]
fn no_module_is_named_for_nothing() {
    let vague = [
        "utils", "util", "helpers", "helper", "manager", "misc", "common",
    ];
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            vague.contains(&stem.as_ref())
        })
        .map(|path| format!("{} says nothing about what it holds", tree::shown(path)))
        .collect();
    tree::none(&broken);
}

/// The first statement that is neither a module nor a use.
fn beyond_contents(path: &Path) -> Option<String> {
    tree::code(path)
        .split(';')
        .map(|statement| statement.trim().to_owned())
        .find(|statement| !statement.is_empty() && !is_contents(statement))
        .map(|statement| statement.lines().next().unwrap_or_default().to_owned())
}

fn is_contents(statement: &str) -> bool {
    let mut rest = statement;
    while rest.starts_with("#[") {
        let Some(end) = rest.find(']') else {
            return false;
        };
        rest = rest[end + 1..].trim_start();
    }
    let rest = match rest.strip_prefix("pub(") {
        Some(scoped) => scoped
            .split_once(')')
            .map_or("", |(_, rest)| rest.trim_start()),
        None => rest.strip_prefix("pub ").unwrap_or(rest),
    };
    rest.starts_with("use ") || rest.starts_with("mod ") && !rest.contains('{')
}

#[test]
fn a_table_of_contents_is_told_from_code() {
    assert!(is_contents("pub(crate) mod a"));
    assert!(is_contents("#[cfg(test)]\nmod tests"));
    assert!(is_contents("pub use a::{B, C}"));
    assert!(!is_contents("pub fn f() {}"));
    assert!(!is_contents("mod tests { fn f() {} }"));
}
