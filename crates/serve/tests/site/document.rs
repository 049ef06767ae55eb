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
