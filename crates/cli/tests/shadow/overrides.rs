//! `SHADOW_CLAUDE_VERSION` and `SHADOW_CODEX_VERSION`: what they choose, and what the payload says of it.

use serde_json::{Value, json};

use crate::run::{command, feed};

#[test]
fn a_bad_override_is_a_usage_error_that_names_the_variable() {
    let mut bad = command(&["parse", "-"]);
    bad.env("SHADOW_CODEX_VERSION", "newest");
    let run = feed(bad, Vec::new());
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
    assert!(run.stderr.contains("SHADOW_CODEX_VERSION"));
}

#[test]
fn an_override_chooses_the_preset_and_says_so() {
    let mut overridden = command(&["parse", "--provider", "codex", "-"]);
    overridden.env("SHADOW_CODEX_VERSION", "0.169.0");
    let run = feed(overridden, Vec::new());
    assert_eq!(run.code, 0);
    let payload = &run.json()[0];
    assert_eq!(payload["parser_metadata"]["provider_id"], "codex");
    assert_eq!(
        payload["parser_metadata"]["selection_source"],
        "env_override"
    );
    let anomalies = &payload["surface_assessment"]["anomalies"];
    assert_eq!(anomalies[0]["code"], "preset_override_used");
}

/// Screens with a version in their banner.
const CLAUDE: &str = "claude/2.1.330/basic-120x40/idle-fresh";
const CODEX: &str = "codex/0.169.0/basic-120x40/idle-fresh";

/// What an override leaves in the metadata: source, whether the screen has the preset's look, and the codes of the
/// assessment's anomalies.
#[test]
fn an_override_is_told_and_what_contradicts_it() {
    let used = json!(["preset_override_used"]);
    let contradicted = json!(["preset_override_used", "contradictory_evidence"]);
    let unknown = json!([
        "unknown_version_floor_used",
        "preset_override_used",
        "contradictory_evidence"
    ]);
    let rows = [
        (CLAUDE, "2.1.330", "env_override", true, &used),
        (CODEX, "0.169.0", "env_override", true, &used),
        (CLAUDE, "0.1.0", "fallback_floor", false, &unknown),
        (CODEX, "0.1.0", "fallback_floor", false, &unknown),
        (CLAUDE, "1.0.120", "env_override", false, &contradicted),
        (CODEX, "0.44.0", "env_override", false, &contradicted),
    ];
    for (capture, version, source, fits, codes) in rows {
        let payload = overridden(capture, version);
        let metadata = &payload["parser_metadata"];
        assert_eq!(
            metadata["selection_source"], source,
            "{capture} as {version}"
        );
        assert_eq!(
            metadata["output_format_match"], fits,
            "{capture} as {version}"
        );
        let anomalies = payload["surface_assessment"]["anomalies"].as_array();
        let found = anomalies
            .expect("a list")
            .iter()
            .map(|one| one["code"].clone());
        assert_eq!(Value::from_iter(found), *codes, "{capture} as {version}");
    }
}

/// The payload of a capture of the corpus under its provider's override.
fn overridden(capture: &str, version: &str) -> Value {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/corpus");
    let file = format!("{corpus}/{capture}.ansi");
    let mut parse = command(&["parse", "--size", "120x40", &file]);
    let provider = capture.split('/').next().unwrap_or_default();
    parse.env(
        format!("SHADOW_{}_VERSION", provider.to_uppercase()),
        version,
    );
    let run = feed(parse, Vec::new());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.json().remove(0)
}
