//! Schemas from which generators of clients make code that compiles. Not all of them read all that a schema may say.

use serde_json::{Map, Value, json};

/// The way of the data that definitions describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// A client writes it.
    Input,
    /// A client reads it.
    Output,
}

/// Rewrites definitions for generators of clients. They describe the same data before and after.
///
/// - A choice among objects that a field tells apart becomes a choice among named definitions, with that field as its
///   `discriminator`. Each has all of its properties itself: openapi-typescript drops the properties beside a `$ref`.
/// - A choice among texts becomes an `enum`.
/// - A property with a default is not required. What a client writes has no `default` at all, because openapi-typescript
///   makes a property with one required.
///
/// `at` is the place of the definitions in their document, such as `#/$defs`.
pub fn for_clients(definitions: &mut Map<String, Value>, at: &str, direction: Direction) {
    let names: Vec<String> = definitions.keys().cloned().collect();
    for name in &names {
        if let Some(split) = definitions
            .get(name)
            .and_then(|it| split(name, it, definitions, at))
        {
            definitions.extend(split);
        }
    }
    for definition in definitions.values_mut() {
        mend(definition, direction);
    }
}

/// A definition's choice among objects, as definitions of their own and the choice among these.
fn split(
    name: &str,
    definition: &Value,
    all: &Map<String, Value>,
    at: &str,
) -> Option<Vec<(String, Value)>> {
    let variants = definition["oneOf"].as_array()?;
    let tag = tag(variants.first()?)?;
    let common =
        json!({ "properties": definition["properties"], "required": definition["required"] });
    let suffix = name.trim_end_matches("Line");
    let mut named = Vec::new();
    for variant in variants {
        let value = variant["properties"][&tag]["const"].as_str()?;
        let referred = variant["$ref"].as_str();
        let referred = referred
            .and_then(|it| it.rsplit('/').next())
            .and_then(|it| all.get(it));
        let parts = [Some(&common), referred, Some(variant)];
        let mut whole = joined(parts.into_iter().flatten());
        whole["description"] = variant["description"].clone();
        let own = format!("{}{suffix}", camel(value));
        named.push((value.to_owned(), own, whole));
    }
    let place = |own: &str| format!("{at}/{own}");
    let refs: Vec<Value> = named
        .iter()
        .map(|(_, own, _)| json!({ "$ref": place(own) }))
        .collect();
    let mapping: Map<String, Value> = named
        .iter()
        .map(|(value, own, _)| (value.clone(), Value::String(place(own))))
        .collect();
    let choice = json!({
        "description": definition["description"],
        "oneOf": refs,
        "discriminator": { "propertyName": tag, "mapping": mapping },
    });
    let named = named.into_iter().map(|(_, own, whole)| (own, whole));
    Some(named.chain([(name.to_owned(), choice)]).collect())
}

/// The property that has one text only.
fn tag(variant: &Value) -> Option<String> {
    let mut properties = variant["properties"].as_object()?.iter();
    let tag = properties.find(|(_, it)| it["const"].is_string());
    tag.map(|(name, _)| name.clone())
}

/// One object with the properties of several.
fn joined<'v>(parts: impl Iterator<Item = &'v Value>) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts {
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        let names = part["required"].as_array().into_iter().flatten();
        required.extend(names.cloned());
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// `turn_ended` as `TurnEnded`.
fn camel(words: &str) -> String {
    let word = |word: &str| -> String {
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    };
    words.split('_').map(word).collect()
}

/// Texts as an `enum`, and nothing required that has a default, here and below.
fn mend(schema: &mut Value, direction: Direction) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|it| mend(it, direction)),
        Value::Object(object) => {
            enumerate(object);
            relax(object, direction);
            object.values_mut().for_each(|it| mend(it, direction));
        }
        _ => {}
    }
}

