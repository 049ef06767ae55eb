//! The committed document is the one that is served, and says the same of a shape as `shadow schema`.

use serde_json::Value;

use crate::called::{answer, request};
use crate::panes::setting;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
const SCHEMA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../schema/shadow.schema.json"
);

#[tokio::test]
async fn what_is_committed_is_what_is_served() {
    let mut asked = request("GET", "/openapi.json", "");
    asked.headers_mut().remove("authorization");
    let served = answer(&setting().site, asked).await.text;
    if std::env::var_os("SHADOW_WRITE_SCHEMA").is_some() {
        std::fs::write(COMMITTED, &served).expect("the file");
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == served,
        "crates/serve/openapi.json is not what is served; run SHADOW_WRITE_SCHEMA=1 cargo test -p shadow-serve document"
    );
}

/// Calls a function for every object of a tree, with its place.
fn each_object(
    at: &str,
    value: &Value,
    take: &mut impl FnMut(&str, &serde_json::Map<String, Value>),
) {
    match value {
        Value::Object(object) => {
            take(at, object);
            let below = object.iter();
            below.for_each(|(name, it)| each_object(&format!("{at}/{name}"), it, take));
        }
        Value::Array(items) => items.iter().for_each(|it| each_object(at, it, take)),
        _ => {}
    }
}

#[test]
fn generators_of_clients_find_only_what_they_read() {
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    for path in [COMMITTED, SCHEMA] {
        let document: Value = serde_json::from_str(&read(path)).expect("JSON");
        let schemas = match path {
            COMMITTED => &document["components"]["schemas"],
            _ => &document["$defs"],
        };
        let mut choices = 0;
        each_object("", schemas, &mut |at, object| {
            let beside = object.contains_key("$ref") && object.contains_key("properties");
            assert!(!beside, "{at}: properties beside a $ref are not read");
            let has_default = |name: &&Value| {
                let property = &object["properties"][name.as_str().unwrap_or_default()];
                property.get("default").is_some()
            };
            let required = object.get("required").and_then(Value::as_array);
            let required = required.into_iter().flatten().find(has_default);
            assert!(required.is_none(), "{at}: {required:?} has a default");
            if object.contains_key("oneOf") {
                choices += 1;
                let discriminator = object["discriminator"]["mapping"].as_object();
                let variants = object["oneOf"].as_array().expect("variants");
                assert_eq!(
                    discriminator.map(|it| it.len()),
                    Some(variants.len()),
                    "{at}"
                );
                let named = variants.iter().all(|it| it["$ref"].is_string());
                assert!(named, "{at}: its variants have no names");
            }
        });
        assert!(choices >= 2, "{path}: events and answers are choices");
    }
}

#[test]
fn it_says_the_same_as_the_schema_of_the_machine_interface() {
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let schema: Value = serde_json::from_str(&read(SCHEMA)).expect("JSON");
    let document: Value =
        serde_json::from_str(&read(COMMITTED).replace("#/components/schemas/", "#/$defs/"))
            .expect("JSON");
    let ours = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    let shared: Vec<&String> = ours
        .keys()
        .filter(|name| schema["$defs"].get(name).is_some())
        .collect();
    for name in &shared {
        assert_eq!(ours[*name], schema["$defs"][*name], "{name}");
    }
    for needed in [
        "SurfaceAssessment",
        "OperatorBlock",
        "TurnRecord",
        "Pane",
        "Evidence",
    ] {
        assert!(
            shared.iter().any(|name| *name == needed),
            "{needed} is described in both: {shared:?}"
        );
    }
    let event = &schema["$defs"]["EventLine"];
    assert_eq!(
        &ours["Event"], event,
        "an event is what `shadow watch` prints"
    );
}
