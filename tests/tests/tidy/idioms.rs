//! Idioms that hide the subject of a sentence: counted in documents and doc comments, and only allowed to become fewer.

use std::path::{Path, PathBuf};

use regex::Regex;

use super::tree;

/// An idiom with the most places that it may have: in documents, and in doc comments.
///
/// Do not raise a number: rewrite the sentence. Lower the number when you have removed some.
const IDIOMS: [(&str, [usize; 2]); 10] = [
    ("whoever", [1, 42]),
    ("nobody", [11, 47]),
    ("somebody", [2, 14]),
    ("stands?", [9, 412]),
    ("stood", [2, 77]),
    ("the same", [17, 194]),
    ("told", [10, 177]),
    ("tells", [4, 182]),
    ("anew", [5, 43]),
    ("(?:is|are) to be", [1, 42]),
];

/// A number may be this much too high. So two changes that each remove some can both be merged.
const SLACK: usize = 12;

/// Whether the project's prose is in a document; dated records and generated pages are not.
fn is_document(path: &Path) -> bool {
    let shown = tree::shown(path);
    let is_text = path.extension().is_some_and(|ending| ending == "md");
    is_text && !shown.contains("record/") && shown != "docs/accuracy.md" && !tree::is_made(path)
}

/// The doc comments of a source.
fn doc_comments(path: &Path) -> String {
    let text = tree::text(path);
    let lines = text.lines().map(str::trim_start);
    let comments = lines.filter(|line| line.starts_with("///") || line.starts_with("//!"));
    comments.collect::<Vec<_>>().join("\n")
}

/// How often a pattern is in each text, for texts that have it, the most first.
fn places(pattern: &Regex, texts: &[(PathBuf, String)]) -> Vec<(usize, String)> {
    let counts = texts.iter().map(|(path, text)| {
        let count = pattern.find_iter(text).count();
        (count, tree::shown(path))
    });
    let mut found: Vec<_> = counts.filter(|(count, _)| *count > 0).collect();
    found.sort_by(|a, b| b.cmp(a));
    found
}

#[test]
fn idioms_only_become_fewer() {
    let documents = tree::files("").into_iter().filter(|path| is_document(path));
    let documents: Vec<_> = documents
        .map(|path| (path.clone(), tree::text(&path)))
        .collect();
    let sources = tree::sources("").into_iter();
    let comments: Vec<_> = sources
        .map(|path| (path.clone(), doc_comments(&path)))
        .collect();
    assert!(
        documents.len() > 10 && comments.len() > 100,
        "the prose is read"
    );
    let mut broken = Vec::new();
    for (idiom, bounds) in IDIOMS {
        let pattern = Regex::new(&format!(r"(?i)(?-u:\b)(?:{idiom})(?-u:\b)")).expect("a pattern");
        let kinds = [("documents", &documents), ("doc comments", &comments)];
        for ((kind, texts), bound) in kinds.into_iter().zip(bounds) {
            let places = places(&pattern, texts);
            let count: usize = places.iter().map(|(count, _)| count).sum();
            if count > bound {
                let most = &places[..places.len().min(4)];
                broken.push(format!(
                    "{count} × {idiom:?} in {kind}, at most {bound}: rewrite the sentence (most in {most:?})"
                ));
            } else if count + SLACK < bound {
                broken.push(format!(
                    "{count} × {idiom:?} in {kind}: lower its number from {bound}"
                ));
            }
        }
    }
    tree::none(&broken);
}

#[test]
fn an_idiom_is_counted_as_a_whole_word() {
    let pattern = Regex::new(r"(?i)(?-u:\b)(?:stands?)(?-u:\b)").expect("a pattern");
    let texts = [(
        tree::root().join("a.md"),
        "It Stands there. Understand what stands.".to_owned(),
    )];
    assert_eq!(places(&pattern, &texts), [(2, "a.md".to_owned())]);
}
