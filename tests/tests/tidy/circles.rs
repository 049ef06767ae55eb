//! No circle of uses among the modules of a folder: what is below knows nothing of what is above.
//!
//! A module is a file or a folder, with all that is in it; a folder's own file is one, too, where it holds more than a table
//! of contents. A use is followed through what that table passes on, and a call through `self` to the module that gives the
//! type that method. Every crate is walked: libraries, programs, tests, examples, benches. Unit tests within a module may use
//! what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::tree;

/// A path from a known place, or the beginning of a group of them.
static PATHS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)(?:crate|(?:super::)*super|self)(?:::\w+)*(?:::\{)?").expect("a pattern")
});

/// A statement of use: whether it passes its names on, and what it names.
static USES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^ *(pub(?:\([^)]*\))? )?use ([^;]+);").expect("a pattern"));

/// A name that a file defines.
static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*(?:fn|struct|enum|trait|type|const|static|macro_rules!) (\w+)").expect("a pattern")
});

/// A word, and whether a path goes on behind it.
static WORDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(\w+)(::)?").expect("a pattern"));

/// Methods of a type: its name, and their code.
static IMPLS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ms)^impl(?:<[^{]*?>)? (?:[^{]*? for )?(?:\w+::)*(\w+)[^{]*\{\n(.*?)^\}")
        .expect("a pattern")
});

/// A method that is defined.
static METHODS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^    (?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*fn (\w+)")
        .expect("a pattern")
});

/// A method that is called of the type itself.
static CALLS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)(?:self\s*\.|Self::)(\w+)(?:::<[^>]*>)?\(").expect("a pattern")
});

/// Modules that exist in tests alone.
static IN_TESTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod (\w+);").expect("a pattern")
});