/// What each text means goes into the description, as a list.
fn enumerate(object: &mut Map<String, Value>) {
    let Some(choices) = object.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let text = |it: &Value| it["const"].as_str().map(str::to_owned);
    let Some(texts) = choices.iter().map(text).collect::<Option<Vec<String>>>() else {
        return;
    };
    let meaning = |(text, it): (&String, &Value)| {
        let words = it["description"].as_str().unwrap_or_default();
        format!("\n- `{text}`: {words}")
    };
    let list: String = texts.iter().zip(choices).map(meaning).collect();
    let about = object.get("description").and_then(Value::as_str);
    let about = format!("{}\n{list}", about.unwrap_or_default());
    object.remove("oneOf");
    object.insert("type".to_owned(), json!("string"));
    object.insert("enum".to_owned(), json!(texts));
    object.insert("description".to_owned(), json!(about));
}

fn relax(object: &mut Map<String, Value>, direction: Direction) {
    let Some(Value::Object(properties)) = object.get_mut("properties") else {
        return;
    };
    let has_default = |it: &Value| it.get("default").is_some();
    let relaxed = properties.iter().filter(|(_, it)| has_default(it));
    let relaxed: Vec<String> = relaxed.map(|(name, _)| name.clone()).collect();
    // A default beside a `$ref` is a text where datamodel-code-generator has made a class.
    let drops = |it: &Map<String, Value>| direction == Direction::Input || it.contains_key("$ref");
    let properties = properties.values_mut().filter_map(Value::as_object_mut);
    let dropped = properties.filter(|it| drops(it));
    dropped.for_each(|it| drop(it.remove("default")));
    if let Some(Value::Array(required)) = object.get_mut("required") {
        required.retain(|name| !relaxed.iter().any(|it| name == it));
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, for_clients};
    use serde_json::{Value, json};

    fn rewritten(direction: Direction) -> Value {
        let mut definitions = json!({
            "Axes": { "properties": { "ready": { "type": "boolean" } }, "required": ["ready"] },
            "EventLine": {
                "description": "One event.",
                "properties": { "at": { "type": "number" } },
                "required": ["at"],
                "oneOf": [
                    {
                        "$ref": "#/$defs/Axes",
                        "description": "The surface.",
                        "properties": { "event": { "const": "surface_changed", "type": "string" } },
                        "required": ["event"],
                    },
                    {
                        "properties": {
                            "event": { "const": "gone", "type": "string" },
                            "why": { "type": ["string", "null"], "default": null },
                        },
                        "required": ["event", "why"],
                    },
                ],
            },
            "Kind": {
                "description": "A kind.",
                "oneOf": [
                    { "const": "one", "type": "string", "description": "The first." },
                    { "const": "two", "type": "string", "description": "The second." },
                ],
            },
        });
        let object = definitions.as_object_mut().expect("an object");
        for_clients(object, "#/$defs", direction);
        definitions
    }

    #[test]
    fn variants_have_names_and_all_that_is_theirs() {
        let definitions = rewritten(Direction::Output);
        let event = &definitions["EventLine"];
        let discriminator = &event["discriminator"];
        assert_eq!(discriminator["propertyName"], "event");
        assert_eq!(
            discriminator["mapping"]["surface_changed"],
            "#/$defs/SurfaceChangedEvent"
        );
        assert_eq!(event["oneOf"][1]["$ref"], "#/$defs/GoneEvent");
        assert!(event.get("properties").is_none());
        let surface = &definitions["SurfaceChangedEvent"];
        assert_eq!(surface["required"], json!(["at", "ready", "event"]));
        assert_eq!(surface["properties"].as_object().expect("some").len(), 3);
        assert_eq!(definitions["GoneEvent"]["required"], json!(["at", "event"]));
        assert!(
            definitions["GoneEvent"]["properties"]["why"]
                .get("default")
                .is_some()
        );
    }

    #[test]
    fn texts_are_an_enum_with_what_each_means() {
        let definitions = rewritten(Direction::Input);
        let kind = &definitions["Kind"];
        assert_eq!(kind["enum"], json!(["one", "two"]));
        assert_eq!(
            kind["description"],
            "A kind.\n\n- `one`: The first.\n- `two`: The second."
        );
        assert!(
            definitions["GoneEvent"]["properties"]["why"]
                .get("default")
                .is_none()
        );
    }
}
