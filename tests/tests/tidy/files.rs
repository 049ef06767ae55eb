//! The shape of files: a header that says what lives there, a size, tables of contents.

use std::path::Path;

use super::tree;

/// Lines that a source file may have.
const LINES: usize = 600;

/// Lines that a function may have, from its name to its end.
const FUNCTION: usize = 60;

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

/// A clone is light: a session of the fixtures is two files.
#[test]
fn a_clone_is_light() {
    let mut files = tree::files("");
    files.retain(|path| !tree::is_made(path));
    let bytes = |path: &std::path::PathBuf| path.metadata().map_or(0, |it| it.len());
    let megabytes = files.iter().map(bytes).sum::<u64>() / 1_000_000;
    assert!(files.len() < 10_000, "{} files", files.len());
    assert!(megabytes < 70, "{megabytes} MB");
}

#[test]
fn no_function_is_too_long() {
    let mut longer = Vec::new();
    for path in tree::sources("") {
        let functions = functions(&tree::text(&path)).into_iter();
        let too_long = functions.filter(|(_, lines)| *lines > FUNCTION);
        let shown = tree::shown(&path);
        longer.extend(too_long.map(|(name, lines)| format!("{shown}: {name} has {lines} lines")));
    }
    tree::none(&longer);
}

/// Every function of a formatted source, with its lines: it ends where a brace stands below its first word.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let Some((_, name)) = code
            .split_once("fn ")
            .filter(|(before, _)| is_modifiers(before))
        else {
            continue;
        };
        let end = format!("{indent}}}");
        let whole = line.ends_with('}') || line.ends_with(';');
        // A declaration in a trait has no body.
        let declared = format!("{indent})");
        let ends = |it: &&str| **it == end || it.starts_with(&declared) && it.ends_with(';');
        let body = lines[at..].iter().position(ends);
        let name = name.split(['(', '<']).next().unwrap_or_default();
        let rows = match (whole, body) {
            (true, _) => 1,
            (false, Some(rows)) => rows + 1,
            // Whose end is not found is too long, so that somebody looks.
            (false, None) => usize::MAX,
        };
        found.push((name.to_owned(), rows));
    }
    found
}

/// Whether this stands before a function: `pub(in crate::a) const unsafe extern "C" `.
fn is_modifiers(before: &str) -> bool {
    let scoped = before
        .strip_prefix("pub(")
        .and_then(|it| it.split_once(") "));
    let before = scoped.map_or(before, |(_, rest)| rest);
    let modifiers = ["pub", "const", "async", "unsafe", "extern", "\"C\""];
    let mut words = before.split_whitespace();
    words.all(|word| modifiers.contains(&word))
}

#[test]
fn a_functions_lines_are_counted() {
    let text = "impl A {\n    pub(crate) const fn f(\n        a: u8,\n    ) -> u8 {\n        a\n    }\n}\nfn g() {}\n";
    assert_eq!(functions(text), [("f".to_owned(), 5), ("g".to_owned(), 1)]);
    for head in [
        "pub(in super::super) fn f()",
        "pub(in crate::a) unsafe fn f<T>()",
        "pub async fn f()",
    ] {
        let text = format!("{head} {{\n    a\n}}\n");
        assert_eq!(functions(&text), [("f".to_owned(), 3)], "{head}");
    }
    assert!(functions("let it = a fn b;\n// the fn c\n").is_empty());
}

#[test]
fn every_mod_rs_is_a_table_of_contents() {
    let broken: Vec<String> = tree::sources("")
        .iter()
        .filter(|path| path.file_name().is_some_and(|name| name == "mod.rs"))
        .filter_map(|path| Some(format!("{}: {}", tree::shown(path), beyond_contents(path)?)))
        .collect();
    tree::none(&broken);
}

/// A part of the paths whose `mod.rs` need not list its modules: programs of tests.
const UNLISTED: &str = "tests/";

#[test]
fn every_mod_rs_lists_what_its_folder_has() {
    let mut broken = Vec::new();
    for path in tree::sources("") {
        let shown = tree::shown(&path);
        if !shown.ends_with("/mod.rs") || shown.contains(UNLISTED) {
            continue;
        }
        let text = tree::text(&path);
        let missing = unlisted(&text);
        broken.extend(missing.map(|name| format!("{shown} does not list `{name}`")));
    }
    tree::none(&broken);
}

/// The modules of a source that its header does not name. Those of its tests need no name.
fn unlisted(text: &str) -> impl Iterator<Item = &str> {
    let header = text.lines().take_while(|line| line.starts_with("//!"));
    let header: String = header.collect();
    let lines = text.lines().zip(text.lines().skip(1));
    let modules = lines.filter_map(|(above, line)| {
        let (before, name) = line.strip_suffix(';')?.split_once("mod ")?;
        let is_module = before.is_empty() || before.starts_with("pub");
        (is_module && above != "#[cfg(test)]").then_some(name)
    });
    modules.filter(move |name| !header.contains(&format!("`{name}`")))
}

#[test]
fn a_module_that_is_not_listed_is_found() {
    let text = "//! - `a`: one\n\nmod a;\npub mod b;\nuse c;\n#[cfg(test)]\nmod tests;\n";
    assert_eq!(unlisted(text).collect::<Vec<_>>(), ["b"]);
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
