//! JSON that can be printed to a terminal: nothing in it acts.

use serde::Serialize;

use crate::unseen_in;

/// A value as one line of JSON in which no character acts on a terminal or hides: C0 is escaped by JSON itself, what
/// else acts or cannot be seen here. The value stays what it is. (It may hold no `RawValue` of serde_json: see
/// [`append_harmless_json`].)
#[must_use]
pub fn json_line(value: &impl Serialize) -> String {
    let mut line = Vec::new();
    append_json(&mut line, value);
    String::from_utf8(line).unwrap_or_else(|error| {
        let line = error.into_bytes();
        String::from_utf8_lossy(&line).into_owned()
    })
}

/// Writes the same behind what is on the line.
pub fn append_json(line: &mut Vec<u8>, value: &impl Serialize) {
    let start = line.len();
    // Our types hold neither maps with keys other than strings nor writers that fail.
    if let Err(error) = sonic_rs::to_writer(&mut *line, value) {
        line.truncate(start);
        let fault = serde_json::json!({ "error": error.to_string() });
        line.extend(fault.to_string().bytes());
    }
    if let Some(safe) = escape_unseen(&line[start..]) {
        line.truncate(start);
        line.extend(safe);
    }
}

/// Writes JSON that came from elsewhere so that no character of it acts or hides, behind what is on the line.
pub fn append_harmless_json(line: &mut Vec<u8>, json: &str) {
    match escape_unseen(json.as_bytes()) {
        Some(safe) => line.extend(safe),
        None => line.extend(json.bytes()),
    }
}

/// Escapes what cannot be seen, which in JSON can be in strings alone, and blanks the white space between tokens;
/// nothing where there is neither.
fn escape_unseen(line: &[u8]) -> Option<Vec<u8>> {
    let mut safe = Vec::new();
    let mut done = 0;
    for (at, character) in unseen_in(line) {
        safe.extend(&line[done..at]);
        match character {
            '\0'..' ' => safe.push(b' '),
            _ => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    safe.extend(format!("\\u{unit:04x}").bytes());
                }
            }
        }
        done = at + character.len_utf8();
    }
    (done > 0).then(|| [&safe, &line[done..]].concat())
}

#[cfg(test)]
mod tests {
    use super::{append_harmless_json, json_line};

    #[test]
    fn nothing_unseen_is_left_and_the_value_is_kept() {
        let text = "a\u{1b}[31m\u{7f}\u{9b}2J\r\n\u{202e}b\u{200b}\u{e0061}é❤\u{fe0f}";
        let line = json_line(&text);
        assert!(!line.contains(crate::is_unseen), "{line:?}");
        assert_eq!(
            serde_json::from_str::<String>(&line).ok().as_deref(),
            Some(text)
        );
    }

    #[test]
    fn json_of_others_stays_the_same_value_on_one_line() {
        let harmless = |json: &str| {
            let mut line = b"[".to_vec();
            append_harmless_json(&mut line, json);
            String::from_utf8(line).unwrap()
        };
        assert_eq!(
            harmless("{\n\t\"a\u{202e}\": [1.50,\r\n \"é\"]}"),
            "[{  \"a\\u202e\": [1.50,   \"é\"]}"
        );
        assert_eq!(harmless("1.50"), "[1.50");
    }
}
