//! Reading the channels of a request that other programs wrote: what a pane's program said of
//! itself is passed on by the caller as it came, so a strange word in it costs that word and not
//! the answer. What the caller itself states (size, cursor, process) is read strictly.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};
use shadow_tui::ProgramStatus;

/// Program status records; one whose state no known revision has is left out.
pub fn records<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<ProgramStatus>>, D::Error> {
    let known = |record| serde_json::from_value(record).ok();
    let records = Option::<Vec<Value>>::deserialize(from)?;
    Ok(records.map(|records| records.into_iter().filter_map(known).collect()))
}

/// A progress report: the payload of OSC 9;4 (`state` or `state;percent`), the percentage alone,
/// or an object with `state` and `percent`.
pub fn progress<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Option::<Value>::deserialize(from)? {
        None => None,
        Some(Value::String(payload)) => Some(payload),
        Some(Value::Number(percent)) if percent.as_f64() == Some(0.0) => Some("0".to_owned()),
        Some(Value::Number(percent)) => Some(format!("1;{percent}")),
        Some(Value::Object(parts)) => Some(payload_of(&parts)),
        Some(_) => return Err(D::Error::custom("progress is no string, number or object")),
    })
}

/// `state;percent` of an object.
fn payload_of(parts: &Map<String, Value>) -> String {
    let part = |name: &str| match parts.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    format!("{};{}", part("state"), part("percent"))
}

/// Texts of notifications: strings, or objects whose texts (`title`, `body`, …) are joined.
pub fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    let texts = Option::<Vec<Value>>::deserialize(from)?;
    Ok(texts.map(|texts| texts.iter().map(text_of).collect()))
}

fn text_of(notification: &Value) -> String {
    match notification {
        Value::String(text) => text.clone(),
        Value::Object(parts) => {
            let texts: Vec<&str> = parts.values().filter_map(Value::as_str).collect();
            texts.join(": ")
        }
        other => other.to_string(),
    }
}

/// A generation: a number, or any other value that names one life of the process.
pub fn generation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let value = Option::<Value>::deserialize(from)?;
    Ok(value.map(|value| value.as_u64().unwrap_or_else(|| hash(&value))))
}

fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.to_string().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use crate::wire::Request;

    fn read(fields: &str) -> Request {
        let line = format!("{{\"text\":\"\",{fields}}}");
        serde_json::from_str(&line).expect("a request")
    }

    #[test]
    fn a_strange_record_is_left_out_alone() {
        let fields = r#""program_status":[{"state":"dancing"},{"state":"working"},7]"#;
        assert_eq!(read(fields).program_status.expect("records").len(), 1);
    }

    #[test]
    fn progress_comes_in_three_forms() {
        let payload = |value: &str| read(&format!("\"progress\":{value}")).progress;
        assert_eq!(payload(r#""3;""#).as_deref(), Some("3;"));
        assert_eq!(payload("40").as_deref(), Some("1;40"));
        assert_eq!(payload("0").as_deref(), Some("0"));
        assert_eq!(payload(r#"{"state":3}"#).as_deref(), Some("3;"));
        assert_eq!(payload("null"), None);
    }

    #[test]
    fn notifications_and_generations_come_in_any_form() {
        let notifications = read(r#""notifications":["a",{"title":"b"}]"#).notifications;
        assert_eq!(notifications.expect("texts"), ["a", "b"]);
        let generation = |value: &str| read(&format!("\"generation\":{value}")).generation;
        assert_eq!(generation("3"), Some(3));
        assert_eq!(generation("\"x\""), generation("\"x\""));
        assert_ne!(generation("\"x\""), generation("\"y\""));
    }
}
