//! JSON that can be printed to a terminal: nothing in it acts.

use std::borrow::Cow;

use serde::Serialize;

use shadow_legible::unseen;

/// A value as one line of JSON in which no character acts on a terminal or hides: C0 is escaped by JSON itself, what
/// else acts or cannot be seen here. The value stays what it is. (It may hold no `RawValue` of serde_json: see
/// [`harmless_json`].)
#[must_use]
pub fn json_line(value: &impl Serialize) -> String {
    // Our types hold neither maps with keys other than strings nor writers that fail.
    let line = sonic_rs::to_string(value)
        .unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }).to_string());
    match escape_unseen(&line) {
        Some(safe) => safe,
        None => line,
    }
}

/// JSON that came from elsewhere, on one line in which no character acts or hides.
#[must_use]
pub fn harmless_json(json: &str) -> Cow<'_, str> {
    escape_unseen(json).map_or(Cow::Borrowed(json), Cow::Owned)
}

/// Escapes what cannot be seen, which in JSON can stand in strings alone, and blanks the white space between tokens;
/// nothing where there is neither.
fn escape_unseen(line: &str) -> Option<String> {
    let mut safe = String::new();
    let mut done = 0;
    for (at, character) in unseen(line) {
        safe += &line[done..at];
        match character {
            '\0'..' ' => safe.push(' '),
            _ => {
                let units = character.encode_utf16(&mut [0; 2]).to_vec();
                safe.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
            }
        }
        done = at + character.len_utf8();
    }
    (done > 0).then(|| safe + &line[done..])
}

#[cfg(test)]
mod tests {
    use super::{harmless_json, json_line};

    #[test]
    fn nothing_unseen_is_left_and_the_value_is_kept() {
        let text = "a\u{1b}[31m\u{7f}\u{9b}2J\r\n\u{202e}b\u{200b}\u{e0061}é❤\u{fe0f}";
        let line = json_line(&text);
        assert!(!line.contains(shadow_legible::is_unseen), "{line:?}");
        assert_eq!(
            serde_json::from_str::<String>(&line).ok().as_deref(),
            Some(text)
        );
    }

    #[test]
    fn json_of_others_stays_the_same_value_on_one_line() {
        let json = "{\n\t\"a\u{202e}\": [1.50,\r\n \"é\"]}";
        assert_eq!(harmless_json(json), "{  \"a\\u202e\": [1.50,   \"é\"]}");
        assert_eq!(harmless_json("1.50"), "1.50");
    }
}
