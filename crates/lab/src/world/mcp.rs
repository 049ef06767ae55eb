//! The MCP server at work: a line in, a line out. What it has asked of the operator, and what came back, it leaves in
//! `/tmp`, where a scenario's witness looks: `mcp-TOOL-called`, `mcp-TOOL-asked`, `mcp-TOOL-answer` (the result as JSON).

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::server::{Elicitation, McpServer, McpTool};
use crate::error::{Context, LabError, Result};

/// Serves what the file describes until the input ends; gives the exit code.
pub fn serve(file: &Path) -> Result<i32> {
    let text = fs::read_to_string(file).context(file.display())?;
    let server: McpServer = serde_json::from_str(&text).context(file.display())?;
    if server.fails {
        eprintln!("the server could not be started");
        return Ok(1);
    }
    thread::sleep(Duration::from_secs_f64(server.slow.clamp(0.0, 600.0)));
    let mut session = Session {
        server: &server,
        waiting: None,
    };
    for line in io::stdin().lock().lines() {
        let line = line.context("input")?;
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        let mut out = io::stdout().lock();
        for said in session.answer(&message)? {
            writeln!(out, "{said}").context("output")?;
        }
        out.flush().context("output")?;
    }
    Ok(0)
}

struct Session<'a> {
    server: &'a McpServer,
    /// The call that waits for the operator: its id, and its tool.
    waiting: Option<(Value, &'a McpTool)>,
}

impl Session<'_> {
    /// What is said to a message.
    fn answer(&mut self, message: &Value) -> Result<Vec<Value>> {
        let id = &message["id"];
        let Some(method) = message["method"].as_str() else {
            return self.answered(message);
        };
        if id.is_null() {
            return Ok(Vec::new());
        }
        let result = match method {
            "initialize" => json!({
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": { "tools": {}, "prompts": {} },
                "serverInfo": { "name": "lab", "version": "1.0.0" },
            }),
            "tools/list" => json!({ "tools": self.tools() }),
            "tools/call" => return self.call(id, &message["params"]["name"]),
            "prompts/list" => json!({ "prompts": self.prompts() }),
            "prompts/get" => self.prompt(&message["params"]["name"]),
            _ => json!({}),
        };
        Ok(vec![answer(id, result)])
    }

    fn tools(&self) -> Vec<Value> {
        let tool = |tool: &McpTool| {
            json!({
                "name": tool.name,
                "description": tool.description,
                "inputSchema": { "type": "object", "properties": tool.fields },
            })
        };
        self.server.tools.iter().map(tool).collect()
    }

    fn prompts(&self) -> Vec<Value> {
        let names = self.server.prompts.keys();
        names.map(|name| json!({ "name": name })).collect()
    }

    fn prompt(&self, name: &Value) -> Value {
        let text = name.as_str().and_then(|name| self.server.prompts.get(name));
        let content = json!({ "type": "text", "text": text });
        json!({ "messages": [{ "role": "user", "content": content }] })
    }

    fn call(&mut self, id: &Value, name: &Value) -> Result<Vec<Value>> {
        let tool = self.server.tools.iter().find(|tool| *name == tool.name);
        let tool = tool.ok_or_else(|| LabError::new(format!("no tool {name}")))?;
        note(&tool.name, "called", "")?;
        let Some(asked) = &tool.elicits else {
            return Ok(vec![answer(id, finished(tool))]);
        };
        self.waiting = Some((id.clone(), tool));
        note(&tool.name, "asked", "")?;
        Ok(vec![elicitation(asked)])
    }

    /// The operator's answer lets the call that waits for it end.
    fn answered(&mut self, message: &Value) -> Result<Vec<Value>> {
        let Some((id, tool)) = self.waiting.take() else {
            return Ok(Vec::new());
        };
        let said = match message.get("result") {
            Some(result) => result,
            None => &message["error"],
        };
        note(&tool.name, "answer", &said.to_string())?;
        Ok(vec![answer(&id, finished(tool))])
    }
}

fn answer(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// What a call gives back, once it may.
fn finished(tool: &McpTool) -> Value {
    while tool
        .until
        .as_deref()
        .is_some_and(|file| !Path::new(file).exists())
    {
        thread::sleep(Duration::from_millis(50));
    }
    let text = tool.error.as_ref().unwrap_or(&tool.returns);
    json!({ "content": [{ "type": "text", "text": text }], "isError": tool.error.is_some() })
}

fn elicitation(asked: &Elicitation) -> Value {
    let params = match &asked.url {
        Some(url) => json!({
            "mode": "url", "message": asked.message, "url": url, "elicitationId": "elicitation-1",
        }),
        None => json!({
            "message": asked.message,
            "requestedSchema": {
                "type": "object", "properties": asked.fields, "required": asked.required,
            },
        }),
    };
    json!({ "jsonrpc": "2.0", "id": "ask-1", "method": "elicitation/create", "params": params })
}

fn note(tool: &str, what: &str, text: &str) -> Result<()> {
    let file = format!("/tmp/mcp-{tool}-{what}");
    fs::write(&file, text).context(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> McpServer {
        toml::from_str(
            "prompts = { plan = 'Make a plan.' }\n[[tool]]\nname = 'lab-unit-ask'\nreturns = 'Saved.'\n\
             [tool.elicits]\nmessage = 'Which name?'\nfields = { name = { type = 'string' } }\nrequired = ['name']",
        )
        .unwrap()
    }

    #[test]
    fn a_call_waits_for_the_operator() {
        let server = server();
        let mut session = Session {
            server: &server,
            waiting: None,
        };
        let call = json!({"id": 7, "method": "tools/call", "params": {"name": "lab-unit-ask"}});
        let asked = session.answer(&call).unwrap();
        assert_eq!(asked[0]["method"], "elicitation/create");
        let schema = &asked[0]["params"]["requestedSchema"];
        assert_eq!(schema["properties"]["name"]["type"], "string");
        let accepted = json!({"id": "ask-1", "result": {"action": "accept"}});
        let done = session.answer(&accepted).unwrap();
        assert_eq!(done[0]["id"], 7);
        assert_eq!(done[0]["result"]["content"][0]["text"], "Saved.");
        for what in ["called", "asked", "answer"] {
            fs::remove_file(format!("/tmp/mcp-lab-unit-ask-{what}")).unwrap();
        }
    }

    #[test]
    fn a_prompt_is_offered_and_given() {
        let server = server();
        let mut session = Session {
            server: &server,
            waiting: None,
        };
        let ask = |method: &str| json!({"id": 1, "method": method, "params": {"name": "plan"}});
        let listed = session.answer(&ask("prompts/list")).unwrap();
        assert_eq!(listed[0]["result"]["prompts"][0]["name"], "plan");
        let given = session.answer(&ask("prompts/get")).unwrap();
        assert!(given[0].to_string().contains("Make a plan."));
        let note = json!({"method": "notifications/initialized"});
        assert!(session.answer(&note).unwrap().is_empty());
    }
}
