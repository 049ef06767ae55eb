//! JSON that can be printed to a terminal: nothing in it acts.

use serde::Serialize;

use shadow_legible::unseen;

/// A value as one line of JSON in which no character acts on a terminal or hides: C0 is escaped by JSON itself, what
/// else acts or cannot be seen here. The value stays what it is.
#[must_use]
pub fn json_line(value: &impl Serialize) -> String {
    // Our types hold neither maps with keys other than strings nor writers that fail.
    let line = serde_json::to_string(value).unwrap_or_else(|error| {
        let fault = serde_json::json!({ "id": null, "error": error.to_string() });
        fault.to_string()
    });
    escape_unseen(line)
}

/// Escapes what cannot be seen, which in JSON can stand in strings alone, and blanks the white space that an echoed `id`
/// may hold.
fn escape_unseen(line: String) -> String {
    let mut safe = String::new();
    let mut done = 0;
    for (at, character) in unseen(&line) {
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
    match done {
        0 => line,
        _ => safe + &line[done..],
    }
}

#[cfg(test)]
mod tests {
    use super::json_line;

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
}
