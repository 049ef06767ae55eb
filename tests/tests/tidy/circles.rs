//! No circle of uses among the modules of a folder: what is below knows nothing of what is above.
//!
//! A module is a file or a folder, with all that is in it. A use is followed through the re-exports of the folder's table
//! of contents. Tests within a module may use what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::tree;

/// A path from a known place, or the beginning of a group of them.
static PATHS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)(?:crate|(?:super::)*super|self)(?:::\w+)*(?:::\{)?").expect("a pattern")
});

/// What a table of contents passes on: the module, and the names or the group of them.
static PASSED_ON: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u:\b)use (?:self::)?(\w+)::([^;]+);").expect("a pattern"));

/// Modules that exist in tests alone.
static IN_TESTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod (\w+);").expect("a pattern")
});

/// The names in a group (`a, b::{c, d}`) without those within groups in it: each with what leads there.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut heads, mut head) = (0, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(std::mem::take(&mut head)),
            _ if depth == 0 => head.push(c),
            _ => {}
        }
    }
    heads.push(head);
    let first = |head: &String| {
        let word = head.trim().split("::").next().unwrap_or_default();
        word.split(' ').next().unwrap_or_default().to_owned()
    };
    heads
        .iter()
        .map(first)
        .filter(|it| !it.is_empty())
        .collect()
}

/// Every path that code names, from the root of its crate, as modules; `place` is where the code stands.
fn paths(code: &str, place: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for it in PATHS.find_iter(code) {
        let mut at = place.to_vec();
        let text = it.as_str();
        for part in text.trim_end_matches("::{").split("::") {
            match part {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                _ => at.push(part.to_owned()),
            }
        }
        if text.ends_with("::{") {
            for head in heads(&code[it.end()..]) {
                found.push([at.clone(), vec![head]].concat());
            }
        } else {
            found.push(at);
        }
    }
    found
}

/// A file's code without its unit tests.
fn code(path: &Path) -> String {
    let code = tree::code(path);
    let end = code.find("#[cfg(test)]\nmod tests {").unwrap_or(code.len());
    code[..end].to_owned()
}

/// The folder's table of contents: its own file, or the one beside it.
fn contents(folder: &Path) -> String {
    let names = ["mod.rs", "lib.rs", "main.rs"].map(|name| folder.join(name));
    let beside = folder.with_extension("rs");
    let files = names.into_iter().chain([beside]);
    files
        .filter(|it| it.is_file())
        .map(|it| tree::code(&it))
        .collect()
}

/// Where a file's code stands, as modules below its crate's root.
fn place(src: &Path, path: &Path) -> Vec<String> {
    let below = path.strip_prefix(src).expect("a file of the crate");
    let below = below.with_extension("");
    let parts = below.iter().map(|it| it.to_string_lossy().into_owned());
    let mut parts: Vec<String> = parts.collect();
    if parts
        .last()
        .is_some_and(|it| ["mod", "lib", "main"].contains(&it.as_str()))
    {
        parts.pop();
    }
    parts
}

/// The modules of a folder: each with its files.
fn modules(folder: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let mut found: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in tree::sources(&tree::shown(folder)) {
        let below = path.strip_prefix(folder).expect("a file of the folder");
        let first = below.iter().next().unwrap_or_default();
        let name = Path::new(first).with_extension("").display().to_string();
        found.entry(name).or_default().push(path.clone());
    }
    let contents = contents(folder);
    for name in IN_TESTS.captures_iter(&contents) {
        found.remove(&name[1]);
    }
    for own in ["mod", "lib", "main", "bin"] {
        found.remove(own);
    }
    found
}

/// Which modules of a folder use which.
fn uses(src: &Path, folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules(folder);
    let here = place(src, folder);
    let contents = contents(folder);
    let mut passed_on: BTreeMap<String, String> = BTreeMap::new();
    for it in PASSED_ON.captures_iter(&contents) {
        for name in heads(it[2].trim_start_matches('{')) {
            passed_on.insert(name, it[1].to_owned());
        }
    }
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, files) in &modules {
        let used = uses.entry(name.clone()).or_default();
        for path in files {
            for path in paths(&code(path), &place(src, path)) {
                let Some([first, ..]) = path.strip_prefix(here.as_slice()) else {
                    continue;
                };
                let module = Some(first).filter(|it| modules.contains_key(*it));
                let module = module.or_else(|| passed_on.get(first));
                used.extend(module.filter(|it| *it != name).cloned());
            }
        }
    }
    uses
}

/// All that a module uses, and what that uses.
fn reach(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(name) = open.pop() {
        for next in uses.get(&name).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// The circles: modules that reach each other, each circle in a line.
fn circles(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let names = uses.keys().map(|it| (it, reach(uses, it)));
    let reach: BTreeMap<_, _> = names.collect();
    let in_circle = reach.iter().filter(|(name, all)| all.contains(**name));
    let circle = |(name, all): (&&String, &BTreeSet<String>)| {
        let back = |it: &&String| reach.get(*it).is_some_and(|all| all.contains(*name));
        let members: Vec<&str> = all.iter().filter(back).map(String::as_str).collect();
        members.join(" ")
    };
    in_circle.map(circle).collect()
}

/// Every folder of every crate's sources: the crate's `src`, and the folder.
fn folders() -> BTreeSet<(PathBuf, PathBuf)> {
    let mut found = BTreeSet::new();
    for path in tree::sources("") {
        let is_src = |it: &&Path| it.ends_with("src") && it.join("../Cargo.toml").is_file();
        let Some(src) = path.ancestors().find(is_src).map(Path::to_owned) else {
            continue;
        };
        let within = path
            .ancestors()
            .skip(1)
            .take_while(|it| it.starts_with(&src));
        found.extend(within.map(|folder| (src.clone(), folder.to_owned())));
    }
    assert!(found.len() > 50, "the crates are found");
    found
}

#[test]
fn no_modules_of_a_folder_use_each_other_in_a_circle() {
    let mut broken = Vec::new();
    for (src, folder) in folders() {
        let shown = tree::shown(&folder);
        let circles = circles(&uses(&src, &folder)).into_iter();
        broken.extend(circles.map(|circle| format!("a circle in {shown}: {circle}")));
    }
    tree::none(&broken);
}

#[test]
fn a_use_is_read_in_every_form() {
    let place = ["a".to_owned(), "b".to_owned()];
    let read = |code: &str| -> Vec<String> {
        let found = paths(code, &place).into_iter();
        found.map(|path| path.join("::")).collect()
    };
    assert_eq!(read("use super::c::D;"), ["a::c::D"]);
    assert_eq!(read("use super::{c::{D, E}, f};"), ["a::c", "a::f"]);
    assert_eq!(read("use crate::x::{y, z as w};"), ["x::y", "x::z"]);
    assert_eq!(read("super::super::g(1)"), ["g"]);
    assert_eq!(read("use std::fs;"), Vec::<String>::new());
    let graph = |edges: &[(&str, &str)]| {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            uses.entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
            uses.entry((*to).to_owned()).or_default();
        }
        circles(&uses).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(
        graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]),
        ["a b c"]
    );
    assert!(graph(&[("a", "b"), ("b", "c"), ("a", "c")]).is_empty());
}
