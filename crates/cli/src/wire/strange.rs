//! Fields of a request that no request has: they are ignored, and reported, since most are slips.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::nearest::nearest;
use shadow_legible::excerpt;

/// The fields of a request.
const FIELDS: [&str; 22] = [
    "id",
    "text",
    "provider",
    "cli_version",
    "cols",
    "rows",
    "cursor",
    "cursor_visible",
    "alternate",
    "title",
    "program_status",
    "progress",
    "notifications",
    "tab_status",
    "bell",
    "process",
    "foreground",
    "generation",
    "t",
    "input",
    "session",
    "want",
];

/// Characters of a field's name that are shown.
const NAME: usize = 40;

/// The unknown fields of a request, which is a JSON object.
pub fn unknown_fields(request: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut reader = serde_json::Deserializer::from_slice(request);
    // What is no object has been refused before.
    let _ = reader.deserialize_map(Fields(&mut found));
    found
}

/// What is said of an unknown field.
pub fn words(field: &str) -> String {
    let meant = nearest(field, FIELDS).map(|known| format!(", did you mean `{known}`?"));
    let meant = meant.unwrap_or_default();
    format!(
        "a request has the unknown field `{}`{meant}; it is ignored (`shadow schema` lists the fields)",
        excerpt(field, NAME)
    )
}

struct Fields<'f>(&'f mut Vec<String>);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_key_seed(Field(self.0))?.is_some() {
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

struct Field<'f>(&'f mut Vec<String>);

impl<'de> DeserializeSeed<'de> for Field<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Field<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a field's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<(), E> {
        if !FIELDS.contains(&name) {
            self.0.push(name.to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, unknown_fields, words};
    use crate::wire::Request;

    #[test]
    fn the_fields_are_those_of_a_request() {
        let schema = serde_json::to_value(schemars::schema_for!(Request)).expect("JSON");
        let properties = schema["properties"].as_object().expect("properties");
        let mut known = FIELDS.to_vec();
        known.sort_unstable();
        let mut own: Vec<&str> = properties.keys().map(String::as_str).collect();
        own.sort_unstable();
        assert_eq!(known, own);
    }

    #[test]
    fn a_slip_is_found_and_what_was_meant_is_named() {
        let found = unknown_fields(br#"{"id":{"colls":1},"text":"","colls":80,"n\u00e4me":[1]}"#);
        assert_eq!(found, ["colls", "näme"]);
        assert!(
            words("colls").contains("`colls`, did you mean `cols`?"),
            "{}",
            words("colls")
        );
        assert!(!words("foo\u{1b}").contains('\u{1b}'));
    }
}
