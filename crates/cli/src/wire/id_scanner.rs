//! The `id` of a line that is too long to be kept, found as its bytes go by: in bounded room, whatever they are.

use memchr::memchr2;
use serde_json::value::RawValue;

/// Bytes of a name that are kept: `id`, each letter escaped, in quotes, and some blanks.
const NAME: usize = 32;

/// Bytes of an id that are kept. A longer one is not found.
const ID: usize = 64 << 10;

/// Objects and lists in one another; serde_json reads no more either.
const DEPTH: u32 = 128;

/// Reads a line that begins as a JSON object, as far as it does, and keeps its `id`.
#[derive(Debug, Default)]
pub struct IdScanner {
    place: Place,
    string: Within,
    /// Which of the brackets that are open are lists, the last one lowest.
    lists: u128,
    depth: u32,
    /// The name or the value that is being read, as far as it is kept.
    kept: Vec<u8>,
    /// How much of it is kept: nothing of values that are no id.
    room: usize,
    found: Option<Box<RawValue>>,
}

/// Where in the line's object it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    /// Before the object.
    #[default]
    Before,
    /// In a name.
    Name,
    /// In a value; of the `id`, or of another.
    Value,
    /// Behind the object, or behind what is no JSON.
    Behind,
}

/// Whether it reads in a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Within {
    #[default]
    Nothing,
    String,
    Escape,
}

impl IdScanner {
    /// Reads on.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while self.place != Place::Behind {
            bytes = self.pass(bytes);
            let Some((&byte, rest)) = bytes.split_first() else {
                return;
            };
            self.take(byte);
            bytes = rest;
        }
    }

    /// The id, if it was whole.
    pub fn found(self) -> Option<Box<RawValue>> {
        self.found
    }

    /// Goes past what cannot end a string that is not kept.
    fn pass<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        if self.string != Within::String || self.room > 0 {
            return bytes;
        }
        let end = memchr2(b'"', b'\\', bytes).unwrap_or(bytes.len());
        &bytes[end..]
    }

    fn take(&mut self, byte: u8) {
        match (self.string, byte) {
            (Within::String, b'"') | (Within::Nothing, b'"') => self.quote(byte),
            (Within::String, b'\\') => self.keep(byte, Within::Escape),
            (Within::String | Within::Escape, _) => self.keep(byte, Within::String),
            (Within::Nothing, _) => self.mark(byte),
        }
    }

    fn keep(&mut self, byte: u8, string: Within) {
        self.string = string;
        if self.kept.len() < self.room {
            self.kept.push(byte);
        }
    }

    fn quote(&mut self, byte: u8) {
        let string = match self.string {
            Within::Nothing => Within::String,
            _ => Within::Nothing,
        };
        self.keep(byte, string);
        if self.place == Place::Before {
            self.place = Place::Behind;
        }
    }

    /// Takes a byte outside of strings.
    fn mark(&mut self, byte: u8) {
        match (self.place, byte) {
            (_, b' ' | b'\t' | b'\r') => self.keep(byte, Within::Nothing),
            (Place::Before, b'{') => self.begin(Place::Name, NAME),
            (Place::Name, b':') => {
                let room = if self.is_id() { ID } else { 0 };
                self.begin(Place::Value, room);
            }
            (Place::Value, b',') if self.depth == 0 => {
                self.end();
                self.begin(Place::Name, NAME);
            }
            (Place::Value, b'}') if self.depth == 0 => {
                self.end();
                self.place = Place::Behind;
            }
            (Place::Value, _) => self.nest(byte),
            _ => self.place = Place::Behind,
        }
    }

    /// Takes a byte of a value, which may open or close something.
    fn nest(&mut self, byte: u8) {
        let list = u128::from(matches!(byte, b'[' | b']'));
        match byte {
            b'{' | b'[' if self.depth + 1 < DEPTH => {
                self.lists = self.lists << 1 | list;
                self.depth += 1;
            }
            b'}' | b']' if self.depth > 0 && self.lists & 1 == list => {
                self.lists >>= 1;
                self.depth -= 1;
            }
            b'{' | b'[' | b'}' | b']' => self.place = Place::Behind,
            _ => {}
        }
        self.keep(byte, Within::Nothing);
    }

    fn begin(&mut self, place: Place, room: usize) {
        self.place = place;
        self.room = room;
        self.kept.clear();
    }

    fn is_id(&self) -> bool {
        serde_json::from_slice::<String>(&self.kept).is_ok_and(|name| name == "id")
    }

    /// A value is whole.
    fn end(&mut self) {
        if self.room == ID && self.kept.len() < ID {
            let id = serde_json::from_slice(&self.kept).ok();
            self.found = id.or(self.found.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ID, IdScanner};

    /// What is found, however the bytes are cut.
    fn found(line: &str) -> Option<String> {
        let bytes = line.as_bytes();
        let scan = |pieces: &[&[u8]]| {
            let mut scanner = IdScanner::default();
            pieces.iter().for_each(|piece| scanner.feed(piece));
            scanner.found().map(|id| id.get().to_owned())
        };
        let whole = scan(&[bytes]);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(scan(&single), whole, "{line}");
        for cut in 0..bytes.len().min(80) {
            assert_eq!(scan(&[&bytes[..cut], &bytes[cut..]]), whole, "{line}");
        }
        whole
    }

    #[test]
    fn an_id_is_found_behind_anything() {
        let ids = [
            "7",
            "-1.50",
            "null",
            r#""x""#,
            r#""a \" b, } \\""#,
            r#"[1,{"id":2},"]"]"#,
            r#"{"id":[]}"#,
        ];
        for id in ids {
            let kept: String = id.to_owned();
            for line in [
                format!(r#"{{"text":"{{\"id\":1,\\","id":{id}}}"#),
                format!(r#"{{"text":"\\\"", "a":[{{"id":1}},"}}"], "id" : {id} ,"b":1}}"#),
                format!(r#" {{"b":{{"id":1}},"\u0069\u0064":{id}}}"#),
                format!(r#"{{"id":{id},"text":"cut o"#),
            ] {
                assert_eq!(found(&line).as_ref(), Some(&kept), "{line}");
            }
        }
    }

    #[test]
    fn nothing_else_is_taken_for_one() {
        for line in [
            r#"{"text":"\"id\":1"}"#,
            r#"{"text":"x","identity":1}"#,
            r#"{"text":"x","a":{"id":1}}"#,
            r#"{"text":["id",1]}"#,
            r#"{"text":"x","id":12"#,
            r#"{"text":"x","id":nonsense}"#,
            r#"{"text":"x","id":1 2}"#,
            r#"{"text":"x"],"id":1}"#,
            r#"{"text":{"a":1],"id":1}"#,
            r#"{"text":"x"}{"id":1}"#,
            r#"["id",1]"#,
            r#""id":1"#,
            r#"{"a" 1,"id":1}"#,
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let long = format!(r#"{{"id":"{}","b":1}}"#, "x".repeat(ID));
        let deep = format!(r#"{{"a":{},"id":1}}"#, "[".repeat(1000));
        let name = format!(r#"{{"{}id":1}}"#, "x".repeat(1000));
        for line in [long, deep, name] {
            let mut scanner = IdScanner::default();
            scanner.feed(line.as_bytes());
            assert!(scanner.kept.len() <= ID);
            assert!(scanner.found().is_none());
        }
    }
}
