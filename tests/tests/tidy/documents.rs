//! The documents: what they name is there.

use super::tree;

/// Every test that a document names as `path.rs` followed by `` `function` `` exists.
///
/// A row of a table of invariants ends in `` `tests/tests/x.rs` `function_name` ``.
#[test]
fn every_test_that_a_document_names_exists() {
    let mut broken = Vec::new();
    let mut named = 0;
    for document in [
        "ARCHITECTURE.md",
        "README.md",
        "DESIGN.md",
        "docs/invariants.md",
        "docs/security.md",
    ] {
        let text = tree::text(&tree::root().join(document));
        for (path, function) in text.lines().flat_map(named_tests) {
            named += 1;
            let file = tree::root().join(path);
            let there = file.is_file() && tree::text(&file).contains(&format!("fn {function}("));
            if !there {
                broken.push(format!("{document}: no {function} in {path}"));
            }
        }
    }
    assert!(named > 0, "the documents name tests");
    tree::none(&broken);
}

/// The functions that the end of a line names, each with the source file before it.
fn named_tests(line: &str) -> Vec<(&str, &str)> {
    let quoted: Vec<&str> = line.split('`').collect();
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let mut file = None;
    let mut named = Vec::new();
    for (before, part) in quoted.iter().zip(&quoted[1..]).step_by(2) {
        if part.ends_with(".rs") {
            file = Some(*part);
        } else if let Some(file) = file.filter(|_| matches!(before.trim(), "" | ",")) {
            let is_function = !part.is_empty() && part.chars().all(is_name);
            named.extend(is_function.then_some((file, *part)));
        } else {
            file = None;
        }
    }
    named
}

/// Every folder that a command of a document installs from exists; one that clones first does so into `shadow/`.
#[test]
fn every_folder_that_is_installed_from_exists() {
    let (mut broken, mut named) = (Vec::new(), 0);
    let documents = tree::files("").into_iter();
    for path in documents.filter(|path| path.extension().is_some_and(|e| e == "md")) {
        let text = tree::text(&path);
        for line in text.lines().filter(|line| line.contains("cargo install ")) {
            let words = line.split_whitespace();
            let Some(folder) = words.skip_while(|word| *word != "--path").nth(1) else {
                continue;
            };
            named += 1;
            let below = folder.strip_prefix("shadow/").unwrap_or(folder);
            if !tree::root().join(below).join("Cargo.toml").is_file() {
                broken.push(format!("{}: no crate in {folder}", tree::shown(&path)));
            }
        }
    }
    assert!(named > 2, "the documents install the command");
    tree::none(&broken);
}

/// Every file that a document links to exists.
#[test]
fn every_link_of_a_document_leads_somewhere() {
    let mut broken = Vec::new();
    let documents = tree::files("");
    for path in documents
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
    {
        let folder = path.parent().expect("a file has a folder");
        for target in links(&tree::text(path)) {
            if !folder.join(&target).exists() {
                broken.push(format!("{}: {target}", tree::shown(path)));
            }
        }
    }
    tree::none(&broken);
}

/// Relative targets of Markdown links.
fn links(text: &str) -> Vec<String> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect()
}

/// The contents of the design name its headings, all of them and in order.
#[test]
fn the_contents_of_the_design_are_its_headings() {
    let text = tree::text(&tree::root().join("DESIGN.md"));
    let (_, rest) = text.split_once("## Contents\n").expect("it has contents");
    let at = rest.find("\n## ").expect("sections follow");
    let (contents, sections) = rest.split_at(at);
    let entry = |line: &str| {
        let title = line.strip_prefix("## ").or(line.strip_prefix("### "))?;
        let indent = if line.starts_with("###") { "  " } else { "" };
        Some(format!("{indent}- [{title}](#{})", anchor(title)))
    };
    let expected: Vec<String> = sections.lines().filter_map(entry).collect();
    let named: Vec<&str> = contents.lines().filter(|line| !line.is_empty()).collect();
    let missing = expected
        .iter()
        .filter(|line| !named.contains(&line.as_str()));
    tree::none(
        &missing
            .map(|line| format!("its contents lack {line}"))
            .collect::<Vec<_>>(),
    );
    assert_eq!(named, expected);
}

/// What a heading's link ends in.
fn anchor(title: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || ['-', '_', ' '].contains(c);
    let title = title.to_lowercase();
    title
        .chars()
        .filter(kept)
        .collect::<String>()
        .replace(' ', "-")
}
