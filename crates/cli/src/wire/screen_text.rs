//! The `text` of a request, taken out of its line before the rest is read as JSON: it is most of the line, and full of
//! escapes.

use memchr::memchr2;
use wide::u8x16;

/// A line whose `text` is apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Apart<'b> {
    /// The line, with an empty `text`. It is JSON, and a request, if the whole line is.
    pub rest: Vec<u8>,
    /// The text.
    pub text: &'b str,
}

/// Takes the text of a line out, into a buffer that is kept for the next; nothing where it is not found, or is no string
/// that reads as most do, in UTF-8: then the line has to be read as a whole, and what is wrong with it is found there.
///
/// What is found is the line's own field and no other, if the rest turns out to be JSON: in JSON strings and brackets
/// are what they are taken for here.
pub fn take_apart<'b>(line: &[u8], buffer: &'b mut Vec<u8>) -> Option<Apart<'b>> {
    let start = find(line)?;
    let (length, end) = unescape(line, start, buffer)?;
    Some(Apart {
        rest: [&line[..start], &line[end..]].concat(),
        text: simdutf8::basic::from_utf8(&buffer[..length]).ok()?,
    })
}

/// Where the field's string begins, behind its quote.
fn find(bytes: &[u8]) -> Option<usize> {
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

/// Bytes that are looked at together: between two escapes of a screen stand about as many.
const BLOCK: usize = 16;

/// Writes what a string of which `start` is the inside says; how long that is, and where the string's quote stands.
///
/// A block is written as a whole and only then looked at: what is behind its first quote or backslash is written
/// over. Not inlined: what it counts stays in registers only in a function of its own.
#[inline(never)]
fn unescape(line: &[u8], start: usize, text: &mut Vec<u8>) -> Option<(usize, usize)> {
    // No escape is shorter than what it means.
    let room = line.len() - start + BLOCK;
    if text.len() < room {
        text.resize(room, 0);
    }
    let (mut at, mut to) = (start, 0);
    loop {
        match *line.get(at)? {
            b'"' => return Some((to, at)),
            ..b' ' => return None,
            b'\\' => {
                let escape = &line[at + 1..];
                let (byte, length) = match escape.starts_with(b"u001b") {
                    // Half of a screen's, and all of its colors.
                    true => (b'\x1b', 5),
                    false => (MEANT[usize::from(*escape.first()?)], 1),
                };
                if byte == 0 {
                    to += code(escape)?.encode_utf8(&mut text[to..]).len();
                    at += CODE;
                } else {
                    text[to] = byte;
                    to += 1;
                    at += 1 + length;
                }
            }
            _ => {
                let block = block(&line[at..]);
                text[to..to + BLOCK].copy_from_slice(&block);
                let plain = plain(block);
                at += plain;
                to += plain;
            }
        }
    }
}

/// The bytes at the beginning; behind the line's end stand quotes.
#[inline]
fn block(bytes: &[u8]) -> [u8; BLOCK] {
    bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut block = [b'"'; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        block
    })
}

/// How many bytes of a block are before a quote, a backslash or a control character; the last is no JSON unless it is
/// escaped.
#[inline]
fn plain(block: [u8; BLOCK]) -> usize {
    let block = u8x16::new(block);
    let is = |byte| block.simd_eq(u8x16::splat(byte));
    let ends = is(b'"') | is(b'\\') | block.simd_lt(u8x16::splat(b' '));
    // One more, behind the block.
    (ends.to_bitmask() | 1 << BLOCK).trailing_zeros() as usize
}

/// What an escape of one character means; 0 for all others.
const MEANT: [u8; 256] = {
    let pairs = *b"n\nr\rt\tb\x08f\x0c\"\"\\\\//";
    let mut meant = [0; 256];
    let mut at = 0;
    while at < pairs.len() {
        meant[pairs[at] as usize] = pairs[at + 1];
        at += 2;
    }
    meant
};

/// Bytes of an escape that gives a character's number, with its backslash.
const CODE: usize = 6;

/// The character whose number an escape gives, from behind its backslash. Halves of a pair are left to others.
fn code(escape: &[u8]) -> Option<char> {
    let digits = escape.strip_prefix(b"u")?.get(..CODE - 2)?;
    let code = digits.iter().try_fold(0, |code, &digit| {
        Some(code << 4 | char::from(digit).to_digit(16)?)
    });
    char::from_u32(code?)
}

#[cfg(test)]
mod tests {
    use super::take_apart;
    use serde_json::Value;

    /// What is taken apart, put together again: the same value as the whole line's, or nothing.
    fn apart(line: &str) -> Option<Value> {
        let mut buffer = vec![b'x'; 3];
        let apart = take_apart(line.as_bytes(), &mut buffer)?;
        let whole = serde_json::from_str::<Value>(line).ok();
        let mut rest = serde_json::from_slice::<Value>(&apart.rest).ok();
        if let Some(rest) = &mut rest {
            assert_eq!(rest["text"], "", "{line}");
            rest["text"] = Value::from(apart.text);
        }
        assert_eq!(rest, whole, "{line}");
        Some(rest.unwrap_or_default())
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
