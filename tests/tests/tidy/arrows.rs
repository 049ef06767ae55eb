//! The arrows between crates: consumers → providers → projectors → core, and no I/O below consumers.

use std::collections::BTreeSet;

use super::tree;

/// What each library crate may depend on within the workspace. Crates that are not named here are
/// consumers: they may depend on any library, and no library may depend on them.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("crates/legible", &["shadow-core"]),
    ("shadow-core", &[]),
    ("crates/act", &["shadow-core", "shadow-legible"]),
    ("projectors", &["shadow-core"]),
    ("providers/claude", &["shadow-core", "shadow-projectors"]),
    ("providers/codex", &["shadow-core", "shadow-projectors"]),
    (
        "crates/facade",
        &[
            "shadow-core",
            "shadow-projectors",
            "shadow-claude",
            "shadow-codex",
            // Behind a feature that is off: live panes.
            "shadow-live",
        ],
    ),
];

/// Modules of std that reach outside the process or know the time.
const OUTSIDE: [&str; 7] = [
    "std::fs",
    "std::net",
    "std::thread",
    "std::time",
    "std::process",
    "std::env",
    "std::io",
];

/// Words of a provider that the core must not know.
const PROVIDER_WORDS: [&str; 6] = ["claude", "codex", "anthropic", "openai", "gemini", "sonnet"];

/// Names of workspace crates in a manifest's `[dependencies]`. Examples and tests of a lower crate may use a higher one (the
/// examples of its documentation are written for whoever embeds the facade): what a crate is made of goes down.
fn arrows(folder: &str) -> BTreeSet<String> {
    let manifest = tree::text(&tree::root().join(folder).join("Cargo.toml"));
    let mut within = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            within = line.trim() == "[dependencies]";
        } else if within && line.starts_with("shadow-") {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            found.insert(line[..end].to_owned());
        }
    }
    found
}

#[test]
fn libraries_depend_only_downwards() {
    let mut broken = Vec::new();
    for (folder, allowed) in LIBRARIES {
        let wrong = arrows(folder)
            .into_iter()
            .filter(|name| !allowed.contains(&name.as_str()));
        broken.extend(wrong.map(|name| format!("{folder} must not depend on {name}")));
    }
    tree::none(&broken);
}

#[test]
fn the_core_depends_on_no_other_crate_of_the_workspace() {
    assert!(arrows("shadow-core").is_empty());
    assert!(
        !arrows("crates/facade").is_empty(),
        "the manifests are read"
    );
}

#[test]
fn what_is_live_stands_below_the_command_line() {
    let arrows = arrows("crates/live");
    for above in ["shadow-tui", "shadow-serve", "shadow-cli"] {
        assert!(!arrows.contains(above), "{above}");
    }
    assert!(arrows.contains("shadow-act") && arrows.contains("shadow-tmux"));
    let manifest = tree::text(&tree::root().join("crates/live/Cargo.toml"));
    assert!(!manifest.contains("clap"), "arguments are the command's");
    let mut broken = Vec::new();
    for path in tree::sources("crates/live/src") {
        let code = tree::code(&path);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let prints = ["println!", "eprintln!", "print!(", "dbg!"];
        if prints.iter().any(|call| code.contains(call)) {
            broken.push(format!("{} prints", tree::shown(&path)));
        }
    }
    tree::none(&broken);
}

#[test]
fn the_pty_knows_no_screen() {
    assert!(arrows("crates/pty").is_empty());
    assert!(
        arrows("crates/live").contains("shadow-pty"),
        "the host puts them together"
    );
}

#[test]
fn the_core_knows_no_provider() {
    // Unit tests may quote what a provider sends.
    let mut broken = Vec::new();
    for path in tree::sources("shadow-core/src") {
        let code = tree::code(&path).to_lowercase();
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let known = PROVIDER_WORDS.iter().filter(|word| code.contains(**word));
        broken.extend(known.map(|word| format!("{}: {word}", tree::shown(&path))));
    }
    tree::none(&broken);
}

