//! Reading the channels of a request that other programs wrote: what a pane's program said of
//! itself is passed on by the caller as it came, so a strange word in it costs that word and not
//! the answer. The shape of it is the caller's own, and read strictly.

use std::hash::{DefaultHasher, Hash, Hasher};

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::{Map, Number, Value};
use shadow_tui::ProgramStatus;

use super::object::Object;

/// A program status record, as passed on.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "RequestProgramStatus")]
pub struct Record {
    /// The record's path; absent or empty at the root.
    #[serde(default)]
    id: Option<String>,
    /// Its state: `idle`, `working`, `done`, `blocked`, `error` or `clear`. A record with another state is ignored.
    state: String,
    /// `permission`, `question`, `auth`, with `blocked`.
    #[serde(default)]
    kind: Option<String>,
    /// The program's name for itself.
    #[serde(default)]
    app: Option<String>,
    /// Its message, decoded.
    #[serde(default)]
    msg: Option<String>,
}

impl Record {
    /// The record, if a known revision has its state.
    fn known(self) -> Option<ProgramStatus> {
        Some(ProgramStatus {
            id: self.id,
            state: serde_json::from_value(Value::String(self.state)).ok()?,
            kind: self.kind,
            app: self.app,
            msg: self.msg,
        })
    }
}

/// Program status records; one whose state no known revision has is left out.
pub fn records<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<ProgramStatus>>, D::Error> {
    let records = Option::<Vec<Object<Record>>>::deserialize(from)?;
    let known = |records: Vec<Object<Record>>| {
        let known = records.into_iter().filter_map(|Object(it)| it.known());
        known.collect()
    };
    Ok(records.map(known))
}

/// A number or text.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Value")]
#[schemars(!try_from, untagged, rename = "RequestProgressPart")]
pub enum Part {
    /// A number.
    Number(#[schemars(with = "f64")] Number),
    /// Text.
    Text(String),
}

impl TryFrom<Value> for Part {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value {
            Value::Number(number) => Ok(Self::Number(number)),
            Value::String(text) => Ok(Self::Text(text)),
            _ => Err("expected a number or a string"),
        }
    }
}

impl Part {
    fn text(self) -> String {
        match self {
            Self::Number(number) => plain(&number),
            Self::Text(text) => text,
        }
    }
}

/// A progress report as an object.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "RequestProgressParts")]
pub struct Parts {
    /// The state, as in OSC 9;4.
    #[serde(default)]
    state: Option<Part>,
    /// The percentage.
    #[serde(default)]
    percent: Option<Part>,
}

/// A progress report.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Value")]
#[schemars(!try_from, untagged, rename = "RequestProgress")]
pub enum Progress {
    /// The payload of OSC 9;4: `state` or `state;percent`.
    Payload(String),
    /// The percentage alone; 0 clears it.
    Percent(#[schemars(with = "f64")] Number),
    /// State and percentage by their names.
    Parts(Parts),
}

impl TryFrom<Value> for Progress {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value {
            Value::String(payload) => Ok(Self::Payload(payload)),
            Value::Number(percent) => Ok(Self::Percent(percent)),
            Value::Object(_) => {
                let parts = serde_path_to_error::deserialize(value);
                let wrong = |error: serde_path_to_error::Error<_>| error.to_string();
                parts.map(Self::Parts).map_err(wrong)
            }
            _ => Err("expected a string, a number or an object".to_owned()),
        }
    }
}

/// A progress report as the payload of OSC 9;4.
pub fn progress<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let part = |part: Option<Part>| part.map(Part::text).unwrap_or_default();
    let payload = |report| match report {
        Progress::Payload(payload) => payload,
        Progress::Percent(percent) if percent.as_f64() == Some(0.0) => "0".to_owned(),
        Progress::Percent(percent) => format!("1;{}", plain(&percent)),
        Progress::Parts(parts) => format!("{};{}", part(parts.state), part(parts.percent)),
    };
    Ok(Option::<Progress>::deserialize(from)?.map(payload))
}

/// A notification.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Value")]
#[schemars(!try_from, untagged, rename = "RequestNotification")]
pub enum Notification {
    /// Its text.
    Text(String),
    /// Its texts (`title`, `body`, …), which are joined; what is no text counts for nothing.
    Parts(Map<String, Value>),
}

impl TryFrom<Value> for Notification {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value {
            Value::String(text) => Ok(Self::Text(text)),
            Value::Object(parts) => Ok(Self::Parts(parts)),
            _ => Err("expected a string or an object of strings"),
        }
    }
}

impl Notification {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Parts(parts) => {
                let texts: Vec<&str> = parts.values().filter_map(Value::as_str).collect();
                texts.join(": ")
            }
        }
    }
}

/// Texts of notifications.
pub fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    let notifications = Option::<Vec<Notification>>::deserialize(from)?;
    Ok(notifications.map(|all| all.into_iter().map(Notification::text).collect()))
}

/// A generation: a number, or any other value that names one life of the process.
pub fn generation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let value = Option::<Value>::deserialize(from)?;
    Ok(value.map(|value| counted(&value).unwrap_or_else(|| hash(&value))))
}

/// A count; `3.0` is one, too.
fn counted(value: &Value) -> Option<u64> {
    let float = || whole(value.as_f64()?);
    value.as_u64().or_else(float)
}

/// A whole number that a float holds exactly.
fn whole(number: f64) -> Option<u64> {
    let exact = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
    exact.then_some(number as u64)
}

/// A number as it is written in a payload: `40` for `40.0`.
fn plain(number: &Number) -> String {
    let counted = number.as_f64().and_then(whole);
    counted.map_or_else(|| number.to_string(), |number| number.to_string())
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
    fn a_record_with_a_strange_word_is_left_out_alone() {
        let fields = r#""program_status":[{"state":"dancing"},{"state":"working","new":[]}]"#;
        assert_eq!(read(fields).program_status.expect("records").len(), 1);
    }

    #[test]
    fn progress_comes_in_three_forms() {
        let payload = |value: &str| read(&format!("\"progress\":{value}")).progress;
        assert_eq!(payload(r#""3;""#).as_deref(), Some("3;"));
        assert_eq!(payload("40").as_deref(), Some("1;40"));
        assert_eq!(payload("40.0").as_deref(), Some("1;40"));
        assert_eq!(payload("0").as_deref(), Some("0"));
        assert_eq!(payload(r#"{"state":3}"#).as_deref(), Some("3;"));
        assert_eq!(
            payload(r#"{"state":1.0,"percent":"5"}"#).as_deref(),
            Some("1;5")
        );
        assert_eq!(payload("null"), None);
    }

    #[test]
    fn notifications_and_generations_come_in_more_than_one_form() {
        let notifications = read(r#""notifications":["a",{"title":"b"}]"#).notifications;
        assert_eq!(notifications.expect("texts"), ["a", "b"]);
        let generation = |value: &str| read(&format!("\"generation\":{value}")).generation;
        assert_eq!(generation("3"), Some(3));
        assert_eq!(generation("3.0"), Some(3));
        assert_eq!(generation("18446744073709551615"), Some(u64::MAX));
        assert_eq!(generation("\"x\""), generation("\"x\""));
        assert_ne!(generation("\"x\""), generation("\"y\""));
    }
}
