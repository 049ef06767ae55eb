//! `shadow schema`: what is committed is what is printed, and what is printed elsewhere fits it.

use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::private_tmux::PrivateTmux;
use crate::run::{command, feed, shadow};

const COMMITTED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../schema/shadow.schema.json"
);

fn document() -> Value {
    serde_json::from_str(&shadow(&["schema"], "").stdout).expect("a document")
}

/// A validator for a named shape.
fn shape(name: &str) -> Validator {
    let mut document = document();
    document["anyOf"] = json!([{ "$ref": format!("#/$defs/{name}") }]);
    jsonschema::validator_for(&document).expect("a valid schema")
}

fn fits(validator: &Validator, value: &Value) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|e| e.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{value}");
}

#[test]
fn what_is_committed_is_what_is_printed() {
    let printed = shadow(&["schema"], "").stdout;
    if std::env::var_os("SHADOW_WRITE_SCHEMA").is_some() {
        let folder = Path::new(COMMITTED).parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("the folder");
        std::fs::write(COMMITTED, &printed).expect("the file");
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == printed,
        "schema/shadow.schema.json is not what `shadow schema` prints; run \
         SHADOW_WRITE_SCHEMA=1 cargo test -p shadow-cli schema"
    );
}

#[test]
fn answers_fit_the_schema() {
    let lines = [
        json!({"id": 1, "text": "x"}),
        json!({"id": null, "text": "\u{1b}[1m❯ \u{1b}[0m", "cols": 80, "rows": 24, "session": "s", "title": "t"}),
        json!({"id": "bad"}),
    ];
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let answers = shadow(&["parse", "--ndjson"], lines.join("\n")).json();
    let root = jsonschema::validator_for(&document()).expect("a valid schema");
    assert_eq!(answers.len(), 3);
    answers.iter().for_each(|answer| fits(&root, answer));
    fits(&shape("ErrorLine"), &answers[2]);
    assert!(!shape("ParseLine").is_valid(&answers[2]));
}

#[test]
fn real_screens_fit_the_schema() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let captures = shadow_fixtures::load(&corpus).map(|it| it.expect("a capture"));
    let screens: Vec<String> = captures
        .map(|it| it.dir.join(it.case.name + ".ansi").display().to_string())
        .collect();
    // A spread over the corpus, and enough of it.
    let step = (screens.len() / 60).max(1);
    let spread: Vec<&str> = screens.iter().step_by(step).map(String::as_str).collect();
    let mut args = vec!["parse", "--size", "120x40", "../cli/Cargo.toml"];
    args.extend(spread);
    let mut run = command(&args);
    run.current_dir(env!("CARGO_MANIFEST_DIR"));
    let validator = shape("ParseLine");
    let payloads = feed(run, Vec::new()).json();
    assert_eq!(payloads.len(), args.len() - 3);
    payloads
        .iter()
        .for_each(|payload| fits(&validator, payload));
}

#[test]
fn live_panes_and_extracts_fit_the_schema() {
    let found = ["{\"a\": 1}", "nothing"]
        .map(|text| shadow(&["extract", "--dialog-text", "--json", "-"], text).json()[0].clone());
    found
        .iter()
        .for_each(|line| fits(&shape("ExtractLine"), line));
    let Some(tmux) = PrivateTmux::start("schema", "exec sleep 60") else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let args = ["panes", "--all", "--format", "ndjson", "--socket", &socket];
    let panes = feed(command(&args), Vec::new()).json();
    assert_eq!(panes.len(), 1);
    fits(&shape("PaneLine"), &panes[0]);
}

#[test]
fn requests_are_described() {
    let requests = shape("ParseRequest");
    fits(
        &requests,
        &json!({"text": "x", "id": [1], "cursor": [1, 2], "a field of tomorrow": 1}),
    );
    for bad in [
        json!({}),
        json!({"text": 5}),
        json!({"text": "x", "cols": -1}),
    ] {
        assert!(!requests.is_valid(&bad), "{bad}");
    }
}

