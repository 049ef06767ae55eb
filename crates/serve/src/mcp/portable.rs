//! The schemas of the tools, without what some clients do not read.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// Whose schema it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// What a tool takes. A field that is left out need not accept null.
    Input,
    /// What a tool gives.
    Output,
}

/// A schema whose types are single ones, without Rust's names for numbers (`format: uint64`). Some clients turn a schema into that
/// of their model, which knows no others; the inspector of the protocol warns of both.
pub(super) fn portable(schema: &JsonObject, side: Side) -> Arc<JsonObject> {
    Arc::new(object(schema, side))
}

fn object(schema: &JsonObject, side: Side) -> JsonObject {
    let is_dropped = |name: &str, value: &Value| match name {
        "format" => value.is_string(),
        "default" => value.is_null() && side == Side::Input,
        _ => false,
    };
    let kept = schema
        .iter()
        .filter(|(name, value)| !is_dropped(name, value));
    let kept = kept.map(|(name, value)| (name.clone(), below(value, side)));
    single(kept.collect(), side)
}

fn below(value: &Value, side: Side) -> Value {
    match value {
        Value::Object(schema) => Value::Object(object(schema, side)),
        Value::Array(items) => items.iter().map(|item| below(item, side)).collect(),
        other => other.clone(),
    }
}

/// A type or null becomes the type, where null is nothing that a caller must be able to say, and otherwise a choice of both.
fn single(mut schema: JsonObject, side: Side) -> JsonObject {
    let types = schema.get("type").and_then(Value::as_array);
    let Some(kind) = types.and_then(|types| types.iter().find(|kind| *kind != "null")) else {
        return schema;
    };
    let kind = kind.clone();
    schema.insert("type".to_owned(), kind);
    if side == Side::Input {
        return schema;
    }
    let about = schema.remove_entry("description");
    let choice = json!([schema, { "type": "null" }]);
    about
        .into_iter()
        .chain([("anyOf".to_owned(), choice)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Side, portable};
    use serde_json::{Value, json};

    #[test]
    fn every_type_is_a_single_one_and_no_number_has_rusts_name() {
        let field = json!({ "description": "A turn.", "type": ["integer", "null"], "format": "uint64", "minimum": 0, "default": null });
        // A property may be called as a keyword is.
        let schema = json!({ "properties": { "turn": field, "format": { "type": "string" } } });
        let schema = schema.as_object().expect("an object");
        let taken = Value::Object(portable(schema, Side::Input).as_ref().clone());
        assert_eq!(
            taken,
            json!({ "properties": {
                "turn": { "description": "A turn.", "type": "integer", "minimum": 0 },
                "format": { "type": "string" },
            } })
        );
        let given = portable(schema, Side::Output);
        assert_eq!(
            given["properties"]["turn"],
            json!({ "description": "A turn.", "anyOf": [
                { "type": "integer", "minimum": 0, "default": null }, { "type": "null" },
            ] })
        );
    }
}
