//! The lock of the bindings' workspace. It is no part of the root's, so no build of the root finds that it is out of date.

use std::collections::{BTreeMap, BTreeSet};

use super::tree;

/// A dependency that a manifest names: its package, and whether it is only there with a feature.
type Named = (String, bool);

/// The text between quotes after `key`.
fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = line.split_once(key)?;
    after.split('"').nth(1)
}

/// What stands in the tables of dependencies of a manifest, without those of its tests. `renamed` has the packages of names.
fn dependencies(manifest: &str, renamed: &BTreeMap<String, String>) -> Vec<Named> {
    let mut within = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            within = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if within && line.starts_with(|it: char| it.is_ascii_alphabetic()) {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            let name = &line[..end];
            let package = quoted(line, "package = ").or(renamed.get(name).map(String::as_str));
            let package = package.unwrap_or(name).to_owned();
            found.push((package, line.contains("optional = true")));
        }
    }
    found
}

/// Each package of the lock that has no source, with its dependencies.
fn locked(lock: &str) -> Vec<(&str, BTreeSet<&str>)> {
    let packages = lock.split("[[package]]").skip(1);
    let own = packages.filter(|it| !it.contains("\nsource = "));
    own.map(|package| {
        let name = quoted(package, "name = ").expect("a name");
        let (_, listed) = package.split_once("dependencies = [").unwrap_or_default();
        let quoted = listed.split('"').skip(1).step_by(2);
        // Where there are two versions of a package, its version follows.
        let names = quoted.filter_map(|it| it.split(' ').next());
        (name, names.collect())
    })
    .collect()
}

#[test]
fn the_lock_of_the_bindings_has_what_their_crates_need() {
    let root = tree::root();
    let workspace = tree::text(&root.join("Cargo.toml"));
    let renamed = workspace.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" = {")?;
        Some((name.to_owned(), quoted(rest, "package = ")?.to_owned()))
    });
    let renamed = renamed.collect();
    let mut manifests = tree::files("");
    manifests.retain(|path| path.ends_with("Cargo.toml"));
    let of_packages = manifests.iter().filter_map(|path| {
        let text = tree::text(path);
        let (_, package) = text.split_once("[package]")?;
        Some((quoted(package, "\nname = ")?.to_owned(), text))
    });
    let of_packages: BTreeMap<String, String> = of_packages.collect();
    let lock = tree::text(&root.join("bindings/Cargo.lock"));
    let locked = locked(&lock);
    assert!(locked.len() > 10, "{} packages", locked.len());
    let mut broken = Vec::new();
    for (name, there) in locked {
        let named = dependencies(&of_packages[name], &renamed);
        let missing = named
            .iter()
            .filter(|(package, optional)| !optional && !there.contains(package.as_str()));
        broken.extend(missing.map(|(package, _)| {
            format!("bindings/Cargo.lock: {name} lacks {package}; run cargo metadata --manifest-path bindings/Cargo.toml")
        }));
    }
    tree::none(&broken);
}

#[test]
fn a_manifest_and_a_lock_are_read() {
    let manifest = "[dependencies]\na.workspace = true\nb = { path = \"b\", package = \"c\", optional = true }\n\n[dev-dependencies]\nd = \"1\"\n\n[target.'cfg(unix)'.dependencies]\ne = \"1\"\n";
    let renamed = BTreeMap::from([("a".to_owned(), "f".to_owned())]);
    let found = dependencies(manifest, &renamed);
    let named = [("f", false), ("c", true), ("e", false)];
    assert_eq!(
        found,
        named.map(|(name, optional)| (name.to_owned(), optional))
    );
    let lock = "version = 4\n\n[[package]]\nname = \"own\"\ndependencies = [\n \"f\",\n \"e 2.0\",\n]\n\n[[package]]\nname = \"g\"\nsource = \"x\"\n";
    assert_eq!(locked(lock), [("own", BTreeSet::from(["f", "e"]))]);
}
