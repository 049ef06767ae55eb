//! JSON that can be printed to a terminal: nothing in it acts.

use serde::Serialize;

/// A value as one line of JSON in which no character can act on a terminal: C0 is escaped by JSON
/// itself, DEL and C1 (which some terminals obey) here.
#[must_use]
pub fn json_line(value: &impl Serialize) -> String {
    // Our types hold neither maps with keys other than strings nor writers that fail.
    let line = serde_json::to_string(value).unwrap_or_else(|error| {
        let fault = serde_json::json!({ "id": null, "error": error.to_string() });
        fault.to_string()
    });
    escape_controls(line)
}

/// Escapes DEL and C1, which in JSON can stand in strings alone, and blanks the white space that
/// an echoed `id` may hold.
fn escape_controls(line: String) -> String {
    if !line.contains(char::is_control) {
        return line;
    }
    let mut safe = String::with_capacity(line.len() + 16);
    for character in line.chars() {
        match character {
            '\0'..' ' => safe.push(' '),
            '\u{7f}'..='\u{9f}' => safe += &format!("\\u{:04x}", u32::from(character)),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::json_line;

    #[test]
    fn no_control_character_is_left_and_the_value_is_kept() {
        let text = "a\u{1b}[31m\u{7f}\u{9b}2J\r\n";
        let line = json_line(&text);
        assert!(!line.contains(char::is_control), "{line:?}");
        assert_eq!(
            serde_json::from_str::<String>(&line).ok().as_deref(),
            Some(text)
        );
    }
}
