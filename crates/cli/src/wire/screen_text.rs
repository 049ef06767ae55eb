//! The `text` of a request, taken out of its line before the rest is read as JSON: it is most of the line, and full of
//! escapes.

use memchr::memchr2;

/// A line whose `text` stands apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Apart {
    /// The line, with an empty `text`. It is JSON, and a request, if the whole line is.
    pub rest: String,
    /// The text.
    pub text: String,
}

/// Takes the text of a line out; nothing where it is not found, or is no string that reads as most do: then the line
/// has to be read as a whole, and what is wrong with it is found there.
///
/// What is found is the line's own field and no other, if the rest turns out to be JSON: in JSON strings and brackets
/// are what they are taken for here.
pub fn take_apart(line: &str) -> Option<Apart> {
    let start = find(line)?;
    let (text, end) = unescape(line, start)?;
    let mut rest = String::with_capacity(line.len() - (end - start));
    rest.push_str(&line[..start]);
    rest.push_str(&line[end..]);
    Some(Apart { rest, text })
}

/// Where the field's string begins, behind its quote.
fn find(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = expect(bytes, 0, b'{')?;
    loop {
        let name = expect(bytes, at, b'"')?;
        let end = string_end(bytes, name)?;
        let value = expect(bytes, end, b':')?;
        if &bytes[name..end - 1] == b"text" {
            return expect(bytes, value, b'"');
        }
        at = value_end(bytes, value)? + 1;
    }
}

/// The place behind a byte that must come next, blanks aside.
fn expect(bytes: &[u8], at: usize, byte: u8) -> Option<usize> {
    let blanks = bytes[at..].iter().take_while(|b| b.is_ascii_whitespace());
    let at = at + blanks.count();
    (bytes.get(at) == Some(&byte)).then_some(at + 1)
}

/// The place behind the quote that ends a string, of which `at` is the inside.
fn string_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes[at] {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// The comma behind a value, where another field follows.
fn value_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match bytes.get(at)? {
            b'"' => at = string_end(bytes, at + 1)? - 1,
            b'{' | b'[' => depth += 1,
            b',' if depth == 0 => return Some(at),
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += 1;
    }
}

/// What a string of which `start` is the inside says, and where its quote stands.
fn unescape(line: &str, start: usize) -> Option<(String, usize)> {
    let bytes = line.as_bytes();
    let mut text = String::with_capacity(line.len() - start);
    let mut at = start;
    loop {
        let end = at + memchr2(b'"', b'\\', &bytes[at..])?;
        text.push_str(&line[at..end]);
        if bytes[end] == b'"' {
            let least = bytes[start..end].iter().fold(u8::MAX, |a, b| a.min(*b));
            return (least >= b' ').then_some((text, end));
        }
        let (character, length) = escaped(&bytes[end + 1..])?;
        text.push(character);
        at = end + 1 + length;
    }
}

/// The character that an escape means, and how long it is behind its backslash. Halves of a pair are left to others.
fn escaped(bytes: &[u8]) -> Option<(char, usize)> {
    // Half of a screen's, and all of its colors.
    if bytes.starts_with(b"u001b") {
        return Some(('\u{1b}', 5));
    }
    let character = match bytes.first()? {
        b'n' => '\n',
        b'u' => {
            let mut digits = bytes.get(1..5)?.iter();
            let code = digits.try_fold(0, |code, &digit| {
                Some(code << 4 | char::from(digit).to_digit(16)?)
            })?;
            return Some((char::from_u32(code)?, 5));
        }
        b'"' => '"',
        b'\\' => '\\',
        b'r' => '\r',
        b't' => '\t',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        _ => return None,
    };
    Some((character, 1))
}

#[cfg(test)]
mod tests {
    use super::{Apart, take_apart};
    use serde_json::Value;

    /// What is taken apart, put together again: the same value as the whole line's, or nothing.
    fn apart(line: &str) -> Option<Apart> {
        let apart = take_apart(line)?;
        let whole = serde_json::from_str::<Value>(line).ok();
        let mut rest = serde_json::from_str::<Value>(&apart.rest).ok();
        if let Some(rest) = &mut rest {
            assert_eq!(rest["text"], "", "{line}");
            rest["text"] = Value::from(apart.text.as_str());
        }
        assert_eq!(rest, whole, "{line}");
        Some(apart)
    }

    #[test]
    fn the_lines_own_text_is_taken_and_no_other() {
        for line in [
            r#"{"text":"a\n\u001b[1m\"é\\\/\f\r\t\u00e9\uffFF"}"#,
            r#" { "id" : [1,{"text":"no"},"]\"" ] , "a":"\\", "text" : "a\"b" , "text2":1}"#,
            r#"{"input":{"text":"no"},"text":"","cols":80}"#,
            r#"{"a\"text":"no","text":"yes"}"#,
        ] {
            assert!(apart(line).is_some(), "{line}");
        }
    }

    #[test]
    fn what_reads_otherwise_is_left_to_others() {
        for line in [
            "",
            "{",
            r#"["text","a"]"#,
            r#"{"text":1}"#,
            r#"{"a":1}"#,
            r#"{"\u0074ext":"a"}"#,
            r#"{"text":"\ud83d\ude00"}"#,
            r#"{"text":"\x"}"#,
            r#"{"text":"\u12"}"#,
            r#"{"text":"cut o"#,
            "{\"text\":\"a\tb\"}",
            r#"{"a":"cut \"#,
        ] {
            assert_eq!(apart(line), None, "{line}");
        }
    }

    #[test]
    fn no_change_of_a_line_makes_another_request_of_it() {
        let line =
            r#"{"id":[0,"\"{"],"in":{"text":"n\\"},"text":"a\u00e9\n❯ b\"","cols":8,"x":null}"#;
        let bytes = line.as_bytes();
        for at in 0..bytes.len() {
            for put in b"\"\\{}[],:ux0 \n" {
                for end in [at, at + 1] {
                    let changed = [&bytes[..at], &[*put], &bytes[end..]].concat();
                    let _ = std::str::from_utf8(&changed).map(apart);
                }
            }
            let _ = std::str::from_utf8(&bytes[..at]).map(apart);
        }
    }
}
