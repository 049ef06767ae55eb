//! Neutral tool calls in the form that a Claude Code version offers.

use serde_json::{Value, json};

use super::call::{Call, Form};
use super::request::Offered;
use super::tool::{Agent, Question, Shell, TodoItem, Tool};

/// The call in a form among the offered tools; none if there is no such form.
pub fn call(tool: &Tool, offered: &[Offered]) -> Option<Call> {
    let (names, input) = spoken(tool);
    let offered = names
        .iter()
        .find_map(|name| offered.iter().find(|o| o.name == *name))?;
    Some(Call {
        name: offered.name.clone(),
        form: Form::Function,
        input: conform(input, &offered.schema),
        namespace: None,
    })
}

/// The call that loads a tool which a version offers only on demand, through its `ToolSearch` (seen in 2.1.330 for
/// `ExitPlanMode` and `WebFetch`).
pub fn search(tool: &Tool, offered: &[Offered]) -> Option<Call> {
    let on_demand = offered.iter().any(|o| o.name == "ToolSearch");
    let names = spoken(tool).0;
    on_demand.then(|| Call {
        name: "ToolSearch".to_owned(),
        form: Form::Function,
        input: json!({ "query": format!("select:{}", names[0]), "max_results": 1 }),
        namespace: None,
    })
}

/// The names a tool has had, newest first, and its arguments: the union of what
/// the versions know.
fn spoken(tool: &Tool) -> (Vec<String>, Value) {
    let named = |names: &[&str], input| (names.iter().map(|n| (*n).to_owned()).collect(), input);
    match tool {
        Tool::Shell(shell) => named(&["Bash"], shell_input(shell)),
        Tool::Write { path, content } => {
            named(&["Write"], json!({"file_path": path, "content": content}))
        }
        Tool::Edit { path, old, new } => named(
            &["Edit"],
            json!({"file_path": path, "old_string": old, "new_string": new}),
        ),
        Tool::Read { path } => named(&["Read"], json!({ "file_path": path })),
        Tool::Ask { questions } => named(&["AskUserQuestion"], ask_input(questions)),
        Tool::Plan { text } => named(&["ExitPlanMode", "exit_plan_mode"], json!({ "plan": text })),
        Tool::Todo { items } => named(&["TodoWrite"], todo_input(items)),
        Tool::Agent(agent) => named(&["Agent", "Task"], agent_input(agent)),
        Tool::Fetch { url, prompt } => named(&["WebFetch"], json!({"url": url, "prompt": prompt})),
        Tool::Mcp {
            server,
            tool,
            input,
        } => (vec![format!("mcp__{server}__{tool}")], input.clone()),
        Tool::Raw { name, input } => (vec![name.clone()], input.clone()),
    }
}

fn shell_input(shell: &Shell) -> Value {
    let mut input = json!({"command": shell.command, "description": shell.description});
    if shell.background {
        input["run_in_background"] = true.into();
    }
    if let Some(seconds) = shell.timeout {
        input["timeout"] = (seconds * 1000).into();
    }
    input
}

fn ask_input(questions: &[Question]) -> Value {
    let questions: Vec<Value> = questions
        .iter()
        .map(|q| {
            json!({
                "question": q.question, "header": q.header,
                "options": q.options, "multiSelect": q.multi,
            })
        })
        .collect();
    json!({ "questions": questions })
}

fn todo_input(items: &[TodoItem]) -> Value {
    let todos: Vec<Value> = items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            json!({
                "content": item.text, "status": item.status, "activeForm": item.text,
                "id": (index + 1).to_string(), "priority": "medium",
            })
        })
        .collect();
    json!({ "todos": todos })
}

fn agent_input(agent: &Agent) -> Value {
    let mut input = json!({
        "description": agent.description, "prompt": agent.prompt,
        "subagent_type": agent.kind.as_deref().unwrap_or("general-purpose"),
    });
    // Said in both cases: the newest versions run agents in the background by themselves (seen in 2.1.330).
    input["run_in_background"] = agent.background.into();
    input
}

/// Drops the fields that a schema does not know: the CLIs refuse them.
pub fn conform(input: Value, schema: &Value) -> Value {
    match input {
        Value::Object(fields) if schema["properties"].is_object() => fields
            .into_iter()
            .filter_map(|(key, value)| {
                let schema = schema["properties"].get(&key)?;
                Some((key, conform(value, schema)))
            })
            .collect(),
        Value::Array(items) => items
            .into_iter()
            .map(|item| conform(item, &schema["items"]))
            .collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(name: &str, schema: Value) -> Offered {
        Offered {
            name: name.to_owned(),
            schema,
            ..Offered::default()
        }
    }

    #[test]
    fn the_offered_name_is_taken() {
        let agent = Tool::Agent(Agent {
            prompt: "p".to_owned(),
            ..Agent::default()
        });
        let called = call(&agent, &[offered("Task", Value::Null)]).expect("offered");
        assert_eq!(called.name, "Task");
        assert_eq!(call(&agent, &[offered("Bash", Value::Null)]), None);
    }

    #[test]
    fn fields_follow_the_schema() {
        let item = json!({"properties": {"content": {}, "status": {}, "activeForm": {}}});
        let schema = json!({"properties": {"todos": {"type": "array", "items": item}}});
        let todo = Tool::Todo {
            items: vec![TodoItem {
                text: "t".to_owned(),
                status: "pending".to_owned(),
            }],
        };
        let called = call(&todo, &[offered("TodoWrite", schema)]).expect("offered");
        assert_eq!(
            called.input,
            json!({"todos": [{"content": "t", "status": "pending", "activeForm": "t"}]})
        );
    }
}
