//! Moments that are counted from now, as scenarios and worlds write them: `@+2h30m`, `@-1d`, `@+45s`. On the wire they
//! are seconds of the epoch, taken when the answer is sent, so that a limit resets as far ahead as it says.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

/// Seconds of the epoch, if the text is a moment.
pub fn epoch(text: &str) -> Option<i64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(i64::try_from(now.as_secs()).ok()? + span(text)?)
}

/// The text, or the seconds of the epoch that it stands for.
pub fn text(text: &str) -> String {
    epoch(text).map_or_else(|| text.to_owned(), |at| at.to_string())
}

/// The value with every moment in it as a number.
pub fn value(plain: &Value) -> Value {
    match plain {
        Value::String(text) => epoch(text).map_or_else(|| plain.clone(), Value::from),
        Value::Array(items) => items.iter().map(value).collect(),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), value(v))).collect(),
        other => other.clone(),
    }
}

/// Seconds from now, if the text is a moment.
fn span(text: &str) -> Option<i64> {
    let signed = text.strip_prefix('@')?;
    let (sign, mut rest) = match signed.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let mut seconds = 0;
    while !rest.is_empty() {
        let at = rest.find(|c: char| !c.is_ascii_digit())?;
        let count: i64 = rest[..at].parse().ok()?;
        let (unit, after) = rest[at..].split_at_checked(1)?;
        seconds += count
            * match unit {
                "d" => 86_400,
                "h" => 3600,
                "m" => 60,
                "s" => 1,
                _ => return None,
            };
        rest = after;
    }
    Some(sign * seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spans_are_read_and_other_words_left() {
        assert_eq!(span("@+2h30m"), Some(9000));
        assert_eq!(span("@-1d"), Some(-86_400));
        for plain in ["@user", "@+2", "@+2x", "2h", "@", "@+ä"] {
            assert_eq!(span(plain), None, "{plain}");
            assert_eq!(text(plain), plain);
        }
    }

    #[test]
    fn moments_in_a_body_become_numbers() {
        let body = value(&json!({"error": {"resets_at": "@+1h", "plan_type": "plus"}}));
        let now = epoch("@+0s").unwrap();
        let resets = body["error"]["resets_at"].as_i64().unwrap();
        assert!((resets - now - 3600).abs() <= 1, "{body}");
        assert_eq!(body["error"]["plan_type"], "plus");
    }
}
