//! Pages to review: a moderate selection of captures, each with zones, verdict, evidence, dialog; a file for each version.
//!
//! `goldens.txt` lists the selection, an id on each line. A page that changes is read before it is
//! accepted; what is true of a screen is held by the accuracy tests, not here.

use std::collections::BTreeMap;

use shadow_fixtures::Capture;
use shadow_tests::{Mode, development, page};

/// What parts the pages of a version.
const RULE: &str =
    "================================================================================";

const SELECTION: &str = include_str!("goldens.txt");

/// The ids of the selection; `#` begins a remark.
fn selection() -> impl Iterator<Item = &'static str> {
    SELECTION
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
}

fn corpus() -> BTreeMap<String, &'static Capture> {
    let all = development().iter();
    all.map(|capture| (capture.id(), capture)).collect()
}

#[test]
fn the_selected_captures_are_read_as_reviewed() {
    let (stack, corpus) = (shadow_tui::stack(), corpus());
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    let mut pages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in selection() {
        let capture = corpus.get(id).unwrap_or_else(|| panic!("no capture {id}"));
        let version: Vec<&str> = id.split('/').take(2).collect();
        let of_version = pages.entry(version.join("-")).or_default();
        of_version.push(page(&stack, Mode::All, capture));
    }
    for (version, pages) in pages {
        insta::assert_snapshot!(version, pages.join(&format!("\n{RULE}\n\n")));
    }
}

#[test]
fn the_selection_covers_both_providers() {
    let of = |provider: &str| selection().filter(|id| id.starts_with(provider)).count();
    assert!(
        of("claude/") >= 15 && of("codex/") >= 15,
        "{} and {}",
        of("claude/"),
        of("codex/")
    );
}