/// What a group names (`a, b::{c, d as e}`), up to the brace that ends it: each as a path, and the name that it gets.
fn leaves(group: &str) -> Vec<(Vec<String>, String)> {
    let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(c);
    }
    parts.push(part);
    let mut found = Vec::new();
    for part in parts.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
        let (head, within) = part.split_once('{').unwrap_or((part, ""));
        let (path, name) = head.split_once(" as ").unwrap_or((head, ""));
        let path: Vec<String> = path
            .split("::")
            .map(str::trim)
            .filter(|it| !it.is_empty() && *it != "self")
            .map(str::to_owned)
            .collect();
        if within.is_empty() {
            let name = [name.trim(), path.last().map_or("", String::as_str)];
            let name = name.into_iter().find(|it| !it.is_empty());
            found.push((path.clone(), name.unwrap_or_default().to_owned()));
        }
        for (below, name) in leaves(within) {
            found.push(([path.clone(), below].concat(), name));
        }
    }
    found
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
            for (below, _) in leaves(&code[it.end()..]) {
                found.push([at.clone(), below].concat());
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

/// The file of a folder that is the folder's own: its table of contents, and what else it holds.
const OWN: [&str; 3] = ["mod", "lib", "main"];

/// The folder's own files, or the one beside it.
fn own_files(folder: &Path) -> Vec<PathBuf> {
    let names = OWN.map(|name| folder.join(name).with_extension("rs"));
    let files = names.into_iter().chain([folder.with_extension("rs")]);
    files.filter(|it| it.is_file()).collect()
}

/// The folder's table of contents.
fn contents(folder: &Path) -> String {
    let files = own_files(folder);
    files.iter().map(|it| tree::code(it)).collect()
}

/// Where a file's code stands, as modules below its crate's root.
fn place(src: &Path, path: &Path) -> Vec<String> {
    let below = path.strip_prefix(src).expect("a file of the crate");
    let below = below.with_extension("");
    let parts = below.iter().map(|it| it.to_string_lossy().into_owned());
    let mut parts: Vec<String> = parts.collect();
    if parts.last().is_some_and(|it| OWN.contains(&it.as_str())) {
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
    for name in IN_TESTS.captures_iter(&contents(folder)) {
        found.remove(&name[1]);
    }
    // Programs stand above their crate, and each is a crate of its own.
    for own in OWN.into_iter().chain(["bin"]) {
        found.remove(own);
    }
    found
}

/// Which module of a folder has a name that the folder passes on.
fn passed_on(contents: &str, modules: &BTreeMap<String, Vec<PathBuf>>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for it in USES.captures_iter(contents) {
        for (path, name) in leaves(&it[2]) {
            let module = path.first().filter(|it| modules.contains_key(*it));
            found.extend(module.map(|it| (name, it.clone())));
        }
    }
    found
}

/// The modules that the code of a folder's own file uses: by their names, or by what it takes from them.
fn used_by_own(
    code: &str,
    modules: &BTreeMap<String, Vec<PathBuf>>,
    passed_on: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let code = USES.replace_all(code, "");
    let mut found = BTreeSet::new();
    for it in WORDS.captures_iter(&code) {
        let (word, path) = (&it[1], it.get(2).is_some());
        if path && modules.contains_key(word) {
            found.insert(word.to_owned());
        }
        found.extend(passed_on.get(word).cloned());
    }
    found
}

/// Which module calls a method that another one gives to the same type; `codes` are modules, each with a file's code.
fn called(codes: &[(String, String)]) -> Vec<(String, String)> {
    let impls = |code: &str| -> Vec<(String, String)> {
        let found = IMPLS.captures_iter(code);
        found
            .map(|it| (it[1].to_owned(), it[2].to_owned()))
            .collect()
    };
    let mut given: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
    for (module, code) in codes {
        for (of, body) in impls(code) {
            for method in METHODS.captures_iter(&body) {
                let by = given.entry((of.clone(), method[1].to_owned()));
                by.or_default().insert(module);
            }
        }
    }
    let mut found = Vec::new();
    for (module, code) in codes {
        for (of, body) in impls(code) {
            for call in CALLS.captures_iter(&body) {
                let by = given.get(&(of.clone(), call[1].to_owned()));
                let by = by.filter(|by| !by.contains(module.as_str()));
                let by = by.into_iter().flatten();
                found.extend(by.map(|by| (module.clone(), (*by).to_owned())));
            }
        }
    }
    found
}

/// Which modules of a folder use which.
fn uses(src: &Path, folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules(folder);
    let here = place(src, folder);
    let mut names = passed_on(&contents(folder), &modules);
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut codes = Vec::new();
    for path in own_files(folder) {
        let code = code(&path);
        let own = path.strip_prefix(folder).unwrap_or(&path);
        let own = own.display().to_string();
        uses.insert(own.clone(), used_by_own(&code, &modules, &names));
        let defined = DEFINED.captures_iter(&code);
        names.extend(defined.map(|it| (it[1].to_owned(), own.clone())));
        codes.push((own, code));
    }
    for (name, files) in &modules {
        let used = uses.entry(name.clone()).or_default();
        for path in files {
            let code = code(path);
            for path in paths(&code, &place(src, path)) {
                let Some([first, ..]) = path.strip_prefix(here.as_slice()) else {
                    continue;
                };
                let module = Some(first).filter(|it| modules.contains_key(*it));
                let module = module.or_else(|| names.get(first));
                used.extend(module.filter(|it| *it != name).cloned());
            }
            codes.push((name.clone(), code));
        }
    }
    for (from, to) in called(&codes) {
        uses.entry(from).or_default().insert(to);
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

/// Where the crate of a source begins: the folder of its `lib.rs` or `main.rs`; where there is none (tests, examples, benches,
/// programs of one file), the folder of such crates, whose modules they share.
fn crate_root(path: &Path) -> Option<&Path> {
    let is_root = |it: &&Path| {
        ["lib.rs", "main.rs"]
            .iter()
            .any(|own| it.join(own).is_file())
            || it.join("../Cargo.toml").is_file()
            || it.ends_with("src/bin")
    };
    path.ancestors().skip(1).find(is_root)
}

/// Every folder of every crate's sources: the crate's root, and the folder.
fn folders() -> BTreeSet<(PathBuf, PathBuf)> {
    let mut found = BTreeSet::new();
    for path in tree::sources("") {
        let root =
            crate_root(&path).unwrap_or_else(|| panic!("{} has no crate", tree::shown(&path)));
        let within = path
            .ancestors()
            .skip(1)
            .take_while(|it| it.starts_with(root));
        found.extend(within.map(|folder| (root.to_owned(), folder.to_owned())));
    }
    let shown: BTreeSet<String> = found.iter().map(|(_, it)| tree::shown(it)).collect();
    for folder in [
        "shadow-core/src/screen/grid",
        "tests/tests",
        "tests/tests/time",
        "crates/cli/tests/shadow/serve",
        "crates/facade/examples",
        "benches/benches",
        "benches/src/bin",
    ] {
        assert!(shown.contains(folder), "{folder} is walked");
    }
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
    assert_eq!(
        read("use super::{c::{D, E}, f};"),
        ["a::c::D", "a::c::E", "a::f"]
    );
    assert_eq!(
        read("use crate::{a::{y, z as w}, x};"),
        ["a::y", "a::z", "x"]
    );
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

#[test]
fn a_call_through_self_uses_the_module_of_the_method() {
    let codes = [
        (
            "a",
            "impl Run<'_> {\n    fn f(&self) {\n        self.g();\n    }\n}\n",
        ),
        (
            "b",
            "impl<'s> Run<'s> {\n    pub(super) fn g(&self) {\n        self.k();\n        self.h();\n    }\n    fn k(&self) {}\n}\n",
        ),
        (
            "c",
            "impl fmt::Debug for Run<'_> {\n    fn h(&self) {\n        Self::f(self);\n    }\n}\n",
        ),
        (
            "d",
            "impl Other {\n    fn h(&self) {\n        self.g();\n    }\n}\n",
        ),
    ];
    let codes = codes.map(|(module, code)| (module.to_owned(), code.to_owned()));
    let edges = called(&codes).into_iter();
    let edges: Vec<String> = edges.map(|(from, to)| format!("{from} {to}")).collect();
    assert_eq!(edges, ["a b", "b c", "c a"]);
}

#[test]
fn a_table_of_contents_that_holds_code_uses_what_its_code_names() {
    let contents = "mod a;\nmod b;\nmod c;\nuse a::A;\npub use b::deep::B as Bee;\npub use c::C;\n\
                    pub fn f(it: A) { b::g(it) }\n";
    let files = || vec![PathBuf::new()];
    let modules = ["a", "b", "c"]
        .map(|name| (name.to_owned(), files()))
        .into();
    let passed_on = passed_on(contents, &modules);
    let names: Vec<String> = passed_on
        .iter()
        .map(|(k, v)| format!("{k} of {v}"))
        .collect();
    assert_eq!(names, ["A of a", "Bee of b", "C of c"]);
    let used = used_by_own(contents, &modules, &passed_on);
    assert_eq!(used.into_iter().collect::<Vec<_>>(), ["a", "b"]);
    let defined: Vec<_> = DEFINED
        .captures_iter(contents)
        .map(|it| it[1].to_owned())
        .collect();
    assert_eq!(defined, ["f"]);
}
