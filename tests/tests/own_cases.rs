//! `shadow test` and `shadow coverage` over the project's own cases: none has changed, and there is nothing that none
//! exercises. What is known not to hold stands accepted beside its case, in `accepted.toml`.

use shadow_testing::{Coverage, Mode, Suite, why_unshown};
use shadow_tests::Corpus;

/// The most judgments that may stand accepted, of some hundred thousand: a wrong answer is accepted where it is looked
/// at and known, not to be done with it.
const ACCEPTED_AT_MOST: usize = 60;

#[test]
fn no_case_of_the_project_has_changed() {
    let suite = Suite::load(&[Corpus::Development.dir(), Corpus::Cases.dir()]);
    assert_eq!(suite.faults, [""; 0]);
    let run = suite.run(&shadow_tui::stack(), &[Mode::All], &|| ());
    assert_eq!(run.faults, [""; 0]);
    assert!(run.ran.len() > 6000, "{} cases", run.ran.len());
    for provider in ["claude/", "codex/"] {
        let ids = run.ran.iter().map(|ran| &ran.scored.id);
        let named = ids.filter(|id| id.starts_with(provider) && id.ends_with("/turns"));
        assert!(named.count() >= 20, "turns of {provider}");
    }
    let told = run.changed().flat_map(|ran| {
        let id = &ran.scored.id;
        let changes = ran.changes.iter();
        changes.map(move |change| format!("{id}: {change:?}"))
    });
    let told: Vec<String> = told.collect();
    assert!(
        told.is_empty(),
        "{}\n{} changes: scripts/refresh writes accepted.toml anew; read the difference",
        told.join("\n"),
        told.len()
    );
    let accepted: usize = run.ran.iter().map(|ran| ran.accepted).sum();
    assert!(accepted <= ACCEPTED_AT_MOST, "{accepted} stand accepted");
}

#[test]
fn everything_is_exercised_by_some_case() {
    let suite = Suite::load(&[Corpus::Development.dir(), Corpus::Cases.dir()]);
    let coverage = Coverage::of(&shadow_tui::stack(), &suite.captures);
    let reads = |name| coverage.rule(name).map_or("", |rule| rule.reads);
    let missing = coverage.missing();
    let missing: Vec<String> = missing
        .map(|(kind, name)| format!("{kind} {name} {}", reads(name)))
        .collect();
    assert!(
        missing.is_empty(),
        "no case exercises\n{}\nadd one, take the rule out, or say in crates/testing/src/coverage.rs why none can",
        missing.join("\n")
    );
    let stale = coverage.rows().filter(|row| row.2 > 0);
    let stale: Vec<_> = stale
        .filter(|row| why_unshown(row.0, row.1).is_some())
        .collect();
    assert!(stale.is_empty(), "said to be unshown, and shown: {stale:?}");
}
