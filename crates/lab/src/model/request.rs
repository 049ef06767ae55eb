//! One request body in neutral terms: whether it is the turn's, what the user
//! said last, what tools it offers, what tool results it brings.

use serde_json::Value;

/// A tool as the request lists it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offered {
    /// Name; for a hosted tool without one, its type.
    pub name: String,
    /// `function`, `custom`, `local_shell`, … (empty in Anthropic Messages).
    pub kind: String,
    /// JSON schema of the arguments.
    pub schema: Value,
    /// Its namespace, where the wire format has namespaces.
    pub namespace: Option<String>,
}

/// What a request says.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Text of the last user message that is not a tool result only.
    pub user_text: String,
    /// Tools offered.
    pub tools: Vec<Offered>,
    /// Not the turn's: a title, a summary for the CLI's own use. Anthropic side
    /// requests offer no tools; those of Codex want an answer in a JSON schema
    /// (seen in 0.150.1, which offers tools there too, while 0.160.1 lists none
    /// in the turn's own request for some models).
    pub side: bool,
    /// A side request for the word of the spinner (seen in Claude Code 1.0.38).
    pub gerund: bool,
    /// The file that plan mode wants the plan in (seen in Claude Code 2.1.62 and later).
    pub plan_file: Option<String>,
    /// Tool results as (call id, text), oldest first.
    pub results: Vec<(String, String)>,
    /// Whether the answer shall be streamed.
    pub stream: bool,
    /// Model name, to be echoed.
    pub model: String,
}

impl Asked {
    /// Reads an Anthropic Messages body.
    pub fn anthropic(body: &Value) -> Self {
        let messages = items(&body["messages"]);
        let mut asked = Self::common(body);
        for message in messages {
            let user = message["role"] == "user";
            let text = if user {
                block_text(&message["content"])
            } else {
                String::new()
            };
            if !text.is_empty() {
                asked.user_text = text;
            }
            for block in items(&message["content"]) {
                if block["type"] == "tool_result" {
                    asked.push_result(&block["tool_use_id"], &block["content"]);
                }
            }
        }
        asked.tools = items(&body["tools"]).iter().map(anthropic_tool).collect();
        // Some versions warm each agent up before the first turn (seen in Claude Code 2.1.0).
        asked.side = asked.tools.is_empty() || asked.user_text.trim_end().ends_with("Warmup");
        asked.plan_file = plan_file(&body["messages"].to_string());
        asked.gerund = body["system"].to_string().contains("gerund");
        asked
    }

    /// Reads an OpenAI Responses body.
    pub fn responses(body: &Value) -> Self {
        let mut asked = Self::common(body);
        for item in items(&body["input"]) {
            let kind = text_of(&item["type"]);
            if kind.ends_with("_output") {
                asked.push_result(&item["call_id"], &item["output"]);
            } else if item["role"] == "user" {
                asked.user_text = block_text(&item["content"]);
            }
        }
        asked.tools = items(&body["tools"])
            .iter()
            .flat_map(responses_tools)
            .collect();
        asked.side = body["text"]["format"]["type"] == "json_schema";
        asked
    }

    fn common(body: &Value) -> Self {
        Self {
            stream: body["stream"] == true,
            model: text_of(&body["model"]).to_owned(),
            ..Self::default()
        }
    }

    fn push_result(&mut self, id: &Value, content: &Value) {
        let mut text = block_text(content);
        if text.is_empty() && !content.is_null() {
            text = content.to_string();
        }
        self.results.push((text_of(id).to_owned(), text));
    }
}

/// The path of a Markdown file below a folder `.claude/plans/`, as plan mode names it.
fn plan_file(text: &str) -> Option<String> {
    let at = text.rfind("/.claude/plans/")?;
    let start = text[..at].rfind([' ', '"', '`', '\n'])? + 1;
    let end = at + text[at..].find(".md")? + 3;
    let path = &text[start..end];
    path.starts_with('/').then(|| path.to_owned())
}

fn anthropic_tool(tool: &Value) -> Offered {
    Offered {
        name: text_of(&tool["name"]).to_owned(),
        kind: text_of(&tool["type"]).to_owned(),
        schema: tool["input_schema"].clone(),
        namespace: None,
    }
}

fn responses_tools(tool: &Value) -> Vec<Offered> {
    if tool["type"] == "namespace" {
        let namespace = text_of(&tool["name"]).to_owned();
        return items(&tool["tools"])
            .iter()
            .flat_map(responses_tools)
            .map(|t| Offered {
                namespace: Some(namespace.clone()),
                ..t
            })
            .collect();
    }
    let kind = text_of(&tool["type"]).to_owned();
    let name = tool["name"].as_str().unwrap_or(&kind).to_owned();
    vec![Offered {
        name,
        schema: tool["parameters"].clone(),
        kind,
        namespace: None,
    }]
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The text of a content: a string, or the `text` fields of its blocks.
fn block_text(content: &Value) -> String {
    if let Some(text) = content.as_str() {
        return text.to_owned();
    }
    let texts: Vec<&str> = items(content)
        .iter()
        .filter_map(|b| b["text"].as_str())
        .collect();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_last_user_text_is_found_past_tool_results() {
        let asked = Asked::anthropic(&json!({
            "model": "m", "stream": true,
            "messages": [
                {"role": "user", "content": "old"},
                {"role": "user", "content": [{"type": "text", "text": "new"}]},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "t1"}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]},
            ],
            "tools": [{"name": "Bash", "input_schema": {}}],
        }));
        assert_eq!(asked.user_text, "new");
        assert_eq!(asked.results, [("t1".to_owned(), "done".to_owned())]);
        assert_eq!(asked.tools[0].name, "Bash");
        assert!(asked.stream);
    }

    #[test]
    fn the_plan_file_is_found_in_the_reminder() {
        let text = "write it to /home/user/.claude/plans/calm-fox.md now";
        let asked = Asked::anthropic(&json!({"messages": [{"role": "user", "content": text}]}));
        let file = asked.plan_file.as_deref();
        assert_eq!(file, Some("/home/user/.claude/plans/calm-fox.md"));
        assert_eq!(plan_file("nothing of that kind"), None);
    }

    #[test]
    fn responses_tools_keep_kind_and_namespace() {
        let asked = Asked::responses(&json!({
            "input": [
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
                {"type": "custom_tool_call_output", "call_id": "c", "output": "ok"},
            ],
            "tools": [
                {"type": "local_shell"},
                {"type": "namespace", "name": "mcp__s", "tools": [{"type": "function", "name": "t"}]},
            ],
        }));
        assert_eq!(asked.user_text, "hi");
        assert_eq!(asked.results[0].1, "ok");
        assert_eq!(asked.tools[0].name, "local_shell");
        assert_eq!(asked.tools[1].namespace.as_deref(), Some("mcp__s"));
        assert!(!asked.side);
    }

    #[test]
    fn a_request_for_a_title_is_a_side_request() {
        let format = json!({"format": {"type": "json_schema"}});
        let tools = json!([{"type": "function", "name": "list"}]);
        assert!(Asked::responses(&json!({"text": format, "tools": tools})).side);
    }
}
