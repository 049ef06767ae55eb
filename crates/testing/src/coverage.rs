//! What of the engine some cases exercise: rules, presets, contexts, signals, kinds, anomalies; and
//! what none does.

use std::collections::{BTreeMap, BTreeSet};

use schemars::{JsonSchema, schema_for};
use serde_json::Value;
use shadow_fixtures::Capture;
use shadow_tui::contract::{
    ActivityKind, AnomalyCode, BlockKind, FailureKind, Parts, Payload, UiContext, wire_name,
};
use shadow_tui::{Parser, Projector, Rule, Stack, Watch};

use crate::Mode;
use crate::parallel::each;

/// The signals that verdicts rest on, by name: those of the core and of both providers. An idle title is none of one
/// capture: only a session has seen it move.
pub const SIGNALS: [&str; 27] = [
    "command_draft",
    "command_output",
    "error_cell",
    "finished_row",
    "folded_turn",
    "footer_offers_rewind",
    "footer_without_queue_offer",
    "interrupted",
    "labeled_rule",
    "last_cell",
    "live_composer",
    "live_dialog",
    "no_turn_yet",
    "open_popup",
    "process_exited",
    "prompt_glyph_bright",
    "queued_messages",
    "report_blocked",
    "report_idle",
    "report_working",
    "running_row",
    "shell_prompt",
    "shortcuts_hint",
    "status_row_absent",
    "title_blocked",
    "title_working",
    "transcript_footer",
];

/// Anomalies that no single capture raises: they come over time, or of a choice of the caller's.
const NOT_OF_CAPTURES: [AnomalyCode; 5] = [
    AnomalyCode::BaselineInvalidated,
    AnomalyCode::PresetOverrideUsed,
    AnomalyCode::StallSuspected,
    AnomalyCode::StalledEntered,
    AnomalyCode::StalledRecovered,
];

/// What no capture can exercise, and why.
const UNSHOWN: [(&str, &str, &str); 4] = [
    (
        "context",
        "error_banner",
        "no version that was run fills its screen with an error and lives: each says it and ends",
    ),
    (
        "rule",
        "claude/cursor_in_shell",
        "where a shell printed over the composer that was looked for first; edits put prompts below other screens",
    ),
    (
        "rule",
        "claude/reshaped",
        "a capture has a size; dumps without one are made of captures in tests",
    ),
    (
        "rule",
        "codex/reshaped",
        "a capture has a size; dumps without one are made of captures in tests",
    ),
];

/// Why no capture can exercise a thing of a kind, where that is known.
#[must_use]
pub fn why_unshown(kind: &str, name: &str) -> Option<&'static str> {
    UNSHOWN
        .iter()
        .find(|one| (one.0, one.1) == (kind, name))
        .map(|one| one.2)
}

/// How often each thing of a kind (`rule`, `preset`, `context`, `signal`, …) was exercised, 0 included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: BTreeMap<(&'static str, String), usize>,
    /// The rules of all projectors, by provider and name.
    rules: BTreeMap<String, Rule>,
}

impl Coverage {
    /// Everything that there is, none of it exercised.
    #[must_use]
    pub fn nothing(stack: &Stack) -> Self {
        let mut coverage = Self::default();
        for parser in stack.parsers() {
            let presets = parser.provider().presets();
            coverage.expect("preset", presets.iter().map(|preset| preset.id.to_owned()));
            for preset in presets.iter() {
                coverage.expect_rules(parser, &*preset.projector);
            }
        }
        coverage.expect("context", values::<UiContext>());
        coverage.expect("block", values::<BlockKind>());
        coverage.expect("activity", values::<ActivityKind>());
        coverage.expect("failure", values::<FailureKind>());
        let elsewhere = NOT_OF_CAPTURES.map(|code| wire_name(&code));
        let codes = values::<AnomalyCode>().into_iter();
        coverage.expect("anomaly", codes.filter(|code| !elsewhere.contains(code)));
        coverage.expect("signal", SIGNALS.map(str::to_owned));
        coverage
    }

    /// What some captures exercise with all channels given; rules also with the text alone, with and
    /// without SGR, since some decide only where there is nothing else.
    #[must_use]
    pub fn of(stack: &Stack, captures: &[Capture]) -> Self {
        let mut coverage = Self::nothing(stack);
        let exercised = each(captures, |capture| exercised(stack, capture), &|| ());
        for (kind, name) in exercised.into_iter().flatten() {
            *coverage.counts.entry((kind, name)).or_default() += 1;
        }
        coverage
    }

    fn expect_rules(&mut self, parser: &Parser, projector: &dyn Projector) {
        for rule in projector.rules() {
            let name = rule_name(parser.provider().id(), rule.id);
            self.expect("rule", [name.clone()]);
            self.rules.insert(name, *rule);
        }
    }

