//! Lays a scenario's tables over the plain ones.

use crate::error::{Context, Result};

/// `over` wins, table by table.
pub fn toml_tables(base: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (base.get_mut(key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(over)) => toml_tables(base, over),
            _ => drop(base.insert(key.clone(), value.clone())),
        }
    }
}

/// The JSON text of `base` with `over` laid upon it.
pub fn json_text(base: serde_json::Value, over: &toml::Table) -> Result<String> {
    let mut merged = base;
    json_over(
        &mut merged,
        &serde_json::to_value(over).context("configuration")?,
    );
    serde_json::to_string_pretty(&merged).context("configuration")
}

fn json_over(base: &mut serde_json::Value, over: &serde_json::Value) {
    match (base, over) {
        (serde_json::Value::Object(base), serde_json::Value::Object(over)) => {
            for (key, value) in over {
                json_over(base.entry(key).or_insert(serde_json::Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenario_wins_where_both_speak() {
        let over: toml::Table = toml::from_str("a.b = 2\nc = 3").unwrap();
        let base = serde_json::json!({"a": {"b": 1, "d": 4}});
        let text = json_text(base, &over).unwrap();
        let merged: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(merged, serde_json::json!({"a": {"b": 2, "d": 4}, "c": 3}));
    }
}