/// Fields of a request, with values that are taken, and values that are refused with the field's name.
fn fields() -> [(&'static str, Vec<Value>, Vec<Value>); 12] {
    let values = |text: &str| serde_json::from_str(text).expect("a list");
    FIELDS.map(|[name, taken, refused]| (name, values(taken), values(refused)))
}

/// The same as JSON: a field, values that are taken, values that are not.
const FIELDS: [[&str; 3]; 12] = [
    [
        "cols",
        r#"[80, 80.0, 0, null]"#,
        r#"[1.5, -1, 65536, "80"]"#,
    ],
    [
        "rows",
        r#"[80, 80.0, 0, null]"#,
        r#"[1.5, -1, 65536, "80"]"#,
    ],
    [
        "cursor",
        r#"[[1, 2], [1.0, 2.0], null]"#,
        r#"[[1], [1, 2, 3], {"x": 1}, [1, null]]"#,
    ],
    ["generation", r#"[3, 3.0, -1.5, "x", [1], null]"#, "[]"],
    [
        "progress",
        r#"["1;50", 40, 40.5, {}, {"state": 1.0, "percent": "5", "new": []}, {"state": null}, null]"#,
        r#"[true, [1, 2], {"state": []}, {"percent": true}]"#,
    ],
    [
        "program_status",
        r#"[[], [{"state": "working", "new": 1}, {"state": "dancing", "id": null}], null]"#,
        r#"[[{}], [7], [["a", "working"]], [{"state": 1}], [{"state": null}],
            [{"state": "idle", "msg": 1}], {"state": "idle"}]"#,
    ],
    [
        "notifications",
        r#"[[], ["a", {"title": "b", "urgency": 1}], null]"#,
        r#"[[1], [null], [["a"]], "a"]"#,
    ],
    [
        "input",
        r#"[{}, {"submit": true, "text": null}, null]"#,
        r#"[[true], {"submit": null}, {"text": 1}, "x"]"#,
    ],
    [
        "process",
        r#"["exited", null]"#,
        r#"["asleep", true, {"exited": null}]"#,
    ],
    [
        "provider",
        r#"["auto", null]"#,
        r#"["gemini", 1, {"claude": null}]"#,
    ],
    ["t", "[1, -1.5, null]", r#"["1"]"#],
    ["bell", "[true, null]", r#"[1, "true"]"#],
];

#[test]
fn what_the_schema_says_of_a_request_is_what_is_read() {
    let requests = shape("ParseRequest");
    let mut sent = Vec::new();
    for (field, taken, refused) in fields() {
        let wanted = taken.into_iter().map(|value| (value, true));
        for (value, good) in wanted.chain(refused.into_iter().map(|value| (value, false))) {
            sent.push((field, json!({"text": "x", field: value}), good));
        }
    }
    sent.push(("", json!([1, "x"]), false));
    let lines: Vec<String> = sent.iter().map(|(_, line, _)| line.to_string()).collect();
    let answers = shadow(&["parse", "--ndjson"], lines.join("\n")).json();
    assert_eq!(answers.len(), sent.len());
    for ((field, line, good), answer) in sent.iter().zip(answers) {
        assert_eq!(requests.is_valid(line), *good, "the schema: {line}");
        let error = answer.get("error").and_then(Value::as_str);
        assert_eq!(error.is_none(), *good, "{line}: {error:?}");
        let named = format!("not a request: `{field}");
        let names = |error: &str| field.is_empty() || error.starts_with(&named);
        assert!(error.is_none_or(names), "{line}: {error:?}");
    }
}

#[test]
fn events_fit_the_schema() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/corpus/claude");
    let recording = format!("{corpus}/2.1.330/basic-120x40/stream.cast");
    let events = shadow(&["replay", &recording], "").json();
    assert!(!events.is_empty());
    let (event, record) = (shape("EventLine"), shape("TurnRecord"));
    let root = jsonschema::validator_for(&document()).expect("a valid schema");
    for line in &events {
        fits(&event, line);
        fits(&root, line);
    }
    assert!(!root.is_valid(&json!({ "event": "unheard_of" })));
    let records = events.iter().map(|line| &line["record"]);
    records
        .filter(|it| !it.is_null())
        .for_each(|it| fits(&record, it));
}