    fn expect(&mut self, kind: &'static str, names: impl IntoIterator<Item = String>) {
        for name in names {
            self.counts.entry((kind, name)).or_default();
        }
    }

    /// Each kind, name and how many cases exercise it.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, &str, usize)> {
        self.counts
            .iter()
            .map(|((kind, name), count)| (*kind, name.as_str(), *count))
    }

    /// The rule of a name in the rows of kind `rule`: what it reads, and since when.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.get(name)
    }

    /// What no case exercises and one could.
    pub fn missing(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.rows()
            .filter(|row| row.2 == 0 && why_unshown(row.0, row.1).is_none())
            .map(|(kind, name, _)| (kind, name))
    }
}

/// What one capture exercises, each thing once: read in every mode, and written out with all channels.
fn exercised(stack: &Stack, capture: &Capture) -> BTreeSet<(&'static str, String)> {
    let mut found = BTreeSet::new();
    for mode in Mode::EACH {
        let (snapshot, provider) = (mode.snapshot(capture), mode.provider(capture));
        let mut watch = Watch::default();
        let assessed = watch.assess(stack, provider, &snapshot.text, &snapshot.channels);
        let mut rules = assessed.reading().rules();
        if mode == Mode::All {
            found.extend(told(&assessed.payload(Parts::ALL)));
            rules = assessed.rules();
        }
        let parser = assessed.parser();
        let table = parser.projector(assessed.reading().choice()).rules();
        let decided = rules.places().filter_map(|place| table.get(place));
        let provider = parser.provider().id();
        found.extend(decided.map(|rule| ("rule", rule_name(provider, rule.id))));
    }
    found
}

/// What of the contract a payload tells: all but rules.
fn told(payload: &Payload) -> Vec<(&'static str, String)> {
    let got = &payload.surface_assessment;
    let block = got.operator_block.as_ref().map(|it| wire_name(&it.kind));
    let activity = got.activity.as_ref().map(|it| wire_name(&it.kind));
    let failure = got.failure.as_ref().map(|it| wire_name(&it.kind));
    let mut told = vec![
        ("preset", got.parser_metadata.parser_preset_id.clone()),
        ("context", wire_name(&got.ui_context)),
    ];
    told.extend(block.map(|name| ("block", name)));
    told.extend(activity.map(|name| ("activity", name)));
    told.extend(failure.map(|name| ("failure", name)));
    told.extend(got.evidence.iter().map(|it| ("signal", it.signal.clone())));
    told.extend(
        got.anomalies
            .iter()
            .map(|it| ("anomaly", wire_name(&it.code))),
    );
    told
}

/// A rule's name among those of all providers: `claude/boxed_composer`.
fn rule_name(provider: &str, id: &str) -> String {
    format!("{provider}/{id}")
}

/// The wire names of an enumeration of the contract, from its schema.
fn values<T: JsonSchema>() -> Vec<String> {
    let schema = schema_for!(T).to_value();
    let listed = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
    let each = listed("oneOf")
        .into_iter()
        .flat_map(|one| match &one["enum"] {
            Value::Array(names) => names.clone(),
            _ => vec![one["const"].clone()],
        });
    let names = each.chain(listed("enum"));
    names
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Coverage, UNSHOWN, UiContext, values};

    #[test]
    fn the_rules_of_both_providers_are_listed_with_what_they_read() {
        let coverage = Coverage::nothing(&shadow_tui::stack());
        let rules: Vec<&str> = coverage
            .rows()
            .filter(|row| row.0 == "rule")
            .map(|row| row.1)
            .collect();
        for known in ["claude/boxed_composer", "codex/bar_composer"] {
            assert!(rules.contains(&known), "{known}");
        }
        for name in rules {
            let rule = coverage.rule(name).expect("a rule of the table");
            assert!(name.ends_with(&format!("/{}", rule.id)) && !rule.reads.is_empty());
        }
        assert!(coverage.rule("claude/no_such").is_none());
    }

    #[test]
    fn everything_there_is_is_listed_and_nothing_is_exercised_by_no_case() {
        let contexts = values::<UiContext>();
        assert!(contexts.len() >= 20 && contexts.contains(&"approval_prompt".to_owned()));
        let coverage = Coverage::nothing(&shadow_tui::stack());
        let unshown = UNSHOWN.len();
        assert_eq!(
            coverage.missing().count() + unshown,
            coverage.rows().count()
        );
        for (kind, name, _) in UNSHOWN {
            let listed = coverage.rows().any(|row| (row.0, row.1) == (kind, name));
            assert!(listed, "{kind} {name} is not in the list");
        }
        for known in [
            ("preset", "claude-boxed"),
            ("block", "plan"),
            ("signal", "running_row"),
        ] {
            assert!(coverage.missing().any(|row| row == known), "{known:?}");
        }
    }
}
