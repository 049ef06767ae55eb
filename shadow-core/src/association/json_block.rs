//! Association by a JSON object or array that the agent was asked to print.

use serde_json::Value;

use super::anchor::{Anchor, assistant_text};
use super::associator::tail;
use super::wraps::variants;
use super::{Association, AssociationError, DialogAssociator};
use crate::contract::DialogProjection;

/// A JSON block, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonBlock {
    /// The object or array.
    pub value: Value,
    /// The block as it was written, with its order of keys, without white space between its parts.
    pub written: String,
    /// Whether line breaks of the screen were undone to read it: then spaces at the breaks inside
    /// its strings are a guess.
    pub across_wraps: bool,
}

/// Returns the last JSON object or array that begins a line and has nothing but white space or a
/// code fence after it on its last line. Fences themselves are not needed: most versions of both
/// CLIs render them away.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::association::JsonBlockAssociator;
///
/// let associator = JsonBlockAssociator::new(4000)?.with_key("status");
/// let block = associator.find_in_text("here:\n{\"status\": \"ok\",\n \"n\": [1, 2]}").unwrap();
/// assert_eq!(block.value["n"][1], 2);
/// # Ok::<(), shadow_tui::association::AssociationError>(())
/// ```
#[derive(Debug, Clone)]
pub struct JsonBlockAssociator {
    tail_chars: usize,
    keys: Vec<String>,
    anchor: Anchor,
}

impl JsonBlockAssociator {
    /// An associator that searches the last `tail_chars` characters.
    ///
    /// # Errors
    /// When `tail_chars` is 0.
    pub fn new(tail_chars: usize) -> Result<Self, AssociationError> {
        if tail_chars == 0 {
            return Err(AssociationError::NO_TAIL);
        }
        Ok(Self {
            tail_chars,
            keys: Vec::new(),
            anchor: Anchor::LastUserCell,
        })
    }

    /// Accepts only objects with this key.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<String>) -> Self {
        self.keys.push(key.into());
        self
    }

    /// Searches after another user cell than the last.
    #[must_use]
    pub fn after(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// The block in a projection: the agent's own words after the anchored user cell.
    #[must_use]
    pub fn find(&self, projection: &DialogProjection) -> Option<JsonBlock> {
        let cells = self.anchor.cells_after(projection)?;
        self.search(&assistant_text(cells))
    }

    /// The block in dialog text. The default anchor does not apply here; one by prompt does.
    #[must_use]
    pub fn find_in_text(&self, dialog_text: &str) -> Option<JsonBlock> {
        match &self.anchor {
            Anchor::LastUserCell => self.search(dialog_text),
            anchor => self.search(anchor.text_after(dialog_text)?),
        }
    }

    fn search(&self, text: &str) -> Option<JsonBlock> {
        let text = tail(text, self.tail_chars);
        let mut found = None;
        let mut skip_to = 0;
        for begin in block_starts(text) {
            if begin < skip_to {
                continue;
            }
            if let Some((block, end)) = block_at(text, begin) {
                skip_to = end;
                if self.accepts(&block.value) {
                    found = Some(block);
                }
            }
        }
        found
    }

    fn accepts(&self, value: &Value) -> bool {
        self.keys.iter().all(|key| value.get(key).is_some())
    }
}

/// Offsets at which a line begins with a brace or bracket.
fn block_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        let begin = *at;
        *at += line.len();
        Some((begin, line))
    });
    lines.filter_map(|(begin, line)| {
        let rest = line.trim_start();
        let indent = line.len() - rest.len();
        rest.starts_with(['{', '[']).then_some(begin + indent)
    })
}

/// The block that begins at an offset, and where it ends.
fn block_at(text: &str, begin: usize) -> Option<(JsonBlock, usize)> {
    variants(&text[begin..], true).iter().find_map(|variant| {
        let (value, end) = value_at_start(&variant.text)?;
        let block = JsonBlock {
            written: compact(&variant.text[..end]),
            value,
            across_wraps: variant.joined,
        };
        Some((block, begin + variant.original(end)))
    })
}

/// The object or array at the beginning of a text, and its length.
fn value_at_start(text: &str) -> Option<(Value, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let end = values.byte_offset();
    let rest = text[end..].split('\n').next().unwrap_or_default().trim();
    (rest.is_empty() || rest.starts_with("```")).then_some((value, end))
}

/// JSON without the white space outside its strings.
fn compact(json: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let keeps = |&c: &char| {
        let kept = quoted || !c.is_ascii_whitespace();
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        kept
    };
    json.chars().filter(keeps).collect()
}

impl DialogAssociator for JsonBlockAssociator {
    fn associate(&self, projection: &DialogProjection) -> Option<Association> {
        self.find(projection).map(JsonBlock::into_association)
    }

    fn associate_text(&self, dialog_text: &str) -> Option<Association> {
        self.find_in_text(dialog_text)
            .map(JsonBlock::into_association)
    }
}

impl JsonBlock {
    fn into_association(self) -> Association {
        Association {
            text: self.written,
            across_wraps: self.across_wraps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{agent, projection, user};
    use super::*;

    fn find(text: &str) -> Option<Value> {
        let associator = JsonBlockAssociator::new(10_000).unwrap();
        associator.find_in_text(text).map(|block| block.value)
    }

    #[test]
    fn the_last_block_counts_whole() {
        let text = "{\"a\": 1}\nthen\n[\n  {\"b\": 2},\n  {\"c\": 3}\n]\ndone [sic]";
        assert_eq!(find(text).unwrap()[1]["c"], 3);
        assert_eq!(find("```json\n{\"a\": 1}\n```").unwrap()["a"], 1);
        assert_eq!(find("set {\"a\": 1} inline"), None);
        assert_eq!(find("{\"a\": 1} and words"), None);
        assert_eq!(find("{\"a\": "), None);
    }

    #[test]
    fn a_block_that_the_screen_wrapped_is_read() {
        let associator = JsonBlockAssociator::new(10_000).unwrap();
        let block = associator
            .find_in_text("{\"text\": \"two\nwords\"}")
            .unwrap();
        assert_eq!(block.value["text"], "two words");
        assert!(block.across_wraps);
        let number = associator.find_in_text("{\"n\": 12\n34}").unwrap();
        assert_eq!(number.value["n"], 1234);
    }

    #[test]
    fn a_block_is_given_back_as_it_was_written() {
        let associator = JsonBlockAssociator::new(10_000).unwrap();
        let text = "{\"z\": 1.50,\n \"a\": [ 1, \"q\\\" b\" ],\n \"b\": \"\\\\\" }";
        let found = associator.associate_text(text).unwrap();
        assert_eq!(found.text, r#"{"z":1.50,"a":[1,"q\" b"],"b":"\\"}"#);
    }

    #[test]
    fn keys_and_anchor_choose() {
        let schema = JsonBlockAssociator::new(500).unwrap().with_key("status");
        let cells = [
            agent("{\"status\": 0}"),
            user("answer as\n{\"status\": 1}"),
            agent("{\"status\": 2}\n{\"other\": 3}"),
        ];
        let block = schema.find(&projection(&cells)).unwrap();
        assert_eq!(block.value["status"], 2);
        assert_eq!(schema.find(&projection(&cells[..2])), None);
        assert!(JsonBlockAssociator::new(0).is_err());
    }

    #[test]
    fn deep_nesting_is_no_danger() {
        assert_eq!(find(&"[".repeat(5000)), None);
    }
}
