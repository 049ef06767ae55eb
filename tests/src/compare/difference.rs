//! Where two JSON values differ.

use serde_json::Value;

/// The longest value that is printed, in characters.
const LONGEST: usize = 160;

/// One place where they differ; a side that has nothing there is `None`.
#[derive(Debug, PartialEq)]
pub(super) struct Difference<'v> {
    /// Names of fields and indices, joined by dots.
    pub path: String,
    pub old: Option<&'v Value>,
    pub new: Option<&'v Value>,
}

impl Difference<'_> {
    /// The path without its indices.
    pub(super) fn kind(&self) -> String {
        let names = self
            .path
            .split('.')
            .filter(|name| name.parse::<usize>().is_err());
        names.collect::<Vec<_>>().join(".")
    }

    /// Both sides, cut to what a line takes.
    pub(super) fn told(&self) -> String {
        let [old, new] = [self.old, self.new].map(short);
        format!("{}: {old} -> {new}", self.path)
    }
}

fn short(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "absent".to_owned(), Value::to_string);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Every place where two values differ, in order; values of one kind are compared part by part.
pub(super) fn differences<'v>(old: &'v Value, new: &'v Value) -> Vec<Difference<'v>> {
    let mut found = Vec::new();
    walk("", Some(old), Some(new), &mut found);
    found
}

fn walk<'v>(
    path: &str,
    old: Option<&'v Value>,
    new: Option<&'v Value>,
    found: &mut Vec<Difference<'v>>,
) {
    let below = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match (old, new) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            for (name, value) in one {
                walk(&below(name), Some(value), other.get(name), found);
            }
            for (name, value) in other.iter().filter(|(name, _)| !one.contains_key(*name)) {
                walk(&below(name), None, Some(value), found);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            for index in 0..one.len().max(other.len()) {
                let (one, other) = (one.get(index), other.get(index));
                walk(&below(&index.to_string()), one, other, found);
            }
        }
        _ if old == new => {}
        _ => found.push(Difference {
            path: path.to_owned(),
            old,
            new,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::differences;
    use serde_json::json;

    #[test]
    fn every_part_that_differs_is_named_once() {
        let old = json!({"a": 1, "b": [{"c": "x"}, 2], "d": null, "e": {}});
        let new = json!({"a": 1, "b": [{"c": "y"}], "e": {"f": true}});
        let found = differences(&old, &new);
        let told: Vec<String> = found.iter().map(super::Difference::told).collect();
        assert_eq!(
            told,
            [
                "b.0.c: \"x\" -> \"y\"",
                "b.1: 2 -> absent",
                "d: null -> absent",
                "e.f: absent -> true"
            ]
        );
        assert_eq!(found[0].kind(), "b.c");
        assert!(differences(&old, &old).is_empty());
    }
}
