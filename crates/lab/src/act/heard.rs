//! What the model received of a prompt: the user texts of a request body that hold its tag.

use serde_json::Value;

/// How a prompt's text came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Not at all.
    Never,
    /// Once, and whole; white space at the ends does not count.
    Whole,
    /// Once, and whole but for white space.
    Spaced,
    /// Once, and otherwise than it was sent.
    Altered,
    /// More than once.
    Twice,
}

/// What a request body (of either wire format) holds of a prompt with this tag.
pub fn heard(body: &Value, tag: &str, prompt: &str) -> Heard {
    let texts: Vec<String> = user_texts(body)
        .into_iter()
        .filter(|text| text.contains(tag))
        .collect();
    match texts.as_slice() {
        [] => Heard::Never,
        [one] if bare(one) == prompt.trim() => Heard::Whole,
        [one] if solid(&bare(one)) == solid(prompt) => Heard::Spaced,
        [_] => Heard::Altered,
        _ => Heard::Twice,
    }
}

/// What the last thing said to the model in a request body holds of a prompt that was said before, too.
pub fn heard_last(body: &Value, prompt: &str) -> Heard {
    match user_texts(body).last() {
        Some(last) if bare(last) == prompt => Heard::Whole,
        _ => Heard::Never,
    }
}

/// A text without the marks that the CLI puts around a folded paste, behind what else was typed (seen in Claude Code
/// 2.1.330: `<pasted_content id="60cd">`).
fn bare(text: &str) -> String {
    let begin = text.find("<pasted_content");
    let parts = begin.and_then(|begin| {
        let (_, rest) = text[begin..].split_once(">\n")?;
        let (inner, behind) = rest.rsplit_once("\n</pasted_content")?;
        let (_, behind) = behind.split_once('>')?;
        Some(format!("{}{inner}{behind}", &text[..begin]))
    });
    parts.unwrap_or_else(|| text.to_owned()).trim().to_owned()
}

/// The user texts that hold a tag, for looking at what went wrong.
pub fn texts_with(body: &Value, tag: &str) -> Vec<String> {
    let mut texts = user_texts(body);
    texts.retain(|text| text.contains(tag));
    texts
}

fn user_texts(body: &Value) -> Vec<String> {
    let lists = [&body["messages"], &body["input"]];
    let items = lists.into_iter().filter_map(Value::as_array).flatten();
    let users = items.filter(|item| item["role"] == "user");
    users.flat_map(|item| texts(&item["content"])).collect()
}

fn texts(content: &Value) -> Vec<String> {
    if let Some(text) = content.as_str() {
        return vec![text.to_owned()];
    }
    let blocks = content.as_array().map_or(&[][..], Vec::as_slice);
    let texts = blocks.iter().filter_map(|block| block["text"].as_str());
    texts.map(str::to_owned).collect()
}

fn solid(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Heard, heard, heard_last};
    use serde_json::json;

    #[test]
    fn a_prompt_that_was_said_before_is_looked_for_at_the_end() {
        let said = |texts: &[&str]| {
            let items = texts
                .iter()
                .map(|it| json!({"role": "user", "content": it}));
            json!({"input": items.collect::<Vec<_>>()})
        };
        assert_eq!(heard_last(&said(&["exit", "exit"]), "exit"), Heard::Whole);
        assert_eq!(heard_last(&said(&["exit", "more"]), "exit"), Heard::Never);
        assert_eq!(heard_last(&said(&[]), "exit"), Heard::Never);
    }

    #[test]
    fn a_prompt_is_found_in_both_wire_formats() {
        let claude = json!({"messages": [
            {"role": "user", "content": [{"type": "text", "text": "reminder"}, {"type": "text", "text": "say t1 now"}]},
            {"role": "assistant", "content": "t1"},
        ]});
        let codex = json!({"input": [
            {"role": "user", "content": [{"type": "input_text", "text": "say\tt1 now\n"}]},
            {"type": "function_call_output", "output": "t1"},
        ]});
        assert_eq!(heard(&claude, "t1", "say t1 now"), Heard::Whole);
        assert_eq!(heard(&codex, "t1", "say t1 now"), Heard::Spaced);
        assert_eq!(heard(&codex, "t2", "t2"), Heard::Never);
        assert_eq!(heard(&claude, "t1", "say t1 later"), Heard::Altered);
        let folded = "\n\n<pasted_content id=\"a1\">\nsay t1\n now\n</pasted_content id=\"a1\">\n";
        let folded = json!({"messages": [{"role": "user", "content": folded}]});
        assert_eq!(heard(&folded, "t1", "say t1\n now"), Heard::Whole);
        let behind = "a draft\n\n<pasted_content id=\"a1\">\nsay t1\n</pasted_content id=\"a1\">\n";
        let behind = json!({"messages": [{"role": "user", "content": behind}]});
        assert_eq!(heard(&behind, "t1", "a draft\nsay t1"), Heard::Spaced);
        assert_eq!(heard(&behind, "t1", "a draft"), Heard::Altered);
    }
}