#[test]
fn libraries_do_no_io() {
    let mut broken = Vec::new();
    for (folder, _) in LIBRARIES {
        for path in tree::sources(&format!("{folder}/src")) {
            let code = tree::code(&path);
            let used = OUTSIDE.iter().filter(|module| names(&code, module));
            broken.extend(used.map(|module| format!("{}: {module}", tree::shown(&path))));
        }
    }
    tree::none(&broken);
}

/// What a version does is a matter of stories, fixtures and presets: the core knows habits alone. Names that stand on the wire
/// are said in comments and examples (`claude`, `"claude"`), and unit tests may quote what a provider sends.
#[test]
fn the_core_names_no_provider_even_in_a_comment() {
    let mut broken = Vec::new();
    for path in tree::sources("shadow-core/src") {
        let (shown, text) = (tree::shown(&path), tree::text(&path).to_lowercase());
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let on_wire = [
            "`claude`",
            "`codex`",
            "\"claude\"",
            "\"codex\"",
            "shadow_claude_version",
            "shadow_codex_version",
        ];
        let text = on_wire
            .iter()
            .fold(text.to_owned(), |text, name| text.replace(name, ""));
        let named = PROVIDER_WORDS.iter().filter(|word| text.contains(*word));
        let told = !shown.contains("/tests/");
        broken.extend(
            named
                .filter(|_| told)
                .map(|word| format!("{shown}: {word}")),
        );
    }
    tree::none(&broken);
}

/// Which versions have a habit is a row of a provider's table (`quirks.rs`): nobody else compares versions with one.
#[test]
fn versions_with_a_habit_stand_in_the_tables() {
    let mut broken = Vec::new();
    let folders = LIBRARIES.iter().map(|(folder, _)| *folder);
    for folder in folders.chain(["crates/live", "crates/tmux"]) {
        for path in tree::sources(&format!("{folder}/src")) {
            let (shown, code) = (tree::shown(&path), tree::code(&path));
            let code = code.split("#[cfg(test)]").next().unwrap_or_default();
            let own = ["/quirks.rs", "/version.rs", "/tests.rs"];
            if code.contains("Version::new(") && !own.iter().any(|end| shown.ends_with(end)) {
                broken.push(format!("{shown} names a version"));
            }
        }
    }
    tree::none(&broken);
}

/// Whether code names a module of std, by its path or in a group (`use std::{fs, io};`).
fn names(code: &str, module: &str) -> bool {
    let name = module.trim_start_matches("std::");
    let mut groups = code.split("std::{").skip(1);
    let mut groups = groups.by_ref().filter_map(|rest| rest.split('}').next());
    let in_group = |group: &str| {
        let names = group.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.into_iter().any(|part| part == name)
    };
    code.contains(module) || groups.any(in_group)
}

#[test]
fn a_module_is_found_in_a_group() {
    assert!(names("use std::{fmt, fs};", "std::fs"));
    assert!(names("use std::{fmt, io::Read};", "std::io"));
    assert!(names("std::fs::read(path)", "std::fs"));
    assert!(!names("use std::{fmt, sync}; let fs = 1;", "std::fs"));
}

#[test]
fn libraries_print_nothing() {
    let mut broken = Vec::new();
    for (folder, _) in LIBRARIES {
        for path in tree::sources(&format!("{folder}/src")) {
            let code = tree::code(&path);
            let prints = ["println!", "eprintln!", "print!(", "dbg!"];
            if prints.iter().any(|call| code.contains(call)) {
                broken.push(format!("{} prints", tree::shown(&path)));
            }
        }
    }
    tree::none(&broken);
}

/// What both projectors read: whoever knows the one side finds his way on the other.
const ROOMS: [&str; 17] = [
    "block/dialogs.rs",
    "block/edge.rs",
    "block/heads.rs",
    "block/kind.rs",
    "block/options.rs",
    "block/write.rs",
    "cells.rs",
    "composer.rs",
    "end_mark.rs",
    "ends.rs",
    "failure.rs",
    "footer.rs",
    "layout.rs",
    "quirks.rs",
    "reader.rs",
    "recognition.rs",
    "turn.rs",
];

#[test]
fn both_projectors_have_the_same_rooms() {
    for side in ["claude", "codex"] {
        let folder = tree::root().join("projectors/src").join(side);
        for room in ROOMS {
            assert!(folder.join(room).is_file(), "{side} has no {room}");
        }
    }
}
