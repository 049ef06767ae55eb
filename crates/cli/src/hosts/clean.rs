//! What another machine says, without what acts on a terminal.

use serde_json::Value;
use shadow_legible::{is_unseen, legible};

/// The field that keeps the bytes of a screen; only JSON prints it, escaped.
const RAW: &str = "raw_text";

/// Shows what acts or hides in any text of a value by its number. Line ends and tabs stay.
pub fn clean(value: &mut Value) {
    match value {
        Value::String(text) => clean_text(text),
        Value::Array(values) => values.iter_mut().for_each(clean),
        Value::Object(fields) => {
            let fields = fields.iter_mut().filter(|(name, _)| *name != RAW);
            fields.for_each(|(_, value)| clean(value));
        }
        _ => {}
    }
}

fn clean_text(text: &mut String) {
    let stays = |c: char| c == '\n' || c == '\t' || !is_unseen(c);
    if text.chars().all(stays) {
        return;
    }
    let parts = text.split_inclusive(['\n', '\t']);
    let cleaned = parts.map(|part| {
        let end = part.find(['\n', '\t']).unwrap_or(part.len());
        format!("{}{}", legible(&part[..end]), &part[end..])
    });
    *text = cleaned.collect();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::clean;

    #[test]
    fn nothing_that_acts_is_left_but_in_the_bytes_of_a_screen() {
        let mut said = json!({"a": ["x\u{1b}]0;t\u{7}\ty\nz", {"b": "\u{202e}c"}], "raw_text": "\u{1b}[1m", "n": 1});
        clean(&mut said);
        assert_eq!(
            said,
            json!({"a": ["x<U+001B>]0;t<U+0007>\ty\nz", {"b": "<U+202E>c"}], "raw_text": "\u{1b}[1m", "n": 1})
        );
    }
}
